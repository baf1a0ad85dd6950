//! Sets of cells as bits, and numbers for every cell.

use crate::games::dungeon::layout::{Cell, Map};

/// A set of cells of one map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSet(Vec<u64>);

impl CellSet {
    /// No cell of a map.
    pub fn of(map: &Map) -> Self {
        CellSet(vec![0; map.len().div_ceil(64)])
    }

    /// Whether a cell is in it; cells outside of the map are not.
    #[inline]
    pub fn has(&self, map: &Map, cell: Cell) -> bool {
        if !map.has(cell) {
            return false;
        }
        let at = map.index(cell);
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Whether the cell of a number is in it.
    #[inline]
    pub fn has_index(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Takes a cell of the map away.
    pub fn remove(&mut self, map: &Map, cell: Cell) {
        let at = map.index(cell);
        self.0[at / 64] &= !(1 << (at % 64));
    }

    /// Adds a cell of the map.
    #[inline]
    pub fn add(&mut self, map: &Map, cell: Cell) {
        let at = map.index(cell);
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Adds all cells of another set of the same map.
    pub fn add_all(&mut self, other: &CellSet) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Takes all cells away.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}
