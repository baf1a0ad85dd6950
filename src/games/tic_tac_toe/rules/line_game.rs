//! A position on an m x n board for searching: each move updates the counts of the lines through its
//! cell, so that threats and the evaluation are known without a scan of the board.

use std::sync::Arc;

use super::board::{Cell, LineBoard, Side};
use super::lines::Lines;

/// The random numbers of the hash keys, by side and cell (Zobrist 1970). SplitMix64 draws them from a
/// fixed seed.
pub(super) const KEYS: [[u64; 256]; 2] = {
    let mut keys = [[0; 256]; 2];
    let mut state = 0x7173_6163_746F_6531u64;
    let mut side = 0;
    while side < 2 {
        let mut cell = 0;
        while cell < 256 {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            keys[side][cell] = z ^ (z >> 31);
            cell += 1;
        }
        side += 1;
    }
    keys
};

/// The value of a line that only one side can still complete, by the number of marks that it lacks. The
/// numbers come from games between different weights on 15x15.
const WORTH: [i32; 6] = [0, 216, 40, 9, 2, 1];

/// A position on an m x n board.
#[derive(Clone, Debug)]
pub struct LineGame {
    board: LineBoard,
    lines: Arc<Lines>,
    marks: Vec<Option<Side>>,
    /// For each line, the number of marks of each side.
    marks_on_line: Vec<[u8; 2]>,
    /// For each cell and side, the number of lines that the side completes there.
    completes: Vec<[u8; 2]>,
    /// For each side, the number of cells in which it completes a line.
    threats: [u16; 2],
    /// For each side, the number of lines that it can still complete.
    open: [u16; 2],
    /// The value of the open lines of the first side less that of the second.
    balance: i32,
    /// For each cell, the number of marks within two steps.
    near: Vec<u8>,
    mark_count: u8,
    winner: Option<Side>,
    key: u64,
}

impl LineGame {
    /// The empty board.
    pub fn new(board: LineBoard) -> Self {
        let lines = Arc::new(Lines::of(board));
        let count = lines.count();
        LineGame {
            board,
            marks: vec![None; board.cells()],
            marks_on_line: vec![[0; 2]; count],
            completes: vec![[0; 2]; board.cells()],
            threats: [0; 2],
            open: [count as u16; 2],
            balance: 0,
            near: vec![0; board.cells()],
            mark_count: 0,
            winner: None,
            key: 0,
            lines,
        }
    }

    /// The board.
    pub fn board(&self) -> LineBoard {
        self.board
    }

    /// The lines of the board.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The side to move. When the game is over, the side whose turn it would be.
    #[inline]
    pub fn to_move(&self) -> Side {
        Side::BOTH[usize::from(self.mark_count % 2)]
    }

