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

#[cfg(test)]
mod tests {
    use super::*;

    fn set<W: Word>(indices: &[u8]) -> Bitboard<W> {
        let add = |set: Bitboard<W>, index: &u8| set.or(CellIndex(*index).alone());
        indices.iter().fold(Bitboard::none(), add)
    }

    fn indices<W: Word>(set: Bitboard<W>) -> Vec<u8> {
        set.map(|index| index.0).collect()
    }

    #[test]
    fn the_grid_has_nine_columns_of_nine_cells() {
        assert_eq!((Cell::new(80), Cell::new(81)), (Some(Cell(80)), None));
        let all: Vec<u8> = Cell::all().map(|cell| cell.0).collect();
        assert_eq!(all, (0..81).collect::<Vec<_>>());
        for (cell, place) in [(0, (0, 0)), (8, (0, 8)), (9, (1, 0)), (80, (8, 8))] {
            assert_eq!((Cell(cell).col(), Cell(cell).row()), place);
        }
    }

    #[test]
    fn the_distance_is_the_least_number_of_steps() {
        for start in Cell::all() {
            let mut steps = [None; Cell::COUNT];
            steps[usize::from(start.0)] = Some(0);
            // A step leads to the next cell of the column, or to one that lies half a cell higher or lower.
            let half = |cell: Cell| 2 * cell.row() + cell.col() % 2;
            let is_step = |from: Cell, to: Cell| {
                let up = half(from).abs_diff(half(to));
                matches!((from.col().abs_diff(to.col()), up), (0, 2) | (1, 1))
            };
            let mut reached = vec![start];
            let mut at = 0;
            while let Some(&from) = reached.get(at) {
                let next = steps[usize::from(from.0)].map(|count: u32| count + 1);
                for to in Cell::all().filter(|to| is_step(from, *to)) {
                    let count = &mut steps[usize::from(to.0)];
                    if count.is_none() {
                        *count = next;
                        reached.push(to);
                    }
                }
                at += 1;
            }
            for cell in Cell::all() {
                assert_eq!(Some(start.distance(cell)), steps[usize::from(cell.0)]);
            }
        }
    }

    #[test]
    fn sets_in_both_words_hold_their_cells() {
        fn check<W: Word>() {
            let (some, others) = (set::<W>(&[0, 5, 63]), set::<W>(&[5, 7]));
            assert_eq!(indices(some), [0, 5, 63]);
            assert_eq!((some.count(), Bitboard::<W>::none().count()), (3, 0));
            assert!(some.has(CellIndex(63)) && !some.has(CellIndex(62)));
            assert!(!some.is_empty() && Bitboard::<W>::none().is_empty());
            assert_eq!(indices(some.and(others)), [5]);
            assert_eq!(indices(some.or(others)), [0, 5, 7, 63]);
            assert_eq!(indices(some.without(others)), [0, 63]);
            assert_eq!(CellIndex(7).as_usize(), 7);
        }
        check::<u64>();
        check::<u128>();
    }

    #[test]
    fn another_word_takes_the_cells_for_which_it_has_a_bit() {
        let wide: CellSet = set(&[1, 63, 64, 80]);
        assert_eq!(indices(wide.in_word::<u64>()), [1, 63]);
        assert_eq!(wide.in_word::<u128>(), wide);
        let narrow: Bitboard = set(&[1, 63]);
        assert_eq!(narrow.in_word::<u128>(), set(&[1, 63]));
    }
}
