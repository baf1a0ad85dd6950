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

/// Who sits in the two seats of a game: the whole setup of a simple one. Its text names the seats, joined by `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoSeats<O>(pub [Seat<O>; 2]);

impl<O: fmt::Display> fmt::Display for TwoSeats<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0[0], self.0[1])
    }
}

impl<O: FromStr<Err: fmt::Display>> FromStr for TwoSeats<O> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seats = text.split_once('-');
        let (first, second) = seats.ok_or_else(|| format!("\"{text}\" does not name two seats"))?;
        let seat = |text: &str| text.parse().map_err(|why: O::Err| why.to_string());
        Ok(TwoSeats([seat(first)?, seat(second)?]))
    }
}

/// A human against the usual opponent.
impl<O: Default> Default for TwoSeats<O> {
    fn default() -> Self {
        TwoSeats([Seat::Human, Seat::Computer(O::default())])
    }
}
