//! Tests of steering, with runs on which no task works unless a test says so.

use std::sync::atomic::AtomicUsize;

use bevy::tasks::AsyncComputeTaskPool;
use bevy::tasks::futures_lite::future::block_on;

use super::*;
use crate::base::{Seed, Stream};
use crate::generation::intervention::Steering;
use crate::generation::one_max::{OneMax, SteeredOnes, bits_as_genes};
use crate::generation::task::background_run;
use crate::generation::watch::{DisplaySelection, WatchedRun};

/// A run of twenty individuals that has made some generations.
fn run_of<P: Problem>(problem: P, generations: u32) -> Arc<BackgroundRun<P>> {
    let parameters = EvolutionParameters::default();
    let run = background_run(problem, parameters, Seed(1)).expect("in range");
    make(&run, generations);
    run
}

fn ones(generations: u32) -> Arc<BackgroundRun<SteeredOnes>> {
    run_of(SteeredOnes { wanted: 25 }, generations)
}

/// Makes some generations.
fn make<P: Problem>(run: &Arc<BackgroundRun<P>>, generations: u32) {
    AsyncComputeTaskPool::get_or_init(Default::default);
    block_on(Arc::clone(run).advance(generations));
}

/// The acts that were made in a run.
fn acts(run: &BackgroundRun<SteeredOnes>) -> Vec<Act<u32>> {
    let made = run.interventions().into_iter();
    made.map(|one| one.act).collect()
}

#[test]
fn at_first_nothing_is_changed_and_everything_can_be() {
    let run = ones(0);
    let state = run.steering_state();
    assert_eq!(state.parameters, Some(EvolutionParameters::default()));
    assert_eq!(state.aims, SteeredOnes { wanted: 25 }.aims());
    assert_eq!((state.locked, state.in_effect), (0, 0));
    assert!(state.can_lock && state.log.is_empty() && !run.is_touched());
    assert_eq!((state.parent, state.refused), (None, None));
}

#[test]
fn in_a_problem_without_steering_nothing_can_be_locked() {
    let run = run_of(OneMax, 1);
    assert!(!run.steering_state().can_lock && run.steering_state().aims.is_empty());
    run.lock_all(Pick::Best);
    run.toggle_lock(Pick::Best, &[0, 1]);
    run.unlock_all();
    assert!(!run.is_touched());
    assert_eq!(run.steering_state().refused, None);
    let frame = run.frame(DisplaySelection::BEST, 1).expect("a generation");
    assert!(frame.lockable.is_empty() && frame.locked.is_empty());
}

#[test]
fn the_uppermost_shape_that_stands_for_a_part_locks_it_and_then_unlocks_it() {
    let run = ones(2);
    let of = run.picked(Pick::Best).expect("the best");
    // The frame stands for no part.
    run.toggle_lock(Pick::Best, &[48]);
    assert!(!run.is_touched());
    run.toggle_lock(Pick::Best, &[48, 27, 5]);
    let parts = vec![3];
    let locked = Act::Lock { parts, of };
    assert_eq!(acts(&run), std::slice::from_ref(&locked));
    assert_eq!(run.steering_state().locked, 1);
    // One of the two parts of the last tile is not locked yet.
    run.toggle_lock(Pick::Best, &[47]);
    run.toggle_lock(Pick::Best, &[23]);
    let lock = |parts: Vec<Part>| Act::Lock { parts, of };
    assert_eq!(acts(&run)[1..], [lock(vec![23]), lock(vec![22, 23])]);
    assert_eq!(run.steering_state().locked, 3);
    run.toggle_lock(Pick::Best, &[23]);
    run.toggle_lock(Pick::Best, &[3]);
    let unlocked = [Act::Unlock(vec![22, 23]), Act::Unlock(vec![3])];
    assert_eq!(acts(&run)[3..], unlocked);
    assert_eq!(run.steering_state().locked, 0);
    assert!(run.is_touched());
}

#[test]
fn the_shapes_of_locked_parts_are_told_once_at_each_place() {
    let run = ones(1);
    run.toggle_lock(Pick::Best, &[5]);
    run.toggle_lock(Pick::Best, &[47]);
    let frame = run.frame(DisplaySelection::BEST, 1).expect("a generation");
    assert_eq!(frame.lockable, (0..24).collect::<Vec<_>>());
    // Only one of the two parts of the last tile is locked, that of the disc on it.
    assert_eq!(frame.locked, [5, 47]);
}

