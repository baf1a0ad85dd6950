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

#[cfg(test)]
mod tests {

    use super::*;
    use crate::generation::one_max::SteeredOnes;

    /// The run of a pick, at its end.
    fn rerun(wanted: i32, generations: u32, pick: Pick) -> Rerun<SteeredOnes> {
        let parameters = EvolutionParameters {
            generations,
            // A time limit of the run itself does not count.
            milliseconds: 1,
            ..EvolutionParameters::default()
        };
        let problem = SteeredOnes { wanted };
        let rerun = Rerun::new(problem, &parameters, Seed(1), pick);
        let mut rerun = rerun.expect("in range");
        assert_eq!((rerun.generation(), rerun.evaluations()), (0, 0));
        let mut steps = 1;
        while !rerun.step() {
            steps += 1;
        }
        assert_eq!(rerun.generation() + 1, steps);
        assert_eq!(rerun.problem(), &SteeredOnes { wanted });
        rerun
    }

    #[test]
    fn a_run_is_repeated_up_to_the_generation_of_its_pick() {
        let whole = rerun(25, 9, Pick::Best);
        assert_eq!((whole.generation(), whole.has_met_target()), (9, false));
        let part = rerun(25, 9, Pick::BestAt(4));
        assert_eq!((part.generation(), part.evaluations()), (4, 84));
        let member = rerun(25, 9, Pick::Member(4, 3));
        assert_eq!(member.generation(), 4);
        let record = member.run.history().and_then(|all| all.newest()).cloned();
        let record = record.expect("a generation");
        assert_eq!(part.individual(), Ok(&record.best));
        assert_eq!(member.individual(), Ok(&record.members[3]));
        // A step after the last one changes nothing.
        let mut member = member;
        assert!(member.step());
        assert_eq!(member.generation(), 4);
        let best = |rerun: &Rerun<SteeredOnes>| rerun.individual().expect("one").fitness;
        assert!(best(&whole) >= best(&part));
    }

    #[test]
    fn a_run_that_meets_its_target_ends_before_its_pick() {
        let met = rerun(12, 99, Pick::BestAt(50));
        assert!(met.has_met_target() && met.generation() < 50);
        assert!(met.individual().is_ok_and(|best| best.fitness >= 12.0));
        let generation = met.generation();
        let beyond = rerun(12, 99, Pick::Member(50, 0));
        assert_eq!(beyond.generation(), generation);
        assert_eq!(beyond.individual(), Err(PickError::NoSuchMember(50, 0)));
    }

    #[test]
    fn an_individual_that_is_not_there_or_breaks_the_constraints_is_refused() {
        let outside = rerun(25, 9, Pick::Member(2, 20));
        assert_eq!(outside.individual(), Err(PickError::NoSuchMember(2, 20)));
        // The last member is infeasible. The run goes on, and so has no reason to have ended.
        let infeasible = rerun(25, 9, Pick::Member(2, 19));
        let why = StopReason::Cancelled;
        let generation = 2;
        let refused = PickError::Infeasible { generation, why };
        assert_eq!(infeasible.individual(), Err(refused));
        let why = StopReason::GenerationLimit;
        let refused = PickError::Infeasible { generation, why };
        assert_eq!(rerun(25, 2, Pick::Member(2, 19)).individual(), Err(refused));
    }

    #[test]
    fn a_run_is_repeated_in_one_go_too() {
        let parameters = EvolutionParameters::default();
        let problem = SteeredOnes { wanted: 25 };
        let rerun = Rerun::new(problem, &parameters, Seed(1), Pick::BestAt(4));
        let mut rerun = rerun.expect("in range");
        bevy::tasks::futures_lite::future::block_on(rerun.finish());
        assert_eq!((rerun.generation(), rerun.evaluations()), (4, 84));
    }
}
