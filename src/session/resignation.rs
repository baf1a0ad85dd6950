//! Resigning: a player gives up a game in a position in which the rules would let it go on.

use super::game::{Game, Status};
use super::seat::Seat;
use super::table::Table;
use crate::base::PlainError;

/// A player who has resigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Resignation {
    /// The player's seat.
    seat: usize,
    /// The number of moves that had been made. Only the position after them is lost by the resignation.
    moves: usize,
}

impl<G: Game> Table<G> {
    /// Returns the seat that would resign now: that of the only human, or else of the human to move. `None` if a
    /// resignation is impossible: there is no rival, the game has ended, or it is a replay, a variation, a lesson or a
    /// puzzle.
    pub fn seat_to_resign(&self) -> Option<usize> {
        let turn = || self.turn().filter(|_| self.is_human_turn());
        let seat = self.only_human().or_else(turn)?;
        let can_end = self.is_recorded() && self.shown_variation().is_none() && !self.is_over();
        (can_end && self.seats().len() > 1).then_some(seat)
    }

    /// Makes the player of [`Table::seat_to_resign`] resign, if there is one.
    pub fn resign(&mut self) {
        if let Some(seat) = self.seat_to_resign() {
            self.resign_seat(seat);
        }
    }

    /// Notes that a player resigned in the position on the table.
    fn resign_seat(&mut self, seat: usize) {
        let moves = self.moves().len();
        self.resignation = Some(Resignation { seat, moves });
    }

    /// Whether the resignation in the position on the table can be taken back.
    pub fn can_take_back_resignation(&self) -> bool {
        G::allows_undo(self) && self.resigned().is_some()
    }

    /// Takes the resignation back, so that the game goes on in the same position. The result was counted already, and
    /// does not change.
    pub fn take_back_resignation(&mut self) {
        if self.can_take_back_resignation() {
            self.resignation = None;
            self.helped = true;
            self.mark_jump();
        }
    }

    /// Adds to a replay the resignation at its end that its file tells of.
    pub(super) fn with_resignation(mut self, seat: usize) -> Result<Self, PlainError> {
        if !self.seats().get(seat).is_some_and(Seat::is_human) {
            return Err(PlainError::new(format!(
                "nobody who could resign sits in seat {seat}"
            )));
        }
        if self.is_over() {
            return Err(PlainError::new("the game had already ended"));
        }
        self.resign_seat(seat);
        Ok(self)
    }

    /// Returns the seat that has resigned in the position on the table; `None` if none has.
    pub fn resigned(&self) -> Option<usize> {
        let Resignation { seat, moves } = self.resignation?;
        let is_here = self.shown_variation().is_none() && moves == self.moves().len();
        is_here.then_some(seat)
    }

    /// The status by the rules, unless a player has resigned.
    pub(super) fn status_with_resignation(&self) -> Status {
        match (G::status(self), self.resigned()) {
            (Status::Turn(_), Some(seat)) => Status::Over(G::ending_without(self, seat)),
            (status, _) => status,
        }
    }
}
