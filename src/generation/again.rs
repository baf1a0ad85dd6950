//! Evolving again what was evolved before: problem, search, seed and pick give the same individual.

use std::sync::Arc;

use super::population::Individual;
use super::problem::Problem;
use super::run::{Pick, Run, Stop};
use super::search::Search;
use crate::base::RangeError;
use crate::base::Seed;

/// Why the individual of a pick is not there.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotThere {
    /// It breaks the constraints.
    #[error("generation {generation} has nothing that can be played ({why})")]
    Infeasible {
        /// The newest generation.
        generation: u32,
        /// How the run ended.
        why: Stop,
    },
    /// The generation has fewer members.
    #[error("the run has no individual {1} in generation {0}")]
    NoSuchMember(u32, u32),
}

/// A run towards a pick, a generation at a time.
pub struct Again<P: Problem> {
    run: Run<P>,
    pick: Pick,
}

impl<P: Problem> Again<P> {
    /// Readies it. Refuses parameters outside their range.
    pub fn new(problem: P, search: &Search, seed: Seed, pick: Pick) -> Result<Self, RangeError> {
        // The clock must not decide what an id means.
        let mut search = search.clone();
        search.milliseconds = 0;
        let run = Run::new(Arc::new(problem), search, seed)?.with_history();
        Ok(Again { run, pick })
    }

    /// Does a generation; true when there is no more to do.
    pub fn step(&mut self) -> bool {
        let until = match self.pick {
            Pick::Best => u32::MAX,
            Pick::BestAt(generation) | Pick::Member(generation, _) => generation,
        };
        let enough =
            |run: &Run<_>| run.stopped().is_some() || run.generation().is_some_and(|g| g >= until);
        if !enough(&self.run) {
            self.run.step(usize::MAX);
        }
        enough(&self.run)
    }

    /// Does all that is left, and lets others work between two generations.
    pub async fn finish(&mut self) {
        while !self.step() {
            bevy::tasks::futures_lite::future::yield_now().await;
        }
    }

    /// The individual that came of it.
    pub fn individual(&self) -> Result<&Individual<P::Genome>, NotThere> {
        let infeasible = || NotThere::Infeasible {
            generation: self.run.generation().unwrap_or(0),
            why: self.run.stopped().cloned().unwrap_or(Stop::Cancelled),
        };
        let record = self.run.history().and_then(|history| history.newest());
        let record = record.ok_or_else(infeasible)?;
        let individual = match self.pick {
            Pick::Best | Pick::BestAt(_) => &record.best,
            Pick::Member(generation, member) => record
                .members
                .get(member as usize)
                .filter(|_| record.generation == generation)
                .ok_or(NotThere::NoSuchMember(generation, member))?,
        };
        if individual.feasible() {
            Ok(individual)
        } else {
            Err(infeasible())
        }
    }

    /// The newest generation; 0 before the first is complete.
    pub fn generation(&self) -> u32 {
        self.run.generation().unwrap_or(0)
    }

    /// What is evolved.
    pub fn problem(&self) -> &P {
        self.run.problem()
    }
}
