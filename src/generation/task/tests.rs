//! Tests of background runs.

use bevy::tasks::AsyncComputeTaskPool;
use bevy::tasks::futures_lite::future::block_on;

use super::*;
use crate::base::Stream;
use crate::generation::genome::{Crossover, MutationGaps};
use crate::generation::one_max::{OneMax, SteeredOnes};
use crate::generation::pedigree::MemberId;
use crate::generation::picture::Picture;

/// The course of a run that is paused before its task begins to work.
pub struct EarlyPause {
    /// Whether a second task could have the run meanwhile.
    pub takes_second_task: bool,
    /// The newest generation after the paused task.
    pub paused: Option<u32>,
    /// The newest generation after a next task of three generations, which takes the pause back.
    pub resumed: Option<u32>,
}

/// Pauses a run between the start of its task and the first generation, and then lets it make three. `take_up`
/// takes the run for a task of at most so many generations.
pub fn pause_early<W: Future<Output = ()>>(
    run: &impl WatchedRun,
    take_up: impl Fn(u32) -> Option<W>,
) -> EarlyPause {
    AsyncComputeTaskPool::get_or_init(Default::default);
    let work = take_up(u32::MAX).expect("no task has it");
    run.pause();
    let takes_second_task = take_up(u32::MAX).is_some();
    block_on(work);
    let paused = run.progress().generation;
    block_on(take_up(3).expect("no task has it any more"));
    EarlyPause {
        takes_second_task,
        paused,
        resumed: run.progress().generation,
    }
}

#[test]
fn a_pause_before_the_work_begins_counts_and_no_second_task_undoes_it() {
    let run = background_run(OneMax, EvolutionParameters::default(), Seed(1));
    let run = run.expect("in range");
    let seen = pause_early(&*run, |most| Arc::clone(&run).take_up(most));
    assert!(!seen.takes_second_task);
    assert_eq!((seen.paused, seen.resumed), (None, Some(2)));
}

/// A run of twenty individuals and at most this many generations.
fn run_of<P: Problem>(problem: P, generations: u32) -> Arc<BackgroundRun<P>> {
    AsyncComputeTaskPool::get_or_init(Default::default);
    let parameters = EvolutionParameters {
        generations,
        ..EvolutionParameters::default()
    };
    background_run(problem, parameters, Seed(1)).expect("in range")
}

fn ones(generations: u32) -> Arc<BackgroundRun<SteeredOnes>> {
    run_of(SteeredOnes { wanted: 25 }, generations)
}

/// Makes some generations on this thread.
fn make<P: Problem>(run: &Arc<BackgroundRun<P>>, generations: u32) {
    let work = Arc::clone(run).take_up(generations);
    block_on(work.expect("no task has it"));
}

/// The genomes of all members of all generations.
fn genomes<P: Problem>(run: &BackgroundRun<P>) -> Vec<Vec<P::Genome>> {
    let snapshot = lock(&run.snapshot);
    let records = snapshot.history.records().iter();
    let of_record = |record: &Arc<Record<P::Genome>>| {
        let members = record.members.iter();
        members.map(|one| one.genome.clone()).collect()
    };
    records.map(of_record).collect()
}

#[test]
fn as_many_generations_are_made_as_are_asked_for() {
    let run = ones(50);
    assert_eq!(run.progress(), Progress::default());
    assert!(run.steerable().is_some());
    for (asked, made) in [(1, Some(0)), (1, Some(1)), (3, Some(4))] {
        make(&run, asked);
        assert_eq!(run.progress().generation, made);
    }
    let progress = run.progress();
    // Two elites of each population are copied.
    assert_eq!((progress.births, progress.records), (20, 5));
    assert_eq!(progress.evaluations, 20 + 4 * 16);
    assert_eq!(progress.stop, None);
    assert!(progress.busy > Duration::ZERO);
    make(&run, u32::MAX);
    assert_eq!(run.progress().generation, Some(50));
    assert_eq!(run.progress().stop, Some(StopReason::GenerationLimit));
}

#[test]
fn founders_are_no_births() {
    let run = ones(50);
    make(&run, 1);
    let progress = run.progress();
    assert_eq!((progress.births, progress.evaluations), (0, 20));
}

#[test]
fn a_run_whose_generations_take_long_is_spread_over_threads_with_the_same_results() {
    let (quick, slow) = (ones(30), ones(30));
    // An individual took longer than a slice.
    for (run, took) in [(&quick, 1), (&slow, 5_000_000)] {
        for _ in 0..5 {
            run.cost.learn(Duration::from_nanos(took), 1);
            make(run, 1);
        }
    }
    assert_eq!(genomes(&quick).len(), 5);
    assert_eq!(genomes(&quick), genomes(&slow));
    let evaluations = [&quick, &slow].map(|run| run.progress().evaluations);
    assert_eq!(evaluations, [84, 84]);
}

#[test]
fn a_cancelled_run_ends() {
    let run = ones(50);
    make(&run, 2);
    run.cancel();
    make(&run, 2);
    let progress = run.progress();
    assert_eq!(
        (progress.generation, progress.stop),
        (Some(1), Some(StopReason::Cancelled))
    );
}

