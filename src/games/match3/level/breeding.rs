//! Boards for a trial: the one of the run that was watched, and its siblings from runs like it, each of which can be
//! had again by its own seed and pick.

use std::sync::Arc;

use super::generator::{Failure, LevelProblem};
use super::guide::promise;
use super::setup::Setup;
use super::trial::CANDIDATES;
use super::{LevelGenome, trial};
use crate::generation::{Again, Pick, Run, Search, Seed, Stop};

/// Boards that are bred for a trial.
pub const BOARDS: u64 = 12;

/// A board, and what it can be had again by.
#[derive(Clone, Debug, PartialEq)]
pub struct Bred {
    /// The board.
    pub genome: LevelGenome,
    /// The seed of its run.
    pub seed: Seed,
    /// Which of the run it is.
    pub pick: Pick,
}

/// Breeds boards of one wish, a piece of work at a time.
pub struct Breeding {
    problem: Arc<LevelProblem>,
    search: Search,
    seed: Seed,
    pick: Pick,
    /// The run of an id that is made again.
    again: Option<Again<LevelProblem>>,
    /// Siblings that were tried.
    tried: u64,
    boards: Vec<Bred>,
}

impl Breeding {
    /// What an id says: its board made again, and for the best of a run its siblings.
    pub fn again(setup: &Setup, search: &Search, seed: Seed, pick: Pick) -> Result<Self, Failure> {
        setup.check()?;
        let problem = LevelProblem::new(setup.clone());
        let mut breeding = Breeding::new(Arc::new(problem.clone()), search, seed, pick);
        match setup.board {
            Some(genome) => breeding.boards.push(Bred { genome, seed, pick }),
            None => breeding.again = Some(Again::new(problem, search, seed, pick)?),
        }
        Ok(breeding)
    }

    /// From the board of a run that was watched; with siblings if it is the best of it.
    pub fn beside(
        problem: Arc<LevelProblem>,
        search: &Search,
        first: Bred,
        siblings: bool,
    ) -> Self {
        let pick = if siblings { Pick::Best } else { first.pick };
        let mut breeding = Breeding::new(problem, search, first.seed, pick);
        breeding.boards.push(first);
        breeding
    }

    fn new(problem: Arc<LevelProblem>, search: &Search, seed: Seed, pick: Pick) -> Self {
        // The clock must not decide what an id means.
        let search = Search {
            milliseconds: 0,
            ..search.clone()
        };
        Breeding {
            problem,
            search,
            seed,
            pick,
            again: None,
            tried: 0,
            boards: Vec::new(),
        }
    }

    /// What the boards are bred for.
    pub fn problem(&self) -> &Arc<LevelProblem> {
        &self.problem
    }

    /// Whether there is no more to do.
    pub fn is_over(&self) -> bool {
        let alone = self.pick != Pick::Best || self.problem.setup().board.is_some();
        !self.boards.is_empty() && (alone || self.tried + 1 >= BOARDS)
    }

    /// Does a piece of it: a generation of the run, or a sibling.
    pub fn step(&mut self) -> Result<(), Failure> {
        if self.is_over() {
            return Ok(());
        }
        let Some(again) = &mut self.again else {
            return self.sibling();
        };
        if again.step() {
            let (genome, generation) = (again.individual()?.genome, again.generation());
            self.boards.push(Bred {
                genome,
                seed: self.seed,
                pick: match self.pick {
                    Pick::Best => Pick::BestAt(generation),
                    named => named,
                },
            });
            self.again = None;
        }
        Ok(())
    }

    fn sibling(&mut self) -> Result<(), Failure> {
        self.tried += 1;
        let seed = self.seed.child(self.tried);
        let mut run = Run::new(Arc::clone(&self.problem), self.search.clone(), seed)?;
        run.finish();
        let met = run.stopped() == Some(&Stop::TargetMet);
        let best = run.best().filter(|_| met).map(|best| best.genome);
        let new = best.filter(|one| self.boards.iter().all(|other| other.genome != *one));
        if let Some((genome, generation)) = new.zip(run.generation()) {
            let pick = Pick::BestAt(generation);
            self.boards.push(Bred { genome, seed, pick });
        }
        Ok(())
    }

    /// The boards that are worth a trial, the most promising first.
    pub fn entries(&self, recent: &[LevelGenome]) -> Vec<trial::Entry> {
        let setup = self.problem.setup();
        let entry = |bred: &Bred| trial::Entry {
            promise: promise(setup, &bred.genome, recent),
            bred: bred.clone(),
        };
        let mut entries: Vec<trial::Entry> = self.boards.iter().map(entry).collect();
        entries.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        entries.truncate(CANDIDATES);
        entries
    }
}
