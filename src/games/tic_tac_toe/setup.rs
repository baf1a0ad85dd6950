//! The setup of a game: the board, the seats, the seat that begins, the marks, and the time that people have.

use std::fmt;
use std::str::FromStr;

use super::players::{Opponent, OpponentError, StrategyGoal};
use super::rules::{Board, BoardError, Side};
use crate::base::{SHORT, excerpt};
use crate::session::{Difficulty, TimeControl};

/// The player in a seat.
pub type Seat = crate::session::Seat<Opponent>;

/// Everything that a game starts from, except the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The two seats.
    pub seats: [Seat; 2],
    /// The seat, 0 or 1, that moves first.
    pub begins: usize,
    /// Whether the first seat plays noughts, and the second crosses.
    pub swapped_marks: bool,
    /// The time that people have; `None` for unlimited time.
    pub time: Option<TimeControl>,
}

impl Default for Setup {
    fn default() -> Self {
        let board = Board::default();
        Setup {
            seats: [
                Seat::Human,
                Seat::Computer(Opponent::of(Difficulty::default(), board)),
            ],
            board,
            begins: 0,
            swapped_marks: false,
            time: None,
        }
    }
}

/// The reason that a setup cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text is not a setup.
    #[error("\"{0}\" is not a setup of tic-tac-toe; one looks like 3x3k3-human-rules")]
    Shape(String),
    /// The board cannot be played.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// An opponent cannot play here.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// Both seats would be evolved.
    #[error(
        "only one seat can hold a strategy that evolves for this game; a saved strategy can have the other"
    )]
    TwoEvolved,
}

impl Setup {
    /// Refuses a setup that cannot be played.
    pub fn check(&self) -> Result<(), SetupError> {
        for seat in &self.seats {
            if let Seat::Computer(opponent) = seat {
                opponent.check(self.board)?;
            }
        }
        let evolved = |seat: &&Seat| matches!(seat, Seat::Computer(Opponent::Evolved(_)));
        if self.seats.iter().filter(evolved).count() > 1 {
            return Err(SetupError::TwoEvolved);
        }
        Ok(())
    }

    /// The seat (0 or 1) of a side.
    pub fn seat_of(&self, side: Side) -> usize {
        (self.begins + side.index()) % 2
    }

    /// The side of a seat.
    pub fn side_of(&self, seat: usize) -> Side {
        Side::BOTH[(seat + self.begins) % 2]
    }

    /// Whether a side plays crosses.
    pub fn crosses(&self, side: Side) -> bool {
        (self.seat_of(side) == 0) != self.swapped_marks
    }

    /// The goal of the opponent that is evolved for the game, if there is one.
    pub fn evolved(&self) -> Option<StrategyGoal> {
        self.seats.iter().find_map(|seat| match seat {
            Seat::Computer(Opponent::Evolved(goal)) => Some(*goal),
            _ => None,
        })
    }

    /// The seats of humans.
    pub fn humans(&self) -> impl Iterator<Item = usize> + '_ {
        (0..2).filter(|seat| self.seats[*seat].is_human())
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.board, self.seats[0], self.seats[1])?;
        if self.begins == 1 {
            f.write_str("-second")?;
        }
        if self.swapped_marks {
            f.write_str("-noughts")?;
        }
        if let Some(time) = self.time {
            write!(f, "-{time}")?;
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let shape = || SetupError::Shape(excerpt(text, SHORT));
        let mut parts: Vec<&str> = text.split('-').collect();
        let time = TimeControl::pop_from(&mut parts);
        let mut parts = parts.into_iter();
        let board = parts.next().ok_or_else(shape)?.parse()?;
        let first = parts.next().ok_or_else(shape)?.parse()?;
        let second = parts.next().ok_or_else(shape)?.parse()?;
        let mut setup = Setup {
            board,
            seats: [first, second],
            begins: 0,
            swapped_marks: false,
            time,
        };
        for part in parts {
            match part {
                "second" => setup.begins = 1,
                "noughts" => setup.swapped_marks = true,
                _ => return Err(shape()),
            }
        }
        setup.check()?;
        Ok(setup)
    }
}
