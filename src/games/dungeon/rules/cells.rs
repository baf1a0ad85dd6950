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

    /// Adds cells of a row of the map, given as bits from one cell on to the right. That cell may lie outside of the
    /// map, but the cells that are added may not.
    pub fn add_row(&mut self, map: &Map, first: Cell, row: u32) {
        if row == 0 {
            return;
        }
        let outside = (-first.x).max(0);
        let from = map.index(first.step((outside, 0)));
        let bits = u128::from(row >> outside) << (from % 64);
        self.0[from / 64] |= bits as u64;
        if let Some(next) = self.0.get_mut(from / 64 + 1) {
            *next |= (bits >> 64) as u64;
        }
    }

    /// Whether the set holds all eight cells around a cell of the map.
    #[inline]
    pub fn has_all_around(&self, map: &Map, cell: Cell) -> bool {
        let inside = 0 < cell.x && cell.x + 1 < map.width && 0 < cell.y && cell.y + 1 < map.height;
        inside && {
            let middle = map.index(cell) - 1;
            let width = map.width as usize;
            self.three_from(middle - width) == 7
                && self.three_from(middle + width) == 7
                && self.three_from(middle) & 5 == 5
        }
    }

    /// Whether the set holds the cells of three successive indices, as bits.
    #[inline]
    fn three_from(&self, index: usize) -> u64 {
        let (word, at) = (index / 64, index % 64);
        let low = self.0[word] >> at;
        let high = match at {
            0..=61 => 0,
            _ => self.0.get(word + 1).map_or(0, |next| next << (64 - at)),
        };
        (low | high) & 7
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
