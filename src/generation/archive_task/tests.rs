//! Tests of archives in the background.

use std::sync::{OnceLock, Weak};
use std::time::Duration;

use bevy::tasks::AsyncComputeTaskPool;
use bevy::tasks::futures_lite::future::block_on;

use super::*;
use crate::base::Stream;
use crate::generation::genome::MutationGaps;
use crate::generation::measure::{Estimate, MapPlace, Sample};
use crate::generation::one_max::{MEASURES, OneMax, OneMaxArchive, SteeredOnes};
use crate::generation::task::tests::pause_early;

#[test]
fn a_pause_before_the_work_begins_counts_and_no_second_task_undoes_it() {
    let archive = archive(10, &[]);
    let seen = pause_early(&*archive, |most| Arc::clone(&archive).take_up(most));
    assert!(!seen.takes_second_task);
    assert_eq!((seen.paused, seen.resumed), (None, Some(2)));
}

fn archive(generations: u32, changes: &[AxesChange]) -> Arc<BackgroundArchive<OneMaxArchive>> {
    AsyncComputeTaskPool::get_or_init(Default::default);
    BackgroundArchive::new(
        OneMaxArchive::new(),
        4,
        generations,
        Seed(1),
        changes.to_vec(),
    )
}

fn make(archive: &Arc<BackgroundArchive<OneMaxArchive>>, generations: u32) {
    let work = Arc::clone(archive).take_up(generations);
    block_on(work.expect("no task has it"));
}

