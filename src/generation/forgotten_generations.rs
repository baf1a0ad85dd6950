//! Generations that the history of a run has forgotten. They are computed again, with the player's interventions.

use std::sync::{Arc, Mutex};

use super::history::Record;
use super::intervention::{Act, Intervention, ParameterValue};
use super::parameters::EvolutionParameters;
use super::pedigree::{MemberId, Pedigree};
use super::problem::Problem;
use super::run::Run;
use crate::base::{Seed, lock};

/// The number of individuals that were made again and are kept.
const MOST_RECOMPUTED: usize = 8_000;

/// The start of a run and its interventions, from which its generations can be computed again.
pub(super) struct ForgottenGenerations<P: Problem> {
    /// The problem and the parameters with which the run began.
    problem: Arc<P>,
    parameters: EvolutionParameters,
    seed: Seed,
    timeline: Mutex<Timeline<P::Genome>>,
}

/// The interventions of a player, and the generations that were made again with them.
struct Timeline<G> {
    /// The number of times at which the interventions have changed.
    number: u64,
    interventions: Vec<Intervention<G>>,
    /// Generations that were made again, the newest last.
    recomputed: Vec<Arc<Record<G>>>,
}

impl<P: Problem> ForgottenGenerations<P> {
    pub(super) fn of(run: &Run<P>) -> Self {
        let begun = run.before_interventions();
        ForgottenGenerations {
            problem: Arc::clone(begun.problem()),
            parameters: begun.parameters().clone(),
            seed: run.seed(),
            timeline: Mutex::new(Timeline {
                number: 0,
                interventions: Vec::new(),
                recomputed: Vec::new(),
            }),
        }
    }

    /// Notes the interventions of a player. Generations that were made again are dropped, because they may differ now.
    pub(super) fn note_interventions(&self, all: &[Intervention<P::Genome>]) {
        let mut timeline = lock(&self.timeline);
        timeline.number += 1;
        timeline.interventions = all.to_vec();
        timeline.recomputed.clear();
    }

    /// Returns the number of times at which the interventions have changed. A result that was computed
    /// before such a change may not be true any more.
    pub(super) fn timeline(&self) -> u64 {
        lock(&self.timeline).number
    }

    /// Returns a generation that is made again from a record before it, or was made again already. `None` if it differs
    /// from the generation in the pedigree.
    pub(super) fn recompute(
        &self,
        from: &Record<P::Genome>,
        generation: u32,
        pedigree: &Pedigree,
    ) -> Option<Arc<Record<P::Genome>>> {
        let (number, nearest) = {
            let timeline = lock(&self.timeline);
            let before = timeline.recomputed.iter();
            let before =
                before.filter(|one| (from.generation..=generation).contains(&one.generation));
            let nearest = before.max_by_key(|one| one.generation).cloned();
            (timeline.number, nearest)
        };
        let from = match &nearest {
            Some(known) if known.generation == generation => return nearest,
            Some(known) => known,
            None => from,
        };
        // Nothing is locked meanwhile, because the thread of the window notes interventions.
        let made = self.rerun(from, generation, pedigree, number)?;
        let mut timeline = lock(&self.timeline);
        if timeline.number == number {
            timeline.keep(&made);
        }
        Some(made)
    }

    /// Runs from a record to a later generation. Returns `None` if the interventions change meanwhile.
    fn rerun(
        &self,
        from: &Record<P::Genome>,
        generation: u32,
        pedigree: &Pedigree,
        number: u64,
    ) -> Option<Arc<Record<P::Genome>>> {
        let mut run = self.run_after(from)?;
        while run.generation() != Some(generation) {
            if run.stop_reason().is_some() || self.timeline() != number {
                return None;
            }
            run.step(usize::MAX);
        }
        let again = run.history()?;
        let record = Arc::clone(again.newest()?);
        let is_same = (0..).zip(&record.members).all(|(place, member)| {
            let one = MemberId::at(generation, place);
            pedigree.fitness(one) == Some(f64::from(member.fitness as f32))
                && pedigree.birth(one) == again.pedigree().birth(one)
        });
        is_same.then_some(record)
    }

    /// The run as it was after a recorded generation, with the interventions after it. Its owner alone decides how far
    /// it goes. `None` if it cannot be made.
    fn run_after(&self, record: &Record<P::Genome>) -> Option<Run<P>> {
        let is_limit = |act: &Act<_>| {
            matches!(
                act,
                Act::Set(ParameterValue::Generations(_) | ParameterValue::Stagnation(_))
            )
        };
        let lasts = |act: &Act<_>| matches!(act, Act::Lock { .. } | Act::Unlock(_) | Act::Aim(..));
        let mut past = lock(&self.timeline).interventions.clone();
        past.retain(|one| !is_limit(&one.act));
        let later = past.split_off(past.partition_point(|one| one.before <= record.generation));
        let mut parameters = self.parameters.clone();
        for one in &past {
            if let Act::Set(value) = &one.act {
                parameters = value.applied_to(&parameters);
            }
        }
        past.retain(|one| lasts(&one.act));
        Run::from_record(Arc::clone(&self.problem), parameters, self.seed, record)?
            .after(past)
            .with_interventions(later)
            .ok()
    }
}

