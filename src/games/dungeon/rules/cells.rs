//! Sets of cells as bits.

use crate::games::dungeon::map::{Cell, Map};

/// A set of cells of one map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSet(Vec<u64>);

impl CellSet {
    /// The set without cells, for the cells of a map.
    pub fn of(map: &Map) -> Self {
        CellSet(vec![0; map.len().div_ceil(64)])
    }

    /// Whether the set holds a cell; it holds no cell outside of the map.
    #[inline]
    pub fn has(&self, map: &Map, cell: Cell) -> bool {
        if !map.has(cell) {
            return false;
        }
        let at = map.index(cell);
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Whether the set holds the cell of an index.
    #[inline]
    pub fn has_index(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Removes a cell of the map.
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

    /// Removes all cells.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The number of cells in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set holds no cell.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}
