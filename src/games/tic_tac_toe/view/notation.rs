//! The moves of a game in short notation, as its panel lists them.

use bevy::prelude::*;

use crate::games::tic_tac_toe::rules::{Board, Cell, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::shell::table::look_back;
use crate::shell::table::move_list::{ListedMove, ListedVariation, MoveListGame};

impl MoveListGame for TicTacToe {
    fn listed_moves(world: &World) -> Vec<ListedMove> {
        let table = world.resource::<Table>();
        written_moves(table.setup().board, look_back::listed_moves(world, table))
    }

    const OPEN: Option<fn(&mut World, usize)> = Some(look_back::show_move::<TicTacToe>);

    fn listed_variations(world: &World) -> Vec<ListedVariation> {
        let table = world.resource::<Table>();
        let board = table.setup().board;
        look_back::listed_variations(table, |line| written_moves(board, line))
    }

    const OPEN_VARIATION: Option<fn(&mut World, usize)> =
        Some(look_back::show_variation::<TicTacToe>);

    fn is_position_shown(world: &World, number: usize) -> bool {
        look_back::is_move_shown::<TicTacToe>(world, number)
    }
}

/// The moves of a line that begins with the first move of a game.
fn written_moves(board: Board, moves: &[Cell]) -> Vec<ListedMove> {
    let written = |(number, cell): (usize, &Cell)| ListedMove {
        number: Some(number),
        text: board.name(*cell),
        colour: None,
    };
    moves.iter().enumerate().map(written).collect()
}