impl<G> Timeline<G> {
    /// Keeps a generation that was made again, and drops older ones. A question about one is often followed by a question
    /// about the generation before it, so two are always kept.
    fn keep(&mut self, made: &Arc<Record<G>>) {
        let recomputed = &mut self.recomputed;
        recomputed.retain(|one| one.generation != made.generation);
        recomputed.push(Arc::clone(made));
        let individuals = |recomputed: &[Arc<Record<G>>]| -> usize {
            recomputed.iter().map(|record| record.members.len()).sum()
        };
        while recomputed.len() > 2 && individuals(recomputed) > MOST_RECOMPUTED {
            recomputed.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::one_max::{OneMax, SteeredOnes};

    /// A run with interventions up to its end, with what its generations can be made from again.
    fn run_of<P: Problem>(
        problem: P,
        (population, generations): (u32, u32),
        interventions: Vec<Intervention<P::Genome>>,
    ) -> (Run<P>, ForgottenGenerations<P>) {
        let parameters = EvolutionParameters {
            population,
            generations,
            ..EvolutionParameters::default()
        };
        let run = Run::new(Arc::new(problem), parameters, Seed(5)).expect("in range");
        let forgotten = ForgottenGenerations::of(&run);
        forgotten.note_interventions(&interventions);
        let run = run.with_interventions(interventions);
        let mut run = run.expect("they are valid").with_history();
        run.finish();
        (run, forgotten)
    }

    #[test]
    fn a_generation_is_made_again_from_each_one_before_it_whatever_was_changed() {
        let act = |(before, act): (u32, Act<u32>)| Intervention { before, act };
        let interventions = [
            (2, Act::Set(ParameterValue::Mutation(0.1))),
            (
                3,
                Act::Lock {
                    parts: vec![4, 5],
                    of: 0b1_0000,
                },
            ),
            (3, Act::Set(ParameterValue::Elitism(1))),
            (4, Act::Set(ParameterValue::Population(26))),
            (4, Act::Set(ParameterValue::Generations(11))),
            (5, Act::Aim("ones".to_owned(), 24)),
            (5, Act::Put(0b1110)),
            (6, Act::Set(ParameterValue::Stagnation(9))),
            (7, Act::MoreLike(0b1111_1110, 3)),
            (7, Act::Set(ParameterValue::Elitism(4))),
            (8, Act::Unlock(vec![5])),
            (9, Act::Set(ParameterValue::Generations(13))),
        ];
        let problem = SteeredOnes { wanted: 25 };
        let interventions = interventions.map(act).into();
        let (run, forgotten) = run_of(problem, (20, 10), interventions);
        let history = run.history().expect("it has one");
        let records = history.records();
        assert_eq!(records.len(), 14);
        for (at, record) in records.iter().enumerate() {
            for from in &records[..at] {
                lock(&forgotten.timeline).recomputed.clear();
                let generation = record.generation;
                let again = forgotten.recompute(from, generation, history.pedigree());
                let again = again.expect("it comes out the same");
                assert_eq!(again.members, record.members, "from {}", from.generation);
            }
        }
    }

    #[test]
    fn the_newest_of_the_generations_that_were_made_again_are_kept() {
        let (run, forgotten) = run_of(OneMax, (2_000, 7), Vec::new());
        let history = run.history().expect("it has one");
        let from = &history.records()[0];
        let again = |generation| {
            let again = forgotten.recompute(from, generation, history.pedigree());
            again.expect("it comes out the same")
        };
        let kept = || -> Vec<u32> {
            let timeline = lock(&forgotten.timeline);
            timeline
                .recomputed
                .iter()
                .map(|one| one.generation)
                .collect()
        };
        let first = again(1);
        assert!(Arc::ptr_eq(&first, &again(1)));
        (2..=4).for_each(|generation| drop(again(generation)));
        assert_eq!(kept(), [1, 2, 3, 4]);
        drop(again(5));
        assert_eq!(kept(), [2, 3, 4, 5]);
        assert!(!Arc::ptr_eq(&first, &again(1)));
        assert_eq!(kept(), [3, 4, 5, 1]);
        // After another intervention they may differ.
        forgotten.note_interventions(&[]);
        assert!(kept().is_empty());
        // A generation that differs from the pedigree is refused.
        let none = forgotten.recompute(from, 1, &Pedigree::default());
        assert!(none.is_none());
        assert!(kept().is_empty());
    }
}
