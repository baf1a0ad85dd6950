//! Seats: at each one sits somebody at this machine, or the machine.

use std::fmt;
use std::str::FromStr;

/// Who sits in a seat. `O` names the opponents of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat<O> {
    /// Somebody at this machine.
    Human,
    /// The machine.
    Computer(O),
}

impl<O> Seat<O> {
    /// Whether somebody at this machine sits here.
    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }

    /// The opponent who sits here, if it is the machine.
    pub fn computer(&self) -> Option<&O> {
        match self {
            Seat::Human => None,
            Seat::Computer(opponent) => Some(opponent),
        }
    }
}

/// As in game ids: `human`, or what the opponent is called.
impl<O: fmt::Display> fmt::Display for Seat<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Computer(opponent) => opponent.fmt(f),
        }
    }
}

impl<O: FromStr> FromStr for Seat<O> {
    type Err = O::Err;

    fn from_str(text: &str) -> Result<Self, O::Err> {
        if text == "human" {
            Ok(Seat::Human)
        } else {
            text.parse().map(Seat::Computer)
        }
    }
}

/// The opponents of a game for one: there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoOpponent {}

impl fmt::Display for NoOpponent {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
