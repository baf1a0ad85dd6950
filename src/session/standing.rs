//! The standing of the game at the table: the seat to move, the players in the seats, and the ending.

use super::game::{Ending, Game, Status};
use super::seat::{self, Seat};
use super::statistics::GameResult;
use super::table::{Exercise, Table};

impl<G: Game> Table<G> {
    /// Returns the seat to move, or the ending of the game.
    pub fn status(&self) -> Status {
        match &self.exercise {
            Some(Exercise::Lesson(lesson)) => lesson.status(self),
            Some(Exercise::Puzzle(puzzle)) => puzzle.status(self),
            None => self.status_with_resignation(),
        }
    }

    /// Returns the ending of the game; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        match self.status() {
            Status::Over(ending) => Some(ending),
            Status::Turn(_) => None,
        }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// Returns the seat to move; `None` if the game is over.
    pub fn turn(&self) -> Option<usize> {
        match self.status() {
            Status::Turn(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// Returns the player in each seat.
    pub fn seats(&self) -> &[Seat<G::Opponent>] {
        &self.seats
    }

    /// Returns the opponent to move, if it is the turn of a computer.
    pub fn computer(&self) -> Option<&G::Opponent> {
        if self.is_replay() {
            return None;
        }
        self.seats[self.turn()?].computer()
    }

    /// Whether a human is to move.
    pub fn is_human_turn(&self) -> bool {
        let turn = self.turn().filter(|_| !self.is_replay());
        turn.is_some_and(|seat| self.seats[seat].is_human())
    }

    /// Returns the seats of humans.
    pub fn humans(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|seat| self.seats[*seat].is_human())
    }

    /// Whether only computers play.
    pub fn is_demonstration(&self) -> bool {
        self.humans().next().is_none()
    }

    /// Returns the seat of the human, if there is exactly one.
    pub fn only_human(&self) -> Option<usize> {
        seat::only_human(&self.seats)
    }

    /// Returns the result for the human, if there is exactly one and the game has ended.
    pub fn result(&self) -> Option<GameResult> {
        let human = self.only_human()?;
        Some(self.ending()?.result_for(human))
    }

    /// Whether the humans at the table have lost.
    pub fn is_lost(&self) -> bool {
        match self.ending() {
            Some(Ending::Won(seat)) => {
                !self.is_demonstration() && self.humans().all(|human| human != seat)
            }
            Some(Ending::Lost) => true,
            Some(Ending::Drawn) | None => false,
        }
    }
}
