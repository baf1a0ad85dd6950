//! The boards: m x n with k in a row (an m,n,k-game), or Ultimate.

use std::fmt;
use std::str::FromStr;

use crate::base::{SHORT, excerpt, parse_digits};
use serde::{Deserialize, Serialize};

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
}

impl Side {
    /// Both sides, in the order of their moves.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other side.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A cell, counted row by row from the upper left. The rows of the Ultimate board are nine cells long and
/// run through three small boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u8);

impl Cell {
    /// The number of the cell, as an index.
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
    /// The greatest number of rows or columns.
    pub const MAX_SIDE: u8 = 15;
    /// The standard board, 3x3 with three in a row.
    pub const USUAL: LineBoard = LineBoard {
        rows: 3,
        cols: 3,
        wins: 3,
    };

    /// A board of `rows` x `cols` on which `wins` in a row win. Returns an error if it cannot be
    /// played.
    pub fn new(rows: u8, cols: u8, wins: u8) -> Result<Self, BoardError> {
        let side = 1..=Self::MAX_SIDE;
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

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// The number of marks in a row that win.
    pub const fn wins(self) -> usize {
        self.wins as usize
    }

    /// The number of cells, 2 to 225.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }
}

/// A board of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Board {
    /// An m x n board on which k in a row win.
    Lines(LineBoard),
    /// Nine small boards. The cell of the last move decides the board of the next one.
    Ultimate,
}

impl Default for Board {
    fn default() -> Self {
        Board::Lines(LineBoard::USUAL)
    }
}

impl Board {
    /// The boards that the setup page offers.
    pub const PRESETS: [Board; 6] = [
        preset(3, 3, 3),
        preset(3, 4, 3),
        preset(4, 4, 4),
        preset(5, 5, 4),
        preset(15, 15, 5),
        Board::Ultimate,
    ];

    /// The number of rows of cells.
    pub const fn rows(self) -> usize {
        match self {
            Board::Lines(lines) => lines.rows(),
            Board::Ultimate => 9,
        }
    }

    /// The number of columns of cells.
    pub const fn cols(self) -> usize {
        match self {
            Board::Lines(lines) => lines.cols(),
            Board::Ultimate => 9,
        }
    }

    /// The number of cells.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The cell in a row and a column; `None` if they are outside the board.
    pub fn cell(self, row: usize, col: usize) -> Option<Cell> {
        let inside = row < self.rows() && col < self.cols();
        inside.then(|| Cell((row * self.cols() + col) as u8))
    }

    /// The row and the column of a cell.
    pub const fn place(self, cell: Cell) -> (usize, usize) {
        (cell.index() / self.cols(), cell.index() % self.cols())
    }

    /// Whether it is the standard 3x3 board, the only one whose classes of positions are tabulated.
    pub fn is_usual(self) -> bool {
        self == Board::default()
    }

