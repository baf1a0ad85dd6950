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
