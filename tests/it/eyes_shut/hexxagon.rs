//! A game of Hexxagon.

use bevy::prelude::*;

use super::Listener;

const ENDS: [&str; 3] = ["You win", "You lose", "A draw"];

/// The place of a cell by its words: its column from the left and its row from the bottom.
fn place(cell: &str) -> (i32, i32) {
    let mut letters = cell.chars();
    let column = letters.next().expect("a letter") as i32 - 'a' as i32;
    let row = letters.next().and_then(|row| row.to_digit(10));
    (column, row.expect("a number") as i32)
}

/// The first cell whose words contain a part.
fn first(listener: &mut Listener, part: &str) -> Option<String> {
    let cells = listener.cells().concat();
    cells.into_iter().find(|cell| cell.contains(part))
}

/// Moves the cursor to a cell by the names that are read on the way.
fn go_to(listener: &mut Listener, target: &str) {
    let wanted = place(target);
    for step in 0..120 {
        let cells = listener.cells();
        let at = listener
            .cursor()
            .map(|(row, column)| place(&cells[row][column]));
        let key = match at {
            None => KeyCode::ArrowDown,
            Some(at) if at == wanted => return,
            // Columns and rows take turns, so that the cursor goes around a hole in the board.
            Some((column, row)) if column == wanted.0 || (step % 5 == 4 && row != wanted.1) => {
                if row < wanted.1 {
                    KeyCode::ArrowUp
                } else {
                    KeyCode::ArrowDown
                }
            }
            Some((column, _)) => {
                if column < wanted.0 {
                    KeyCode::ArrowRight
                } else {
                    KeyCode::ArrowLeft
                }
            }
        };
        listener.press(key);
    }
    panic!("the cursor does not come to {target}");
}

#[test]
fn a_game_of_hexxagon_is_played_by_ear() {
    let folder = tempfile::tempdir().expect("a folder");
    play(Listener::new(folder.path()));
}

#[test]
fn a_game_of_hexxagon_is_played_by_ear_with_the_gamepad_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    play(Listener::with_pad(folder.path()));
}

/// Plays a game to its end, from the title.
fn play(mut listener: Listener) {
    listener.hurry();
    listener.choose("Set up Hexxagon");
    listener.hear("Setting up Hexxagon");
    listener.choose("Play");
    listener.hear("Board of");
    for _ in 0..120 {
        let own = listener.cells().concat();
        let own: Vec<String> = own
            .into_iter()
            .filter(|cell| cell.contains("Ruby"))
            .collect();
        for piece in own {
            go_to(&mut listener, &piece);
            listener.press(KeyCode::Space);
            let target = first(&mut listener, "can grow here");
            let Some(target) = target.or_else(|| first(&mut listener, "can leap here")) else {
                // A piece that cannot move is put down again.
                listener.press(KeyCode::Space);
                continue;
            };
            go_to(&mut listener, &target);
            listener.said.clear();
            listener.press(KeyCode::Space);
            break;
        }
        listener.wait_for_one_of(&["Ruby grows", "Ruby leaps"]);
        let heard = listener.hear_one_of(&[&["Your turn"][..], &ENDS[..]].concat());
        if heard != "Your turn" {
            return;
        }
    }
    panic!("the game does not end");
}
