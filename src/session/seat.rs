//! Seats: each seat is taken by a human or by a computer opponent.

use std::fmt;
use std::str::FromStr;

/// The player in a seat. `O` is the type of the opponents of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat<O> {
    /// A human at this computer.
    Human,
    /// A computer opponent.
    Computer(O),
}

impl<O> Seat<O> {
    /// Whether a human sits here.
    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }

    /// Returns the computer opponent who sits here, if any.
    pub fn computer(&self) -> Option<&O> {
        match self {
            Seat::Human => None,
            Seat::Computer(opponent) => Some(opponent),
        }
    }
}

/// The text is that of game ids: `human`, or the text of the opponent.
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

/// The type of the opponents of a game for one player. It has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoOpponent {}

impl fmt::Display for NoOpponent {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// The players in the two seats of a game, which can be its whole setup. The text consists of both seats, joined by
/// `-`.
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

/// A human plays against the default opponent.
impl<O: Default> Default for TwoSeats<O> {
    fn default() -> Self {
        TwoSeats([Seat::Human, Seat::Computer(O::default())])
    }
}
