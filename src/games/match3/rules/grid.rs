//! The cells of a board, and sets of cells as bits.
//!
//! A board lies in a 16 by 16 frame with two unused rows and columns on every side. Neighbours up to two cells away are
//! a shift away and need no bounds check.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Height and width of a board, each 5 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(u8, u8)", into = "(u8, u8)")]
pub struct Size {
    rows: u8,
    cols: u8,
}

/// The size of a board is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {rows} rows and {cols} columns is not possible: both must be from 5 to 12")]
pub struct SizeError {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The smallest number of rows or columns.
    pub const MIN: u8 = 5;
    /// The largest number of rows or columns.
    pub const MAX: u8 = 12;

    /// A size, if both sides are from 5 to 12.
    pub fn new(rows: u8, cols: u8) -> Result<Self, SizeError> {
        let range = Self::MIN..=Self::MAX;
        if range.contains(&rows) && range.contains(&cols) {
            Ok(Size { rows, cols })
        } else {
            Err(SizeError { rows, cols })
        }
    }

    /// Number of rows.
    #[inline]
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Number of columns.
    #[inline]
    pub fn cols(self) -> usize {
        self.cols.into()
    }

    /// Number of cells.
    pub fn area(self) -> usize {
        self.rows() * self.cols()
    }

    /// The cell at (row, col), counted from the top left; `None` if it is not on the board.
    pub fn cell(self, row: usize, col: usize) -> Option<Cell> {
        (row < self.rows() && col < self.cols()).then(|| Cell::at(row, col))
    }

    /// All cells, row by row from the top.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.rows()).flat_map(move |row| (0..self.cols()).map(move |col| Cell::at(row, col)))
    }

    /// The set of all cells.
    #[inline]
    pub fn all(self) -> Cells {
        let row = ((1u64 << self.cols) - 1) << 2;
        let mut all = Cells::default();
        for r in 2..2 + self.rows() {
            all.0[r / 4] |= row << (r % 4 * 16);
        }
        all
    }

    /// The cells of row `row`.
    #[inline]
    pub fn row(self, row: usize) -> Cells {
        let mut cells = Cells::default();
        cells.0[(row + 2) / 4] = (((1u64 << self.cols) - 1) << 2) << ((row + 2) % 4 * 16);
        cells
    }
}

impl TryFrom<(u8, u8)> for Size {
    type Error = SizeError;

    fn try_from((rows, cols): (u8, u8)) -> Result<Self, SizeError> {
        Size::new(rows, cols)
    }
}

impl From<Size> for (u8, u8) {
    fn from(size: Size) -> (u8, u8) {
        (size.rows, size.cols)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// A cell, as the number of its bit in the 16 by 16 frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row(), self.col())
    }
}

impl Cell {
    #[inline]
    pub(crate) const fn at(row: usize, col: usize) -> Self {
        Cell(((row + 2) * 16 + col + 2) as u8)
    }

    /// Its row, 0 at the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / 16 - 2
    }

    /// Its column, 0 at the left.
    #[inline]
    pub const fn col(self) -> usize {
        self.0 as usize % 16 - 2
    }

    /// Its index in an array of 256.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it lies above row 0, where new blocks come from.
    #[inline]
    pub(crate) const fn is_spawner(self) -> bool {
        self.0 < 32
    }

    /// The neighbour above; it may be off the board.
    #[inline]
    pub(crate) const fn above(self) -> Self {
        Cell(self.0 - 16)
    }

    /// The neighbour below; it may be off the board.
    #[inline]
    pub(crate) const fn below(self) -> Self {
        Cell(self.0 + 16)
    }

    /// The neighbour to the left; it may be off the board.
    #[inline]
    pub(crate) const fn left(self) -> Self {
        Cell(self.0 - 1)
    }

    /// The neighbour to the right; it may be off the board.
    #[inline]
    pub(crate) const fn right(self) -> Self {
        Cell(self.0 + 1)
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub(crate) [u64; 4]);

impl Cells {
    /// Whether it holds `cell`.
    #[inline]
    pub fn has(self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Adds `cell`.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Removes `cell`.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether it is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The number of cells.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Its first cell in reading order.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        let word = self.0.iter().position(|&w| w != 0)?;
        Some(Cell(
            (word * 64) as u8 + self.0[word].trailing_zeros() as u8,
        ))
    }

    /// Its `n`-th cell in reading order, from 0.
    #[inline]
    pub fn nth(self, mut n: u32) -> Option<Cell> {
        for (at, mut word) in self.0.into_iter().enumerate() {
            let here = word.count_ones();
            if n < here {
                for _ in 0..n {
                    word &= word - 1;
                }
                return Some(Cell((at * 64) as u8 + word.trailing_zeros() as u8));
            }
            n -= here;
        }
        None
    }

