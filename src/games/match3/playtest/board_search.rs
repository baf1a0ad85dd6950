//! The boards for a calibration: the board of one run and its siblings. A sibling comes from a run with the same
//! setup and a child seed, so that each board can be evolved again from its own seed and pick.

use std::sync::Arc;

use super::prior::prior_score;
use crate::games::match3::level::{GenerationError, LevelGenome, LevelProblem, Setup};
use crate::generation::{EvolutionParameters, Pick, Rerun, Run, Seed, StopReason};

/// Boards of one search, with the siblings that fail.
const BOARDS: u64 = 12;
/// Boards that are played at most; the prior score chooses them.
const MAX_CANDIDATES: usize = 6;
/// The child seed that the seeds of siblings follow from. It is larger than the numbers of the levels of a batch, so
/// that the siblings of one level are not the boards of the others.
const SIBLINGS: u64 = 1 << 32;

/// A board with the run and the individual that it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct EvolvedBoard {
    /// The board.
    pub genome: LevelGenome,
    /// The seed of its run.
    pub seed: Seed,
    /// The individual of this run.
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

/// A board with the run that it is from.
struct FoundBoard {
    board: EvolvedBoard,
    /// Whether its run met the target. A board that the player has chosen counts as good enough.
    is_on_target: bool,
    /// Individuals that the run evaluated.
    evaluations: u64,
}

/// Evolves the boards of one setup in small steps.
pub struct BoardSearch {
    problem: Arc<LevelProblem>,
    parameters: EvolutionParameters,
    seed: Seed,
    pick: Pick,
    /// The run of an id while it is repeated.
    repeated_run: Option<Rerun<LevelProblem>>,
    /// The run of a sibling that is being evolved.
    sibling_run: Option<Run<LevelProblem>>,
    /// Siblings that were begun.
    siblings: u64,
    boards: Vec<FoundBoard>,
    /// Individuals that all runs together evaluated, those of failed runs among them.
    evaluations: u64,
    /// The reason why the run of the id gave no board. It only matters if its siblings give none either.
    failure: Option<GenerationError>,
}

/// The seed of a sibling of the board that evolves from a seed.
fn sibling_seed(seed: Seed, sibling: u64) -> Seed {
    seed.child(SIBLINGS).child(sibling)
}

/// The seeds of all boards from which the level of a seed is chosen: that of the watched board, and those of its
/// siblings.
pub fn board_seeds(seed: Seed) -> impl Iterator<Item = Seed> {
    let siblings = (1..BOARDS).map(move |sibling| sibling_seed(seed, sibling));
    std::iter::once(seed).chain(siblings)
}

