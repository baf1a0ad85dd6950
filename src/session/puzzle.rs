//! Puzzles: positions in which one move is to be found. The player makes one move. After a wrong one the rival replies,
//! so that the player sees why it was wrong.

use super::game::{Ending, Game, Origin, Status};
use super::seat::Seat;
use super::table::Table;
use crate::base::Seed;

/// A puzzle of a game.
pub struct Puzzle<G: Game> {
    /// The setup of a game whose first position is that of the puzzle.
    pub setup: G::Setup,
    /// The move to be found.
    pub best: G::Move,
    /// Its rating: a player of this rating solves it in half of the tries.
    pub rating: f64,
    /// The key of the phrase that gives the task.
    pub task: &'static str,
}

// A derived implementation would require that the game itself is `Clone`.
impl<G: Game> Clone for Puzzle<G> {
    fn clone(&self) -> Self {
        Puzzle {
            setup: self.setup.clone(),
            best: self.best.clone(),
            rating: self.rating,
            task: self.task,
        }
    }
}

/// The name under which the first tries at puzzles are counted.
pub const TRIES: &str = "tries";

/// Returns the key under which the results and the rating of the puzzles of a game are kept, apart from those of its
/// games.
pub fn key_of(game: &str) -> String {
    format!("{game}-puzzles")
}

impl<G: Game> Puzzle<G> {
    /// Returns the origin of the game of the puzzle.
    pub fn origin(&self) -> Origin<G> {
        Origin::new(self.setup.clone(), Seed::default())
    }

    /// Whether the moves begin with the one to be found; `None` before the first move.
    pub(super) fn is_solved_by(&self, moves: &[G::Move]) -> Option<bool> {
        moves.first().map(|first| *first == self.best)
    }

    /// Returns the seat to move, or the ending of the try. A wrong move is answered by one move of a computer.
    pub(super) fn status(&self, table: &Table<G>) -> Status {
        let is_computer = |seat: usize| table.seats().get(seat).and_then(Seat::computer).is_some();
        match (self.is_solved_by(table.moves()), G::status(table)) {
            (None, status) => status,
            (Some(true), _) => Status::Over(Ending::Won(table.only_human().unwrap_or(0))),
            (Some(false), Status::Turn(seat)) if table.moves().len() == 1 && is_computer(seat) => {
                Status::Turn(seat)
            }
            (Some(false), _) => Status::Over(Ending::Lost),
        }
    }
}
