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

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rows: u8, cols: u8, wins: u8) -> Lines {
        Lines::of(LineBoard::new(rows, cols, wins).expect("a board"))
    }

    #[test]
    fn a_board_has_its_rows_columns_and_diagonals() {
        let lines = lines(2, 3, 2);
        let all: Vec<Vec<u8>> = lines
            .iter()
            .map(|line| line.iter().map(|cell| cell.0).collect())
            .collect();
        // The cells are 0, 1, 2 in the upper row, and 3, 4, 5 in the lower one.
        let rows = [[0, 1], [1, 2], [3, 4], [4, 5]];
        let columns = [[0, 3], [1, 4], [2, 5]];
        let diagonals = [[0, 4], [1, 5], [1, 3], [2, 4]];
        let expected: Vec<[u8; 2]> = rows.into_iter().chain(columns).chain(diagonals).collect();
        assert_eq!(all, expected);
        assert_eq!(lines.count(), 11);
        assert_eq!(lines.cells(10), [Cell(2), Cell(4)]);
        assert_eq!(lines.through(Cell(0)), [0, 4, 7]);
        assert_eq!(lines.through(Cell(4)), [2, 3, 5, 7, 10]);
        assert_eq!(lines.through(Cell(5)), [3, 6, 8]);
    }

    #[test]
    fn larger_boards_have_as_many_lines_as_fit() {
        // 15 rows and columns with 11 lines each, and 11 times 11 diagonals in both directions.
        for (rows, cols, wins, count) in [
            (3, 3, 3, 8),
            (15, 15, 5, 572),
            (15, 15, 2, 812),
            (3, 7, 5, 9),
            (1, 5, 2, 4),
        ] {
            assert_eq!(lines(rows, cols, wins).count(), count);
        }
    }
}
