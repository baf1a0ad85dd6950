//! Automatic players, whose knowledge is that of the hero.

pub mod automatic;
mod belt;
pub mod conduct;
pub mod reference_players;
pub mod routes;
mod sneaking;
mod weapons;

pub use conduct::{Conduct, HeroDouble, Situation};
pub use reference_players::ReferencePlayer;

use super::rules::{Game, Move};

/// A player of the dungeon without a human.
pub trait Player {
    /// The next move, which the rules accept; `None` when the game is over.
    fn choose(&mut self, game: &Game) -> Option<Move>;
}

/// A player that only ever asks for a portal, and stands on none: the rules refuse its moves.
#[cfg(test)]
pub(super) struct Faulty;

#[cfg(test)]
impl Player for Faulty {
    fn choose(&mut self, _: &Game) -> Option<Move> {
        Some(Move::Portal)
    }
}
