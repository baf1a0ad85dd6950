//! Tests of collections.

use std::sync::Mutex;

use super::*;
use crate::base::text_hash;

/// A problem of the numbers below 1,000: even numbers are feasible, a target is a hundred, and near numbers are alike.
struct Numbers;

impl CollectionProblem for Numbers {
    type Genome = u32;
    type Measures = u32;
    type Target = u32;

    fn founder(&self, _target: &u32, rng: &mut Stream) -> u32 {
        rng.random_below(1_000)
    }

    fn offspring(&self, parent: &u32, _target: &u32, rng: &mut Stream) -> u32 {
        (parent + rng.random_below(41)).saturating_sub(20).min(999)
    }

    fn measure(&self, genome: &u32) -> u32 {
        *genome
    }

    fn quality(&self, number: &u32) -> f64 {
        1.0 - 0.5 * f64::from(number % 2)
    }

    fn fit(&self, number: &u32, target: &u32) -> f64 {
        1.0 - f64::from((number / 100).abs_diff(*target)) / 10.0
    }

    fn are_alike(&self, first: &u32, second: &u32) -> bool {
        first.abs_diff(*second) < 10
    }
}

fn collection(targets: Vec<u32>) -> Collection<Numbers> {
    Collection::new(Arc::new(Numbers), targets, Seed(7))
}

fn numbers(collection: &Collection<Numbers>) -> Vec<Option<u32>> {
    let members = collection.members();
    members.map(|m| m.map(|found| found.genome)).collect()
}

#[test]
fn every_target_gets_a_member_that_is_like_no_other() {
    // Six targets ask for the same hundred, which has room for ten members at most. Ten more ask for each hundred once.
    let targets: Vec<u32> = [3; 6].into_iter().chain(0..10).collect();
    let mut grown = collection(targets.clone());
    grown.run(50_000);
    assert!(grown.is_complete());
    let members: Vec<u32> = numbers(&grown).into_iter().flatten().collect();
    for (index, (number, target)) in members.iter().zip(&targets).enumerate() {
        assert_eq!((number % 2, number / 100), (0, *target));
        let mut others = members[..index].iter();
        assert!(others.all(|other| !Numbers.are_alike(number, other)));
    }
    let mut again = collection(targets);
    again.run(50_000);
    assert_eq!(
        numbers(&again),
        numbers(&grown),
        "a seed gives one collection"
    );
}

#[test]
fn as_many_as_fit_in_are_found_although_only_one_arrangement_holds_them() {
    // Ten even numbers of one hundred differ by 10 only if each is 10 more than the one before.
    for seed in 0..8 {
        let mut grown = Collection::new(Arc::new(Numbers), vec![5; 10], Seed(seed));
        grown.run(1_500);
        assert!(grown.is_complete(), "seed {seed}");
    }
}

#[test]
fn what_does_not_fit_in_stays_a_candidate() {
    let mut grown = collection(vec![5; 12]);
    grown.run(3_000);
    assert_eq!(grown.evaluations(), 3_000);
    let members = numbers(&grown).into_iter().flatten().count();
    assert!((5..=10).contains(&members), "{members}");
    assert!(grown.best().all(|found| found.is_some()));
}

/// A problem of two hundred numbers. Each founder meets its target, and each genome that is measured is written down.
#[derive(Default)]
struct RecordedMeasurements {
    measured: Mutex<Vec<u32>>,
}

impl CollectionProblem for RecordedMeasurements {
    type Genome = u32;
    type Measures = u32;
    type Target = u32;

    fn founder(&self, target: &u32, rng: &mut Stream) -> u32 {
        20 * target + rng.random_below(20)
    }

    fn offspring(&self, parent: &u32, target: &u32, rng: &mut Stream) -> u32 {
        // A child keeps only the last digit of its parent.
        20 * target + 10 * rng.random_below(2) + parent % 10
    }

    fn measure(&self, genome: &u32) -> u32 {
        self.measured.lock().expect("no panic").push(*genome);
        *genome
    }

    fn quality(&self, _number: &u32) -> f64 {
        1.0
    }

    fn fit(&self, number: &u32, target: &u32) -> f64 {
        1.0 - f64::from((number / 20).abs_diff(*target)) / 10.0
    }

    fn are_alike(&self, first: &u32, second: &u32) -> bool {
        first.abs_diff(*second) < 5
    }
}

#[test]
fn what_is_bred_for_a_target_can_meet_it_at_once() {
    let mut grown = Collection::new(
        Arc::new(RecordedMeasurements::default()),
        (0..10).collect(),
        Seed(2),
    );
    grown.run(1_000);
    assert!(grown.is_complete());
    assert!(grown.evaluations() < 20, "{}", grown.evaluations());
}

#[test]
fn nothing_is_measured_twice_as_long_as_there_is_something_else() {
    // At most four of the twenty numbers of the target go together, so the collection is never complete.
    let problem = Arc::new(RecordedMeasurements::default());
    let mut grown = Collection::new(Arc::clone(&problem), vec![4; 6], Seed(2));
    grown.run(15);
    let mut measured = problem.measured.lock().expect("no panic").clone();
    assert_eq!(measured.len(), 15);
    measured.sort_unstable();
    measured.dedup();
    assert_eq!(measured.len(), 15);
    // The run goes on when no new genome is left.
    grown.run(60);
    assert_eq!(grown.evaluations(), 60);
}

#[test]
fn settling_finds_room_for_more_members_and_measures_nothing() {
    let (mut before, mut after) = (0, 0);
    for seed in 0..20 {
        let mut grown = Collection::new(Arc::new(Numbers), vec![5; 10], Seed(seed));
        grown.run(120);
        let evaluations = grown.evaluations();
        before += grown.members().flatten().count();
        grown.settle();
        after += grown.members().flatten().count();
        assert_eq!(grown.evaluations(), evaluations);
        let members: Vec<u32> = numbers(&grown).into_iter().flatten().collect();
        for (index, one) in members.iter().enumerate() {
            assert!(members[..index].iter().all(|o| !Numbers.are_alike(one, o)));
        }
    }
    assert!(before < after, "{before} before, {after} after");
}

#[test]
fn the_score_of_a_candidate_rises_with_feasibility_then_with_its_fit_then_with_fewer_rivals() {
    let score = |quality: f64, fit: f64, rivals: usize| {
        let individual = MeasuredIndividual::<Numbers> {
            genome: 0,
            measures: 0,
            quality,
            fits: vec![0.0, fit],
            met: TargetSet::new(2, |_| false),
        };
        individual.score(1, rivals)
    };
    assert_eq!([score(0.5, 0.25, 0), score(0.5, 1.0, 7)], [0.375, 0.75]);
    assert_eq!([score(1.0, 0.0, 0), score(1.0, 0.5, 7)], [1.0, 1.5]);
    assert_eq!(
        [0, 1, 3].map(|rivals| score(1.0, 1.0, rivals)),
        [3.0, 2.5, 2.25]
    );
}

#[test]
fn a_collection_is_the_same_on_every_machine() {
    // Two of the twelve targets that ask for the same hundred cannot be met.
    let mut grown = collection([3; 12].into_iter().chain(0..10).collect());
    grown.run(600);
    let all: Vec<u32> = grown.all.iter().map(|one| one.genome).collect();
    let found = format!("{all:?} {:?}", numbers(&grown));
    assert_eq!(text_hash(&found), 738_470_439_516_573_592);
}
