//! Good moves that are shown: on request in games, and by themselves in lessons.

use bevy::prelude::*;
use evolvarium::games::dungeon::{DungeonGame, Table};
use evolvarium::games::hexxagon::Hexxagon;
use evolvarium::session::Game;
use evolvarium::shell::screen::Screen;

use super::Listener;
use crate::harness::{ID, card, fix_frame_time, screen, start, until};
use crate::hexxagon_puzzles_app::{add_puzzle, open_puzzle};

/// Starts a game, asks for a hint, and hears one of several beginnings of it. Returns the cells that are told apart as
/// those of the hint.
fn hinted_cells(id: &str, beginnings: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    start(&mut listener.app, id);
    listener.wait(3);
    listener.said.clear();
    listener.press(KeyCode::KeyH);
    listener.hear_one_of(beginnings);
    // The same hint is heard again.
    listener.press(KeyCode::KeyH);
    listener.wait(3);
    let cells = listener.cells().concat();
    let hinted = cells.into_iter().filter(|cell| cell.ends_with(", hint"));
    hinted.collect()
}

#[test]
fn a_hint_that_is_asked_for_is_heard_with_its_cells() {
    let cells = hinted_cells(
        "tic-tac-toe:3x3k3-human-human#a",
        &["Hint: X on ", "Hint: O on "],
    );
    assert_eq!(cells.len(), 1, "{cells:?}");
    let cells = hinted_cells(
        "hexxagon:b1-human-human#a",
        &["Hint: grow on ", "Hint: leap from "],
    );
    assert!((1..=2).contains(&cells.len()), "{cells:?}");
    let cells = hinted_cells(ID, &["Hint: swap "]);
    assert_eq!(cells.len(), 2, "{cells:?}");
}

#[test]
fn a_move_that_a_lesson_shows_is_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    // This lesson shows its first move at once.
    (card(&listener.app, Hexxagon::KEY).start_lesson)(listener.app.world_mut(), 0);
    listener.hear_one_of(&["Hint: grow on ", "Hint: leap from "]);
}

#[test]
fn a_move_that_a_lesson_shows_to_a_player_who_does_not_move_is_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    (card(&listener.app, DungeonGame::KEY).start_lesson)(listener.app.world_mut(), 1);
    until(&mut listener.app, "the lesson", |world| {
        screen(world) == Screen::Play && world.contains_resource::<Table>()
    });
    fix_frame_time(&mut listener.app);
    listener.hear("Hint: ");
}

#[test]
fn the_move_of_a_puzzle_is_heard_when_it_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    add_puzzle(&mut listener.app);
    open_puzzle(&mut listener.app);
    listener.wait(3);
    listener.said.clear();
    listener.press(KeyCode::KeyH);
    listener.hear("Hint: leap from ");
}
