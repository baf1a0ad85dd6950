//! The form of the player on 3x3: the scores of an automatic player that chooses like them.

use super::players::classes::Position3x3;
use super::players::player_model::{self, ATTRIBUTES};
use super::rules::{Game as Position, TicTacToe};
use super::setup::Seat;
use crate::session::choice_model::Choice;
use crate::session::form::RivalScore;
use crate::session::{Game, Origin, RecordedGame};

/// The scores against some opponents, from the moves of some games; none if the moves are too few.
pub fn scores(records: &[RecordedGame]) -> Vec<RivalScore> {
    let choices = records.iter().filter_map(choices_of).flatten();
    player_model::scores(&choices.collect::<Vec<_>>())
}

/// The moves that the human of a game chose; `None` if the record is broken.
fn choices_of(record: &RecordedGame) -> Option<Vec<Choice<ATTRIBUTES>>> {
    let origin = Origin::<TicTacToe>::parse(&record.id).ok()?;
    let seat = origin.setup.seats.iter().position(Seat::is_human)?;
    let mut game = Position::new(origin.setup.board);
    let mut choices = Vec::new();
    for made in TicTacToe::read_moves(&record.moves).ok()? {
        let position = Position3x3::of(&game)?;
        if origin.setup.seat_of(game.to_move()) == seat {
            choices.push(player_model::choice(position, made.index())?);
        }
        game.play(made).ok()?;
    }
    Some(choices)
}
