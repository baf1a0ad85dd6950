//! Automatic players, which know only what the hero has seen.

pub mod careful;
pub mod routes;

use super::rules::{Game, Move};

/// A player of the dungeon without a human.
pub trait Player {
    /// The next move, or `None` when the game is over.
    fn choose(&mut self, game: &Game) -> Option<Move>;
}