    /// Its cells in reading order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let cell = rest.first()?;
            rest.remove(cell);
            Some(cell)
        })
    }

    /// The cells whose right neighbour, `N` columns away, is in the set.
    #[inline]
    pub(crate) fn east<const N: u32>(self) -> Self {
        Cells(self.0.map(|w| w >> N))
    }

    /// The cells whose left neighbour, `N` columns away, is in the set.
    #[inline]
    pub(crate) fn west<const N: u32>(self) -> Self {
        Cells(self.0.map(|w| w << N))
    }

    /// The cells whose lower neighbour, `N` (at most 3) rows away, is in the set.
    #[inline]
    pub(crate) fn south<const N: u32>(self) -> Self {
        let [a, b, c, d] = self.0;
        let (k, rest) = (16 * N, 64 - 16 * N);
        Cells([
            a >> k | b << rest,
            b >> k | c << rest,
            c >> k | d << rest,
            d >> k,
        ])
    }

    /// The cells whose upper neighbour, `N` (at most 3) rows away, is in the set.
    #[inline]
    pub(crate) fn north<const N: u32>(self) -> Self {
        let [a, b, c, d] = self.0;
        let (k, rest) = (16 * N, 64 - 16 * N);
        Cells([
            a << k,
            b << k | a >> rest,
            c << k | b >> rest,
            d << k | c >> rest,
        ])
    }

    /// The mirror images of its cells, left for right, on a board with a number of columns.
    #[inline]
    pub fn mirrored_aside(self, cols: usize) -> Self {
        // Reversing a word reverses the columns of its four rows, and the rows, whose order is restored. A row has 16
        // bits, and a board has 12 columns at most.
        Cells(self.0.map(|word| {
            let word = word.reverse_bits();
            let word = word.rotate_left(32);
            let rows = (word & 0x0000_FFFF_0000_FFFF) << 16 | (word >> 16) & 0x0000_FFFF_0000_FFFF;
            rows >> (usize::from(Size::MAX) - cols)
        }))
    }

    /// The mirror images of its cells, top for bottom, on a board with a number of rows.
    #[inline]
    pub fn mirrored_below(self, rows: usize) -> Self {
        let row = |at: usize| self.0[at / 4] >> (16 * (at % 4)) & 0xFFFF;
        let mut mirrored = [0; 4];
        // Two empty rows lie above the board.
        for at in 2..rows + 2 {
            mirrored[at / 4] |= row(rows + 3 - at) << (16 * (at % 4));
        }
        Cells(mirrored)
    }

    /// The orthogonal neighbours of its cells. Some may lie off the board or in the set.
    #[inline]
    pub(crate) fn around(self) -> Self {
        self.east::<1>() | self.west::<1>() | self.south::<1>() | self.north::<1>()
    }

    /// The cells of the set that are connected to `seed` within it.
    #[inline]
    pub(crate) fn flood(self, seed: Cells) -> Self {
        let mut flooded = seed & self;
        loop {
            let wider = (flooded | flooded.around()) & self;
            if wider == flooded {
                return flooded;
            }
            flooded = wider;
        }
    }

    /// The number of its connected parts.
    pub fn components(self) -> u32 {
        let (mut rest, mut count) = (self, 0);
        while let Some(cell) = rest.first() {
            let mut seed = Cells::default();
            seed.insert(cell);
            rest = rest - self.flood(seed);
            count += 1;
        }
        count
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Cells::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl std::ops::BitAnd for Cells {
    type Output = Cells;
    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl std::ops::BitOr for Cells {
    type Output = Cells;
    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl std::ops::BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Cells) {
        *self = *self | other;
    }
}

impl std::ops::BitXor for Cells {
    type Output = Cells;
    #[inline]
    fn bitxor(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

/// Set difference.
impl std::ops::Sub for Cells {
    type Output = Cells;
    #[inline]
    fn sub(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_mirror_images_on_boards_of_every_size() {
        for (rows, cols) in (5..=12).flat_map(|rows| (5..=12).map(move |cols| (rows, cols))) {
            let size = Size::new(rows, cols).expect("a size");
            for cell in size.cells() {
                let only = |row, col| Cells::from_iter([Cell::at(row, col)]);
                let (row, col) = (cell.row(), cell.col());
                let (rows, cols) = (size.rows(), size.cols());
                let one = only(row, col);
                assert_eq!(one.mirrored_aside(cols), only(row, cols - 1 - col));
                assert_eq!(one.mirrored_below(rows), only(rows - 1 - row, col));
            }
        }
    }
}