impl BoardSearch {
    /// Repeats the run of an id, and evolves siblings if the id names the best individual of the run.
    pub fn repeat(
        setup: &Setup,
        parameters: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Result<Self, GenerationError> {
        setup.check()?;
        let problem = LevelProblem::new(setup.clone());
        let mut board_search = BoardSearch::new(Arc::new(problem.clone()), parameters, seed, pick);
        match setup.board {
            Some(genome) => board_search.keep(EvolvedBoard { genome, seed, pick }, true, 0),
            None => board_search.repeated_run = Some(Rerun::new(problem, parameters, seed, pick)?),
        }
        Ok(board_search)
    }

    /// Starts from a board that is already evolved, with or without siblings.
    pub fn from_board(
        problem: Arc<LevelProblem>,
        parameters: &EvolutionParameters,
        first: EvolvedBoard,
        siblings: bool,
    ) -> Self {
        let pick = if siblings { Pick::Best } else { first.pick };
        let mut board_search = BoardSearch::new(problem, parameters, first.seed, pick);
        board_search.keep(first, true, 0);
        board_search
    }

    fn new(
        problem: Arc<LevelProblem>,
        parameters: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Self {
        // An id must mean the same on every machine, so no time limit may end a run.
        let parameters = EvolutionParameters {
            milliseconds: 0,
            ..parameters.clone()
        };
        BoardSearch {
            problem,
            parameters,
            seed,
            pick,
            repeated_run: None,
            sibling_run: None,
            siblings: 0,
            boards: Vec::new(),
            evaluations: 0,
            failure: None,
        }
    }

    fn keep(&mut self, board: EvolvedBoard, is_on_target: bool, evaluations: u64) {
        self.boards.push(FoundBoard {
            board,
            is_on_target,
            evaluations,
        });
    }

    /// The problem that the boards solve.
    pub fn problem(&self) -> &Arc<LevelProblem> {
        &self.problem
    }

    /// The boards so far, in the order in which they were evolved.
    pub fn boards(&self) -> Vec<EvolvedBoard> {
        self.boards
            .iter()
            .map(|found| found.board.clone())
            .collect()
    }

    /// The number of boards so far.
    pub fn count(&self) -> usize {
        self.boards.len()
    }

    /// Whether all boards are evolved.
    pub fn is_over(&self) -> bool {
        let alone = self.pick != Pick::Best || self.problem.setup().board.is_some();
        let are_siblings_done = self.sibling_run.is_none() && self.siblings + 1 >= BOARDS;
        self.repeated_run.is_none() && (alone || are_siblings_done)
    }

    /// Evolves all boards.
    pub fn finish(&mut self) -> Result<(), GenerationError> {
        while !self.is_over() {
            self.step()?;
        }
        Ok(())
    }

    fn has_met_target(&self) -> bool {
        self.boards.iter().any(|found| found.is_on_target)
    }

    /// Refuses the boards if none of them meets the target of its run.
    pub fn check_target(&self) -> Result<(), GenerationError> {
        match self.boards.first() {
            Some(first) if !self.has_met_target() => {
                let generations = self.parameters.generations;
                Err(self.problem.miss_error(&first.board.genome, generations))
            }
            _ => Ok(()),
        }
    }

    /// Individuals that the run of a board evaluated, and those of all runs together.
    pub fn evaluations_of(&self, board: &EvolvedBoard) -> (u64, u64) {
        let found = self.boards.iter().find(|found| found.board == *board);
        (found.map_or(0, |found| found.evaluations), self.evaluations)
    }

    /// Makes one step: a generation of the repeated run or of a sibling. An error means that there is no board.
    pub fn step(&mut self) -> Result<(), GenerationError> {
        if !self.is_over() {
            match self.repeated_run.take() {
                Some(run) => self.step_repeated(run),
                None => self.step_sibling()?,
            }
        }
        match (&self.failure, self.is_over() && self.boards.is_empty()) {
            (Some(why), true) => Err(why.clone()),
            _ => Ok(()),
        }
    }

    /// Repeats a generation of the run of the id.
    fn step_repeated(&mut self, mut run: Rerun<LevelProblem>) {
        if !run.step() {
            self.repeated_run = Some(run);
            return;
        }
        self.evaluations += run.evaluations();
        match run.individual() {
            Ok(individual) => {
                let pick = match self.pick {
                    Pick::Best => Pick::BestAt(run.generation()),
                    named => named,
                };
                let board = EvolvedBoard {
                    genome: individual.genome,
                    seed: self.seed,
                    pick,
                };
                // An individual that an id names counts as on target, whatever its fitness is.
                let is_on_target = self.pick != Pick::Best || run.has_met_target();
                self.keep(board, is_on_target, run.evaluations());
            }
            Err(why) => self.failure = Some(why.into()),
        }
    }

    /// Evolves a sibling by a generation. When its run has ended, the sibling is kept if it meets the target and
    /// differs from all boards so far.
    fn step_sibling(&mut self) -> Result<(), GenerationError> {
        let mut run = match self.sibling_run.take() {
            Some(run) => run,
            None => {
                self.siblings += 1;
                Run::new(
                    Arc::clone(&self.problem),
                    self.parameters.clone(),
                    self.sibling_seed(),
                )?
            }
        };
        if run.stop_reason().is_none() {
            run.step(usize::MAX);
        }
        if run.stop_reason().is_none() {
            self.sibling_run = Some(run);
            return Ok(());
        }
        self.evaluations += run.evaluations();
        let is_on_target = run.stop_reason() == Some(&StopReason::TargetMet);
        let best = run.best().filter(|_| is_on_target).map(|best| best.genome);
        let is_new = |one: &LevelGenome| {
            let mut others = self.boards.iter();
            others.all(|other| other.board.genome != *one)
        };
        if let Some((genome, generation)) = best.filter(is_new).zip(run.generation()) {
            let board = EvolvedBoard {
                genome,
                seed: self.sibling_seed(),
                pick: Pick::BestAt(generation),
            };
            self.keep(board, true, run.evaluations());
        }
        Ok(())
    }

    /// The seed of the newest sibling.
    fn sibling_seed(&self) -> Seed {
        sibling_seed(self.seed, self.siblings)
    }

    /// The boards with the highest prior scores, the best first. A level that is to be cleared gets all boards, because
    /// the prior score does not measure how long that takes. Boards off the target are taken only if there is no other.
    pub fn candidates(&self, recent: &[LevelGenome]) -> Vec<ScoredBoard> {
        let setup = self.problem.setup();
        let scored = |board: &EvolvedBoard| ScoredBoard {
            prior_score: prior_score(setup, &board.genome, recent),
            board: board.clone(),
        };
        let met = self.has_met_target();
        let found = self.boards.iter().filter(|found| found.is_on_target == met);
        let mut boards: Vec<ScoredBoard> = found.map(|found| scored(&found.board)).collect();
        boards.sort_by(|a, b| b.prior_score.total_cmp(&a.prior_score));
        if !setup.requires_clearing() {
            boards.truncate(MAX_CANDIDATES);
        }
        boards
    }
}