    /// The mark in a cell.
    #[inline]
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        self.marks[cell.index()]
    }

    /// The number of marks.
    pub fn mark_count(&self) -> usize {
        self.mark_count.into()
    }

    /// The winner, if there is one.
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || self.mark_count() == self.board.cells()
    }

    /// The free cells.
    pub fn free(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = (0..self.marks.len()).map(|at| Cell(at as u8));
        cells.filter(|cell| self.mark(*cell).is_none())
    }

    /// The hash key of the marks.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The number of cells in which a side completes a line.
    #[inline]
    pub fn threats(&self, side: Side) -> usize {
        self.threats[side.index()].into()
    }

    /// Whether a side completes a line in a free cell.
    #[inline]
    pub fn completes(&self, cell: Cell, side: Side) -> bool {
        self.completes[cell.index()][side.index()] > 0
    }

    /// The number of lines that a side can still complete.
    #[inline]
    pub fn open(&self, side: Side) -> usize {
        self.open[side.index()].into()
    }

    /// The value of the open lines of a side less that of the other.
    #[inline]
    pub fn balance(&self, side: Side) -> i32 {
        match side {
            Side::First => self.balance,
            Side::Second => -self.balance,
        }
    }

    /// Whether there is a mark within two steps of a cell.
    #[inline]
    pub fn is_near(&self, cell: Cell) -> bool {
        self.near[cell.index()] > 0
    }

    /// The value that a mark in a free cell gains for its side and takes from the other.
    #[inline]
    pub fn gain(&self, cell: Cell, side: Side) -> i32 {
        let (own, other) = (side.index(), side.other().index());
        let mut gain = 0;
        for &line in self.lines.through(cell) {
            let on_line = self.marks_on_line[usize::from(line)];
            if on_line[other] == 0 {
                gain += self.worth(on_line[own] + 1) - self.worth(on_line[own]);
            }
            if on_line[own] == 0 {
                gain += self.worth(on_line[other]);
            }
        }
        gain
    }

    /// Whether a mark in a free cell makes a line that lacks only one more.
    #[inline]
    pub fn threatens(&self, cell: Cell, side: Side) -> bool {
        let lacking_two = self.board.wins() as u8 - 2;
        self.lines.through(cell).iter().any(|&line| {
            let on_line = self.marks_on_line[usize::from(line)];
            on_line[side.index()] == lacking_two && on_line[side.other().index()] == 0
        })
    }

    /// The cells of a complete line, if there is one.
    pub fn complete_line(&self) -> Option<&[Cell]> {
        let won = self.winner?;
        self.lines
            .iter()
            .find(|line| line.iter().all(|cell| self.mark(*cell) == Some(won)))
    }

    /// Marks a free cell for the side to move. The game must not be over.
    #[inline]
    pub fn make(&mut self, cell: Cell) {
        let side = self.to_move();
        self.marks[cell.index()] = Some(side);
        self.update(cell, side, true);
        self.mark_count += 1;
    }

    /// Takes back the last mark.
    #[inline]
    pub fn unmake(&mut self, cell: Cell) {
        self.mark_count -= 1;
        let side = self.to_move();
        self.winner = None;
        self.update(cell, side, false);
        self.marks[cell.index()] = None;
    }

    /// Updates all counts for a mark that was just placed (`put`) or is about to be removed.
    #[inline]
    fn update(&mut self, cell: Cell, side: Side, put: bool) {
        self.key ^= KEYS[side.index()][cell.index()];
        self.count_near(cell, put);
        let lines = Arc::clone(&self.lines);
        let (own, other) = (side.index(), side.other().index());
        let wins = self.board.wins() as u8;
        for &line in lines.through(cell) {
            let on_line = &mut self.marks_on_line[usize::from(line)];
            // The marks of this side on the line without this one.
            let before = if put { on_line[own] } else { on_line[own] - 1 };
            let theirs = on_line[other];
            on_line[own] = if put { before + 1 } else { before };
            let change = if theirs == 0 {
                self.worth(before + 1) - self.worth(before)
            } else if before == 0 {
                self.worth(theirs)
            } else {
                0
            };
            let signed = if (side == Side::First) == put {
                change
            } else {
                -change
            };
            self.balance += signed;
            if before == 0 {
                self.open[other] = add(self.open[other], !put);
            }
            if theirs == 0 && before + 1 == wins {
                // This mark completes the line.
                self.winner = put.then_some(side);
                self.count_threat(cell, own, !put);
            } else if theirs == 0 && before + 2 == wins {
                let lacking = |c: &&Cell| self.marks[c.index()].is_none();
                let lacking = lines.cells(line).iter().find(lacking);
                if let Some(&lacking) = lacking {
                    self.count_threat(lacking, own, put);
                }
            } else if before == 0 && theirs + 1 == wins {
                self.count_threat(cell, other, !put);
            }
        }
    }

    /// Counts one line more or less that `side` completes in a cell.
    #[inline]
    fn count_threat(&mut self, cell: Cell, side: usize, more: bool) {
        let count = &mut self.completes[cell.index()][side];
        let (before, after) = (*count, add(u16::from(*count), more) as u8);
        *count = after;
        if (before == 0) != (after == 0) {
            self.threats[side] = add(self.threats[side], more);
        }
    }

    #[inline]
    fn count_near(&mut self, cell: Cell, put: bool) {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let (row, col) = (cell.index() / cols, cell.index() % cols);
        for r in row.saturating_sub(2)..(row + 3).min(rows) {
            let from = r * cols + col.saturating_sub(2);
            let to = r * cols + (col + 3).min(cols);
            for near in &mut self.near[from..to] {
                *near = if put { *near + 1 } else { *near - 1 };
            }
        }
    }

    /// The value of a line with this many marks of one side and none of the other.
    #[inline]
    fn worth(&self, marks: u8) -> i32 {
        if marks == 0 {
            return 0;
        }
        let lacking = (self.board.wins() as u8).saturating_sub(marks);
        WORTH[usize::from(lacking).min(WORTH.len() - 1)]
    }
}

