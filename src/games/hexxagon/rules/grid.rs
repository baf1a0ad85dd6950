//! The grid that all boards are cut from, and bitboards over the cells of one board.
//!
//! The grid has 81 hexagonal cells: nine columns of nine, odd columns shifted up by half a cell
//! (Chang, Hexxagon). A board numbers its own cells without gaps, so a set of them fits in one
//! machine word.

use serde::{Deserialize, Serialize};

/// A cell of the grid, 0 to 80: `9 * column + row`. Columns run left to right, rows bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u8);

impl Cell {
    /// Number of columns, and of rows in each column.
    pub const SIDE: usize = 9;
    /// Number of cells.
    pub const COUNT: usize = Self::SIDE * Self::SIDE;

    /// Returns the cell with this number; `None` above 80.
    pub fn new(number: u8) -> Option<Self> {
        (usize::from(number) < Self::COUNT).then_some(Cell(number))
    }

    /// Iterates over all cells, ascending.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..Self::COUNT as u8).map(Cell)
    }

    /// Returns the column, 0 to 8 from left to right.
    pub const fn col(self) -> usize {
        self.0 as usize / Self::SIDE
    }

    /// Returns the row, 0 to 8 from bottom to top.
    pub const fn row(self) -> usize {
        self.0 as usize % Self::SIDE
    }

    /// Returns the height of the cell's centre in half cells.
    const fn height(self) -> i32 {
        (2 * self.row() + self.col() % 2) as i32
    }

    /// Returns the number of steps between two cells on the full grid.
    pub fn distance(self, other: Cell) -> u32 {
        let across = (self.col() as i32 - other.col() as i32).unsigned_abs();
        let up = (self.height() - other.height()).unsigned_abs();
        across + up.saturating_sub(across) / 2
    }
}

/// The index of a cell on one board, 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellIndex(pub u8);

impl CellIndex {
    /// Returns the index for arrays of 64.
    #[inline]
    pub const fn as_usize(self) -> usize {
        self.0 as usize & 63
    }

    /// Returns the bitboard with this cell alone.
    #[inline]
    pub const fn alone(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }
}

/// A set of the cells of one board, one bit for each [`CellIndex`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const NONE: Bitboard = Bitboard(0);

    /// Returns the number of cells in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Tells whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether the set contains a cell.
    #[inline]
    pub const fn has(self, index: CellIndex) -> bool {
        self.0 >> (index.0 & 63) & 1 == 1
    }

    /// Returns the intersection.
    #[inline]
    pub const fn and(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }

    /// Returns the union.
    #[inline]
    pub const fn or(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    /// Returns the cells that are not in the other set.
    #[inline]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Iterator for Bitboard {
    type Item = CellIndex;

    /// Removes and returns the cell with the lowest index.
    #[inline]
    fn next(&mut self) -> Option<CellIndex> {
        if self.0 == 0 {
            return None;
        }
        let index = CellIndex(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(index)
    }
}
