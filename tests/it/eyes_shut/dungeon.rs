//! A descent into the dungeon.

use bevy::prelude::*;

use super::{Cells, Listener};

/// The keys of the eight directions, by the rows down and the columns to the right.
const STEPS: [(isize, isize, KeyCode); 8] = [
    (-1, 0, KeyCode::Numpad8),
    (-1, 1, KeyCode::Numpad9),
    (0, 1, KeyCode::Numpad6),
    (1, 1, KeyCode::Numpad3),
    (1, 0, KeyCode::Numpad2),
    (1, -1, KeyCode::Numpad1),
    (0, -1, KeyCode::Numpad4),
    (-1, -1, KeyCode::Numpad7),
];

const ENEMIES: [&str; 4] = ["Hunter", "Guard", "Coward", "Ambusher"];

/// The key that strikes at an enemy beside the hero, who is in the middle.
fn blow(cells: &Cells) -> Option<KeyCode> {
    let middle = cells.len() / 2;
    let is_enemy = |(down, right, _): &&(isize, isize, KeyCode)| {
        let (row, column) = (
            middle.checked_add_signed(*down),
            middle.checked_add_signed(*right),
        );
        let cell = cells.get(row?)?.get(column?)?;
        Some(ENEMIES.iter().any(|enemy| cell.contains(enemy)))
    };
    let found = STEPS.iter().find(|step| is_enemy(step) == Some(true));
    found.map(|(.., key)| *key)
}

#[test]
fn a_descent_is_played_by_ear_until_it_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    listener.hurry();
    listener.choose("Dungeon");
    listener.hear("Setting up Dungeon");
    listener.choose("Evolve it");
    listener.hear("Generation");
    listener.press(KeyCode::KeyF);
    listener.hear_one_of(&["target met", "generation limit", "no progress"]);
    listener.press(KeyCode::Enter);
    listener.hear("Life");
    let (mut fights, mut explored) = (0, 0);
    for _ in 0..4_000 {
        if listener.has_heard("You died") || listener.has_heard("You came through") {
            assert!(fights > 0, "nobody was met");
            return;
        }
        if listener.has_heard("three gifts") {
            listener.said.clear();
            listener.press(KeyCode::Digit1);
            continue;
        }
        if listener.grid().is_none() {
            // The way down is shown; any key goes on.
            listener.press(KeyCode::Enter);
            listener.wait(5);
            continue;
        }
        let cells = listener.cells();
        let middle = cells.len() / 2;
        assert!(
            cells[middle][middle].starts_with("You"),
            "{:?}",
            cells[middle][middle]
        );
        match blow(&cells) {
            Some(key) => {
                fights += 1;
                listener.press(key);
            }
            None if explored % 3 == 2 => {
                explored += 1;
                listener.press(KeyCode::KeyE);
            }
            None => {
                explored += 1;
                listener.press(KeyCode::KeyX);
            }
        }
        listener.wait(8);
    }
    panic!("the descent does not end: {:?}", listener.said);
}