#[inline]
fn add(count: u16, more: bool) -> u16 {
    if more { count + 1 } else { count - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Purpose, Seed, Stream};

    /// The numbers of marks of both sides on a line.
    fn marks_on(game: &LineGame, line: &[Cell]) -> [usize; 2] {
        Side::BOTH.map(|side| {
            let own = line.iter().filter(|cell| game.mark(**cell) == Some(side));
            own.count()
        })
    }

    /// Compares every count with what the lines of the board say, one after the other. The game is not over.
    fn compare(game: &LineGame) {
        let wins = game.board().wins();
        let mut balance = 0;
        for side in Side::BOTH {
            let (own, other) = (side.index(), side.other().index());
            let lines = game.lines().iter();
            let open: Vec<&[Cell]> = lines.filter(|l| marks_on(game, l)[other] == 0).collect();
            assert_eq!(game.open(side), open.len());
            let marks = open.iter().map(|line| marks_on(game, line)[own]);
            let worth = |marks: usize| match wins - marks {
                _ if marks == 0 => 0,
                lacking => WORTH[lacking.min(5)],
            };
            let sum: i32 = marks.map(worth).sum();
            balance += if side == Side::First { sum } else { -sum };
            let lacks = |cell: Cell, most: usize| {
                let mut through = open.iter().filter(|line| line.contains(&cell));
                through.any(|line| marks_on(game, line)[own] + most == wins)
            };
            let completing: Vec<Cell> = game.free().filter(|cell| lacks(*cell, 1)).collect();
            let found = game.free().filter(|cell| game.completes(*cell, side));
            assert_eq!(found.collect::<Vec<_>>(), completing);
            assert_eq!(game.threats(side), completing.len());
            for cell in game.free() {
                assert_eq!(game.threatens(cell, side), lacks(cell, 2), "{cell:?}");
            }
        }
        assert_eq!(game.balance(Side::First), balance);
        assert_eq!(game.balance(Side::Second), -balance);
    }

    /// A free cell: most often one that blocks a line or makes one longer, so that there are many threats.
    fn draw_cell(game: &LineGame, rng: &mut Stream) -> Option<Cell> {
        let free: Vec<Cell> = game.free().collect();
        let drawn: Vec<Cell> = (0..3).filter_map(|_| rng.choose(&free).copied()).collect();
        let side = game.to_move();
        drawn.into_iter().max_by_key(|cell| game.gain(*cell, side))
    }

    #[test]
    fn all_counts_are_those_of_the_lines() {
        for (seed, (rows, cols, wins)) in [
            (3, 3, 3),
            (4, 5, 3),
            (5, 5, 4),
            (7, 4, 2),
            (1, 9, 3),
            (6, 8, 5),
            (9, 2, 7),
        ]
        .into_iter()
        .cycle()
        .take(70)
        .enumerate()
        {
            let mut rng = Seed(seed as u64).stream(Purpose::Play);
            let board = LineBoard::new(rows, cols, wins).expect("a board");
            let mut game = LineGame::new(board);
            let mut made = Vec::new();
            compare(&game);
            for _ in 0..40 {
                let is_back = rng.random_below(4) == 0;
                match made.pop() {
                    Some(cell) if is_back || game.is_over() => game.unmake(cell),
                    last => {
                        made.extend(last);
                        let Some(cell) = draw_cell(&game, &mut rng) else {
                            break;
                        };
                        game.make(cell);
                        made.push(cell);
                    }
                }
                if !game.is_over() {
                    compare(&game);
                }
            }
        }
    }

    #[test]
    fn a_line_lacks_one_and_a_threat_lacks_two() {
        let mut game = LineGame::new(LineBoard::new(1, 7, 4).expect("a board"));
        // The first side has cells 1, 2 and 4, the second 6 and 0.
        for cell in [1, 6, 2, 0, 4] {
            game.make(Cell(cell));
        }
        let side = Side::First;
        let holds = |holds: &dyn Fn(Cell) -> bool| -> Vec<u8> {
            let free = game.free().filter(|cell| holds(*cell));
            free.map(|cell| cell.0).collect()
        };
        // Only the lines from 1 to 4 and from 2 to 5 are open.
        assert_eq!((game.open(side), game.open(side.other())), (2, 0));
        assert_eq!(holds(&|cell| game.completes(cell, side)), [3]);
        assert_eq!(holds(&|cell| game.threatens(cell, side)), [3, 5]);
        assert_eq!([side, side.other()].map(|one| game.threats(one)), [1, 0]);
        // Three of four are worth 216, two of four 40.
        assert_eq!(game.balance(side), 256);
    }
}
