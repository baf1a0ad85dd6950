//! The lines of a board, and the lines through each cell. A game builds them once.

use super::board::{Cell, LineBoard};

/// All lines of k cells on a board.
#[derive(Debug)]
pub struct Lines {
    /// The number of cells in a line.
    wins: usize,
    /// The cells of all lines, `wins` each: rows first, then columns, then both diagonals.
    cells: Vec<Cell>,
    /// The lines through each cell, one cell after the other.
    through: Vec<u16>,
    /// For each cell, the index of its first line in `through`; then the end.
    begin: Vec<u16>,
}

impl Lines {
    /// The lines of a board.
    pub fn of(board: LineBoard) -> Self {
        let (rows, cols, wins) = (board.rows(), board.cols(), board.wins());
        let mut cells = Vec::new();
        for (down, right) in [(0isize, 1isize), (1, 0), (1, 1), (1, -1)] {
            for row in 0..rows as isize {
                for col in 0..cols as isize {
                    let last = wins as isize - 1;
                    let (end_row, end_col) = (row + down * last, col + right * last);
                    if end_row >= rows as isize || !(0..cols as isize).contains(&end_col) {
                        continue;
                    }
                    cells.extend((0..wins as isize).map(|step| {
                        let (row, col) = (row + down * step, col + right * step);
                        Cell((row * cols as isize + col) as u8)
                    }));
                }
            }
        }
        let mut through = Vec::new();
        let mut begin = vec![0];
        for cell in 0..board.cells() {
            let lines = cells.chunks_exact(wins).enumerate();
            let hit = lines.filter(|(_, line)| line.contains(&Cell(cell as u8)));
            through.extend(hit.map(|(line, _)| line as u16));
            begin.push(through.len() as u16);
        }
        Lines {
            wins,
            cells,
            through,
            begin,
        }
    }

    /// The number of lines, at most 812.
    pub fn count(&self) -> usize {
        self.cells.len() / self.wins
    }

    /// The cells of a line.
    #[inline]
    pub fn cells(&self, line: u16) -> &[Cell] {
        let from = usize::from(line) * self.wins;
        &self.cells[from..from + self.wins]
    }

    /// The lines through a cell.
    #[inline]
    pub fn through(&self, cell: Cell) -> &[u16] {
        let at = cell.index();
        &self.through[usize::from(self.begin[at])..usize::from(self.begin[at + 1])]
    }

    /// All lines: rows first, then columns, then both diagonals.
    pub fn iter(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks_exact(self.wins)
    }
}