    /// The name of a cell: a letter for the column and a number for the row, counted from the top.
    pub fn name(self, cell: Cell) -> String {
        let (row, col) = self.place(cell);
        format!("{}{}", (b'a' + col as u8) as char, row + 1)
    }
}

const fn preset(rows: u8, cols: u8, wins: u8) -> Board {
    Board::Lines(LineBoard { rows, cols, wins })
}

/// A text that is no board, or a board that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text does not have the form of a board.
    #[error("\"{0}\" is not a board: write ROWSxCOLUMNSkIN-A-ROW, such as 4x4k4, or ultimate")]
    Shape(String),
    /// There are too many or too few rows or columns.
    #[error("a board of {0}x{1} is not possible: rows and columns go from 1 to 15")]
    Size(u32, u32),
    /// One mark in a row would win at once.
    #[error("{0} in a row is not possible: it takes 2 or more")]
    TooShort(u32),
    /// No line would fit on the board.
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
        let shape = || BoardError::Shape(excerpt(text, SHORT));
        let numbers = || {
            let (sides, wins) = text.split_once('k')?;
            let (rows, cols) = sides.split_once('x')?;
            Some((
                parse_digits(rows)?,
                parse_digits(cols)?,
                parse_digits(wins)?,
            ))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_up_to_15_x_15_on_which_a_line_fits_are_possible() {
        for (rows, cols, wins, expected) in [
            (3, 3, 3, Ok(())),
            (1, 2, 2, Ok(())),
            (15, 15, 15, Ok(())),
            (2, 15, 15, Ok(())),
            (0, 3, 2, Err(BoardError::Size(0, 3))),
            (3, 0, 2, Err(BoardError::Size(3, 0))),
            (16, 3, 3, Err(BoardError::Size(16, 3))),
            (3, 16, 3, Err(BoardError::Size(3, 16))),
            (3, 3, 1, Err(BoardError::TooShort(1))),
            (3, 4, 5, Err(BoardError::TooLong(5, 3, 4))),
        ] {
            let board = LineBoard::new(rows, cols, wins);
            assert_eq!(board.clone().map(|_| ()), expected);
            if let Ok(board) = board {
                let sides = (board.rows(), board.cols(), board.wins());
                assert_eq!(sides, (rows.into(), cols.into(), wins.into()));
                assert_eq!(board.cells(), usize::from(rows) * usize::from(cols));
            }
        }
    }

    #[test]
    fn boards_are_read_as_they_are_written() {
        for text in ["3x3k3", "2x15k7", "ultimate"] {
            let board: Board = text.parse().expect("a board");
            assert_eq!(board.to_string(), text);
            assert_eq!(Board::try_from(text.to_owned()), Ok(board));
            assert_eq!(String::from(board), text);
        }
        for shapeless in ["", "3x3", "3k3", "k", "3x3kx", "-3x3k3", "Ultimate"] {
            let read = shapeless.parse::<Board>();
            assert_eq!(read, Err(BoardError::Shape(shapeless.to_owned())));
        }
        for (text, error) in [
            ("256x3k3", BoardError::Size(256, 3)),
            ("3x1000k3", BoardError::Size(3, 1_000)),
            ("255x3k3", BoardError::Size(255, 3)),
            ("3x3k256", BoardError::TooLong(255, 3, 3)),
            ("3x3k4", BoardError::TooLong(4, 3, 3)),
        ] {
            assert_eq!(text.parse::<Board>(), Err(error), "{text}");
        }
    }

    #[test]
    fn cells_are_counted_row_by_row_and_named_by_column_and_row() {
        let board: Board = "3x5k3".parse().expect("a board");
        assert_eq!((board.rows(), board.cols(), board.cells()), (3, 5, 15));
        assert_eq!(board.cell(1, 2), Some(Cell(7)));
        assert_eq!(board.cell(2, 4), Some(Cell(14)));
        assert_eq!((board.cell(3, 0), board.cell(0, 5)), (None, None));
        assert_eq!(
            (board.place(Cell(7)), board.place(Cell(14))),
            ((1, 2), (2, 4))
        );
        assert_eq!(
            (board.name(Cell(7)), board.name(Cell(14))),
            ("c2".into(), "e3".into())
        );
        let ultimate = Board::Ultimate;
        assert_eq!(
            (ultimate.rows(), ultimate.cols(), ultimate.cells()),
            (9, 9, 81)
        );
        assert_eq!(ultimate.place(Cell(80)), (8, 8));
    }

    #[test]
    fn only_3_x_3_is_the_usual_board() {
        assert!(Board::default().is_usual());
        assert_eq!(Board::default().to_string(), "3x3k3");
        assert!(Board::PRESETS[1..].iter().all(|board| !board.is_usual()));
    }

    #[test]
    fn the_sides_are_each_others_rivals() {
        assert_eq!(Side::BOTH.map(Side::other), [Side::Second, Side::First]);
        assert_eq!(Side::BOTH.map(Side::index), [0, 1]);
        assert_eq!(Cell(200).index(), 200);
    }
}
