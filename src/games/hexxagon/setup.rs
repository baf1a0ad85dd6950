//! What a game starts from: the board, who sits where, and what happens to who cannot move.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::players::{BadOpponent, Level, Opponent};
use super::rules::{BadBoard, BadCode, Board, BoardNumber, Plan, Stuck};
use crate::generation::Seed;
use crate::session::Difficulty;

/// Which board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// One of the list.
    Listed(BoardNumber),
    /// One that was evolved or drawn.
    Own(Plan),
}

impl Ground {
    /// The board to play on. Holes are drawn from the seed, where the board has some.
    pub fn board(&self, seed: Seed) -> Result<Arc<Board>, BadBoard> {
        match self {
            Ground::Listed(number) => Board::of(*number, seed),
            Ground::Own(plan) => Board::drawn("the board", plan),
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ground::Listed(number) => write!(f, "b{number}"),
            Ground::Own(plan) => plan.fmt(f),
        }
    }
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Somebody at this machine.
    Human,
    /// The machine.
    Computer(Opponent),
}

impl Seat {
    /// The computer that plays a difficulty.
    pub fn of(difficulty: Difficulty) -> Self {
        let level = match difficulty {
            Difficulty::Easy => Level::ALL[0],
            Difficulty::Normal => Level::ALL[2],
            Difficulty::Hard => Level::ALL[4],
            Difficulty::Expert => Level::BEST,
        };
        Seat::Computer(Opponent::Level(level))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Computer(opponent) => opponent.fmt(f),
        }
    }
}

impl FromStr for Seat {
    type Err = BadOpponent;

    fn from_str(text: &str) -> Result<Self, BadOpponent> {
        if text == "human" {
            Ok(Seat::Human)
        } else {
            text.parse().map(Seat::Computer)
        }
    }
}

/// Everything a game starts from, but for the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub ground: Ground,
    /// Who sits in each seat; as many as the board is for.
    pub seats: Vec<Seat>,
    /// What happens when a player cannot move.
    pub stuck: Stuck,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            ground: Ground::Listed(BoardNumber(1)),
            seats: vec![Seat::Human, Seat::of(Difficulty::default())],
            stuck: Stuck::usual(2),
        }
    }
}

/// Why a setup cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSetup {
    /// It is not written as one is.
    #[error("\"{0}\" is not a setup of Hexxagon; one looks like b1-human-level4")]
    Shape(String),
    /// The board is no code.
    #[error(transparent)]
    Code(#[from] BadCode),
    /// The board cannot be played on.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// An opponent is wrong.
    #[error(transparent)]
    Opponent(#[from] BadOpponent),
    /// Too few or too many seats.
    #[error("the board is for {0} players, but {1} are seated")]
    Seats(usize, usize),
}

impl Setup {
    /// The board, if the setup can be played.
    pub fn check(&self, seed: Seed) -> Result<Arc<Board>, BadSetup> {
        let board = self.ground.board(seed)?;
        let players = board.players();
        if players != self.seats.len() {
            return Err(BadSetup::Seats(players, self.seats.len()));
        }
        for seat in &self.seats {
            if let Seat::Computer(opponent) = seat {
                opponent.check(players)?;
            }
        }
        Ok(board)
    }

    /// The seats of humans.
    pub fn humans(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|seat| self.seats[*seat] == Seat::Human)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ground.fmt(f)?;
        for seat in &self.seats {
            write!(f, "-{seat}")?;
        }
        if self.stuck != Stuck::usual(self.seats.len()) {
            write!(f, "-{}", self.stuck)?;
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = BadSetup;

    fn from_str(text: &str) -> Result<Self, BadSetup> {
        let shape = || BadSetup::Shape(text.chars().take(80).collect());
        let mut parts: Vec<&str> = text.split('-').collect();
        let stuck = match parts.last() {
            Some(&"ends") => Some(Stuck::Ends),
            Some(&"skip") => Some(Stuck::Skip),
            _ => None,
        };
        if stuck.is_some() {
            parts.pop();
        }
        let (ground, seats) = parts.split_first().ok_or_else(shape)?;
        if !(2..=3).contains(&seats.len()) {
            return Err(shape());
        }
        let ground = match ground.strip_prefix('b') {
            Some(number) if number.bytes().all(|b| b.is_ascii_digit()) => {
                Ground::Listed(BoardNumber(number.parse().map_err(|_| shape())?))
            }
            Some(_) => return Err(shape()),
            None => Ground::Own(ground.parse()?),
        };
        let seats: Result<Vec<Seat>, BadOpponent> = seats.iter().map(|seat| seat.parse()).collect();
        let seats = seats?;
        let setup = Setup {
            stuck: stuck.unwrap_or(Stuck::usual(seats.len())),
            ground,
            seats,
        };
        // Which holes a board has does not matter here.
        setup.check(Seed::default())?;
        Ok(setup)
    }
}
