//! Tests of archives in the background.

use bevy::tasks::AsyncComputeTaskPool;
use bevy::tasks::futures_lite::future::block_on;

use super::*;
use crate::generation::one_max::OneMaxArchive;
use crate::generation::task::tests::check_early_pause;

#[test]
fn a_pause_before_the_work_begins_counts_and_no_second_task_undoes_it() {
    let archive = archive(10, &[]);
    check_early_pause(&*archive, |most| Arc::clone(&archive).take_up(most));
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