#[test]
fn a_whole_individual_is_locked_and_all_is_unlocked() {
    let run = ones(1);
    run.unlock_all();
    assert!(!run.is_touched(), "there is nothing to unlock");
    run.lock_all(Pick::Member(0, 3));
    let of = run.picked(Pick::Member(0, 3)).expect("a member");
    let parts: Vec<Part> = (0..24).collect();
    let lock = Act::Lock {
        parts: parts.clone(),
        of,
    };
    assert_eq!(acts(&run), [lock]);
    assert_eq!(run.steering_state().locked, 24);
    run.unlock_all();
    assert_eq!(acts(&run)[1..], [Act::Unlock(parts)]);
    assert_eq!(run.steering_state().locked, 0);
}

#[test]
fn a_quarter_of_the_next_generation_is_put_in() {
    let run = ones(1);
    let [first, second] = [2, 5].map(|place| Pick::Member(0, place));
    let [one, other] = [first, second].map(|pick| run.picked(pick).expect("a member"));
    assert_ne!(one, other);
    run.more_like(first);
    assert_eq!(acts(&run), [Act::MoreLike(one, 5)]);
    run.choose_parent(first);
    assert_eq!(run.steering_state().parent, Some(first));
    assert_eq!(acts(&run).len(), 1);
    run.choose_parent(second);
    assert_eq!(run.steering_state().parent, None);
    assert_eq!(acts(&run)[1..], [Act::Mate(one, other, 5)]);
    // A parent that is forgotten has no children.
    run.choose_parent(first);
    run.forget_parent();
    assert_eq!(run.steering_state().parent, None);
    run.choose_parent(second);
    assert_eq!(run.steering_state().parent, Some(second));
    assert_eq!(acts(&run).len(), 2);
    // It is at least one.
    run.set_parameter(ParameterValue::Population(3));
    run.more_like(first);
    assert_eq!(acts(&run).last(), Some(&Act::MoreLike(one, 1)));
}

#[test]
fn what_the_history_does_not_hold_stands_for_the_newest_best() {
    let run = ones(3);
    let best = run.newest_best().expect("the best").1.genome;
    assert_eq!(run.picked(Pick::BestAt(9)), Some(best));
    assert_eq!(run.picked(Pick::Member(2, 20)), Some(best));
    let worst = run.picked(Pick::Member(0, 19)).expect("a member");
    assert_ne!(worst, best);
}

#[test]
fn a_parameter_and_an_aim_are_changed_and_a_refusal_is_told_with_its_number() {
    let run = ones(1);
    run.set_parameter(ParameterValue::Mutation(0.25));
    run.set_aim("ones", 20);
    let state = run.steering_state();
    assert_eq!(state.parameters.map(|one| one.mutation), Some(0.25));
    assert_eq!((state.aims[0].value, run.problem().wanted), (20, 20));
    assert_eq!((state.log.len(), state.refused), (2, None));
    for count in 1..=2 {
        run.set_aim("ones", 26);
        let (number, why) = run.steering_state().refused.expect("it is refused");
        assert_eq!(number, count);
        assert!(why.contains("ones"), "{why}");
    }
    assert_eq!(
        (run.steering_state().log.len(), run.problem().wanted),
        (2, 20)
    );
}

#[test]
fn interventions_take_effect_before_the_next_generation() {
    let run = ones(2);
    run.more_like(Pick::Best);
    let state = run.steering_state();
    assert_eq!((state.log.len(), state.in_effect), (1, 1));
    let like = Intervention {
        before: 2,
        act: Act::MoreLike((), 5),
    };
    assert_eq!(state.log, [like]);
}

