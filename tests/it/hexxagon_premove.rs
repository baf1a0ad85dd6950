//! The next move in Hexxagon, chosen while a computer thinks.

use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use evolvarium::games::hexxagon::rules::Hexxagon;

use crate::harness::{fast_game, table, wait_for_moves};
use crate::keys::press;

/// Lets so little time pass in a frame that a computer's move waits, or as much as usual.
fn hold_computer(app: &mut App, hold: bool) {
    let frame = if hold { 1 } else { 50_000 };
    let frame = Duration::from_micros(frame);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
}

fn moves(app: &App) -> Vec<String> {
    let moves = table::<Hexxagon>(app).moves().iter();
    moves.map(ToString::to_string).collect()
}

/// A game in which the player has made a move, and the computer holds its reply back.
fn after_first_move(folder: &Path) -> App {
    let mut app = fast_game(folder, "hexxagon:b3-human-level1#a");
    hold_computer(&mut app, true);
    for key in [
        KeyCode::ArrowUp,
        KeyCode::Space,
        KeyCode::ArrowUp,
        KeyCode::Space,
    ] {
        press(&mut app, key);
    }
    app.update();
    assert_eq!(moves(&app), ["28"]);
    app
}

/// Chooses with the new piece, at which the cursor is, to grow to the cell above.
fn choose_ahead(app: &mut App) {
    for key in [KeyCode::Space, KeyCode::ArrowUp, KeyCode::Space] {
        press(app, key);
    }
    assert_eq!(moves(app), ["28"], "it is not made yet");
}

#[test]
fn a_move_that_was_chosen_ahead_is_made_when_the_turn_comes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = after_first_move(folder.path());
    choose_ahead(&mut app);
    hold_computer(&mut app, false);
    wait_for_moves::<Hexxagon>(&mut app, 4);
    assert_eq!(moves(&app)[2], "29");
}

#[test]
fn a_move_that_was_chosen_ahead_is_taken_back_by_another_cell_and_by_undo() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = after_first_move(folder.path());
    choose_ahead(&mut app);
    press(&mut app, KeyCode::ArrowUp);
    press(&mut app, KeyCode::Space);
    hold_computer(&mut app, false);
    wait_for_moves::<Hexxagon>(&mut app, 2);
    (0..30).for_each(|_| app.update());
    assert_eq!(moves(&app).len(), 2, "nobody has chosen a move");
    press(&mut app, KeyCode::KeyU);
    assert!(moves(&app).is_empty());

    let folder = tempfile::tempdir().expect("a folder");
    let mut app = after_first_move(folder.path());
    choose_ahead(&mut app);
    press(&mut app, KeyCode::KeyU);
    assert!(moves(&app).is_empty());
    hold_computer(&mut app, false);
    (0..30).for_each(|_| app.update());
    assert!(moves(&app).is_empty());
}
