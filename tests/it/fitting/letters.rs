//! Letters on boards are as high as those of the interface at least.

use bevy::prelude::*;
use evolvarium::games::hexxagon::insight as review;
use evolvarium::games::tic_tac_toe::insight::{Insight, InsightKind};
use evolvarium::shell::settings::{CellNames, Settings};

use super::{resize, smallest_letters, with_window};
use crate::harness::{ID, play_itself, start, until};

/// A game in the smallest window for which no letter is below 12 pixels, with the names of its cells.
fn game_with_names(folder: &std::path::Path, id: &str) -> App {
    let mut app = with_window(folder);
    app.world_mut().resource_mut::<Settings>().cell_names = CellNames::All;
    start(&mut app, id);
    resize(&mut app, 1280.0, 800.0);
    app
}

/// The number of words on the board.
fn words_on_board(world: &mut World) -> usize {
    let mut words = world.query::<&Text2d>();
    words.iter(world).filter(|word| !word.0.is_empty()).count()
}

/// Waits until there are words on the board, and checks their letters.
fn check_letters(app: &mut App, what: &str) {
    until(app, what, |world| words_on_board(world) > 0);
    let smallest = smallest_letters(app);
    assert!(smallest >= 12.0, "{what}: letters of {smallest} pixels");
}

#[test]
fn names_and_values_of_the_cells_of_tic_tac_toe_can_be_read() {
    for board in ["3x3k3", "5x5k4", "15x15k5", "ultimate"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = game_with_names(folder.path(), &format!("tic-tac-toe:{board}-human-human#a"));
        check_letters(&mut app, &format!("the names of {board}"));
        if board == "3x3k3" {
            let mut insight = app.world_mut().resource_mut::<Insight>();
            insight.show(InsightKind::Values);
            let names = words_on_board(app.world_mut());
            until(&mut app, "the values", |world| {
                words_on_board(world) > names
            });
            check_letters(&mut app, "the values of the cells");
        }
    }
}

#[test]
fn names_and_values_of_the_cells_of_hexxagon_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game_with_names(folder.path(), "hexxagon:b1-human-human#a");
    check_letters(&mut app, "the names of the cells");
    let names = words_on_board(app.world_mut());
    review::show(app.world_mut(), review::InsightKind::Moves);
    until(&mut app, "the values", |world| {
        words_on_board(world) > names
    });
    check_letters(&mut app, "the values of the moves");
}

#[test]
fn points_over_the_board_of_match3_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game_with_names(folder.path(), ID);
    play_itself(&mut app, 1);
    check_letters(&mut app, "the points");
}
