//! Calibrated levels: the level that a setup, a search, a seed and a pick stand for.

use super::board_search::{BoardSearch, EvolvedBoard, ScoredBoard};
use super::calibration::Calibration;
use super::goal_candidate::GoalCandidate;
use crate::games::match3::level::{GenerationError, Level, Mode, Setup, draft};
use crate::generation::{EvolutionParameters, Pick, Seed};

/// A level, and how often the reference player succeeds.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibratedLevel {
    /// The level.
    pub level: Level,
    /// Its goal amount and move limit with their success rate; `None` in modes without goals.
    pub goal: Option<GoalCandidate>,
    /// Its board.
    pub board: EvolvedBoard,
}

impl CalibratedLevel {
    /// The result of a calibration that is over.
    pub fn of(calibration: &Calibration) -> Result<Self, GenerationError> {
        let (level, goal, board) = calibration.best().ok_or(GenerationError::Unwinnable)?;
        Ok(CalibratedLevel {
            level,
            goal: Some(goal),
            board: board.clone(),
        })
    }
}

/// The first of some boards as a level without goals; `None` in the mode that has goals, or without boards.
pub fn without_goals(
    setup: &Setup,
    boards: &[ScoredBoard],
) -> Option<Result<CalibratedLevel, GenerationError>> {
    if setup.mode == Mode::Level {
        return None;
    }
    let board = boards.first()?.board.clone();
    let level = draft(setup, &board.genome, board.seed).map_err(GenerationError::from);
    Some(level.map(|level| CalibratedLevel {
        level,
        goal: None,
        board,
    }))
}

/// The best level that some boards give, calibrated on up to `threads` threads.
pub fn calibrate(
    setup: &Setup,
    boards: Vec<ScoredBoard>,
    threads: usize,
) -> Result<CalibratedLevel, GenerationError> {
    if let Some(level) = without_goals(setup, &boards) {
        return level;
    }
    let mut calibration = Calibration::new(setup, boards)?;
    calibration.finish(threads);
    CalibratedLevel::of(&calibration)
}

/// Evolves and calibrates the level of an id. The same setup, search, seed and pick give the same level on any number
/// of threads.
pub fn regenerate(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
    pick: Pick,
    threads: usize,
) -> Result<CalibratedLevel, GenerationError> {
    let mut boards = BoardSearch::repeat(setup, search, seed, pick)?;
    boards.finish()?;
    calibrate(setup, boards.candidates(&[]), threads)
}