/// A problem without individuals: making one panics.
struct Broken;

impl Problem for Broken {
    type Genome = u32;

    fn genes(&self) -> usize {
        1
    }

    fn random(&self, _: &mut Stream) -> u32 {
        panic!("on purpose")
    }

    fn cross(&self, first: &u32, _: &u32, _: Crossover, _: &mut Stream) -> u32 {
        *first
    }

    fn mutate(&self, _: &mut u32, _: &MutationGaps, _: &mut Stream) {}

    fn objective(&self, _: &u32, _: &mut Stream) -> f64 {
        0.0
    }

    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }
}

#[test]
fn a_run_that_panics_has_failed_on_one_thread_and_on_several() {
    for took in [1, 5_000_000] {
        let run = run_of(Broken, 30);
        run.cost.learn(Duration::from_nanos(took), 1);
        make(&run, 3);
        let failed = StopReason::Failed("on purpose".to_owned());
        assert_eq!(run.progress().stop, Some(failed));
        assert_eq!(run.progress().generation, None);
    }
}

#[test]
fn picks_name_the_best_and_the_members_of_the_generations_that_are_held() {
    let run = ones(50);
    assert_eq!((run.genome(Pick::Best), run.newest_best()), (None, None));
    make(&run, 4);
    let records = lock(&run.snapshot).history.records().to_vec();
    let best = |at: usize| Some(records[at].best);
    assert_ne!(best(0), best(3));
    assert_eq!(run.genome(Pick::Best), best(3));
    assert_eq!(run.genome(Pick::BestAt(0)), best(0));
    assert_eq!(run.genome(Pick::BestAt(4)), None);
    let member = run.genome(Pick::Member(1, 7));
    assert_eq!(member, Some(records[1].members[7]));
    assert_eq!(run.genome(Pick::Member(1, 20)), None);
    assert_eq!(run.genome(Pick::Member(4, 0)), None);
    assert_eq!(run.newest_best(), Some((3, records[3].best)));
    // If a generation is forgotten, `Pick::BestAt` gives the newest best individual, and `Pick::Member` gives none.
    for pick in [Pick::Best, Pick::BestAt(2), Pick::Member(1, 7)] {
        let found = run.genome(pick).map(|found| (pick, found));
        assert!(found.is_some());
        assert_eq!(run.individual(pick), found);
    }
    let newest = (Pick::BestAt(3), records[3].best);
    assert_eq!(run.individual(Pick::BestAt(9)), Some(newest));
    assert_eq!(run.individual(Pick::Member(9, 0)), None);
}

/// The selection of a member of a record.
fn member(record: usize, member: u32) -> DisplaySelection {
    DisplaySelection {
        record,
        member: Some(member),
    }
}

#[test]
fn a_frame_shows_the_selected_individual_with_its_family_and_its_life() {
    let run = ones(50);
    assert!(run.frame(DisplaySelection::BEST, 9).is_none());
    make(&run, 4);
    let genome = run.genome(Pick::Member(2, 9)).expect("it is held").genome;
    let frame = run.frame(member(2, 9), 6).expect("it is held");
    let problem = run.problem();
    assert_eq!((frame.generation, frame.is_outcome), (2, false));
    assert_eq!(frame.selected.picture, problem.picture(&genome));
    assert_eq!(frame.insight, problem.insight(&genome));
    assert_eq!(frame.creature, problem.creature(&genome));
    assert_eq!(frame.facts, problem.facts(&genome));
    assert_eq!(frame.members.len(), 6);
    let family = frame.family.expect("it is known");
    assert_eq!(family.born, 2);
    assert_eq!(family.parents.map(|(record, _)| record), Some(1));
    let life = frame.life.expect("it is known");
    assert_eq!((life.at.generation, life.at.place), (2, 9));
    assert_eq!(frame.births.expect("they are known").of.len(), 20);
    // Without members there is only the picture.
    let alone = run.frame(member(2, 9), 0).expect("it is held");
    assert_eq!(alone.selected.picture, problem.picture(&genome));
    assert_eq!(
        (alone.insight, alone.family, alone.births),
        (None, None, None)
    );
    assert!(alone.life.is_none() && alone.facts.is_empty() && alone.members.is_empty());
    // A record beyond the last one is the newest one.
    let newest = run.frame(member(99, 9), 6).expect("it is held");
    assert_eq!(newest.generation, 3);
    assert_eq!(newest.births.map(|births| births.of.len()), Some(20));
    assert_eq!(newest.family.map(|family| family.born), Some(3));
}

#[test]
fn a_generation_is_found_by_its_number_as_long_as_the_history_holds_it() {
    let run = ones(700);
    make(&run, 501);
    let found = |generation| {
        let frame = run.frame_of_generation(generation, 0);
        frame.map(|frame| frame.generation)
    };
    let numbers = [0, 100, 101, 500, 501];
    assert_eq!(
        numbers.map(found),
        [Some(0), Some(100), Some(101), Some(500), None]
    );
    // The history keeps every other generation now, so that the places of the records mean others.
    make(&run, 100);
    assert_eq!(
        numbers.map(found),
        [Some(0), Some(100), None, Some(500), None]
    );
    assert_eq!(found(600), Some(600));
}

