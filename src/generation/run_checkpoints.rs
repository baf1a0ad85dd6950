//! Checkpoints: copies of a run as it was before interventions took effect, so that these can be taken back.
//!
//! Each may hold generations that the run itself has forgotten, so only some of them stay. An earlier one takes the place
//! of one that was dropped: from there the run makes the generations in between again, with their interventions.

use std::collections::HashSet;
use std::sync::Arc;

use super::population::Individual;
use super::problem::Problem;
use super::run::Run;

/// The number of checkpoints that are kept.
const MOST: usize = 16;
/// The number of bytes that their generations may take, without what lies on the heap of genomes. The first and the
/// newest checkpoint stay even if they take more.
const MOST_BYTES: usize = 64 << 20;

/// A run as it was between two generations, before the first of the interventions there took effect.
pub(super) struct Checkpoint<P: Problem> {
    /// The number of interventions that had taken effect.
    pub(super) in_effect: usize,
    /// The run. It has no log of its own, which would make the memory grow with the square of the interventions.
    pub(super) run: Run<P>,
}

/// Some checkpoints of a run, the oldest first. The first one is from before any intervention.
pub(super) struct Checkpoints<P: Problem>(Vec<Arc<Checkpoint<P>>>);

// A derived implementation would require that the problem itself is `Clone`.
impl<P: Problem> Clone for Checkpoints<P> {
    fn clone(&self) -> Self {
        Checkpoints(self.0.clone())
    }
}

impl<P: Problem> Checkpoints<P> {
    pub(super) const fn none() -> Self {
        Checkpoints(Vec::new())
    }

    /// The run as it was before any intervention.
    pub(super) fn first(&self) -> Option<&Run<P>> {
        self.0.first().map(|first| &first.run)
    }

    /// Keeps a run without a log as it is between two generations, unless it was kept there already.
    pub(super) fn keep(&mut self, run: &Run<P>, in_effect: usize) {
        let is_kept = |newest: &Arc<Checkpoint<P>>| newest.run.complete == run.complete;
        if self.0.last().is_some_and(is_kept) {
            return;
        }
        let run = run.clone();
        self.0.push(Arc::new(Checkpoint { in_effect, run }));
        self.thin(MOST, MOST_BYTES);
    }

    /// Takes the last checkpoint before an intervention took effect, and drops those after it.
    pub(super) fn take_before(&mut self, number: usize) -> Option<Arc<Checkpoint<P>>> {
        let after = self.0.partition_point(|one| one.in_effect <= number);
        self.0.truncate(after);
        self.0.pop()
    }

    /// Drops checkpoints until there are no more than `most`, and their generations take no more than `bytes`. The first
    /// and the newest stay. The older the others are, the fewer of them stay, because the latest interventions are
    /// taken back most often.
    fn thin(&mut self, most: usize, bytes: usize) {
        while self.0.len() > 2 && (self.0.len() > most || self.bytes() > bytes) {
            let newest = self.0.len() - 1;
            let generation = |at: usize| f64::from(self.0[at].run.complete);
            let gap_for_its_age = |at: usize| {
                (generation(at + 1) - generation(at - 1)) / (generation(newest) - generation(at))
            };
            let gaps = (1..newest).map(|at| (at, gap_for_its_age(at)));
            let least = gaps.min_by(|(_, one), (_, other)| one.total_cmp(other));
            if let Some((at, _)) = least {
                self.0.remove(at);
            }
        }
    }

