//! Positions of two-player games as the shared search sees them.

use std::sync::Arc;

use super::evaluation::{Estimate, Estimator, PIECE};
use crate::games::hexxagon::rules::{Board, Move, Position as Pieces, Spot, Stuck};
use crate::search::{Moves, Position, Score, WIN};

/// A position with its board, its rule, and what it is estimated by.
#[derive(Clone, Debug)]
pub struct DuelPosition {
    board: Arc<Board>,
    pieces: Pieces<2>,
    stuck: Stuck,
    estimator: Estimator,
}

/// Rivals' pieces that one move can turn over to the last.
const FEW: u32 = 6;
/// Free cells up to which having to move can be worse than not moving, and moves can end the game.
const CROWDED: u32 = 8;

impl DuelPosition {
    /// A position to search.
    pub fn new(board: &Arc<Board>, pieces: Pieces<2>, stuck: Stuck, estimate: &Estimate) -> Self {
        DuelPosition {
            board: Arc::clone(board),
            pieces,
            stuck,
            estimator: Estimator::new(estimate, board),
        }
    }

    /// Adds the moves that turn over at least so many: clones, and jumps.
    #[inline]
    fn add(&self, into: &mut Moves<Move>, clones: u32, jumps: u32) {
        let board = &*self.board;
        let (own, rivals) = (self.pieces.own(), self.pieces.rivals());
        for to in self.pieces.free(board) {
            let near = board.near(to);
            let turned = near.and(rivals).count();
            if turned < clones {
                continue;
            }
            let beside = near.and(own).count() as i32;
            let rank = 64 * turned as i32;
            if beside > 0 {
                into.push(Move::Clone { to }, rank + 32 + beside * 4);
            }
            if turned < jumps {
                continue;
            }
            for from in board.far(to).and(own) {
                // A jump leaves a hole that the rival can use.
                let left = board.near(from).and(own).count() as i32;
                into.push(Move::Jump { from, to }, rank - left * 8);
            }
        }
    }

    /// Adds the pass where there is nothing else.
    #[inline]
    fn add_pass(&self, into: &mut Moves<Move>) {
        if self.stuck == Stuck::Skip && into.is_empty() && self.known().is_none() {
            into.push(Move::Pass, 0);
        }
    }
}

impl Position for DuelPosition {
    type Move = Move;
    type Undo = Pieces<2>;

    /// Source and target, six bits each; a clone has its target as source.
    const PACKED: usize = 64 * 64 + 1;
    /// Moves that turn over three or more.
    const URGENT: i32 = 3 * 64;

    #[inline]
    fn key(&self) -> u64 {
        // Own and rivals' pieces say everything, whoever has which colour.
        let (own, rivals) = (self.pieces.own().0, self.pieces.rivals().0);
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let mixed = fold(own ^ 0xA076_1D64_78BD_642F, rivals ^ 0xE703_7ED1_A0B4_28DB);
        fold(mixed ^ own.rotate_left(32), 0x9E37_79B9_7F4A_7C15) ^ rivals
    }

    #[inline]
    fn known(&self) -> Option<Score> {
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
    fn moves(&self, into: &mut Moves<Move>) {
        // Where nobody else has pieces the game is over, though there may be room.
        if self.pieces.rivals().is_empty() {
            return;
        }
        self.add(into, 0, 0);
        self.add_pass(into);
    }

    #[inline]
    fn promising(&self, into: &mut Moves<Move>, least: Score) -> bool {
        let free = self.pieces.free(&self.board).count();
        if free <= CROWDED || self.pieces.rivals().count() <= FEW {
            // A quiet move may end the game.
            self.moves(into);
            return false;
        }
        // A clone is one piece more, and each piece turned over two.
        let turned = |from: Score| {
            let pieces = (least - from * PIECE).max(0);
            (pieces as u32).div_ceil(2 * PIECE as u32)
        };
        let (clones, jumps) = (turned(1), turned(0));
        self.add(into, clones, jumps);
        if !self.pieces.can_move(&self.board, 0) {
            self.add_pass(into);
        }
        jumps > 0
    }

    #[inline]
    fn pass(&self) -> Option<Move> {
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

    /// Jumps can go on for long.
    #[inline]
    fn plies_left(&self) -> u32 {
        10_000
    }
}
