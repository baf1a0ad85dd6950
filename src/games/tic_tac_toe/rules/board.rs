//! Which board is played: m x n with k in a row, or Ultimate.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who moves first, and who second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Side {
    /// Both, in the order of moving.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other one.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A cell, counted row by row from the upper left one. On the Ultimate board rows run through all
/// of its nine boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u8);

impl Cell {
    /// Its number for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An m x n board on which k in a row win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineBoard {
    rows: u8,
    cols: u8,
    wins: u8,
}

impl LineBoard {
    /// Longest side.
    pub const MOST: u8 = 15;
    /// The usual board.
    pub const USUAL: LineBoard = LineBoard {
        rows: 3,
        cols: 3,
        wins: 3,
    };

    /// A board of `rows` x `cols` on which `wins` in a row win. Refuses what cannot be played.
    pub fn new(rows: u8, cols: u8, wins: u8) -> Result<Self, BoardError> {
        let side = 1..=Self::MOST;
        if !side.contains(&rows) || !side.contains(&cols) {
            return Err(BoardError::Size(rows.into(), cols.into()));
        }
        if wins < 2 {
            return Err(BoardError::TooShort(wins.into()));
        }
        if wins > rows.max(cols) {
            return Err(BoardError::TooLong(wins.into(), rows.into(), cols.into()));
        }
        Ok(LineBoard { rows, cols, wins })
    }

    /// Rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// How many in a row win.
    pub const fn wins(self) -> usize {
        self.wins as usize
    }

    /// How many cells there are, 1 to 225.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }
}

/// What is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Board {
    /// Lines on one board.
    Lines(LineBoard),
    /// Nine boards; the cell of the last move names the board of the next.
    Ultimate,
}

impl Default for Board {
    fn default() -> Self {
        Board::Lines(LineBoard::USUAL)
    }
}

impl Board {
    /// The boards to choose from.
    pub const PRESETS: [Board; 6] = [
        preset(3, 3, 3),
        preset(3, 4, 3),
        preset(4, 4, 4),
        preset(5, 5, 4),
        preset(15, 15, 5),
        Board::Ultimate,
    ];

    /// Rows of cells.
    pub const fn rows(self) -> usize {
        match self {
            Board::Lines(lines) => lines.rows(),
            Board::Ultimate => 9,
        }
    }

    /// Columns of cells.
    pub const fn cols(self) -> usize {
        match self {
            Board::Lines(lines) => lines.cols(),
            Board::Ultimate => 9,
        }
    }

    /// How many cells there are.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The cell in a row and column, if there is one.
    pub fn cell(self, row: usize, col: usize) -> Option<Cell> {
        let inside = row < self.rows() && col < self.cols();
        inside.then(|| Cell((row * self.cols() + col) as u8))
    }

    /// Row and column of a cell.
    pub const fn place(self, cell: Cell) -> (usize, usize) {
        (cell.index() / self.cols(), cell.index() % self.cols())
    }

    /// Whether it is the usual 3x3 board, the only one that is small enough to keep whole in mind.
    pub fn is_usual(self) -> bool {
        self == Board::default()
    }

    /// A cell as players write it: a letter for the column, a number for the row from the top.
    pub fn name(self, cell: Cell) -> String {
        let (row, col) = self.place(cell);
        format!("{}{}", (b'a' + col as u8) as char, row + 1)
    }
}

const fn preset(rows: u8, cols: u8, wins: u8) -> Board {
    Board::Lines(LineBoard { rows, cols, wins })
}

/// Why a board cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// It is not written as a board is.
    #[error("\"{0}\" is not a board: write ROWSxCOLUMNSkIN-A-ROW, such as 4x4k4, or ultimate")]
    Shape(String),
    /// Too many or too few rows or columns.
    #[error("a board of {0}x{1} is not possible: rows and columns go from 1 to 15")]
    Size(u32, u32),
    /// Nobody could avoid winning.
    #[error("{0} in a row is not possible: it takes 2 or more")]
    TooShort(u32),
    /// Nobody could win.
    #[error("{0} in a row do not fit on a board of {1}x{2}")]
    TooLong(u32, u32, u32),
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Board::Lines(LineBoard { rows, cols, wins }) => write!(f, "{rows}x{cols}k{wins}"),
            Board::Ultimate => f.write_str("ultimate"),
        }
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        if text == "ultimate" {
            return Ok(Board::Ultimate);
        }
        let shape = || BoardError::Shape(text.chars().take(40).collect());
        let numbers = || {
            let (sides, wins) = text.split_once('k')?;
            let (rows, cols) = sides.split_once('x')?;
            Some((rows.parse().ok()?, cols.parse().ok()?, wins.parse().ok()?))
        };
        let (rows, cols, wins): (u32, u32, u32) = numbers().ok_or_else(shape)?;
        let small = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
        if rows > 255 || cols > 255 {
            return Err(BoardError::Size(rows, cols));
        }
        LineBoard::new(small(rows), small(cols), small(wins)).map(Board::Lines)
    }
}

impl TryFrom<String> for Board {
    type Error = BoardError;

    fn try_from(text: String) -> Result<Self, BoardError> {
        text.parse()
    }
}

impl From<Board> for String {
    fn from(board: Board) -> String {
        board.to_string()
    }
}
