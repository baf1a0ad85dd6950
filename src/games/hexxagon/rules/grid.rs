//! The grid that all boards are cut from, and bitboards over the cells of one board.
//!
//! The grid has 81 hexagonal cells: nine columns of nine, odd columns shifted up by half a cell
//! (Chang, Hexxagon). A board numbers its own cells without gaps, so a set of them fits in one
//! machine word unless the board has more than 64.

use serde::{Deserialize, Serialize};

use super::word::Word;

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

/// The index of a cell on one board, 0 to 80.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellIndex(pub u8);

impl CellIndex {
    /// Returns the index for arrays.
    #[inline]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }

    /// Returns the bitboard with this cell alone.
    #[inline]
    pub fn alone<W: Word>(self) -> Bitboard<W> {
        Bitboard(W::bit(self))
    }
}

/// A set of the cells of one board, one bit for each [`CellIndex`]. Boards of at most 64 cells use
/// words of 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard<W = u64>(pub W);

/// A set of the cells of any board, for all that need not be fast.
pub type CellSet = Bitboard<u128>;

impl<W: Word> Bitboard<W> {
    /// Returns the empty set.
    #[inline]
    pub fn none() -> Self {
        Bitboard::default()
    }

    /// Returns the number of cells in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count()
    }

    /// Tells whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::default()
    }

    /// Tells whether the set contains a cell.
    #[inline]
    pub fn has(self, index: CellIndex) -> bool {
        self.0.has(index)
    }

    /// Returns the intersection.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Bitboard(self.0 & other.0)
    }

    /// Returns the union.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        Bitboard(self.0 | other.0)
    }

    /// Returns the cells that are not in the other set.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        Bitboard(self.0 & !other.0)
    }

    /// Returns the same cells in another word. Cells for which it has no bit are left out.
    pub fn in_word<V: Word>(self) -> Bitboard<V> {
        let fits = |index: &CellIndex| u32::from(index.0) >> V::INDEX_BITS == 0;
        self.filter(fits)
            .fold(Bitboard::none(), |set, index| set.or(index.alone()))
    }
}

impl<W: Word> Iterator for Bitboard<W> {
    type Item = CellIndex;

    /// Removes and returns the cell with the lowest index.
    #[inline]
    fn next(&mut self) -> Option<CellIndex> {
        if self.is_empty() {
            return None;
        }
        let index = self.0.first();
        self.0 = self.0.without_first();
        Some(index)
    }
}
