//! The moves of a game in short notation, as its panel lists them.

use bevy::prelude::*;

use crate::games::tic_tac_toe::rules::TicTacToe;
use crate::games::tic_tac_toe::table::Table;
use crate::shell::table::look_back;
use crate::shell::table::move_list::{ListedMove, MoveListGame};

impl MoveListGame for TicTacToe {
    fn listed_moves(world: &World) -> Vec<ListedMove> {
        let table = world.resource::<Table>();
        let board = table.setup().board;
        let written = |(number, cell): (usize, &_)| ListedMove {
            number: Some(number),
            text: board.name(*cell),
            colour: None,
        };
        let moves = look_back::listed_moves(world, table);
        moves.iter().enumerate().map(written).collect()
    }

    const OPEN: Option<fn(&mut World, usize)> = Some(look_back::show_move::<TicTacToe>);

    fn is_position_shown(world: &World, number: usize) -> bool {
        look_back::is_move_shown::<TicTacToe>(world, number)
    }
}
