//! Repeating a run for one of its individuals: the same problem, parameters, seed and pick give the same individual.

/// Lets other work on the pool have its turn. Work in slices awaits it between two slices.
pub use bevy::tasks::futures_lite::future::yield_now;
use std::sync::Arc;

use super::parameters::EvolutionParameters;
use super::population::Individual;
use super::problem::Problem;
use super::run::{Pick, Run, StopReason};
use crate::base::RangeError;
use crate::base::Seed;

/// The reason why a run does not have the individual of a pick.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PickError {
    /// The individual breaks the constraints.
    #[error("generation {generation} has nothing that can be played ({why})")]
    Infeasible {
        /// The newest generation.
        generation: u32,
        /// The reason why the run ended.
        why: StopReason,
    },
    /// The generation has fewer members than the pick's index.
    #[error("the run has no individual {1} in generation {0}")]
    NoSuchMember(u32, u32),
}

/// A run that is repeated up to a pick, one generation at a time.
pub struct Rerun<P: Problem> {
    run: Run<P>,
    pick: Pick,
}

impl<P: Problem> Rerun<P> {
    /// A run that has not begun. Refuses parameters outside their range.
    pub fn new(
        problem: P,
        parameters: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Result<Self, RangeError> {
        // A time limit would make the individual depend on the speed of the machine.
        let mut parameters = parameters.clone();
        parameters.milliseconds = 0;
        let run = Run::new(Arc::new(problem), parameters, seed)?.with_history();
        Ok(Rerun { run, pick })
    }

    /// Does one generation. Returns true when the pick is reached.
    pub fn step(&mut self) -> bool {
        let last = match self.pick {
            Pick::Best => u32::MAX,
            Pick::BestAt(generation) | Pick::Member(generation, _) => generation,
        };
        let reached = |run: &Run<_>| {
            run.stop_reason().is_some() || run.generation().is_some_and(|g| g >= last)
        };
        if !reached(&self.run) {
            self.run.step(usize::MAX);
        }
        reached(&self.run)
    }

    /// Does all remaining generations, and yields between them.
    pub async fn finish(&mut self) {
        while !self.step() {
            yield_now().await;
        }
    }

    /// The individual of the pick, once [`Rerun::step`] has returned true. It is an error if the generation has no such
    /// member, or if the individual is infeasible.
    pub fn individual(&self) -> Result<&Individual<P::Genome>, PickError> {
        let infeasible = || PickError::Infeasible {
            generation: self.run.generation().unwrap_or(0),
            why: self
                .run
                .stop_reason()
                .cloned()
                .unwrap_or(StopReason::Cancelled),
        };
        let record = self.run.history().and_then(|history| history.newest());
        let record = record.ok_or_else(infeasible)?;
        let individual = match self.pick {
            Pick::Best | Pick::BestAt(_) => &record.best,
            Pick::Member(generation, member) => record
                .members
                .get(member as usize)
                .filter(|_| record.generation == generation)
                .ok_or(PickError::NoSuchMember(generation, member))?,
        };
        if individual.is_feasible() {
            Ok(individual)
        } else {
            Err(infeasible())
        }
    }

    /// The newest generation; 0 before the first is complete.
    pub fn generation(&self) -> u32 {
        self.run.generation().unwrap_or(0)
    }

    /// Individuals that the run has evaluated.
    pub fn evaluations(&self) -> u64 {
        self.run.evaluations()
    }

    /// Whether the run has ended because it met its target.
    pub fn has_met_target(&self) -> bool {
        self.run.stop_reason() == Some(&StopReason::TargetMet)
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        self.run.problem()
    }
}
