//! The name and the epithet of a strategy.

use super::code;
use crate::games::tic_tac_toe::players::Strategy;
use crate::games::tic_tac_toe::players::classes::Position3x3;
use crate::games::tic_tac_toe::rules::Side;
use crate::generation::Creature;

/// The epithet of a strategy: the way its games end, or else the place of its first mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Epithet {
    /// It never loses.
    Unbeaten,
    /// It loses more games against random play than it wins.
    Generous,
    /// It begins in the centre.
    Centred,
    /// It begins in a corner.
    Cornered,
    /// It begins in the middle of a side.
    Sideways,
}

impl Epithet {
    /// Returns the epithet of a strategy.
    pub fn of(strategy: &Strategy) -> Self {
        let games = Side::BOTH.map(|side| strategy.games(side));
        // The games of both sides have the same weight, whatever their numbers.
        let part = |of: fn(&_) -> u32| -> f64 {
            let parts = games
                .iter()
                .map(|games| f64::from(of(games)) / f64::from(games.count()));
            parts.sum()
        };
        if strategy.lost() == 0 {
            return Epithet::Unbeaten;
        }
        if part(|games| games.lost) > part(|games| games.won) {
            return Epithet::Generous;
        }
        match strategy.reply(Position3x3::default()).map(|cell| cell.0) {
            Some(4) => Epithet::Centred,
            Some(cell) if cell % 2 == 0 => Epithet::Cornered,
            _ => Epithet::Sideways,
        }
    }

    /// The key of the phrase; the phrase contains `{name}`.
    pub fn key(self) -> &'static str {
        match self {
            Epithet::Unbeaten => "ttt.epithet.unbeaten",
            Epithet::Generous => "ttt.epithet.generous",
            Epithet::Centred => "ttt.epithet.centred",
            Epithet::Cornered => "ttt.epithet.cornered",
            Epithet::Sideways => "ttt.epithet.sideways",
        }
    }
}

/// Returns the name and the epithet of a strategy.
pub fn creature(strategy: &Strategy) -> Creature {
    Creature::of(&code::write(strategy), Epithet::of(strategy).key())
}