#[test]
fn a_run_in_which_an_intervention_is_taken_back_catches_up() {
    let untouched = ones(6);
    let run = ones(2);
    run.set_parameter(ParameterValue::Population(4));
    make(&run, 4);
    assert_eq!(run.progress().generation, Some(5));
    assert!(run.progress().evaluations < untouched.progress().evaluations);
    assert!(!run.is_behind());
    run.take_back(0);
    assert!(run.is_behind() && !run.is_touched());
    assert_eq!(run.progress().generation, Some(5), "it is not shown");
    make(&run, 0);
    assert!(!run.is_behind());
    assert_eq!(run.progress().generation, Some(5));
    assert_eq!(run.newest_best(), untouched.newest_best());
    let evaluations = [&run, &untouched].map(|run| run.progress().evaluations);
    assert_eq!(evaluations[0], evaluations[1]);
    // There is nothing more to take back.
    run.take_back(0);
    assert!(!run.is_behind());
}

#[test]
fn an_act_waits_until_the_run_has_come_as_far_as_it_is_shown() {
    let run = ones(2);
    run.set_parameter(ParameterValue::Population(4));
    make(&run, 4);
    run.take_back(0);
    run.more_like(Pick::Best);
    // This counts on the act before it.
    run.take_back(0);
    run.set_parameter(ParameterValue::Mutation(0.25));
    assert!(run.steering_state().is_behind && !run.is_touched());
    make(&run, 0);
    let state = run.steering_state();
    assert_eq!(run.progress().generation, Some(5));
    assert!(!state.is_behind && !run.is_behind());
    let set = Intervention {
        before: 6,
        act: Act::Set(ParameterValue::Mutation(0.25)),
    };
    assert_eq!(state.log, [set]);
}

/// Bits whose pictures are counted.
struct Counted(AtomicUsize);

impl Problem for Counted {
    bits_as_genes!();

    fn objective(&self, genome: &u32, _: &mut Stream) -> f64 {
        f64::from(genome.count_ones())
    }

    fn picture(&self, genome: &u32) -> Picture {
        self.0.fetch_add(1, Ordering::Relaxed);
        OneMax.picture(genome)
    }
}

#[test]
fn the_diversity_of_a_generation_is_measured_once_and_anew_where_it_is_another_one() {
    let made = |generations| run_of(Counted(AtomicUsize::new(0)), generations);
    let measured = |run: &BackgroundRun<Counted>| {
        let found = run.diversity();
        (found, run.problem().0.load(Ordering::Relaxed))
    };
    let run = made(2);
    let (first, pictures) = measured(&run);
    assert_eq!((first.len(), pictures), (2, 2 * 20));
    // The run waits, and its next generation will be another one.
    run.set_parameter(ParameterValue::Population(10));
    assert_eq!(measured(&run), (first, 2 * 20));
    make(&run, 4);
    let (touched, pictures) = measured(&run);
    assert_eq!((touched.len(), pictures), (6, 2 * 20 + 4 * 10));
    run.take_back(0);
    make(&run, 0);
    let (again, pictures) = measured(&run);
    assert_eq!(pictures, 2 * 20 + 4 * 10 + 4 * 20);
    assert_eq!(again, made(6).diversity());
    assert_ne!(again, touched);
}

#[test]
fn a_run_that_has_ended_goes_on_with_another_aim() {
    let run = run_of(SteeredOnes { wanted: 0 }, 1);
    let stopped = run.progress().stop;
    assert!(stopped.is_some());
    run.set_aim("ones", 25);
    assert_eq!(run.progress().stop, None);
}

#[test]
fn an_intervention_that_waits_for_its_generation_is_published_when_it_takes_effect() {
    let problem = Arc::new(SteeredOnes { wanted: 25 });
    let run = Run::new(problem, EvolutionParameters::default(), Seed(1)).expect("in range");
    let later = [
        Act::Aim("ones".to_owned(), 24),
        Act::Set(ParameterValue::Mutation(0.25)),
        Act::Lock {
            parts: vec![3],
            of: 8,
        },
    ];
    let later = later.map(|act| Intervention { before: 3, act });
    let run = run
        .with_interventions(later.into())
        .expect("they are valid");
    let run = BackgroundRun::new(run);
    let state = |run: &BackgroundRun<SteeredOnes>| {
        let state = run.steering_state();
        let mutation = state.parameters.expect("it has begun").mutation;
        (state.aims[0].value, mutation, state.locked)
    };
    make(&run, 2);
    assert_eq!(state(&run), (25, 0.01, 0));
    // A watcher has read the picture of these generations.
    drop(run.frame(DisplaySelection::BEST, 1));
    make(&run, 4);
    assert_eq!(state(&run), (24, 0.25, 1));
}