#[test]
fn the_outcome_is_shown_of_feasible_individuals_at_the_end_of_a_run() {
    let run = ones(3);
    let is_outcome = |selection| {
        let frame = run.frame(selection, 1).expect("it is held");
        let picture = frame.selected.picture;
        assert_eq!(picture.shapes.len(), if frame.is_outcome { 1 } else { 49 });
        frame.is_outcome
    };
    make(&run, 3);
    assert!(!is_outcome(member(2, 0)), "the run goes on");
    make(&run, 1);
    let infeasible = lock(&run.snapshot).history.records()[3].feasible as u32;
    assert!((1..20).contains(&infeasible));
    let found = [
        DisplaySelection::BEST,
        member(3, 0),
        member(4, 0),
        member(2, 0),
        member(3, infeasible),
    ];
    assert_eq!(found.map(is_outcome), [true, true, true, false, false]);
}

#[test]
fn a_selected_individual_is_shown_at_work_and_from_near() {
    let run = ones(50);
    assert_eq!(run.showing(DisplaySelection::BEST, 3), Showing::default());
    assert_eq!(run.close_up(DisplaySelection::BEST, 3), None);
    make(&run, 2);
    let genome = run.genome(Pick::Member(0, 4)).expect("it is held").genome;
    let picture = SteeredOnes::sign(genome, 7);
    let scenes = run.showing(member(0, 4), 7).scenes;
    assert_eq!(scenes, std::slice::from_ref(&picture));
    let near = run.close_up(member(0, 4), 7).expect("it has one");
    assert_eq!(near.picture, picture);
}

#[test]
fn the_curves_the_dots_and_the_answers_are_those_of_the_history() {
    let run = ones(12);
    make(&run, 5);
    assert_eq!(run.story(), None);
    make(&run, 99);
    let records = lock(&run.snapshot).history.records().to_vec();
    let curve = run.curve();
    assert_eq!(curve.len(), 13);
    for (point, record) in curve.iter().zip(&records) {
        assert_eq!(point.generation, record.generation);
        assert_eq!([point.feasible, point.infeasible], *record.summaries());
    }
    assert_eq!(run.dots(0), dots_of_records(&records, 0));
    assert_eq!(run.dots(0).len(), 13 * 20);
    let diversity = run.diversity();
    let generations: Vec<u32> = diversity.iter().map(|(at, _)| *at).collect();
    assert_eq!(generations, (0..13).collect::<Vec<_>>());
    assert!(
        diversity
            .iter()
            .all(|(_, value)| (0.0..1.0).contains(value))
    );
    let story = run.story().expect("it has ended");
    let Some(Event::Ended {
        generation,
        evaluations,
        stop,
        ..
    }) = story.last()
    else {
        panic!("{story:?}");
    };
    let ended = (12, run.progress().evaluations, StopReason::GenerationLimit);
    assert_eq!((*generation, *evaluations, stop.clone()), ended);
    let history = lock(&run.snapshot).history.clone();
    assert_eq!(run.milestones(), milestones(history.pedigree()));
    assert!(!run.milestones().is_empty());
    let one = MemberId::at(12, 5);
    let tree = run
        .family_tree(FamilyQuery::Around(one))
        .expect("it is known");
    let focus = &tree.relatives[tree.focus];
    assert_eq!(history.pedigree().born(one), Some(focus.member));
    assert!(focus.picture.is_some());
}

#[test]
fn a_target_that_every_feasible_individual_meets_is_none() {
    let targets = [0, 1, 25].map(|wanted| run_of(SteeredOnes { wanted }, 5).target());
    assert_eq!(targets, [None, Some(1.0), Some(25.0)]);
    assert_eq!(ones(5).met_distance(), None);
    assert_eq!(ones(5).seed(), Seed(1));
}

#[test]
fn a_run_is_behind_until_it_has_the_generations_that_it_had() {
    let run = ones(50);
    make(&run, 3);
    let behind = |run: &BackgroundRun<SteeredOnes>| {
        let idle = lock(&run.run);
        run.generations_behind(idle.as_ref().expect("no task has it"))
    };
    run.catch_up_to(None);
    assert_eq!((behind(&run), run.is_behind()), (0, false));
    // Generation 2 is reached.
    run.catch_up_to(Some(2));
    assert!(run.is_behind());
    assert_eq!((behind(&run), run.is_behind()), (0, false));
    // The furthest one counts.
    run.catch_up_to(Some(5));
    run.catch_up_to(Some(4));
    assert_eq!((behind(&run), run.is_behind()), (6, true));
    make(&run, 0);
    assert_eq!((behind(&run), run.is_behind()), (0, false));
    assert_eq!(run.progress().generation, Some(5));
    // A run that has ended has nothing to catch up with.
    run.catch_up_to(Some(90));
    make(&run, 0);
    assert_eq!(run.progress().generation, Some(50));
    assert_eq!((behind(&run), run.is_behind()), (0, false));
}
