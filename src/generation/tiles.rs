//! Operators on maps of tiles: they dig mazes, bend corridors and move tiles. They change a map without measuring it.

use crate::base::Stream;

/// A rectangular map of tiles, row by row. One tile value is solid, all others are open.
pub struct TileMap<'a> {
    width: usize,
    solid: u8,
    cells: &'a mut [u8],
}

/// The parameters of digging a maze.
#[derive(Clone, Copy, Debug)]
pub struct Digging {
    /// The tile that is dug.
    pub empty: u8,
    /// The number of open cells at which digging ends.
    pub amount: usize,
    /// The probability, 0 to 1, that digging goes on from the newest cell; otherwise it goes on from a random one. High
    /// values give long corridors, low ones many branches.
    pub winding: f64,
}

/// The number of rounds in which a corridor grows. After each round that left it too short, a part of it is buried.
const CORRIDOR_ROUNDS: usize = 50;

impl<'a> TileMap<'a> {
    /// A map of rows of `width` cells, in which the tile `solid` is a wall.
    pub fn new(width: usize, solid: u8, cells: &'a mut [u8]) -> Self {
        TileMap {
            width,
            solid,
            cells,
        }
    }

    fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    fn is_open(&self, cell: usize) -> bool {
        self.cells[cell] != self.solid
    }

    /// The number of open cells.
    pub fn open(&self) -> usize {
        self.cells
            .iter()
            .filter(|&&tile| tile != self.solid)
            .count()
    }

    /// The cell beside `cell` in a direction: 0 left, 1 right, 2 up, 3 down.
    fn beside(&self, cell: usize, direction: usize) -> Option<usize> {
        let x = cell % self.width;
        match direction {
            0 if x > 0 => Some(cell - 1),
            1 if x + 1 < self.width => Some(cell + 1),
            2 => cell.checked_sub(self.width),
            3 if cell + self.width < self.cells.len() => Some(cell + self.width),
            _ => None,
        }
    }

    /// Whether there is an open cell in a direction.
    fn opens(&self, cell: usize, direction: usize) -> bool {
        self.beside(cell, direction)
            .is_some_and(|c| self.is_open(c))
    }

    fn open_neighbours(&self, cell: usize) -> usize {
        (0..4).filter(|&d| self.opens(cell, d)).count()
    }

    /// A random cell with this tile, if there is one.
    pub fn find(&self, tile: u8, rng: &mut Stream) -> Option<usize> {
        let count = self.cells.iter().filter(|&&t| t == tile).count();
        let number = rng.random_below(count as u32) as usize;
        let mut cells = (0..self.cells.len()).filter(|&cell| self.cells[cell] == tile);
        cells.nth(number)
    }

    /// Puts `tile` on a random cell that has the tile `on`, if there is one. Returns the cell.
    pub fn put(&mut self, tile: u8, on: u8, rng: &mut Stream) -> Option<usize> {
        let cell = self.find(on, rng)?;
        self.cells[cell] = tile;
        Some(cell)
    }

    /// Exchanges the places of a random `tile` and a random tile `onto`.
    pub fn move_tile(&mut self, tile: u8, onto: u8, rng: &mut Stream) {
        if let (Some(from), Some(to)) = (self.find(tile, rng), self.find(onto, rng)) {
            self.cells.swap(from, to);
        }
    }

    /// Digs on from the open cells, or from a random cell if there are none. A cell is dug only if it has exactly one
    /// open neighbour, so that neither a loop nor a second region is made.
    pub fn dig(&mut self, how: Digging, rng: &mut Stream) {
        let mut ends: Vec<usize> = (0..self.cells.len()).filter(|&c| self.is_open(c)).collect();
        rng.shuffle(&mut ends);
        let mut open = ends.len();
        if ends.is_empty() {
            let start = rng.random_below(self.cells.len() as u32) as usize;
            self.cells[start] = how.empty;
            ends.push(start);
            open = 1;
        }
        while open < how.amount && !ends.is_empty() {
            let at = if rng.random_f64() < how.winding {
                ends.len() - 1
            } else {
                rng.random_below(ends.len() as u32) as usize
            };
            match self.cell_to_dig(ends[at], rng) {
                Some(cell) => {
                    self.cells[cell] = how.empty;
                    open += 1;
                    ends.push(cell);
                }
                None => {
                    ends.remove(at);
                }
            }
        }
    }

