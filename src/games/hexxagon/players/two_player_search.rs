//! Two-player positions for the shared search: moves in order, keys, and evaluation.

use std::sync::Arc;

use super::evaluation::{EvaluationWeights, Evaluator, PIECE};
use crate::games::hexxagon::rules::{
    Bitboard, Board, CellIndex, Move, Position as Pieces, StuckRule, Word,
};
use crate::search::{MoveList, Position, Score, WIN};

/// A position with its board, its stuck rule and its evaluator.
#[derive(Clone, Debug)]
pub struct TwoPlayerPosition<W = u64> {
    board: Arc<Board>,
    pieces: Pieces<2, W>,
    stuck: StuckRule,
    evaluator: Evaluator,
}

/// Largest number of rivals' pieces that one move can capture all at once.
const MAX_CAPTURES: u32 = 6;
/// Number of free cells up to which zugzwang is possible and quiet moves may end the game.
const ENDGAME_FREE_CELLS: u32 = 8;

impl<W: Word> TwoPlayerPosition<W> {
    /// Creates a position to search.
    pub fn new(
        board: &Arc<Board>,
        pieces: Pieces<2, W>,
        stuck: StuckRule,
        weights: &EvaluationWeights,
    ) -> Self {
        TwoPlayerPosition {
            board: Arc::clone(board),
            pieces,
            stuck,
            evaluator: Evaluator::new(weights, board),
        }
    }

    /// Adds the clones and jumps that capture at least `clones` and `jumps` pieces.
    #[inline]
    fn add_moves(&self, into: &mut MoveList<Move>, clones: u32, jumps: u32) {
        let board = &*self.board;
        let (own, rivals) = (self.pieces.own(), self.pieces.rivals());
        for to in self.pieces.free(board) {
            let near = board.near(to);
            let captured = near.and(rivals).count();
            if captured < clones {
                continue;
            }
            let beside = near.and(own).count() as i32;
            let rank = 64 * captured as i32;
            if beside > 0 {
                into.push(Move::Clone { to }, rank + 32 + beside * 4);
            }
            if captured < jumps {
                continue;
            }
            for from in board.far(to).and(own) {
                // The rival can capture own pieces from the cell that a jump leaves.
                let left = board.near(from).and(own).count() as i32;
                into.push(Move::Jump { from, to }, rank - left * 8);
            }
        }
    }

    /// Tells whether a move that captures little may win, because it leaves the rival without a move
    /// under [`StuckRule::Loses`]: the rival reaches few cells.
    #[inline]
    fn may_win_by_sticking(&self) -> bool {
        if self.stuck != StuckRule::Loses {
            return false;
        }
        let (board, rivals) = (&*self.board, self.pieces.rivals());
        let reached = self.pieces.free(board).filter(|index| {
            let reach: Bitboard<W> = board.near(*index).or(board.far(*index));
            !reach.and(rivals).is_empty()
        });
        reached.take(ENDGAME_FREE_CELLS as usize + 1).count() <= ENDGAME_FREE_CELLS as usize
    }

    /// Adds a pass if the rule allows it and there is no other move.
    #[inline]
    fn add_pass(&self, into: &mut MoveList<Move>) {
        if self.stuck == StuckRule::Skip && into.is_empty() && self.terminal_score().is_none() {
            into.push(Move::Pass, 0);
        }
    }
}

