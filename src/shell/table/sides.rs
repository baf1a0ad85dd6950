//! The sides of a game between which its player can choose, and the draw of one that is left to chance.

use super::TableGame;
use crate::base::{Purpose, Seed};
use crate::session::seat::only_human;
use crate::session::{Difficulty, Game, Seat};

/// The sides of a game between which the player can choose.
pub struct Sides<G: Game> {
    /// The key of the name of each side, and the sprite of its pieces. A setup may have fewer seats than these.
    pub all: &'static [(&'static str, &'static str)],
    /// Returns the seat that has a side, from 0.
    pub seat: fn(&G::Setup, usize) -> usize,
    /// Returns the seats, so that they can be changed.
    pub seats: fn(&mut G::Setup) -> &mut [Seat<G::Opponent>],
    /// Returns the opponent of a difficulty, who takes the seat of a second human.
    pub usual: fn(&G::Setup, Difficulty) -> G::Opponent,
}

/// Seats the only human of a setup where a seed draws it. Any other setup stays as it is.
pub(super) fn draw_side<G: TableGame>(setup: &mut G::Setup, seed: Seed) {
    let Some(sides) = G::SIDES else { return };
    let seats = (sides.seats)(setup);
    let Some(human) = only_human(seats) else {
        return;
    };
    let drawn = seed.stream(Purpose::Side).random_below(seats.len() as u32);
    seats.swap(human, drawn as usize);
}
