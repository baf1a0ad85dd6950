//! The grid that all boards are cut from: 81 hexagonal cells, nine columns of nine, odd columns
//! shifted up by half a cell. And the spots of one board: its cells, numbered without gaps, so that
//! a set of them is one machine word.

use serde::{Deserialize, Serialize};

/// A cell of the grid, 0 to 80: 9 times the column and the row, columns left to right, rows bottom
/// to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u8);

impl Cell {
    /// Columns, and rows of each.
    pub const SIDE: usize = 9;
    /// How many there are.
    pub const COUNT: usize = Self::SIDE * Self::SIDE;

    /// The cell of a number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (usize::from(number) < Self::COUNT).then_some(Cell(number))
    }

    /// All cells.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..Self::COUNT as u8).map(Cell)
    }

    /// Its column, left to right.
    pub const fn col(self) -> usize {
        self.0 as usize / Self::SIDE
    }

    /// Its row, bottom to top.
    pub const fn row(self) -> usize {
        self.0 as usize % Self::SIDE
    }

    /// Its height in half cells.
    const fn height(self) -> i32 {
        (2 * self.row() + self.col() % 2) as i32
    }

    /// Steps from one cell to another over the grid.
    pub fn distance(self, other: Cell) -> u32 {
        let across = (self.col() as i32 - other.col() as i32).unsigned_abs();
        let up = (self.height() - other.height()).unsigned_abs();
        across + up.saturating_sub(across) / 2
    }
}

/// A cell of one board by its number there, 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot(pub u8);

impl Spot {
    /// Its number for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & 63
    }

    /// The set of it alone.
    #[inline]
    pub const fn alone(self) -> Spots {
        Spots(1 << (self.0 & 63))
    }
}

/// A set of spots of one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spots(pub u64);

impl Spots {
    /// No spot.
    pub const NONE: Spots = Spots(0);

    /// How many there are.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a spot is among them.
    #[inline]
    pub const fn has(self, spot: Spot) -> bool {
        self.0 >> (spot.0 & 63) & 1 == 1
    }

    /// Those in both.
    #[inline]
    pub const fn and(self, other: Spots) -> Spots {
        Spots(self.0 & other.0)
    }

    /// Those in either.
    #[inline]
    pub const fn or(self, other: Spots) -> Spots {
        Spots(self.0 | other.0)
    }

    /// Those that are not in the other.
    #[inline]
    pub const fn without(self, other: Spots) -> Spots {
        Spots(self.0 & !other.0)
    }
}

impl Iterator for Spots {
    type Item = Spot;

    /// Takes out the lowest.
    #[inline]
    fn next(&mut self) -> Option<Spot> {
        if self.0 == 0 {
            return None;
        }
        let spot = Spot(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(spot)
    }
}