/// Multiplies to 128 bits and combines both halves with XOR, which mixes all bits.
#[inline]
pub(super) fn folded_multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl<W: Word> Position for TwoPlayerPosition<W> {
    type Move = Move;
    type Undo = Pieces<2, W>;

    /// A packed move has the indices of source and target; a clone has its target as source.
    const PACKED_MOVES: usize = (1 << (2 * W::INDEX_BITS)) + 1;
    /// Rank of moves that capture three pieces or more.
    const NO_REDUCTION_RANK: i32 = 3 * 64;

    #[inline]
    fn key(&self) -> u64 {
        // The key depends on own and rivals' pieces only, not on the players' colours.
        let (own, rivals) = (
            self.pieces.own().0.hashed(),
            self.pieces.rivals().0.hashed(),
        );
        let mixed = folded_multiply(own ^ 0xA076_1D64_78BD_642F, rivals ^ 0xE703_7ED1_A0B4_28DB);
        folded_multiply(mixed ^ own.rotate_left(32), 0x9E37_79B9_7F4A_7C15) ^ rivals
    }

    #[inline]
    fn terminal_score(&self) -> Option<Score> {
        self.pieces.ending(&self.board, self.stuck)?;
        let counts = self.pieces.result(&self.board, self.stuck);
        let own = counts[self.pieces.mover().index()];
        let rivals = counts[0] + counts[1] - own;
        Some(WIN * (own as Score - rivals as Score).signum())
    }

    #[inline]
    fn evaluate(&self) -> Score {
        let (own, rivals) = (self.pieces.own(), self.pieces.rivals());
        self.evaluator.score(&self.board, own, rivals)
    }

    #[inline]
    fn moves(&self, into: &mut MoveList<Move>) {
        // Without rivals' pieces the game is over, even if cells are free.
        if self.pieces.rivals().is_empty() {
            return;
        }
        self.add_moves(into, 0, 0);
        self.add_pass(into);
    }

    #[inline]
    fn futility_filtered_moves(&self, into: &mut MoveList<Move>, margin: Score) -> bool {
        let free = self.pieces.free(&self.board).count();
        if free <= ENDGAME_FREE_CELLS
            || self.pieces.rivals().count() <= MAX_CAPTURES
            || self.may_win_by_sticking()
        {
            // A quiet move may end the game.
            self.moves(into);
            return false;
        }
        // A clone gains one piece of lead, and each captured piece gains two.
        let captures_needed = |gain: Score| {
            let missing = (margin - gain * PIECE).max(0);
            (missing as u32).div_ceil(2 * PIECE as u32)
        };
        let (clones, jumps) = (captures_needed(1), captures_needed(0));
        self.add_moves(into, clones, jumps);
        if !self.pieces.can_move(&self.board, 0) {
            self.add_pass(into);
        }
        jumps > 0
    }

    #[inline]
    fn null_move(&self) -> Option<Move> {
        let no_zugzwang = self.pieces.free(&self.board).count() > ENDGAME_FREE_CELLS;
        no_zugzwang.then_some(Move::Pass)
    }

    #[inline]
    fn make(&mut self, made: Move) -> Pieces<2, W> {
        let before = self.pieces;
        self.pieces = before.after(&self.board, made);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, before: Pieces<2, W>) {
        self.pieces = before;
    }

    #[inline]
    fn pack(made: Move) -> u16 {
        match made {
            Move::Clone { to } => u16::from(to.0) << W::INDEX_BITS | u16::from(to.0),
            Move::Jump { from, to } => u16::from(from.0) << W::INDEX_BITS | u16::from(to.0),
            Move::Pass => 1 << (2 * W::INDEX_BITS),
        }
    }

    #[inline]
    fn unpack(&self, packed: u16) -> Option<Move> {
        let index_mask = (1 << W::INDEX_BITS) - 1;
        let (from, to) = (
            CellIndex((packed >> W::INDEX_BITS & index_mask) as u8),
            CellIndex((packed & index_mask) as u8),
        );
        let board = &*self.board;
        let (own, free) = (self.pieces.own(), self.pieces.free(board));
        if packed >= 1 << (2 * W::INDEX_BITS) || !free.has(to) {
            None
        } else if from == to {
            let beside = !board.near(to).and(own).is_empty();
            beside.then_some(Move::Clone { to })
        } else {
            let legal = own.has(from) && board.far::<W>(to).has(from);
            legal.then_some(Move::Jump { from, to })
        }
    }

    /// Returns a large number, because jumps do not fill the board.
    #[inline]
    fn plies_left(&self) -> u32 {
        10_000
    }
}
