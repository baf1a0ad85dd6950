//! Regions and shortest ways on a grid of tiles.

/// A set of tile values: bit `v` stands for value `v`.
pub type Tiles = u32;

/// The set of some tile values.
pub const fn tiles(values: &[u8]) -> Tiles {
    let mut set = 0;
    let mut at = 0;
    while at < values.len() {
        set |= 1 << values[at];
        at += 1;
    }
    set
}

/// The distance of a cell that cannot be reached.
pub const UNREACHED: i32 = -1;

/// A rectangle of tiles, row by row.
#[derive(Clone, Copy)]
pub struct Grid<'a> {
    /// The number of columns.
    pub width: usize,
    /// The tile values.
    pub cells: &'a [u8],
}

impl<'a> Grid<'a> {
    /// A grid of rows of `width` cells.
    pub fn new(width: usize, cells: &'a [u8]) -> Self {
        Grid { width, cells }
    }

    /// Whether the cell's value is in `set`.
    pub fn has(&self, cell: usize, set: Tiles) -> bool {
        set >> self.cells[cell] & 1 == 1
    }

    /// The number of cells whose value is in `set`.
    pub fn count(&self, set: Tiles) -> usize {
        (0..self.cells.len()).filter(|&c| self.has(c, set)).count()
    }

    /// The first cell with this value.
    pub fn find(&self, value: u8) -> Option<usize> {
        self.cells.iter().position(|&v| v == value)
    }

    /// The neighbours of a cell: left, right, above, below.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, count) = (self.width, self.cells.len());
        let x = cell % width;
        let left = (x > 0).then(|| cell - 1);
        let right = (x + 1 < width).then(|| cell + 1);
        let above = cell.checked_sub(width);
        let below = Some(cell + width).filter(|&c| c < count);
        [left, right, above, below].into_iter().flatten()
    }

    /// The number of steps from `start` to each cell over cells of `passable`.
    pub fn distances(&self, start: usize, passable: Tiles) -> Vec<i32> {
        let mut distance = vec![UNREACHED; self.cells.len()];
        self.walk(start, passable, &mut distance);
        distance
    }

    /// Fills in the distances from `start`, and returns the cells that are reached, the nearest first. All cells of
    /// `distance` must be unreached, or belong to other regions.
    fn walk(&self, start: usize, passable: Tiles, distance: &mut [i32]) -> Vec<usize> {
        let mut queue = Vec::with_capacity(self.cells.len());
        if !self.has(start, passable) || distance[start] != UNREACHED {
            return queue;
        }
        distance[start] = 0;
        queue.push(start);
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for to in self.neighbours(cell) {
                if distance[to] == UNREACHED && self.has(to, passable) {
                    distance[to] = distance[cell] + 1;
                    queue.push(to);
                }
            }
        }
        queue
    }

    /// The number of regions that cells of `passable` form.
    pub fn regions(&self, passable: Tiles) -> usize {
        let mut distance = vec![UNREACHED; self.cells.len()];
        (0..self.cells.len())
            .filter(|&cell| !self.walk(cell, passable, &mut distance).is_empty())
            .count()
    }

    /// The number of regions, and the longest of the shortest ways that are found by going twice to the farthest cell:
    /// from the first cell of a region, and from there.
    pub fn regions_and_longest(&self, passable: Tiles) -> (usize, i32) {
        let mut first = vec![UNREACHED; self.cells.len()];
        let mut second = vec![UNREACHED; self.cells.len()];
        let (mut regions, mut longest) = (0, 0);
        for cell in 0..self.cells.len() {
            let reached = self.walk(cell, passable, &mut first);
            let Some(&last) = reached.last() else {
                continue;
            };
            regions += 1;
            // The first of the farthest cells in the order of the rows is taken.
            let farthest = reached.iter().rev().copied();
            let farthest = farthest.take_while(|&c| first[c] == first[last]).min();
            let back = self.walk(farthest.unwrap_or(last), passable, &mut second);
            longest = longest.max(back.last().map_or(0, |&c| second[c]));
        }
        (regions, longest)
    }

    /// The cells of the way to `end` in a field of distances, from its start; empty if there is no way.
    pub fn way(&self, distance: &[i32], end: usize) -> Vec<usize> {
        if distance[end] <= 0 {
            return Vec::new();
        }
        let mut way = vec![end];
        let mut cell = end;
        while distance[cell] > 0 {
            let nearer = self.neighbours(cell);
            let mut nearer = nearer.filter(|&c| distance[c] == distance[cell] - 1);
            cell = nearer.next().expect("a reached cell has a nearer one");
            way.push(cell);
        }
        way.reverse();
        way
    }
}
