//! The rule by which cells are filled.
//!
//! Spawners lie above row 0. One neighbour feeds every other open cell: the one above if it is fed itself, else the
//! left or right one that is nearer to a cell fed from above (the left one of equals). Cells that are blocked or hold
//! an immovable block feed no cell. A cell without a feeder is unreachable and stays empty.

use super::grid::{Cell, Cells, Size};

/// The fill paths of a board.
#[derive(Clone, Debug)]
pub struct Fill {
    /// The feeder of each cell. For row 0 it is the unused cell of the frame above.
    source: [Cell; 256],
    /// The fed cells. Each cell comes before the cells between it and its spawner.
    order: [Cell; 144],
    count: usize,
    reached: Cells,
}

impl Fill {
    /// The fill paths of a board on which blocks can move through `open` cells.
    pub fn new(size: Size, open: Cells) -> Self {
        let mut fill = Fill {
            source: [Cell(0); 256],
            order: [Cell(0); 144],
            count: 0,
            reached: reached(size, open),
        };
        for row in (0..size.rows()).rev() {
            fill.feed_row(size, row);
        }
        fill
    }

    fn feed_row(&mut self, size: Size, row: usize) {
        const FAR: u8 = u8::MAX;
        let (reached, cols) = (self.reached, size.cols());
        // The distance along the row to the nearest cell that is fed from above.
        let mut distance = [FAR; 12];
        for (col, steps) in distance.iter_mut().enumerate().take(cols) {
            let cell = Cell::at(row, col);
            if reached.has(cell) && (row == 0 || reached.has(cell.above())) {
                *steps = 0;
                self.source[cell.index()] = cell.above();
            }
        }
        for col in 1..cols {
            let cell = Cell::at(row, col);
            if reached.has(cell) && distance[col] > distance[col - 1].saturating_add(1) {
                distance[col] = distance[col - 1] + 1;
                self.source[cell.index()] = cell.left();
            }
        }
        for col in (0..cols - 1).rev() {
            let cell = Cell::at(row, col);
            if reached.has(cell) && distance[col] > distance[col + 1].saturating_add(1) {
                distance[col] = distance[col + 1] + 1;
                self.source[cell.index()] = cell.right();
            }
        }
        // The most distant cells come first, so that a cell comes before the cells that feed it. The columns of each
        // distance are bits, because most distances have none.
        let mut columns = [0u16; 12];
        for (col, &steps) in distance.iter().enumerate().filter(|(_, d)| **d != FAR) {
            columns[usize::from(steps)] |= 1 << col;
        }
        for mut left in columns.into_iter().rev() {
            while left != 0 {
                self.order[self.count] = Cell::at(row, left.trailing_zeros() as usize);
                self.count += 1;
                left &= left - 1;
            }
        }
    }

    /// The open cells that a block can reach.
    #[inline]
    pub fn reached(&self) -> Cells {
        self.reached
    }

    /// The reached cells. Each comes before the cells between it and its spawner.
    #[inline]
    pub(super) fn order(&self) -> &[Cell] {
        &self.order[..self.count]
    }

    /// The neighbour that feeds a reached cell; for row 0 a cell of the frame above.
    #[inline]
    pub(super) fn source(&self, cell: Cell) -> Cell {
        self.source[cell.index()]
    }
}

/// The cells of `open` that blocks can reach from row 0, downwards and along each row.
#[inline]
pub(crate) fn reached(size: Size, open: Cells) -> Cells {
    let mut reached = Cells::default();
    let mut above = u64::MAX;
    for lane in 2..2 + size.rows() {
        let (word, shift) = (lane / 4, lane % 4 * 16);
        let here = open.0[word] >> shift & 0xFFFF;
        above = along(above & here, here);
        reached.0[word] |= above << shift;
    }
    reached
}

/// The bits of `run` connected to a bit of `fed` by neighbouring bits; up to 16 bits.
#[inline]
fn along(mut fed: u64, run: u64) -> u64 {
    // With doubled steps four steps reach both ends of a run of 16.
    let (mut up, mut down) = (run, run);
    for step in [1, 2, 4, 8] {
        fed |= fed << step & up | fed >> step & down;
        up &= up << step;
        down &= down >> step;
    }
    fed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(rows: &[&str]) -> (Size, Cells) {
        let size = Size::new(rows.len() as u8, rows[0].len() as u8).expect("5 to 12");
        let free = size
            .cells()
            .filter(|c| rows[c.row()].as_bytes()[c.col()] == b'.');
        (size, free.collect())
    }

    #[test]
    fn a_hand_worked_board_is_fed_from_above_then_from_the_nearer_side() {
        let (size, cells) = open(&[".....", "#.##.", ".....", "##.##", "....."]);
        let fill = Fill::new(size, cells);
        assert_eq!(fill.reached(), cells);
        let from = |row, col| fill.source(Cell::at(row, col));
        assert_eq!(from(1, 1), Cell::at(0, 1));
        assert_eq!(from(2, 1), Cell::at(1, 1));
        assert_eq!(from(2, 0), Cell::at(2, 1));
        assert_eq!(from(2, 2), Cell::at(2, 1));
        assert_eq!(from(2, 3), Cell::at(2, 4));
        assert_eq!(from(4, 2), Cell::at(3, 2));
        assert_eq!(from(4, 0), Cell::at(4, 1));
        assert_eq!(from(4, 4), Cell::at(4, 3));
    }

    #[test]
    fn nothing_comes_from_below_or_across_a_wall() {
        let (size, cells) = open(&["..#..", ".#.#.", ".#.#.", ".....", "##.##"]);
        let reached = reached(size, cells);
        assert!(!reached.has(Cell::at(1, 2)) && !reached.has(Cell::at(2, 2)));
        assert!(reached.has(Cell::at(3, 2)) && reached.has(Cell::at(4, 2)));
    }

    #[test]
    fn the_flood_of_a_row_agrees_with_walking_it() {
        // Every row of 12, with each single cell above it open.
        let size = Size::new(5, 12).expect("a size");
        for (bits, col) in (0u32..1 << 12).flat_map(|bits| (0..12).map(move |col| (bits, col))) {
            let here: Cells = (0..12)
                .filter(|c| bits >> c & 1 == 1)
                .map(|c| Cell::at(1, c))
                .collect();
            let seed: Cells = [Cell::at(0, col)].into_iter().collect();
            let got = reached(size, seed | here);
            let mut want = seed;
            if here.has(Cell::at(1, col)) {
                let mut left = col;
                while left > 0 && here.has(Cell::at(1, left - 1)) {
                    left -= 1;
                }
                (left..12)
                    .take_while(|&c| here.has(Cell::at(1, c)))
                    .for_each(|c| want.insert(Cell::at(1, c)));
            }
            assert_eq!(got, want, "row {bits:012b}, column {col}");
        }
    }
}
