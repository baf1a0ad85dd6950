//! Two-player positions as the shared search sees them.

use std::sync::Arc;

use super::estimate::{Estimate, Estimator, PIECE};
use crate::games::hexxagon::rules::{Board, Move, Position as Pieces, Spot, Stuck};
use crate::search::{MoveList, Position, Score, WIN};

/// A position, with its board, the rule for a stuck player and the evaluation.
#[derive(Clone, Debug)]
pub struct DuelPosition {
    board: Arc<Board>,
    pieces: Pieces<2>,
    stuck: Stuck,
    estimator: Estimator,
}

/// The most rival pieces that one move can capture together: a cell has six neighbours.
const MAX_CAPTURES: u32 = 6;
/// Up to this many free cells, zugzwang is possible and a quiet move can end the game.
const CROWDED: u32 = 8;

impl DuelPosition {
    /// The search position of `pieces` on `board`.
    pub fn new(board: &Arc<Board>, pieces: Pieces<2>, stuck: Stuck, estimate: &Estimate) -> Self {
        DuelPosition {
            board: Arc::clone(board),
            pieces,
            stuck,
            estimator: Estimator::new(estimate, board),
        }
    }

    /// Adds the clones that capture at least `clones` pieces and the jumps that capture at least `jumps`.
    /// `clones` must not be the greater one.
    #[inline]
    fn add(&self, into: &mut MoveList<Move>, clones: u32, jumps: u32) {
        let board = &*self.board;
        let (own, rivals) = (self.pieces.own(), self.pieces.rivals());
        for to in self.pieces.free(board) {
            let near = board.near(to);
            let captures = near.and(rivals).count();
            if captures < clones {
                continue;
            }
            let own_beside = near.and(own).count() as i32;
            let rank = 64 * captures as i32;
            if own_beside > 0 {
                into.push(Move::Clone { to }, rank + 32 + own_beside * 4);
            }
            if captures < jumps {
                continue;
            }
            for from in board.far(to).and(own) {
                // The hole behind a jump lets the rival capture the pieces around it.
                let exposed = board.near(from).and(own).count() as i32;
                into.push(Move::Jump { from, to }, rank - exposed * 8);
            }
        }
    }

    /// Adds the pass if the rule allows it and there is no other move.
    #[inline]
    fn add_pass(&self, into: &mut MoveList<Move>) {
        if self.stuck == Stuck::Skip && into.is_empty() && self.terminal_score().is_none() {
            into.push(Move::Pass, 0);
        }
    }
}

impl Position for DuelPosition {
    type Move = Move;
    type Undo = Pieces<2>;

    /// Six bits for the source and six for the target; a clone has its target as source. One number
    /// more is the pass.
    const PACKED_MOVES: usize = 64 * 64 + 1;
    /// About the rank of a move that captures three pieces.
    const NO_REDUCTION_RANK: i32 = 3 * 64;

    #[inline]
    fn key(&self) -> u64 {
        // The key ignores the colours: equal positions of either player share their entry.
        let (own, rivals) = (self.pieces.own().0, self.pieces.rivals().0);
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let mixed = fold(own ^ 0xA076_1D64_78BD_642F, rivals ^ 0xE703_7ED1_A0B4_28DB);
        fold(mixed ^ own.rotate_left(32), 0x9E37_79B9_7F4A_7C15) ^ rivals
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
        self.estimator.score(&self.board, own, rivals)
    }

    #[inline]
    fn moves(&self, into: &mut MoveList<Move>) {
        // Without rival pieces the game is over, even if there are free cells.
        if self.pieces.rivals().is_empty() {
            return;
        }
        self.add(into, 0, 0);
        self.add_pass(into);
    }

    #[inline]
    fn futility_filtered_moves(&self, into: &mut MoveList<Move>, margin: Score) -> bool {
        let free = self.pieces.free(&self.board).count();
        if free <= CROWDED || self.pieces.rivals().count() <= MAX_CAPTURES {
            // Any move may end the game here, so none can be left out.
            self.moves(into);
            return false;
        }
        // A clone gains one piece, and each captured piece is a gain of two.
        let captures = |gained: Score| {
            let pieces = (margin - gained * PIECE).max(0);
            (pieces as u32).div_ceil(2 * PIECE as u32)
        };
        let (clones, jumps) = (captures(1), captures(0));
        self.add(into, clones, jumps);
        if !self.pieces.can_move(&self.board, 0) {
            self.add_pass(into);
        }
        jumps > 0
    }

    #[inline]
    fn null_move(&self) -> Option<Move> {
        let roomy = self.pieces.free(&self.board).count() > CROWDED;
        roomy.then_some(Move::Pass)
    }

    #[inline]
    fn make(&mut self, made: Move) -> Pieces<2> {
        let before = self.pieces;
        self.pieces = before.after(&self.board, made);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, before: Pieces<2>) {
        self.pieces = before;
    }

    #[inline]
    fn pack(made: Move) -> u16 {
        match made {
            Move::Clone { to } => u16::from(to.0) << 6 | u16::from(to.0),
            Move::Jump { from, to } => u16::from(from.0) << 6 | u16::from(to.0),
            Move::Pass => 64 * 64,
        }
    }

    #[inline]
    fn unpack(&self, packed: u16) -> Option<Move> {
        let (from, to) = (Spot((packed >> 6 & 63) as u8), Spot((packed & 63) as u8));
        let board = &*self.board;
        let (own, free) = (self.pieces.own(), self.pieces.free(board));
        if packed >= 64 * 64 || !free.has(to) {
            None
        } else if from == to {
            let beside = !board.near(to).and(own).is_empty();
            beside.then_some(Move::Clone { to })
        } else {
            let there = own.has(from) && board.far(to).has(from);
            there.then_some(Move::Jump { from, to })
        }
    }

    /// Jumps fill no cell, so the rules set no end; this is more than any search looks ahead.
    #[inline]
    fn plies_left(&self) -> u32 {
        10_000
    }
}