    /// The bytes of all their generations. What several of them share is counted once.
    fn bytes(&self) -> usize {
        let mut counted = HashSet::new();
        let mut bytes = 0;
        for one in &self.0 {
            let history = one.run.history();
            bytes += one.run.newest().len() * size_of::<Individual<P::Genome>>();
            bytes += history.map_or(0, |all| all.bytes_beside(&mut counted));
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::generation::intervention::{Act, Intervention, ParameterValue};
    use crate::generation::one_max::SteeredOnes;
    use crate::generation::parameters::EvolutionParameters;
    use crate::generation::pedigree::Improvement;
    use crate::generation::run::StopReason;

    /// The number of interventions in a run. Two of them are made before each second generation.
    const INTERVENTIONS: u32 = 60;

    /// A run with a history before its first generation.
    fn run_of(generations: u32) -> Run<SteeredOnes> {
        let parameters = EvolutionParameters {
            generations,
            ..EvolutionParameters::default()
        };
        let problem = Arc::new(SteeredOnes { wanted: 25 });
        let run = Run::new(problem, parameters, Seed(3)).expect("in range");
        run.with_history()
    }

    /// Makes generations up to one, or until the run ends.
    fn advance(run: &mut Run<SteeredOnes>, generation: u32) {
        while run.stop_reason().is_none() && run.generation() != Some(generation) {
            run.step(usize::MAX);
        }
    }

    fn act(number: u32) -> Act<u32> {
        let part = |number: u32| (number % 24) as u16;
        match number % 6 {
            0 => Act::Put(number),
            1 => Act::Set(ParameterValue::Mutation(f64::from(number) / 200.0)),
            2 => Act::Lock {
                parts: vec![part(number)],
                of: number * 99,
            },
            3 => Act::Aim("ones".to_owned(), 24 + (number / 6 % 2) as i32),
            4 => Act::Unlock(vec![part(number - 2)]),
            _ => Act::Set(ParameterValue::Population(10 + number % 7)),
        }
    }

    /// A run with many interventions, which has made two more generations after the last of them.
    fn touched() -> Run<SteeredOnes> {
        let mut run = run_of(500);
        for number in 0..INTERVENTIONS {
            advance(&mut run, number - number % 2);
            run.intervene(act(number)).expect("it has a meaning");
        }
        advance(&mut run, INTERVENTIONS);
        run
    }

    fn checkpoints(run: &Run<SteeredOnes>) -> &Checkpoints<SteeredOnes> {
        let log = run.interventions.as_ref();
        &log.expect("there are interventions").checkpoints
    }

    /// The generations before which the checkpoints were made.
    fn generations(of: &Checkpoints<SteeredOnes>) -> Vec<u32> {
        of.0.iter().map(|one| one.run.complete).collect()
    }

    /// All that a run has made, with its improvements and the number of its interventions that have taken effect.
    fn course(
        run: &Run<SteeredOnes>,
    ) -> (Vec<(u64, Vec<Individual<u32>>)>, Vec<Improvement>, usize) {
        let history = run.history().expect("it has one");
        let made = history.records().iter();
        let made = made.map(|one| (one.evaluations, one.members.to_vec()));
        let improvements = history.pedigree().improvements().to_vec();
        (made.collect(), improvements, run.interventions_in_effect())
    }

    #[test]
    fn few_checkpoints_are_kept_and_still_any_intervention_can_be_taken_back() {
        let all = touched();
        assert_eq!(all.interventions_in_effect(), INTERVENTIONS as usize);
        assert_eq!(checkpoints(&all).0.len(), MOST);
        for number in 0..INTERVENTIONS as usize {
            let (mut run, mut log) = (all.clone(), all.interventions().to_vec());
            let reached = run.take_back(number).expect("it is allowed");
            assert_eq!(reached, Some(INTERVENTIONS));
            advance(&mut run, INTERVENTIONS);
            log.remove(number);
            let never = run_of(500).with_interventions(log);
            let mut never = never.expect("they have a meaning");
            advance(&mut never, INTERVENTIONS);
            assert_eq!(run.generation(), Some(INTERVENTIONS));
            assert_eq!(course(&run), course(&never), "without {number}");
            assert!(checkpoints(&run).0.len() <= MOST);
        }
    }

    #[test]
    fn interventions_are_taken_back_one_after_the_other() {
        let mut run = touched();
        for number in (0..INTERVENTIONS as usize).rev().step_by(7) {
            run.take_back(number).expect("it is allowed");
            advance(&mut run, INTERVENTIONS);
        }
        let log = run.interventions().to_vec();
        assert_eq!(log.len(), 51);
        let never = run_of(500).with_interventions(log);
        let mut never = never.expect("they have a meaning");
        advance(&mut never, INTERVENTIONS);
        assert_eq!(course(&run), course(&never));
    }

    #[test]
    fn a_run_that_went_on_after_its_end_does_so_again() {
        let mut all = run_of(5);
        all.finish();
        for genome in 0..40 {
            all.intervene(Act::Put(genome)).expect("it has a meaning");
            all.finish();
        }
        assert_eq!(all.generation(), Some(45));
        assert_eq!(checkpoints(&all).0.len(), MOST);
        for number in [0, 7, 20, 39] {
            let mut run = all.clone();
            run.take_back(number).expect("it is allowed");
            assert_eq!(*run.finish(), StopReason::GenerationLimit);
            // The interventions after it wait for generations that are not made any more.
            assert_eq!(run.generation(), Some(5 + number as u32));
            assert_eq!(run.interventions_in_effect(), number);
            let before = all.history().expect("it has one").records();
            let made = run.history().expect("it has one").records();
            for (one, other) in made.iter().zip(before) {
                assert_eq!(one.members, other.members, "without {number}");
            }
        }
    }

    #[test]
    fn the_first_and_the_newest_stay_and_of_the_older_ones_fewer() {
        let run = touched();
        let kept = generations(checkpoints(&run));
        assert_eq!((kept[0], kept[MOST - 1]), (1, INTERVENTIONS - 1));
        let gaps: Vec<u32> = kept.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.is_sorted_by(|older, newer| older >= newer), "{kept:?}");
        assert_eq!((gaps[0], gaps[gaps.len() - 1]), (8, 2));
    }

    #[test]
    fn checkpoints_take_no_more_memory_than_they_may_unless_there_are_two() {
        let run = touched();
        let mut kept = checkpoints(&run).clone();
        let bytes = kept.bytes();
        kept.thin(MOST, bytes);
        assert_eq!(kept.0.len(), MOST);
        kept.thin(MOST, bytes - 1);
        assert!(kept.0.len() < MOST && kept.bytes() < bytes);
        kept.thin(MOST, 0);
        assert_eq!(generations(&kept), [1, INTERVENTIONS - 1]);
        // Both hold the first generation, which is counted once.
        let alone = |at: usize| Checkpoints(vec![Arc::clone(&kept.0[at])]).bytes();
        assert!(kept.bytes() < alone(0) + alone(1));
        assert!(kept.bytes() > alone(1));
    }

    #[test]
    fn the_interventions_before_one_generation_share_a_checkpoint() {
        let mut run = run_of(500);
        advance(&mut run, 3);
        for number in 0..6 {
            run.intervene(act(number)).expect("it has a meaning");
        }
        assert_eq!(generations(checkpoints(&run)), [4]);
        let all: Vec<Intervention<u32>> = run.interventions().to_vec();
        // The last one is taken back, and the others hold at once.
        run.take_back(5).expect("it is allowed");
        assert_eq!(run.interventions(), &all[..5]);
        assert_eq!(
            (run.generation(), run.interventions_in_effect()),
            (Some(3), 5)
        );
        assert_eq!(generations(checkpoints(&run)), [4]);
        for number in (0..5).rev() {
            run.take_back(number).expect("it is allowed");
        }
        assert!(generations(checkpoints(&run)).is_empty());
    }
}
