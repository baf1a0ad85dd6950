//! A run in the theatre, and the level that is made from it.

use accesskit::Role;
use bevy::prelude::*;
use evolvarium::games::match3::Table;

use super::{Cells, Listener};
use crate::harness::{play_itself, start};

/// The block on a cell that can be swapped, by the words that are read for the cell; `None` if there is none.
fn block(cells: &Cells, row: usize, column: usize) -> Option<&str> {
    let words: Vec<&str> = cells.get(row)?.get(column)?.split(", ").collect();
    let held = ["thread", "shell", "stone", "empty"];
    let is_held = words
        .iter()
        .any(|word| held.iter().any(|held| word.starts_with(held)));
    words.get(1).copied().filter(|_| !is_held)
}

/// The block of a cell for a match: a block under a thread counts too.
fn colour(cells: &Cells, row: usize, column: usize) -> Option<&str> {
    let word = cells.get(row)?.get(column)?.split(", ").nth(1)?;
    let is_block = !["shell", "stone", "empty"]
        .iter()
        .any(|other| word.starts_with(other));
    is_block.then_some(word)
}

/// Whether the cell is in a line of three of its block.
fn is_matched(cells: &Cells, row: usize, column: usize) -> bool {
    let Some(wanted) = colour(cells, row, column) else {
        return false;
    };
    let run = |down: isize, right: isize| {
        let same = |step: &isize| {
            let at = row
                .checked_add_signed(down * step)
                .zip(column.checked_add_signed(right * step));
            at.is_some_and(|(row, column)| colour(cells, row, column) == Some(wanted))
        };
        (1..).take_while(same).count()
    };
    run(1, 0) + run(-1, 0) >= 2 || run(0, 1) + run(0, -1) >= 2
}

/// The first swap to the right or down that makes a line of three.
fn swap(cells: &Cells) -> Option<((usize, usize), KeyCode)> {
    for row in 0..cells.len() {
        for column in 0..cells[row].len() {
            for (down, right, key) in [(0, 1, KeyCode::ArrowRight), (1, 0, KeyCode::ArrowDown)] {
                let (row2, column2) = (row + down, column + right);
                let both = block(cells, row, column).zip(block(cells, row2, column2));
                if both.is_none_or(|(one, other)| one == other) {
                    continue;
                }
                let mut after = cells.clone();
                let moved = after[row][column].clone();
                after[row][column] = std::mem::replace(&mut after[row2][column2], moved);
                if is_matched(&after, row, column) || is_matched(&after, row2, column2) {
                    return Some(((row, column), key));
                }
            }
        }
    }
    None
}

#[test]
fn a_run_in_the_theatre_and_its_level_are_played_by_ear() {
    let folder = tempfile::tempdir().expect("a folder");
    play(Listener::new(folder.path()));
}

#[test]
fn a_run_in_the_theatre_and_its_level_are_played_by_ear_with_the_gamepad_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    play(Listener::with_pad(folder.path()));
}

/// Evolves a level, from the title, and plays it to its end.
fn play(mut listener: Listener) {
    listener.hurry();
    listener.choose("Match-3");
    listener.hear("Setting up Match-3");
    listener.choose("Evolve and play");
    // Nothing is forgotten here: a run whose founders meet the target ends with the sentence that it begins with.
    listener.wait_for_one_of(&["Theatre"]);
    listener.wait_for_one_of(&["Generation"]);
    // Some runs end before they meet their target; their best level is played as well.
    let ends = ["target met", "generation limit", "no progress"];
    let said = listener.said.join(" ");
    // F goes to the end of the run. With a gamepad the player waits for it.
    if listener.pad.is_none() && !ends.iter().any(|end| said.contains(end)) {
        listener.press(KeyCode::KeyF);
    }
    listener.hear_one_of(&ends);
    let fact = listener.find(Role::Button, "Swap potential: ");
    assert!(fact.is_some(), "{:?}", listener.page());
    listener.press(KeyCode::Enter);
    listener.hear("Moves left");
    for _ in 0..120 {
        let name = listener.board_name();
        assert!(name.contains("Moves left"), "{name}");
        let cells = listener.cells();
        let Some((at, key)) = swap(&cells) else {
            panic!("no swap is read in {cells:?}");
        };
        listener.go_to(at);
        listener.press(KeyCode::Space);
        listener.said.clear();
        listener.press(key);
        let results = ["Level won", "Level lost"];
        let heard = listener.hear_one_of(&["cleared", "not possible", results[0], results[1]]);
        // On a busy machine the last swap and the result are told in one frame, and the result is what counts.
        if results.contains(&heard) {
            return;
        }
        assert_eq!(heard, "cleared", "the swap at {at:?} of {cells:?}");
        // A further swap waits until the blocks lie.
        listener.wait(60);
        // On a busy machine the result may have been told while the blocks fell.
        let said = listener.said.join(" ");
        if results.iter().any(|result| said.contains(result)) {
            return;
        }
        let name = listener.board_name();
        let ends = [": 0 of ", "break: 0.", "to go: 0.", "left: 0."];
        if ends.iter().any(|end| name.contains(end)) {
            listener.hear_one_of(&results);
            return;
        }
    }
    panic!("the level does not end");
}

#[test]
fn against_the_clock_a_player_hears_that_time_is_short() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    start(&mut listener.app, "match3:9x9c6-p488u60#5");
    // The first move begins the clock.
    play_itself(&mut listener.app, 1);
    for (played, sentence) in [(29.98, "30 seconds left."), (49.98, "10 seconds left.")] {
        let world = listener.app.world_mut();
        world.resource_mut::<Table>().extra.seconds = played;
        listener.hear(sentence);
    }
}