#[test]
fn a_long_archive_keeps_every_few_generations_and_the_newest() {
    let cases: [(u32, &[u32]); 3] = [
        (399, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (400, &[0, 2, 4, 6, 8, 9]),
        (1_200, &[0, 4, 8, 9]),
    ];
    for (generations, kept) in cases {
        let archive = archive(generations, &[]);
        make(&archive, 10);
        let points = archive.curve().into_iter();
        let found: Vec<u32> = points.map(|point| point.generation).collect();
        assert_eq!(found, kept, "of {generations}");
    }
}

fn change(before: u32, across: usize, up: usize) -> AxesChange {
    AxesChange { before, across, up }
}

#[test]
fn axes_change_as_a_file_plans_it_until_the_player_chooses() {
    let (first, second) = (change(0, 2, 3), change(2, 4, 1));
    let planned = archive(10, &[first, second]);
    // A change before the first generation is shown at once.
    assert_eq!(planned.axes(), first.axes());
    assert_eq!(planned.changes(), [first]);
    make(&planned, 1);
    assert_eq!(
        (planned.axes(), planned.changes()),
        (first.axes(), vec![first])
    );
    // Before the generation of the second change its axes are shown already, and a file would name it. It is still
    // named once when that generation is made.
    make(&planned, 1);
    assert_eq!(planned.axes(), second.axes());
    assert_eq!(planned.changes(), [first, second]);
    make(&planned, 1);
    assert_eq!(planned.changes(), [first, second]);
    assert_eq!(planned.axes(), second.axes());
    // A plan for later changes nothing at first, and nothing at all after a choice of the player.
    let chosen = archive(10, &[second]);
    let usual = Axes { across: 0, up: 1 };
    assert_eq!((chosen.axes(), chosen.changes()), (usual, Vec::new()));
    make(&chosen, 1);
    let own = change(1, 5, 0);
    chosen.set_axes(own.axes());
    make(&chosen, 3);
    assert_eq!((chosen.axes(), chosen.changes()), (own.axes(), vec![own]));
}

/// An archive of bits with everything that a player can look at.
struct Watched(OneMaxArchive);

impl ArchiveProblem for Watched {
    type Problem = SteeredOnes;

    const BATCH: u32 = 8;
    const GENERATIONS: u32 = 10;

    fn problem(&self) -> &SteeredOnes {
        &SteeredOnes { wanted: 25 }
    }

    fn measures(&self) -> Vec<Measure> {
        self.0.measures()
    }

    fn measure(&self, genome: &u32, rng: &mut Stream) -> Option<Sample> {
        self.0.measure(genome, rng)
    }

    fn gaps(&self) -> &MutationGaps {
        self.0.gaps()
    }
}

/// An archive of batches of eight that has made some generations.
fn watched(generations: u32) -> Arc<BackgroundArchive<Watched>> {
    AsyncComputeTaskPool::get_or_init(Default::default);
    let archive = BackgroundArchive::new(Watched(OneMaxArchive::new()), 8, 20, Seed(1), Vec::new());
    let work = Arc::clone(&archive).take_up(generations);
    block_on(work.expect("no task has it"));
    archive
}

/// The selection of a cell in a record.
fn cell(record: usize, cell: u32) -> DisplaySelection {
    DisplaySelection {
        record,
        member: Some(cell),
    }
}

#[test]
fn generations_are_counted_and_the_last_one_ends_the_archive() {
    let archive = watched(0);
    assert_eq!(archive.progress(), Progress::default());
    assert!(archive.frame(DisplaySelection::BEST, 9).is_none());
    assert!(archive.elite(Pick::Best).is_none());
    assert_eq!(archive.seed(), Seed(1));
    assert!(archive.archive().is_some() && !archive.is_behind());
    let archive = watched(3);
    let progress = archive.progress();
    assert_eq!((progress.generation, progress.records), (Some(2), 3));
    assert_eq!((progress.births, progress.stop), (0, None));
    assert!((16..=24).contains(&progress.evaluations));
    assert!(progress.busy > Duration::ZERO);
    let busy = progress.busy;
    block_on(Arc::clone(&archive).take_up(99).expect("no task has it"));
    let progress = archive.progress();
    assert_eq!(progress.generation, Some(19));
    assert_eq!(progress.stop, Some(StopReason::GenerationLimit));
    assert!(progress.busy > busy);
}

#[test]
fn a_cancelled_archive_ends() {
    let archive = watched(2);
    archive.cancel();
    block_on(Arc::clone(&archive).take_up(5).expect("no task has it"));
    let progress = archive.progress();
    assert_eq!(progress.generation, Some(1));
    assert_eq!(progress.stop, Some(StopReason::Cancelled));
}

/// An archive of bits that pauses at each measurement, once it knows who watches it.
struct Pausing {
    ones: OneMaxArchive,
    watched: OnceLock<Weak<dyn WatchedRun>>,
}

impl ArchiveProblem for Pausing {
    type Problem = OneMax;

    fn problem(&self) -> &OneMax {
        &OneMax
    }

    fn measures(&self) -> Vec<Measure> {
        self.ones.measures()
    }

    fn measure(&self, genome: &u32, rng: &mut Stream) -> Option<Sample> {
        if let Some(watched) = self.watched.get().and_then(Weak::upgrade) {
            watched.pause();
        }
        self.ones.measure(genome, rng)
    }

    fn gaps(&self) -> &MutationGaps {
        self.ones.gaps()
    }
}

#[test]
fn an_archive_that_is_paused_within_a_generation_makes_the_rest_later_with_the_same_results() {
    AsyncComputeTaskPool::get_or_init(Default::default);
    let new = |changes| {
        let problem = Pausing {
            ones: OneMaxArchive::new(),
            watched: OnceLock::new(),
        };
        BackgroundArchive::new(problem, 8, 20, Seed(1), changes)
    };
    let make = |archive: &Arc<BackgroundArchive<Pausing>>, generations| {
        let work = Arc::clone(archive).take_up(generations);
        block_on(work.expect("no task has it"));
    };
    let genomes = |archive: &BackgroundArchive<Pausing>| -> Vec<Vec<(u32, u32)>> {
        let snapshot = lock(&archive.snapshot);
        let of = |record: &Record<u32>| {
            let elites = record.elites.iter();
            elites.map(|one| (one.genome, one.born)).collect()
        };
        snapshot.records.iter().map(of).collect()
    };
    let paused = new(Vec::new());
    let watched: Arc<dyn WatchedRun> = paused.clone();
    let is_set = paused.problem().watched.set(Arc::downgrade(&watched));
    assert!(is_set.is_ok());
    make(&paused, 1);
    let progress = paused.progress();
    assert_eq!((progress.generation, progress.evaluations), (None, 0));
    assert!(progress.busy > Duration::ZERO);
    // Axes that are chosen within a generation are those of the next one.
    let change = change(1, 5, 0);
    paused.set_axes(change.axes());
    assert_eq!(paused.changes(), [change]);
    let mut tasks = 1;
    while paused.progress().generation != Some(2) {
        make(&paused, 1);
        tasks += 1;
    }
    // A generation took several tasks.
    assert!(tasks > 6, "{tasks}");
    let other = new(vec![change]);
    make(&other, 3);
    assert_eq!(genomes(&paused), genomes(&other));
    assert_eq!(paused.changes(), other.changes());
    let evaluations = [&paused, &other].map(|one| one.progress().evaluations);
    assert_eq!(evaluations[0], evaluations[1]);
}

#[test]
fn an_archive_that_panics_has_failed_and_goes_no_further() {
    /// An archive whose measurements all panic.
    struct Broken(OneMaxArchive);

    impl ArchiveProblem for Broken {
        type Problem = OneMax;

        const BATCH: u32 = 8;
        const GENERATIONS: u32 = 10;

        fn problem(&self) -> &OneMax {
            &OneMax
        }

        fn measures(&self) -> Vec<Measure> {
            self.0.measures()
        }

        fn measure(&self, _: &u32, _: &mut Stream) -> Option<Sample> {
            panic!("on purpose")
        }

        fn gaps(&self) -> &MutationGaps {
            self.0.gaps()
        }
    }

    AsyncComputeTaskPool::get_or_init(Default::default);
    let archive = BackgroundArchive::new(Broken(OneMaxArchive::new()), 8, 20, Seed(1), Vec::new());
    block_on(Arc::clone(&archive).take_up(5).expect("no task has it"));
    let progress = archive.progress();
    assert_eq!(progress.generation, None);
    let failed = StopReason::Failed("on purpose".to_owned());
    assert_eq!(progress.stop, Some(failed));
}

#[test]
fn picks_name_the_best_elite_and_the_elites_of_cells() {
    let archive = watched(6);
    let axes = archive.axes();
    let all: Vec<Elites<u32>> = {
        let snapshot = lock(&archive.snapshot);
        let records = snapshot.records.iter();
        records.map(|record| Arc::clone(&record.elites)).collect()
    };
    assert_eq!(all.len(), 6);
    let mut filled = 0;
    for (generation, elites) in (0..).zip(&all) {
        let map = map_of(elites, axes);
        for (cell, elite) in (0..).zip(map) {
            let found = archive.elite(Pick::Member(generation, cell));
            assert_eq!(
                found.map(|one| one.genome),
                elite.map(|elite| elites[elite].genome)
            );
            filled += u32::from(elite.is_some());
        }
        let best = archive.elite(Pick::BestAt(generation)).expect("the best");
        let highest = map
            .into_iter()
            .flatten()
            .map(|elite| elites[elite].quality());
        assert_eq!(Some(best.quality()), highest.reduce(f64::max));
    }
    assert!(filled > 12);
    let best = |pick| archive.elite(pick).map(|one| one.genome);
    assert_eq!(best(Pick::Best), best(Pick::BestAt(5)));
    assert_ne!(best(Pick::Best), best(Pick::BestAt(0)));
    // A generation that has been made again lies behind the newest one for a while.
    assert_eq!(best(Pick::BestAt(6)), best(Pick::Best));
    let unknown = [Pick::Member(6, 0), Pick::Member(5, CELLS as u32)];
    assert_eq!(unknown.map(best), [None; 2]);
}

#[test]
fn a_frame_shows_the_map_and_the_selected_elite() {
    let archive = watched(8);
    let (mut new, mut old) = (0, 0);
    for record in 0..8 {
        let frame = archive.frame(cell(record, 99), 100).expect("it is held");
        assert_eq!(frame.generation, record as u32);
        assert!(!frame.is_outcome && frame.lockable.is_empty() && frame.locked.is_empty());
        for (at, thumbnail) in &frame.members {
            let elite = archive.elite(Pick::Member(frame.generation, *at));
            let elite = elite.expect("its cell is filled");
            let picture = SteeredOnes { wanted: 25 }.picture(&elite.genome);
            assert_eq!(thumbnail.picture, picture);
            assert_eq!(
                (thumbnail.fitness, thumbnail.violation),
                (elite.quality(), 0)
            );
            // An elite is new in the generation of its birth and in the two after it.
            let age = frame.generation - elite.born;
            assert_eq!(thumbnail.elite, age <= 2, "{age}");
            new += u32::from(age == 2);
            old += u32::from(age == 3);
        }
        let curve = archive.curve()[record];
        assert_eq!(curve.generation, frame.generation);
        let sizes = (curve.feasible.size, curve.infeasible.size);
        assert_eq!(sizes, (frame.members.len(), 100 - frame.members.len()));
        // Where the selected cell is empty, the best elite is selected.
        let best = archive.elite(Pick::BestAt(frame.generation)).expect("one");
        assert_eq!(frame.selected.fitness, best.quality());
        assert_eq!(curve.feasible.best, best.quality());
    }
    assert!(new > 0 && old > 0);
    // No more elites are shown than are asked for. The selected one need not be among them.
    let all = archive.frame(DisplaySelection::BEST, 100).expect("held");
    assert_eq!(all.generation, 7);
    let (lowest, _) = all.members[0];
    let elite = archive.elite(Pick::Member(7, lowest)).expect("an elite");
    let frame = archive.frame(cell(7, lowest), 2).expect("held");
    assert_eq!(frame.members.len(), 2);
    let problem = SteeredOnes { wanted: 25 };
    assert_eq!(frame.selected.picture, problem.picture(&elite.genome));
    assert!(frame.selected.elite);
    assert_eq!(frame.insight, problem.insight(&elite.genome));
    assert_eq!(frame.creature, problem.creature(&elite.genome));
    assert_eq!(frame.facts.len(), 1 + MEASURES);
    assert_ne!(frame.selected.fitness, all.selected.fitness);
}

#[test]
fn a_selected_elite_is_shown_at_work_and_from_near() {
    let empty = watched(0);
    assert_eq!(empty.showing(DisplaySelection::BEST, 1), Showing::default());
    assert_eq!(empty.close_up(DisplaySelection::BEST, 1), None);
    let archive = watched(4);
    let frame = archive.frame(cell(2, 99), 100).expect("it is held");
    let (lowest, _) = frame.members[0];
    // A record beyond the last one stands for the newest.
    for (selection, pick) in [
        (cell(2, lowest), Pick::Member(2, lowest)),
        (cell(99, lowest), Pick::Member(3, lowest)),
        (DisplaySelection::BEST, Pick::Best),
    ] {
        let genome = archive.elite(pick).expect("an elite").genome;
        let picture = SteeredOnes::sign(genome, 7);
        let scenes = archive.showing(selection, 7).scenes;
        assert_eq!(scenes, std::slice::from_ref(&picture));
        let near = archive.close_up(selection, 7).expect("it has one");
        assert_eq!(near.picture, picture);
    }
}

#[test]
fn facts_tell_the_error_where_measurements_are_uncertain() {
    let archive = watched(0);
    let facts = |values: &[f64]| -> Vec<String> {
        let sample = |value: &f64| Sample {
            quality: 0.5,
            values: std::array::from_fn(|at| if at == 0 { *value } else { 3.0 }),
        };
        let mut estimate = Estimate::of(sample(&values[0]));
        values[1..]
            .iter()
            .for_each(|one| estimate.add(&sample(one)));
        let place = MapPlace::of(&archive.measures(), &estimate, true);
        let elite = Elite {
            genome: 0,
            estimate,
            place,
            born: 0,
            is_settled: false,
        };
        let facts = archive.facts(&elite).into_iter();
        facts.map(|fact| fact.value).collect()
    };
    // Values of this range are told as whole numbers.
    assert_eq!(facts(&[5.0])[..3], ["0.50", "5", "3"]);
    assert_eq!(facts(&[5.0]).len(), 1 + MEASURES);
    // An error that is told as 0 is left out. The last line is the number of measurements.
    assert_eq!(facts(&[5.0, 9.0])[..3], ["0.50", "7 ± 2", "3"]);
    assert_eq!(facts(&[5.0, 9.0])[1 + MEASURES..], ["2"]);
    assert_eq!(facts(&[5.0, 5.2])[..3], ["0.50", "5", "3"]);
}
