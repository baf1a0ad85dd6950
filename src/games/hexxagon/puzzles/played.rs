//! Puzzles from a game that was played: the positions in which the player missed the only winning move.

use super::judge::find_best_move;
use super::{Puzzle, plan_of};
use crate::games::hexxagon::rules::{CellMove, Game, Player};

/// Goes through the moves of a player in a finished game of two, one at a time.
pub struct MistakeFinder {
    game: Game,
    player: Player,
    moves: std::vec::IntoIter<CellMove>,
}

impl MistakeFinder {
    /// Begins at the start of a game. There are no puzzles in games of three.
    pub fn new(start: Game, moves: Vec<CellMove>, player: Player) -> Option<Self> {
        (start.players() == 2).then(|| MistakeFinder {
            game: start,
            player,
            moves: moves.into_iter(),
        })
    }

    /// Goes on by one move; `None` after the last one. The inner value is the puzzle, if the move was a mistake.
    pub fn step(&mut self) -> Option<Option<Puzzle>> {
        let made = self.moves.next()?;
        let puzzle = self.puzzle_of(made);
        let step = self.game.read(&made).ok()?;
        self.game.make(step);
        Some(puzzle)
    }

    fn puzzle_of(&self, made: CellMove) -> Option<Puzzle> {
        if self.game.mover() != self.player {
            return None;
        }
        let found = find_best_move(&self.game).filter(|found| found.best != made)?;
        found.claim()?;
        Puzzle::checked(plan_of(&self.game), &found)
    }
}