    /// Digs a corridor of `length` cells into a map that is solid, and returns its cells from one end to the other.
    /// Each of its cells is beside no other of them than the one before and the one after. It grows at both ends and
    /// bends; if it can do neither, a part of it is buried. It is shorter if there is not enough space.
    pub fn dig_corridor(&mut self, empty: u8, length: usize, rng: &mut Stream) -> Vec<usize> {
        let start = rng.random_below(self.cells.len() as u32) as usize;
        self.cells[start] = empty;
        let mut corridor = vec![start];
        let mut longest = Vec::new();
        for _ in 0..CORRIDOR_ROUNDS {
            while corridor.len() < length && self.lengthen(&mut corridor, empty, rng) {}
            if corridor.len() > longest.len() {
                longest.clone_from(&corridor);
            }
            if longest.len() >= length {
                break;
            }
            let left = 1 + rng.random_below(corridor.len() as u32) as usize;
            self.fill(&corridor[left..], self.solid);
            corridor.truncate(left);
        }
        longest.truncate(length);
        self.fill(&corridor, self.solid);
        self.fill(&longest, empty);
        longest
    }

    /// Puts a tile on some cells.
    fn fill(&mut self, cells: &[usize], tile: u8) {
        for &cell in cells {
            self.cells[cell] = tile;
        }
    }

    /// Makes a corridor longer by a cell at one of its ends, or else by a bend. Returns whether it was possible.
    fn lengthen(&mut self, corridor: &mut Vec<usize>, empty: u8, rng: &mut Stream) -> bool {
        for _ in 0..2 {
            let end = corridor.last().and_then(|&end| self.cell_to_dig(end, rng));
            if let Some(cell) = end {
                self.cells[cell] = empty;
                corridor.push(cell);
                return true;
            }
            corridor.reverse();
        }
        let first = rng.random_below(corridor.len() as u32) as usize;
        let places = (first..corridor.len()).chain(0..first);
        let mut bends = places.flat_map(|at| (0..4).map(move |side| (at, side)));
        bends.any(|(at, side)| self.bend_corridor(corridor, at, side, empty))
    }

    /// Bends a corridor towards `side` at one of its cells, if that is possible.
    fn bend_corridor(
        &mut self,
        corridor: &mut Vec<usize>,
        at: usize,
        side: usize,
        empty: u8,
    ) -> bool {
        let is_end = at == 0 || at + 1 == corridor.len();
        if is_end || !self.bend_at(corridor[at], side, empty) {
            return false;
        }
        let beside = |cell: &usize| self.beside(*cell, side);
        let bent: Vec<usize> = corridor[at - 1..=at + 1]
            .iter()
            .filter_map(beside)
            .collect();
        corridor.splice(at..=at, bent);
        true
    }

    /// A random solid cell beside `cell` that has no other open neighbour.
    fn cell_to_dig(&self, cell: usize, rng: &mut Stream) -> Option<usize> {
        let mut choices = [0; 4];
        let mut count = 0;
        for direction in 0..4 {
            let beside = self.beside(cell, direction);
            if let Some(c) = beside.filter(|&c| !self.is_open(c) && self.open_neighbours(c) == 1) {
                choices[count] = c;
                count += 1;
            }
        }
        rng.choose(&choices[..count]).copied()
    }

    /// The cells of a random rectangle of up to `most` x `most` cells.
    fn rectangle(&self, most: usize, rng: &mut Stream) -> Vec<usize> {
        let mut side = |whole: usize| {
            let length = 1 + rng.random_below(most.clamp(1, whole) as u32) as usize;
            let start = rng.random_below((whole - length + 1) as u32) as usize;
            start..start + length
        };
        let (columns, rows) = (side(self.width), side(self.height()));
        rows.flat_map(|y| columns.clone().map(move |x| (x, y)))
            .map(|(x, y)| y * self.width + x)
            .collect()
    }

