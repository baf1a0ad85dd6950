//! Tic-tac-toe positions as the shared search sees them.

use crate::games::tic_tac_toe::rules::ultimate::{LINES, completing, holds_line, split};
use crate::games::tic_tac_toe::rules::{Cell, LineGame, Side, UltimateGame};
use crate::search::{MoveList, Position, Score, WIN, win_in};

/// Boards of up to this many cells are searched with every move, larger ones with the best-ranked ones.
const MAX_CELLS_FOR_ALL_MOVES: usize = 36;
/// The most moves in each position of a larger board.
const MAX_MOVES: usize = 20;
/// The greatest size of an evaluation.
const MAX_EVALUATION: Score = 20_000;

/// A position of an m x n board.
#[derive(Clone, Debug)]
pub struct LinePosition {
    game: LineGame,
    /// Whether the search gets every move.
    all_moves: bool,
}

impl LinePosition {
    /// The search position of a game.
    pub fn new(game: &LineGame) -> Self {
        LinePosition {
            all_moves: game.board().cells() <= MAX_CELLS_FOR_ALL_MOVES,
            game: game.clone(),
        }
    }

    fn push(&self, cell: Cell, into: &mut MoveList<Cell>) {
        let rank = self.game.gain(cell, self.game.to_move());
        into.push(cell, rank * 4 - self.off_centre(cell));
    }

    /// The distance from the middle. Of equal moves, the search tries the inner one first.
    fn off_centre(&self, cell: Cell) -> i32 {
        let (rows, cols) = (
            self.game.board().rows() as i32,
            self.game.board().cols() as i32,
        );
        let (row, col) = (i32::from(cell.0) / cols, i32::from(cell.0) % cols);
        (2 * row - rows + 1).abs().max((2 * col - cols + 1).abs()) / 2
    }

    /// The free cells in which a side completes a line.
    fn completing(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        let most = self.game.threats(side);
        self.game
            .free()
            .filter(move |cell| self.game.completes(*cell, side))
            .take(most)
    }

    /// Adds the moves that win at once or, if there are none, those that prevent such a win. Returns
    /// whether there are any.
    fn add_forced_moves(&self, into: &mut MoveList<Cell>) -> bool {
        let side = self.game.to_move();
        for side in [side, side.other()] {
            if self.game.threats(side) > 0 {
                self.completing(side).for_each(|cell| self.push(cell, into));
                return true;
            }
        }
        false
    }
}

impl Position for LinePosition {
    type Move = Cell;
    type Undo = ();

    const PACKED_MOVES: usize = 256;
    /// The rank of a move that makes or blocks a line that lacks only one mark.
    const NO_REDUCTION_RANK: i32 = 300;

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn terminal_score(&self) -> Option<Score> {
        let (game, side) = (&self.game, self.game.to_move());
        if game.winner().is_some() {
            return Some(-WIN);
        }
        if game.is_over() {
            return Some(0);
        }
        if game.threats(side) > 0 {
            return Some(win_in(1));
        }
        if game.threats(side.other()) > 1 {
            return Some(-win_in(2));
        }
        (game.open(side) + game.open(side.other()) == 0).then_some(0)
    }

