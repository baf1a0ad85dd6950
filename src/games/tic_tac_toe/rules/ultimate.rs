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

#[cfg(test)]
mod tests {
    use super::*;

    /// A position after these moves, each a small board and a cell of it. All of them must be legal.
    fn played(moves: &[(usize, usize)]) -> UltimateGame {
        let mut game = UltimateGame::default();
        for (board, small_cell) in moves {
            let cell = join(*board, *small_cell);
            assert!(game.legal_cells().any(|legal| legal == cell), "{cell:?}");
            game.make(cell);
        }
        game
    }

    #[test]
    fn a_cell_has_its_small_board_and_its_place_there() {
        for (cell, parts) in [
            (0, (0, 0)),
            (4, (1, 1)),
            (8, (2, 2)),
            (30, (4, 0)),
            (40, (4, 4)),
            (59, (7, 2)),
            (80, (8, 8)),
        ] {
            assert_eq!(split(Cell(cell)), parts);
        }
        for cell in (0..81).map(Cell) {
            let (board, small_cell) = split(cell);
            assert_eq!(join(board, small_cell), cell);
        }
    }

    #[test]
    fn a_set_with_three_cells_in_a_row_holds_a_line() {
        for line in LINES {
            assert!(holds_line(line) && holds_line(line | 0o252));
            // Without any of its cells it is none.
            for cell in (0..9).filter(|cell| line >> cell & 1 == 1) {
                assert!(!holds_line(line & !(1 << cell)));
            }
        }
        assert!(!holds_line(0) && !holds_line(0o252));
        let holding = (0..512).filter(|cells| holds_line(*cells)).count();
        // The sets without a line are those of the 512 that hit no line wholly.
        let without = (0..512u16).filter(|cells| LINES.iter().all(|l| cells & l != *l));
        assert_eq!(holding, 512 - without.count());
    }

    #[test]
    fn the_cells_that_complete_a_line_are_free_ones() {
        // The own cells 0 and 1 lack 2, and 0 and 4 lack 8.
        let own = 1 | 1 << 1 | 1 << 4;
        assert_eq!(completing(own, 0), 1 << 2 | 1 << 7 | 1 << 8);
        assert_eq!(completing(own, 1 << 2 | 1 << 8), 1 << 7);
        assert_eq!(completing(1, 0), 0);
        assert_eq!(completing(0, 0o777), 0);
    }

    #[test]
    fn the_cell_of_a_move_is_the_board_of_the_next_one() {
        let game = UltimateGame::default();
        assert_eq!(
            (game.boards_allowed(), game.legal_cells().count()),
            (FULL, 81)
        );
        let game = played(&[(4, 2)]);
        assert_eq!(
            (game.boards_allowed(), game.legal_cells().count()),
            (1 << 2, 9)
        );
        let game = played(&[(4, 2), (2, 4)]);
        assert_eq!(
            (game.boards_allowed(), game.legal_cells().count()),
            (1 << 4, 8)
        );
        assert_eq!((game.mark_count(), game.to_move()), (2, Side::First));
        assert_eq!(game.mark(join(4, 2)), Some(Side::First));
        assert_eq!(game.mark(join(2, 4)), Some(Side::Second));
        assert_eq!(game.mark(join(2, 2)), None);
        assert_eq!(game.on_board(Side::First, 4), 1 << 2);
        assert_eq!(game.on_board(Side::Second, 4), 0);
        assert_eq!(played(&[(4, 2)]).to_move(), Side::Second);
    }

