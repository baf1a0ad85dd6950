//! The setup of a game: the board, the seats, the rule for players who have no move, the player who moves first, and
//! the time that people have.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::boards::{self, MOST_STARTS};
use super::players::{Level, Opponent, OpponentError};
use super::rules::{Board, BoardError, BoardNumber, ParsePlanError, Plan, Player, StuckRule};
use crate::base::{SHORT, excerpt};
use crate::generation::Seed;
use crate::session::seat::only_human;
use crate::session::{Difficulty, TimeControl};

/// The board of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardChoice {
    /// A built-in board.
    Listed(BoardNumber),
    /// A board that evolution or the player has made.
    Custom(Plan),
}

impl BoardChoice {
    /// Builds the board. If it has random holes, the seed decides their places.
    pub fn build(&self, seed: Seed) -> Result<Arc<Board>, BoardError> {
        match self {
            BoardChoice::Listed(number) => Board::listed(*number, seed),
            BoardChoice::Custom(plan) => Board::from_plan("the board", plan),
        }
    }
}

impl fmt::Display for BoardChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardChoice::Listed(number) => write!(f, "b{number}"),
            BoardChoice::Custom(plan) => plan.fmt(f),
        }
    }
}

/// The occupant of a seat.
pub type Seat = crate::session::Seat<Opponent>;

/// The computer player of a difficulty.
pub fn opponent_of(difficulty: Difficulty) -> Opponent {
    Opponent::Level(match difficulty {
        Difficulty::Easy => Level::ALL[0],
        Difficulty::Normal => Level::ALL[2],
        Difficulty::Hard => Level::ALL[4],
        Difficulty::Expert => Level::BEST,
    })
}

/// Everything that a game starts from, except the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub board: BoardChoice,
    /// The occupant of each seat, as many as the board has players.
    pub seats: Vec<Seat>,
    /// The rule for players who have no move.
    pub stuck: StuckRule,
    /// The player who moves first.
    pub first: Player,
    /// The time that people have; `None` for unlimited time.
    pub time: Option<TimeControl>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            board: BoardChoice::Listed(BoardNumber(1)),
            seats: vec![
                Seat::Human,
                Seat::Computer(opponent_of(Difficulty::default())),
            ],
            stuck: StuckRule::usual(2),
            first: Player::default(),
            time: None,
        }
    }
}

/// The reason why a setup cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text does not have the shape of a setup.
    #[error("\"{0}\" is not a setup of Hexxagon; one looks like b1-human-level4")]
    Shape(String),
    /// The board is not a code.
    #[error(transparent)]
    Code(#[from] ParsePlanError),
    /// The board cannot be built.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// An opponent does not exist or cannot play on this board.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// The setup has too few or too many seats: the board's players, the seats.
    #[error("the board is for {0} players, but {1} are seated")]
    Seats(usize, usize),
    /// The player who moves first has no seat; the value is the number of the player, from 1.
    #[error("player {0} cannot move first, because nobody sits there")]
    First(usize),
}

impl Setup {
    /// Checks the setup, and builds its board.
    pub fn check(&self, seed: Seed) -> Result<Arc<Board>, SetupError> {
        let board = self.board.build(seed)?;
        let players = board.players();
        if players != self.seats.len() {
            return Err(SetupError::Seats(players, self.seats.len()));
        }
        if self.first.index() >= players {
            return Err(SetupError::First(self.first.index() + 1));
        }
        for seat in &self.seats {
            if let Seat::Computer(opponent) = seat {
                opponent.check(players)?;
            }
        }
        Ok(board)
    }

    /// Whether the players begin with equally many pieces, and the first player moves first. If these are more than an
    /// evolved board has, as in a position of a game, they must also lie alike, because a position may be better for one
    /// of the players.
    pub fn begins_alike(&self) -> bool {
        let is_alike = match &self.board {
            BoardChoice::Listed(_) => true,
            BoardChoice::Custom(plan) => {
                let mut counts = plan.starts[..plan.players()]
                    .iter()
                    .map(|start| start.count());
                let first = plan.starts[0].count();
                counts.all(|count| count == first)
                    && (first <= MOST_STARTS || boards::is_alike_for_all(plan))
            }
        };
        self.first == Player::default() && is_alike
    }

    /// Changes the number of seats. New seats are copies of the last computer, or of the last seat if there is none. If
    /// there is exactly one human, that human keeps a seat. Levels take the seats of blends, which play in games of two
    /// alone.
    pub fn resize_seats(&mut self, count: usize) {
        let last = self.seats.last().copied().unwrap_or(Seat::Human);
        let mut computers = self.seats.iter().rev().filter(|seat| !seat.is_human());
        let new = computers.next().copied().unwrap_or(last);
        let last = count.saturating_sub(1);
        if let Some(human) = only_human(&self.seats).filter(|human| *human > last) {
            self.seats.swap(human, last);
        }
        self.seats.resize(count, new);
        for seat in &mut self.seats {
            if let Seat::Computer(opponent) = seat {
                *opponent = opponent.among(count);
            }
        }
    }

    /// Iterates over the seats of humans, from 0.
    pub fn humans(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|seat| self.seats[*seat].is_human())
    }
}

/// Reads the player who moves first: `p2` or `p3`. The first player is not written.
fn first_of(text: &str) -> Option<Player> {
    match text {
        "p2" => Some(Player(1)),
        "p3" => Some(Player(2)),
        _ => None,
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        for seat in &self.seats {
            write!(f, "-{seat}")?;
        }
        if self.stuck != StuckRule::usual(self.seats.len()) {
            write!(f, "-{}", self.stuck)?;
        }
        if self.first != Player::default() {
            write!(f, "-p{}", self.first.index() + 1)?;
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
        let first = parts.last().and_then(|last| first_of(last));
        if first.is_some() {
            parts.pop();
        }
        let stuck: Option<StuckRule> = parts.last().and_then(|last| last.parse().ok());
        if stuck.is_some() {
            parts.pop();
        }
        let (board, seats) = parts.split_first().ok_or_else(shape)?;
        if !(2..=3).contains(&seats.len()) {
            return Err(shape());
        }
        let board = match board.strip_prefix('b') {
            Some(number) if number.bytes().all(|b| b.is_ascii_digit()) => {
                BoardChoice::Listed(BoardNumber(number.parse().map_err(|_| shape())?))
            }
            Some(_) => return Err(shape()),
            None => BoardChoice::Custom(board.parse()?),
        };
        let seats: Result<Vec<Seat>, OpponentError> =
            seats.iter().map(|seat| seat.parse()).collect();
        let seats = seats?;
        let setup = Setup {
            stuck: stuck.unwrap_or(StuckRule::usual(seats.len())),
            board,
            seats,
            first: first.unwrap_or_default(),
            time,
        };
        // The positions of the holes do not matter for this check, so any seed does.
        setup.check(Seed::default())?;
        Ok(setup)
    }
}