    fn evaluate(&self) -> Score {
        // The side to move has an advantage.
        (self.game.balance(self.game.to_move()) + 12).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    fn moves(&self, into: &mut MoveList<Cell>) {
        if self.game.is_over() || self.add_forced_moves(into) {
            return;
        }
        let near = |cell: &Cell| self.all_moves || self.game.is_near(*cell);
        self.game
            .free()
            .filter(near)
            .for_each(|cell| self.push(cell, into));
        if into.is_empty() {
            let board = self.game.board();
            let middle = board.rows() / 2 * board.cols() + board.cols() / 2;
            into.push(Cell(middle as u8), 0);
        }
        if !self.all_moves {
            into.keep_best(MAX_MOVES);
        }
    }

    fn every_move(&self, into: &mut MoveList<Cell>) {
        if !self.game.is_over() {
            self.game.free().for_each(|cell| self.push(cell, into));
        }
    }

    fn tactical_moves(&self, into: &mut MoveList<Cell>) {
        if self.add_forced_moves(into) {
            into.forbid_stand_pat();
            return;
        }
        let side = self.game.to_move();
        let threatens = |cell: &Cell| self.game.is_near(*cell) && self.game.threatens(*cell, side);
        self.game
            .free()
            .filter(threatens)
            .for_each(|cell| self.push(cell, into));
    }

    fn make(&mut self, cell: Cell) {
        self.game.make(cell);
    }

    fn unmake(&mut self, cell: Cell, (): ()) {
        self.game.unmake(cell);
    }

    fn pack(cell: Cell) -> u16 {
        cell.0.into()
    }

    fn plies_left(&self) -> u32 {
        (self.game.board().cells() - self.game.mark_count()) as u32
    }

    fn has_complete_moves(&self) -> bool {
        self.all_moves
    }
}

/// The value of a line on a small board, by the marks of a side if the other side has none in it.
const MARKS_IN_LINE: [i32; 4] = [0, 3, 11, 0];
/// The value of a line of small boards, by the boards that a side has won if the other side cannot
/// complete it.
const BOARDS_IN_LINE: [i32; 4] = [0, 60, 190, 0];
/// The weight of each small board or cell: the number of lines through it.
const WEIGHT: [i32; 9] = [3, 2, 3, 2, 4, 2, 3, 2, 3];

/// The value for `own` of a small board that is not decided.
fn board_worth(own: u16, other: u16) -> i32 {
    LINES.iter().fold(0, |worth, line| {
        let (a, b) = (own & line, other & line);
        match (a, b) {
            (_, 0) => worth + MARKS_IN_LINE[a.count_ones() as usize],
            (0, _) => worth - MARKS_IN_LINE[b.count_ones() as usize],
            _ => worth,
        }
    })
}

/// The value of every small board. The index has the own marks in its upper nine bits, the marks of the
/// other side in the lower nine.
static BOARD_WORTH: std::sync::LazyLock<Vec<i8>> = std::sync::LazyLock::new(|| {
    let sets = 0..1usize << 18;
    let worth = |set: usize| board_worth((set >> 9) as u16, (set & 511) as u16);
    sets.map(|set| worth(set).clamp(-127, 127) as i8).collect()
});

impl UltimateGame {
    fn wins_at_once(&self) -> bool {
        let (side, other) = (self.to_move(), self.to_move().other());
        let decided_against = self.boards_decided() & !self.boards_won(side);
        let lines = completing(self.boards_won(side), decided_against) & self.boards_allowed();
        (0..9)
            .filter(|board| lines >> board & 1 == 1)
            .any(|board| completing(self.on_board(side, board), self.on_board(other, board)) != 0)
    }

    fn rank(&self, cell: Cell) -> i32 {
        let (side, other) = (self.to_move(), self.to_move().other());
        let (board, small_cell) = split(cell);
        let (own, theirs) = (self.on_board(side, board), self.on_board(other, board));
        let mut rank = WEIGHT[small_cell];
        if holds_line(own | 1 << small_cell) {
            rank += 60 + 10 * WEIGHT[board];
        }
        if holds_line(theirs | 1 << small_cell) {
            rank += 30 + 5 * WEIGHT[board];
        }
        if self.boards_decided() >> small_cell & 1 == 1 {
            // The other side may then choose any board.
            rank -= 40;
        } else if completing(
            self.on_board(other, small_cell),
            self.on_board(side, small_cell),
        ) != 0
        {
            rank -= 20;
        }
        rank
    }
}

impl Position for UltimateGame {
    type Move = Cell;
    type Undo = UltimateGame;

    const PACKED_MOVES: usize = 256;

    fn key(&self) -> u64 {
        UltimateGame::key(self)
    }

    fn terminal_score(&self) -> Option<Score> {
        if self.winner().is_some() {
            return Some(-WIN);
        }
        if self.is_over() {
            return Some(0);
        }
        self.wins_at_once().then_some(win_in(1))
    }

    fn evaluate(&self) -> Score {
        let (side, other) = (self.to_move(), self.to_move().other());
        let (own, theirs) = (self.boards_won(side), self.boards_won(other));
        let full = self.boards_decided() & !own & !theirs;
        let mut score = if self.boards_allowed().count_ones() > 1 {
            16
        } else {
            4
        };
        for line in LINES {
            let (a, b) = ((own & line).count_ones(), (theirs & line).count_ones());
            if full & line == 0 && (a == 0 || b == 0) {
                score += BOARDS_IN_LINE[a as usize] - BOARDS_IN_LINE[b as usize];
            }
        }
        for (board, weight) in WEIGHT.into_iter().enumerate() {
            if self.boards_decided() >> board & 1 == 0 {
                let set = usize::from(self.on_board(side, board)) << 9
                    | usize::from(self.on_board(other, board));
                score += i32::from(BOARD_WORTH[set]) * weight / 2;
            }
        }
        score
    }

    fn moves(&self, into: &mut MoveList<Cell>) {
        self.legal_cells()
            .for_each(|cell| into.push(cell, self.rank(cell)));
    }