    /// Makes all cells of a random rectangle of up to `most` x `most` cells solid.
    pub fn bury(&mut self, most: usize, rng: &mut Stream) {
        for cell in self.rectangle(most, rng) {
            self.cells[cell] = self.solid;
        }
    }

    /// Makes dead ends solid in a random rectangle of up to `most` x `most` cells, until it has none with the tile
    /// `empty`. Corridors that lead through it stay.
    pub fn trim(&mut self, most: usize, empty: u8, rng: &mut Stream) {
        let cells = self.rectangle(most, rng);
        loop {
            let before = self.open();
            for &cell in &cells {
                if self.cells[cell] == empty && self.open_neighbours(cell) <= 1 {
                    self.cells[cell] = self.solid;
                }
            }
            if self.open() == before {
                return;
            }
        }
    }

    /// Shuffles the tiles of the open cells in a random rectangle of up to `most` x `most` cells.
    pub fn shuffle_open(&mut self, most: usize, rng: &mut Stream) {
        let mut cells = self.rectangle(most, rng);
        cells.retain(|&cell| self.is_open(cell));
        let mut tiles: Vec<u8> = cells.iter().map(|&cell| self.cells[cell]).collect();
        rng.shuffle(&mut tiles);
        for (cell, tile) in cells.into_iter().zip(tiles) {
            self.cells[cell] = tile;
        }
    }

    /// Makes every open cell solid that cannot be reached from a random open one.
    pub fn keep_one_region(&mut self, rng: &mut Stream) {
        let open: Vec<usize> = (0..self.cells.len()).filter(|&c| self.is_open(c)).collect();
        let Some(&start) = rng.choose(&open) else {
            return;
        };
        let mut kept = vec![false; self.cells.len()];
        kept[start] = true;
        let mut queue = vec![start];
        while let Some(cell) = queue.pop() {
            for next in (0..4).filter_map(|d| self.beside(cell, d)) {
                if self.is_open(next) && !kept[next] {
                    kept[next] = true;
                    queue.push(next);
                }
            }
        }
        for cell in open {
            if !kept[cell] {
                self.cells[cell] = self.solid;
            }
        }
    }

    /// Bends a corridor: a cell between two open ones moves one step to the side, with two new cells of the tile
    /// `empty`, if there are enough solid cells around it. The corridor is then 2 steps longer. Returns whether it was
    /// possible.
    pub fn bend(&mut self, empty: u8, rng: &mut Stream) -> bool {
        let start = rng.random_below(self.cells.len() as u32) as usize;
        let first = rng.random_below(4) as usize;
        for offset in 0..self.cells.len() {
            let cell = (start + offset) % self.cells.len();
            for turn in 0..4 {
                if self.bend_at(cell, (first + turn) % 4, empty) {
                    return true;
                }
            }
        }
        false
    }

    /// Bends the corridor at `cell` towards `side`.
    fn bend_at(&mut self, cell: usize, side: usize, empty: u8) -> bool {
        let (before, after) = if side < 2 { (2, 3) } else { (0, 1) };
        let corridor = self.is_open(cell)
            && self.opens(cell, before)
            && self.opens(cell, after)
            && !self.opens(cell, side ^ 1);
        let along = |map: &Self, cell: usize, direction: usize| map.beside(cell, direction);
        let Some(middle) = along(self, cell, side).filter(|_| corridor) else {
            return false;
        };
        let (Some(left), Some(right)) = (along(self, middle, before), along(self, middle, after))
        else {
            return false;
        };
        if [left, middle, right].iter().any(|&c| self.is_open(c)) {
            return false;
        }
        let is_free = !self.opens(left, side)
            && !self.opens(left, before)
            && !self.opens(middle, side)
            && !self.opens(right, side)
            && !self.opens(right, after);
        if is_free {
            self.cells[middle] = self.cells[cell];
            self.cells[cell] = self.solid;
            self.cells[left] = empty;
            self.cells[right] = empty;
        }
        is_free
    }
}

#[cfg(test)]
mod tests;
