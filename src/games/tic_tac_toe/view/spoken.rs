//! The board and the moves in words, for screen readers.

use bevy::prelude::*;

use super::{View, place_of};
use crate::games::tic_tac_toe::insight::Insight;
use crate::games::tic_tac_toe::rules::{Cell, Event, MoveError, Side, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::search::GameValue;
use crate::shell::access::{SpokenBoard, SpokenCell, spoken_size};
use crate::shell::table::{Hint, play_for_human};
use crate::shell::words::Words;

fn mark_text(table: &Table, side: Side, words: &Words) -> String {
    words.get(match table.setup().crosses(side) {
        true => "ttt.cross",
        false => "ttt.nought",
    })
}

/// The content of a cell in words: its mark, or whether it can be marked now.
fn content_text(table: &Table, cell: Cell, words: &Words) -> String {
    match table.state().mark(cell) {
        Some(side) => mark_text(table, side, words),
        None if table.state().check(cell) == Err(MoveError::OtherBoard) => {
            words.get("ttt.spoken.closed")
        }
        None => words.get("access.empty"),
    }
}

/// The value of a cell in words.
fn value_text(value: GameValue, words: &Words) -> String {
    let (key, plies) = match value {
        GameValue::Win(plies) => ("ttt.spoken.wins", plies),
        GameValue::Draw => ("ttt.spoken.draws", 0),
        GameValue::Loss(plies) => ("ttt.spoken.loses", plies),
    };
    words.fill(key, &[("plies", plies.to_string())])
}

/// The board in words.
pub(super) fn board(world: &World) -> Option<SpokenBoard> {
    let table = world.get_resource::<Table>()?;
    let (words, view) = (world.resource::<Words>(), world.resource::<View>());
    let board = table.setup().board;
    let hinted = world.resource::<Hint<TicTacToe>>().0;
    let values = world.resource::<Insight>().values();
    let spoken = |cell: Cell| {
        let mut name = format!("{}, {}", board.name(cell), content_text(table, cell, words));
        if let Some((_, value)) = values.iter().find(|(at, _)| *at == cell) {
            name = format!("{name}, {}", value_text(*value, words));
        }
        if hinted == Some(cell) {
            name = format!("{name}, {}", words.get("access.hinted"));
        }
        SpokenCell {
            name,
            place: place_of(board, cell),
        }
    };
    let in_row = |row| (0..board.cols()).filter_map(move |col| board.cell(row, col));
    Some(SpokenBoard {
        name: spoken_size(words, board.rows(), board.cols()),
        rows: (0..board.rows())
            .map(|row| in_row(row).map(spoken).collect())
            .collect(),
        cursor: view.cursor.map(|cell| board.place(cell)),
        frame: view.board.frame,
    })
}

/// Marks a cell for the player.
pub(super) fn choose_cell(world: &mut World, row: usize, column: usize) {
    let table = world.get_resource::<Table>();
    let cell = table.and_then(|table| table.setup().board.cell(row, column));
    if let Some(cell) = cell {
        play_for_human::<TicTacToe>(world, cell);
    }
}

/// A mark that is put on a cell in words.
fn mark_on_cell(table: &Table, cell: Cell, side: Side, words: &Words) -> String {
    let values = [
        ("mark", mark_text(table, side, words)),
        ("cell", table.setup().board.name(cell)),
    ];
    words.fill("ttt.spoken.move", &values)
}

/// A good move in words.
pub(super) fn hint_text(table: &Table, cell: Cell, words: &Words) -> String {
    mark_on_cell(table, cell, table.state().to_move(), words)
}

/// The effect of a move in words. The headline tells the end of the game.
pub(super) fn move_text(table: &Table, events: &[Event], words: &Words) -> String {
    let of_event = |event: &Event| match *event {
        Event::Marked(cell, side) => Some(mark_on_cell(table, cell, side, words)),
        Event::BoardDecided(number, winner) => {
            let number = (number + 1).to_string();
            Some(match winner {
                Some(side) => words.fill(
                    "ttt.spoken.board_won",
                    &[("number", number), ("mark", mark_text(table, side, words))],
                ),
                None => words.fill("ttt.spoken.board_drawn", &[("number", number)]),
            })
        }
        Event::LineWon(..) => None,
    };
    let sentences: Vec<String> = events.iter().filter_map(of_event).collect();
    sentences.join(" ")
}
