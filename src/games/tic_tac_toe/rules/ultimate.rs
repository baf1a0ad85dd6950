//! Ultimate: nine small boards of nine cells. The cell of the last move decides the small board of the
//! next; if that one is decided, any other is legal. Three small boards in a row win.

use super::board::{Cell, Side};
use super::line_game::KEYS;

/// The eight lines of a 3x3 board as bits.
pub const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// All nine cells.
const FULL: u16 = 0o777;

/// For each set of cells of a 3x3 board, whether it contains a line.
const HOLDS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            if set as u16 & LINES[line] == LINES[line] {
                table[set] = true;
            }
            line += 1;
        }
        set += 1;
    }
    table
};

/// Whether a set of cells of a 3x3 board contains a line.
#[inline]
pub const fn holds_line(cells: u16) -> bool {
    HOLDS_LINE[cells as usize]
}

/// The free cells of a 3x3 board in which `own` completes a line.
#[inline]
pub fn completing(own: u16, other: u16) -> u16 {
    let free = FULL & !(own | other);
    let mut found = 0;
    let mut rest = free;
    while rest != 0 {
        let cell = rest & rest.wrapping_neg();
        if holds_line(own | cell) {
            found |= cell;
        }
        rest ^= cell;
    }
    found
}

/// A position of Ultimate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UltimateGame {
    /// The marks of each side on each small board, as bits.
    marks: [[u16; 9]; 2],
    /// The small boards that each side has won, as bits.
    won: [u16; 2],
    /// The small boards that are won or full, as bits.
    decided: u16,
    /// The small board of the next move; `None` allows all that are not decided.
    next: Option<u8>,
    mark_count: u8,
    key: u64,
}

/// The small board of a cell (0 to 8) and its place there (0 to 8).
#[inline]
pub const fn split(cell: Cell) -> (usize, usize) {
    let (row, col) = (cell.0 as usize / 9, cell.0 as usize % 9);
    (row / 3 * 3 + col / 3, row % 3 * 3 + col % 3)
}

/// The inverse of [`split`].
#[inline]
pub const fn join(board: usize, small_cell: usize) -> Cell {
    let (row, col) = (
        board / 3 * 3 + small_cell / 3,
        board % 3 * 3 + small_cell % 3,
    );
    Cell((row * 9 + col) as u8)
}

impl UltimateGame {
    /// The side to move. When the game is over, the side whose turn it would be.
    #[inline]
    pub fn to_move(&self) -> Side {
        Side::BOTH[usize::from(self.mark_count % 2)]
    }

    /// The mark in a cell.
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        let (board, small_cell) = split(cell);
        let has = |side: &Side| self.marks[side.index()][board] >> small_cell & 1 == 1;
        Side::BOTH.into_iter().find(has)
    }

    /// The marks of a side on a small board, as bits.
    #[inline]
    pub fn on_board(&self, side: Side, board: usize) -> u16 {
        self.marks[side.index()][board]
    }

    /// The number of marks.
    pub fn mark_count(&self) -> usize {
        self.mark_count.into()
    }

    /// The small boards that a side has won, as bits.
    #[inline]
    pub fn boards_won(&self, side: Side) -> u16 {
        self.won[side.index()]
    }

    /// The small boards that are won or full, as bits.
    #[inline]
    pub fn boards_decided(&self) -> u16 {
        self.decided
    }

    /// The small boards of the legal moves, as bits; none if the game is over.
    #[inline]
    pub fn boards_allowed(&self) -> u16 {
        if self.is_over() {
            return 0;
        }
        match self.next {
            Some(board) => 1 << board,
            None => FULL & !self.decided,
        }
    }

    /// The winner, if there is one.
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        let has = |side: &Side| holds_line(self.won[side.index()]);
        Side::BOTH.into_iter().find(has)
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.decided == FULL || self.winner().is_some()
    }

    /// The legal cells, one small board after the other.
    pub fn legal_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let boards = self.boards_allowed();
        (0..9)
            .filter(move |board| boards >> board & 1 == 1)
            .flat_map(|board| {
                let taken = self.marks[0][board] | self.marks[1][board];
                (0..9)
                    .filter(move |small_cell| taken >> small_cell & 1 == 0)
                    .map(move |small_cell| join(board, small_cell))
            })
    }

    /// The hash key of the marks and of the small board of the next move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key ^ KEYS[0][100 + self.next.map_or(9, usize::from)]
    }

    /// Marks a legal cell for the side to move. The game must not be over.
    #[inline]
    pub fn make(&mut self, cell: Cell) {
        let side = self.to_move();
        let (board, small_cell) = split(cell);
        let marks = &mut self.marks[side.index()][board];
        *marks |= 1 << small_cell;
        if holds_line(*marks) {
            self.won[side.index()] |= 1 << board;
            self.decided |= 1 << board;
        } else if self.marks[0][board] | self.marks[1][board] == FULL {
            self.decided |= 1 << board;
        }
        self.next = (self.decided >> small_cell & 1 == 0).then_some(small_cell as u8);
        self.key ^= KEYS[side.index()][cell.index()];
        self.mark_count += 1;
    }

    /// The small boards of the line that has won, if there is one.
    pub fn complete_line(&self) -> Option<[usize; 3]> {
        let won = self.won[self.winner()?.index()];
        let line = LINES.into_iter().find(|line| won & line == *line)?;
        let mut boards = (0..9).filter(|board| line >> board & 1 == 1);
        Some([boards.next()?, boards.next()?, boards.next()?])
    }
}
