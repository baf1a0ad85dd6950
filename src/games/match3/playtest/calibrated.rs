//! Calibrated levels: the level that a setup, a search, a seed and a pick stand for.

use super::board_search::{BoardSearch, EvolvedBoard, ScoredBoard};
use super::calibration::Calibration;
use super::goal_candidate::GoalCandidate;
use super::plays::{PlayStatistics, play_many};
use crate::games::match3::level::{GenerationError, Level, Mode, Setup, draft};
use crate::games::match3::players::Player;
use crate::generation::{EvolutionParameters, Pick, Seed};

/// A level with its success rate.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibratedLevel {
    /// The level.
    pub level: Level,
    /// Its goal amount and move limit with their success rate; `None` in modes without goals. Given goals share no
    /// amount, so it is 0 for them.
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

/// The plays that measure the success rate of a level whose goals are given.
const MEASURING_PLAYS: u32 = 200;

/// The success rate of a player in a level.
fn measured(level: &Level, player: Player, seed: Seed) -> GoalCandidate {
    let plays = play_many(level, player, seed.child(1), MEASURING_PLAYS, 1);
    GoalCandidate {
        amount: 0,
        moves: level.moves(),
        rate: 100.0 * PlayStatistics::of(&plays).success(),
        plays: MEASURING_PLAYS,
    }
}

/// The first of some boards as a level that needs no calibration, because its goals are given or its mode has none;
/// `None` if it needs a calibration, or if there are no boards.
pub fn without_calibration(
    setup: &Setup,
    boards: &[ScoredBoard],
) -> Option<Result<CalibratedLevel, GenerationError>> {
    let board = boards.first()?.board.clone();
    if let Some(level) = setup.given_level() {
        let level = level.map_err(GenerationError::from);
        return Some(level.map(|level| CalibratedLevel {
            goal: Some(measured(&level, setup.player(), board.seed)),
            level,
            board,
        }));
    }
    if setup.mode == Mode::Level {
        return None;
    }
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
    if let Some(level) = without_calibration(setup, &boards) {
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
    parameters: &EvolutionParameters,
    seed: Seed,
    pick: Pick,
    threads: usize,
) -> Result<CalibratedLevel, GenerationError> {
    let mut boards = BoardSearch::repeat(setup, parameters, seed, pick)?;
    boards.finish()?;
    calibrate(setup, boards.candidates(&[]), threads)
}