    fn make(&mut self, cell: Cell) -> UltimateGame {
        let before = *self;
        UltimateGame::make(self, cell);
        before
    }

    fn unmake(&mut self, _: Cell, before: UltimateGame) {
        *self = before;
    }

    fn pack(cell: Cell) -> u16 {
        cell.0.into()
    }

    fn plies_left(&self) -> u32 {
        (81 - self.mark_count()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::rules::LineBoard;
    use crate::games::tic_tac_toe::rules::ultimate::join;

    fn empty(rows: u8, cols: u8, wins: u8) -> LinePosition {
        let board = LineBoard::new(rows, cols, wins).expect("a board");
        LinePosition::new(&LineGame::new(board))
    }

    /// A position that is drawn: x is the first side, o the second. Those of x are marked first.
    fn drawn(rows: &[&str], wins: u8) -> LinePosition {
        let mut position = empty(rows.len() as u8, rows[0].len() as u8, wins);
        let text = rows.concat();
        let of = |letter: char| -> Vec<u8> {
            let cells = (0..).zip(text.chars());
            let own = cells.filter(|(_, at)| *at == letter);
            own.map(|(cell, _)| cell).collect()
        };
        let (first, second) = (of('x'), of('o'));
        assert!([0, 1].contains(&(first.len() - second.len())));
        let mut second = second.into_iter();
        for cell in first {
            position.make(Cell(cell));
            if let Some(reply) = second.next() {
                position.make(Cell(reply));
            }
        }
        position
    }

    /// The cells that a list of moves is filled with, in order.
    fn cells_of(fill: impl FnOnce(&mut MoveList<Cell>)) -> Vec<u8> {
        let mut moves = MoveList::default();
        fill(&mut moves);
        let mut cells: Vec<u8> = moves.iter().map(|cell| cell.0).collect();
        cells.sort_unstable();
        cells
    }

    fn moves(position: &LinePosition) -> Vec<u8> {
        cells_of(|into| position.moves(into))
    }

    fn tactical(position: &LinePosition) -> Vec<u8> {
        cells_of(|into| position.tactical_moves(into))
    }

    #[test]
    fn boards_of_more_than_36_cells_are_searched_near_the_marks_alone() {
        let small = empty(6, 6, 4);
        assert!(small.has_complete_moves());
        assert_eq!(moves(&small), (0..36).collect::<Vec<_>>());
        // The first mark of a larger board goes into the middle.
        for (rows, cols, middle) in [(3, 13, 19), (6, 7, 24), (15, 15, 112)] {
            let large = empty(rows, cols, 3);
            assert!(!large.has_complete_moves());
            assert_eq!(moves(&large), [middle]);
            let every = cells_of(|into| large.every_move(into));
            assert_eq!(every.len(), large.game.board().cells());
        }
        // Eight cells are within two steps of a corner.
        let mut corner = empty(3, 13, 3);
        corner.make(Cell(0));
        assert_eq!(moves(&corner), [1, 2, 13, 14, 15, 26, 27, 28]);
    }

    #[test]
    fn of_many_moves_the_twenty_best_are_kept() {
        let mut position = empty(15, 15, 5);
        position.make(Cell(112));
        let kept = moves(&position);
        assert_eq!(kept.len(), 20);
        let rank = |cell: &u8| {
            let cell = Cell(*cell);
            4 * position.game.gain(cell, Side::Second) - position.off_centre(cell)
        };
        let near: Vec<u8> = (0..225)
            .filter(|cell| position.game.is_near(Cell(*cell)))
            .collect();
        let left_out = near
            .iter()
            .filter(|cell| **cell != 112 && !kept.contains(cell));
        let best_left_out = left_out.clone().map(rank).max();
        assert_eq!(left_out.count(), 4);
        assert!(kept.iter().map(rank).min() >= best_left_out);
    }

    #[test]
    fn the_distance_from_the_middle_is_the_same_on_both_sides() {
        let off = |rows, cols, cells: [u8; 4]| {
            let position = empty(rows, cols, 3);
            cells.map(|cell| position.off_centre(Cell(cell)))
        };
        // The middle, beside it, a corner, and the opposite one.
        assert_eq!(off(5, 5, [12, 11, 0, 24]), [0, 1, 2, 2]);
        assert_eq!(off(4, 4, [5, 6, 3, 12]), [0, 0, 1, 1]);
        assert_eq!(off(3, 13, [19, 6, 26, 38]), [0, 1, 6, 6]);
    }

    #[test]
    fn a_win_is_forced_before_a_block_and_a_block_before_all_else() {
        // Both sides lack one mark, in row 0 and in row 4.
        let both = drawn(&["xxx..", ".....", ".....", ".....", "ooo.."], 4);
        assert_eq!((moves(&both), tactical(&both)), (vec![3], vec![3]));
        let block = drawn(&["x.x.x", ".....", ".....", ".....", "ooo.."], 4);
        assert_eq!((moves(&block), tactical(&block)), (vec![23], vec![23]));
        // A line that is open at both ends can be completed in two ways.
        let open = drawn(&[".xxx.", ".....", ".....", ".....", "o.o.o"], 4);
        assert_eq!((moves(&open), tactical(&open)), (vec![0, 4], vec![0, 4]));
        // All legal moves are those of every free cell all the same.
        assert_eq!(cells_of(|into| open.every_move(into)).len(), 19);
    }

    #[test]
    fn without_a_forced_move_the_tactical_ones_make_a_threat_of_their_own() {
        // Row 2 holds two marks of the side to move. The pair of the other side counts for nothing.
        let quiet = drawn(&["oo...", ".....", ".xx..", ".....", "....."], 4);
        assert_eq!(tactical(&quiet), [10, 13, 14]);
        assert_eq!(moves(&quiet).len(), 21);
        // A mark of the other side closes one line of the row, or both.
        let half = drawn(&["o....", ".....", ".xx.o", ".....", "....."], 4);
        assert_eq!(tactical(&half), [10, 13]);
        let closed = drawn(&["o....", ".....", ".xxo.", ".....", "....."], 4);
        assert!(tactical(&closed).is_empty());
    }

    #[test]
    fn what_the_rules_decide_within_two_plies_has_a_score() {
        let score = |rows: &[&str], wins| drawn(rows, wins).terminal_score();
        // The other side has won.
        assert_eq!(score(&["xxx", "oo.", "..."], 3), Some(-WIN));
        // A full board without a line.
        assert_eq!(score(&["xox", "xoo", "oxx"], 3), Some(0));
        // One cell is left, and no line can be completed any more.
        assert_eq!(score(&["xox", "xoo", "ox."], 3), Some(0));
        // The side to move wins at once, even if the other side threatens two cells.
        assert_eq!(score(&["xx.", "...", "oo."], 3), Some(win_in(1)));
        let both = [".ooo.", ".....", "xxx..", ".....", "....."];
        assert_eq!(score(&both, 4), Some(win_in(1)));
        // It can block one cell, but not two.
        let one = ["ooo..", ".....", "x.x..", "x....", "....."];
        assert_eq!(score(&one, 4), None);
        let two = [".ooo.", ".....", "x.x..", "x....", "....."];
        assert_eq!(score(&two, 4), Some(-win_in(2)));
        // One side alone can still win.
        let mut alone = empty(1, 4, 3);
        alone.make(Cell(1));
        alone.make(Cell(0));
        assert_eq!(alone.terminal_score(), None);
    }

    /// A game of Ultimate in which the first side has won boards 0 and 1 and has two marks on board 2. The last mark of
    /// the second side is given.
    fn ultimate(last: (usize, usize)) -> UltimateGame {
        let first = [0, 1, 2].map(|board| [0, 1, 2].map(|cell| (board, cell)));
        let first = first.into_iter().flatten().take(8);
        let second = [(3, 0), (4, 1), (5, 3), (6, 4), (7, 5), (8, 6), (3, 8), last];
        let mut game = UltimateGame::default();
        for (own, reply) in first.zip(second) {
            UltimateGame::make(&mut game, join(own.0, own.1));
            UltimateGame::make(&mut game, join(reply.0, reply.1));
        }
        game
    }

    #[test]
    fn ultimate_is_won_at_once_where_the_last_board_of_a_line_is_allowed() {
        for (last, score) in [
            // The last mark asks for board 2, for board 3, and for one that is decided.
            ((4, 2), Some(win_in(1))),
            ((4, 3), None),
            ((4, 0), Some(win_in(1))),
            // The cell that is needed is taken.
            ((2, 2), None),
        ] {
            let game = ultimate(last);
            assert_eq!(game.boards_won(Side::First), 0b11);
            assert_eq!(game.terminal_score(), score, "{last:?}");
        }
        // The next mark ends the game.
        let mut won = ultimate((4, 2));
        UltimateGame::make(&mut won, join(2, 2));
        assert_eq!(won.terminal_score(), Some(-WIN));
        assert_eq!(won.legal_cells().count(), 0);
    }
}