    #[test]
    fn the_key_is_that_of_all_marks_and_of_the_board_of_the_next_move() {
        let mut game = UltimateGame::default();
        let mut keys = vec![game.key()];
        while let Some(cell) = game.legal_cells().last() {
            game.make(cell);
            let marks = (0..81).map(Cell).filter_map(|cell| {
                let side = game.mark(cell)?;
                Some(KEYS[side.index()][cell.index()])
            });
            let next = match game.next {
                Some(board) => KEYS[0][100 + usize::from(board)],
                None => KEYS[0][109],
            };
            let key = marks.fold(next, |key, mark| key ^ mark);
            assert_eq!(game.key(), key, "{game:?}");
            assert!(!keys.contains(&key));
            keys.push(key);
        }
        assert!(keys.len() > 40, "{}", keys.len());
    }

    /// The second side wins board 0 by its middle row, because each move of the first side sends it there.
    const FIRST_BOARD: &[(usize, usize)] = &[(0, 0), (0, 3), (3, 0), (0, 4), (4, 0), (0, 5)];

    #[test]
    fn a_board_that_is_won_is_decided_and_asks_for_no_move() {
        let game = played(FIRST_BOARD);
        assert_eq!(game.boards_won(Side::Second), 1);
        assert_eq!(
            (game.boards_won(Side::First), game.boards_decided()),
            (0, 1)
        );
        assert_eq!(game.boards_allowed(), 1 << 5);
        let mut sent_back = game;
        sent_back.make(join(5, 0));
        assert_eq!(sent_back.boards_allowed(), FULL & !1);
        assert!(!sent_back.is_over() && sent_back.winner().is_none());
        assert_eq!(sent_back.complete_line(), None);
    }

    /// A position in which these boards are won, made without moves.
    fn with_won(first: u16, second: u16, decided: u16) -> UltimateGame {
        UltimateGame {
            won: [first, second],
            decided,
            ..UltimateGame::default()
        }
    }

    #[test]
    fn three_boards_in_a_row_win_and_all_decided_ones_end_the_game() {
        let won = with_won(0o421, 0, 0o421);
        assert_eq!((won.winner(), won.is_over()), (Some(Side::First), true));
        assert_eq!((won.boards_allowed(), won.legal_cells().count()), (0, 0));
        assert_eq!(won.complete_line(), Some([0, 4, 8]));
        let lost = with_won(0o003, 0o070, 0o073);
        assert_eq!(lost.winner(), Some(Side::Second));
        assert_eq!(lost.complete_line(), Some([3, 4, 5]));
        let drawn = with_won(0o003, 0o030, FULL);
        assert_eq!((drawn.winner(), drawn.is_over()), (None, true));
        assert_eq!((drawn.boards_allowed(), drawn.complete_line()), (0, None));
        assert!(!with_won(0o003, 0o030, 0o377).is_over());
    }

    #[test]
    fn a_full_board_is_decided_without_a_winner() {
        // Board 0 is full but for cell 8, without a line of either side.
        let mut marks = [[0; 9]; 2];
        (marks[0][0], marks[1][0]) = (0o215, 0o162);
        let mut game = UltimateGame {
            marks,
            ..UltimateGame::default()
        };
        game.make(join(0, 8));
        assert_eq!(game.boards_decided(), 1);
        assert_eq!(
            (game.boards_won(Side::First), game.boards_won(Side::Second)),
            (0, 0)
        );
        assert_eq!(game.boards_allowed(), 1 << 8);
    }

    #[test]
    fn keys_depend_on_the_marks_and_on_the_board_of_the_next_move() {
        // The same marks in another order, with the same next board and with another one.
        let one = played(&[(0, 1), (1, 0), (0, 2), (2, 0)]);
        let same = played(&[(0, 2), (2, 0), (0, 1), (1, 0)]);
        assert_eq!(one.key(), same.key());
        let mut all = vec![one.key(), UltimateGame::default().key()];
        all.push(played(&[(0, 1)]).key());
        all.push(played(&[(1, 0)]).key());
        let mut other_next = one;
        for next in [None, Some(3), Some(8)] {
            other_next.next = next;
            all.push(other_next.key());
        }
        let different: std::collections::HashSet<u64> = all.iter().copied().collect();
        assert_eq!(different.len(), all.len());
    }
}
