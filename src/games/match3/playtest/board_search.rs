//! The boards for a calibration: the board of one run and its siblings. A sibling comes from a run with the same
//! setup and a child seed, so that each board can be evolved again from its own seed and pick.

use std::sync::Arc;

use super::prior::prior_score;
use crate::games::match3::level::{GenerationError, LevelGenome, LevelProblem, Setup};
use crate::generation::{EvolutionParameters, Pick, Rerun, Run, Seed, StopReason};

/// Boards of one search, siblings that fail among them.
const BOARDS: u64 = 12;
/// Boards that are played at most; the prior score chooses them.
const MAX_CANDIDATES: usize = 6;

/// A board and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct EvolvedBoard {
    /// The board.
    pub genome: LevelGenome,
    /// The seed of its run.
    pub seed: Seed,
    /// The individual of the run that it is.
    pub pick: Pick,
}

/// A board that is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredBoard {
    /// The board.
    pub board: EvolvedBoard,
    /// Its prior score, 0 to 1; see [`prior_score`].
    pub prior_score: f64,
}

/// Evolves the boards of one setup in small steps.
pub struct BoardSearch {
    problem: Arc<LevelProblem>,
    search: EvolutionParameters,
    seed: Seed,
    pick: Pick,
    /// The run of an id while it is repeated.
    repeated_run: Option<Rerun<LevelProblem>>,
    /// The run of a sibling that is being evolved.
    sibling_run: Option<Run<LevelProblem>>,
    /// Siblings that were begun.
    siblings: u64,
    boards: Vec<EvolvedBoard>,
}

impl BoardSearch {
    /// Repeats the run of an id, and evolves siblings if the id names the best individual of the run.
    pub fn repeat(
        setup: &Setup,
        search: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Result<Self, GenerationError> {
        setup.check()?;
        let problem = LevelProblem::new(setup.clone());
        let mut board_search = BoardSearch::new(Arc::new(problem.clone()), search, seed, pick);
        match setup.board {
            Some(genome) => board_search
                .boards
                .push(EvolvedBoard { genome, seed, pick }),
            None => board_search.repeated_run = Some(Rerun::new(problem, search, seed, pick)?),
        }
        Ok(board_search)
    }

    /// Starts from a board that is already evolved, with or without siblings.
    pub fn from_board(
        problem: Arc<LevelProblem>,
        search: &EvolutionParameters,
        first: EvolvedBoard,
        siblings: bool,
    ) -> Self {
        let pick = if siblings { Pick::Best } else { first.pick };
        let mut board_search = BoardSearch::new(problem, search, first.seed, pick);
        board_search.boards.push(first);
        board_search
    }

    fn new(
        problem: Arc<LevelProblem>,
        search: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Self {
        // An id must mean the same on every machine, so no time limit may end a run.
        let search = EvolutionParameters {
            milliseconds: 0,
            ..search.clone()
        };
        BoardSearch {
            problem,
            search,
            seed,
            pick,
            repeated_run: None,
            sibling_run: None,
            siblings: 0,
            boards: Vec::new(),
        }
    }

    /// The problem that the boards solve.
    pub fn problem(&self) -> &Arc<LevelProblem> {
        &self.problem
    }

    /// The boards so far, in the order in which they were evolved.
    pub fn boards(&self) -> &[EvolvedBoard] {
        &self.boards
    }

    /// Whether all boards are evolved.
    pub fn is_over(&self) -> bool {
        let alone = self.pick != Pick::Best || self.problem.setup().board.is_some();
        let are_siblings_done = self.sibling_run.is_none() && self.siblings + 1 >= BOARDS;
        !self.boards.is_empty() && (alone || are_siblings_done)
    }

    /// Makes one step: a generation of the repeated run or of a sibling.
    pub fn step(&mut self) -> Result<(), GenerationError> {
        if self.is_over() {
            return Ok(());
        }
        let Some(run) = &mut self.repeated_run else {
            return self.step_sibling();
        };
        if run.step() {
            let (genome, generation) = (run.individual()?.genome, run.generation());
            self.boards.push(EvolvedBoard {
                genome,
                seed: self.seed,
                pick: match self.pick {
                    Pick::Best => Pick::BestAt(generation),
                    named => named,
                },
            });
            self.repeated_run = None;
        }
        Ok(())
    }

    /// Evolves a sibling by a generation. One that has ended is kept if it meets the target and differs from all boards so
    /// far.
    fn step_sibling(&mut self) -> Result<(), GenerationError> {
        let mut run = match self.sibling_run.take() {
            Some(run) => run,
            None => {
                self.siblings += 1;
                let seed = self.seed.child(self.siblings);
                Run::new(Arc::clone(&self.problem), self.search.clone(), seed)?
            }
        };
        if run.stop_reason().is_none() {
            run.step(usize::MAX);
        }
        if run.stop_reason().is_none() {
            self.sibling_run = Some(run);
            return Ok(());
        }
        let seed = self.seed.child(self.siblings);
        let met = run.stop_reason() == Some(&StopReason::TargetMet);
        let best = run.best().filter(|_| met).map(|best| best.genome);
        let new = best.filter(|one| self.boards.iter().all(|other| other.genome != *one));
        if let Some((genome, generation)) = new.zip(run.generation()) {
            let pick = Pick::BestAt(generation);
            self.boards.push(EvolvedBoard { genome, seed, pick });
        }
        Ok(())
    }

    /// The boards with the highest prior scores, the best first.
    pub fn candidates(&self, recent: &[LevelGenome]) -> Vec<ScoredBoard> {
        let setup = self.problem.setup();
        let scored = |board: &EvolvedBoard| ScoredBoard {
            prior_score: prior_score(setup, &board.genome, recent),
            board: board.clone(),
        };
        let mut boards: Vec<ScoredBoard> = self.boards.iter().map(scored).collect();
        boards.sort_by(|a, b| b.prior_score.total_cmp(&a.prior_score));
        boards.truncate(MAX_CANDIDATES);
        boards
    }
}
