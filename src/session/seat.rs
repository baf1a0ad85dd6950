//! Seats: each seat is taken by a human or by a computer opponent.

use std::error::Error;
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

/// Returns the seat of the only human, from 0; `None` if there is no human, or if there are several.
pub fn only_human<O>(seats: &[Seat<O>]) -> Option<usize> {
    let mut humans = (0..seats.len()).filter(|seat| seats[*seat].is_human());
    humans.next().filter(|_| humans.next().is_none())
}

/// The computer opponent whom the only human meets alone; `None` in any other game.
pub fn only_rival<O>(seats: &[Seat<O>]) -> Option<&O> {
    match seats {
        [Seat::Human, Seat::Computer(rival)] | [Seat::Computer(rival), Seat::Human] => Some(rival),
        _ => None,
    }
}

/// Whether computers sit at the table, and each of them is this opponent.
pub fn are_computers<O: PartialEq>(seats: &[Seat<O>], opponent: &O) -> bool {
    let mut computers = seats.iter().filter_map(Seat::computer).peekable();
    computers.peek().is_some() && computers.all(|computer| computer == opponent)
}

/// Seats one human at `at`, who is the only one afterwards. If there was one human, that human changes seats with the
/// player at `at`. If there were several, all others become the `usual` opponent. Seats that do not exist are not taken.
pub fn seat_only_human<O: Clone>(seats: &mut [Seat<O>], at: usize, usual: &O) {
    if at >= seats.len() {
        return;
    }
    if let Some(here) = only_human(seats) {
        seats.swap(here, at);
        return;
    }
    for (number, seat) in seats.iter_mut().enumerate() {
        if number == at {
            *seat = Seat::Human;
        } else if seat.is_human() {
            *seat = Seat::Computer(usual.clone());
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

/// The reason why a text does not name the players in two seats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatsError<E> {
    /// It has another shape.
    #[error("\"{0}\" does not name two seats")]
    Shape(String),
    /// It names an opponent that does not exist.
    #[error("{0}")]
    Opponent(E),
}

impl<O: FromStr<Err: Error>> FromStr for TwoSeats<O> {
    type Err = SeatsError<O::Err>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let seats = text.split_once('-');
        let (first, second) = seats.ok_or_else(|| SeatsError::Shape(text.to_owned()))?;
        let seat = |text: &str| text.parse().map_err(SeatsError::Opponent);
        Ok(TwoSeats([seat(first)?, seat(second)?]))
    }
}

/// A human plays against the default opponent.
impl<O: Default> Default for TwoSeats<O> {
    fn default() -> Self {
        TwoSeats([Seat::Human, Seat::Computer(O::default())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(mut seats: Vec<Seat<u8>>, at: usize) -> Vec<Seat<u8>> {
        seat_only_human(&mut seats, at, &9);
        seats
    }

    #[test]
    fn one_human_is_left_and_the_computers_stay_at_the_table() {
        let (human, computer) = (Seat::Human, Seat::Computer);
        let three = vec![human, computer(1), computer(2)];
        assert_eq!(after(three.clone(), 2), [computer(2), computer(1), human]);
        assert_eq!(after(three.clone(), 0), three);
        assert_eq!(after(three.clone(), 3), three, "there is no such seat");
        assert_eq!(
            after(vec![human, human, computer(1)], 1),
            [computer(9), human, computer(1)]
        );
        assert_eq!(
            after(vec![computer(1), computer(2)], 1),
            [computer(1), human]
        );
    }

    #[test]
    fn an_only_human_is_neither_none_nor_one_of_several() {
        let (human, computer) = (Seat::Human, Seat::Computer);
        assert_eq!(only_human(&[computer(1), human]), Some(1));
        assert_eq!(only_human(&[human, human]), None);
        assert_eq!(only_human(&[computer(1), computer(2)]), None);
    }
}
