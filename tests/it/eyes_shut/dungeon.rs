//! The dungeon, explored and fought in by ear.

use std::collections::VecDeque;

use bevy::prelude::*;

use evolvarium::shell::table::new_game::FixedSeed;

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

/// Parts of the sentences about blows of the hero.
const BLOWS: [&str; 3] = ["You hit the ", " blocks: ", "'s shield takes half: "];

fn is_blow(said: &str) -> bool {
    BLOWS.iter().any(|part| said.contains(part))
}

fn is_enemy(cell: &str) -> bool {
    ENEMIES.iter().any(|enemy| cell.contains(enemy))
}

/// Whether the hero can go over a cell, by the words that are read for it.
fn is_open(cell: &str) -> bool {
    let shut = ["not seen yet", "A wall", "locked", "Fire"];
    !shut.iter().any(|shut| cell.contains(shut))
}

/// The key of the first step on a shortest way from the hero, who is in the middle, to a known enemy. No way begins
/// with a step that was refused, as diagonal steps through a door are.
fn step_to_enemy(cells: &Cells, refused: &[KeyCode]) -> Option<KeyCode> {
    let middle = cells.len() / 2;
    let mut seen = vec![vec![false; cells.len()]; cells.len()];
    seen[middle][middle] = true;
    let mut waiting = VecDeque::from([((middle, middle), None)]);
    while let Some(((row, column), first)) = waiting.pop_front() {
        for (down, right, key) in STEPS {
            let at = row
                .checked_add_signed(down)
                .zip(column.checked_add_signed(right));
            let Some((row, column)) = at.filter(|(row, column)| row.max(column) < &cells.len())
            else {
                continue;
            };
            if first.is_none() && refused.contains(&key) {
                continue;
            }
            let cell = &cells[row][column];
            let first = first.or(Some(key));
            if is_enemy(cell) {
                return first;
            }
            if is_open(cell) && !std::mem::replace(&mut seen[row][column], true) {
                waiting.push_back(((row, column), first));
            }
        }
    }
    None
}

/// More keys than a descent needs: the hero dies or comes through long before.
const MOST_KEYS: usize = 6_000;
/// The number of steps in a row that the player goes after an enemy without striking it, and for which it then does
/// something else: some enemies flee for ever.
const LONGEST_CHASE: usize = 20;

#[test]
fn a_whole_descent_is_played_by_ear() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    let seed = "by-ear".parse().expect("a seed");
    listener.app.insert_resource(FixedSeed(seed));
    listener.hurry();
    listener.choose("Dungeon");
    listener.hear("Setting up Dungeon");
    listener.choose("Evolve and play");
    listener.hear("Generation");
    listener.press(KeyCode::KeyF);
    listener.hear_one_of(&["target met", "generation limit", "no progress"]);
    listener.press(KeyCode::Enter);
    listener.hear("Life");
    let (mut fights, mut has_heard_blow, mut refused, mut chase) = (0, false, Vec::new(), 0);
    let hears_blow = |listener: &Listener| listener.said.iter().any(|said| is_blow(said));
    let ends = ["You died", "You came through"];
    let has_ended = |listener: &Listener| ends.iter().any(|end| listener.has_heard(end));
    for _ in 0..MOST_KEYS {
        if has_ended(&listener) {
            break;
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
        // A known enemy is fought; otherwise the dungeon is explored, and then left.
        let known = step_to_enemy(&cells, &refused);
        chase = (chase + usize::from(known.is_some())) % (2 * LONGEST_CHASE);
        let key = match known.filter(|_| chase <= LONGEST_CHASE) {
            Some(key) => {
                fights += 1;
                key
            }
            None if listener.has_heard("Nothing is left to explore") => KeyCode::KeyE,
            None => KeyCode::KeyX,
        };
        let sentences = listener.said.len();
        listener.press(key);
        if listener.said[sentences..].iter().any(|said| is_blow(said)) {
            chase = 0;
        }
        has_heard_blow |= hears_blow(&listener);
        // After a refusal another way is tried, and a turn is waited if there is none.
        if !listener.has_heard("not possible") {
            refused.clear();
        } else if refused.contains(&key) {
            listener.said.clear();
            listener.press(KeyCode::Space);
        } else {
            listener.said.clear();
            refused.push(key);
        }
        if listener.has_heard("Find the key") {
            listener.said.clear();
        }
        listener.wait(8);
        has_heard_blow |= hears_blow(&listener);
    }
    let last = listener.said.iter().rev().take(12);
    let last: Vec<&String> = last.collect();
    assert!(has_ended(&listener), "no end, but before: {last:?}");
    assert!(fights > 0, "nobody was met: {:?}", listener.said);
    assert!(
        has_heard_blow,
        "no blow was heard in {fights} steps to an enemy"
    );
}
