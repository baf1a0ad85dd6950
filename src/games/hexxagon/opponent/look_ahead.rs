//! Positions of two-player games as the shared search sees them.

use std::sync::Arc;

use crate::games::hexxagon::rules::{Board, Move, Position as Pieces, Spot, Spots, Stuck};
use crate::search::{Moves, Position, Score, WIN};

/// A position with its board and rule.
#[derive(Clone, Debug)]
pub struct DuelPosition {
    board: Arc<Board>,
    pieces: Pieces<2>,
    stuck: Stuck,
}

/// What a piece is worth.
const PIECE: i32 = 100;
/// What a piece loses for each free cell beside it, from where it could be turned over.
const EXPOSED: i32 = 6;
/// How much fewer exposed pieces can raise the estimate in one move, as a rule.
const SLACK: i32 = 100;
/// What having the move is worth.
const TEMPO: i32 = 60;

impl DuelPosition {
    /// A position to search.
    pub fn new(board: &Arc<Board>, pieces: Pieces<2>, stuck: Stuck) -> Self {
        DuelPosition {
            board: Arc::clone(board),
            pieces,
            stuck,
        }
    }

    /// Free cells beside pieces, counted once for each piece.
    fn exposed(&self, pieces: Spots, free: Spots) -> i32 {
        let beside = |spot: Spot| self.board.near(spot).and(free).count() as i32;
        pieces.map(beside).sum()
    }
}

impl Position for DuelPosition {
    type Move = Move;
    type Undo = Pieces<2>;

    /// Source and target, six bits each; a clone has its target as source.
    const PACKED: usize = 64 * 64 + 1;
    /// Moves that turn over three or more.
    const URGENT: i32 = 3 * 64;

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

    fn known(&self) -> Option<Score> {
        self.pieces.ending(&self.board, self.stuck)?;
        let counts = self.pieces.result(&self.board, self.stuck);
        let own = counts[self.pieces.mover().index()];
        let rivals = counts[0] + counts[1] - own;
        Some(WIN * (own as Score - rivals as Score).signum())
    }

    fn evaluate(&self) -> Score {
        let (own, rivals) = (self.pieces.own(), self.pieces.rivals());
        let free = self.pieces.free(&self.board);
        let pieces = own.count() as i32 - rivals.count() as i32;
        let exposed = self.exposed(own, free) - self.exposed(rivals, free);
        pieces * PIECE - exposed * EXPOSED + TEMPO
    }

    fn moves(&self, into: &mut Moves<Move>) {
        let board = &*self.board;
        let (own, rivals) = (self.pieces.own(), self.pieces.rivals());
        // Two ends that leave moves; the third leaves none.
        if rivals.is_empty() || self.pieces.free(board).is_empty() {
            return;
        }
        let turned = |to: Spot| board.near(to).and(rivals).count() as i32;
        self.pieces.each_move(board, |made| {
            let rank = match made {
                Move::Clone { to } => {
                    64 * turned(to) + 32 + board.near(to).and(own).count() as i32 * 4
                }
                // A jump leaves a hole that the rival can use.
                Move::Jump { from, to } => {
                    64 * turned(to) - board.near(from).and(own).count() as i32 * 8
                }
                Move::Pass => 0,
            };
            into.push(made, rank);
        });
        if into.is_empty() && self.pieces.ending(board, self.stuck).is_none() {
            into.push(Move::Pass, 0);
        }
    }

    fn promise(&self, made: Move) -> Option<Score> {
        let (more, to) = match made {
            Move::Clone { to } => (1, to),
            Move::Jump { to, .. } => (0, to),
            Move::Pass => return None,
        };
        let turned = self.board.near(to).and(self.pieces.rivals()).count() as Score;
        Some((more + 2 * turned) * PIECE - 2 * TEMPO + SLACK)
    }

    fn make(&mut self, made: Move) -> Pieces<2> {
        let before = self.pieces;
        self.pieces = before.after(&self.board, made);
        before
    }

    fn unmake(&mut self, _: Move, before: Pieces<2>) {
        self.pieces = before;
    }

    fn pack(made: Move) -> u16 {
        match made {
            Move::Clone { to } => u16::from(to.0) << 6 | u16::from(to.0),
            Move::Jump { from, to } => u16::from(from.0) << 6 | u16::from(to.0),
            Move::Pass => 64 * 64,
        }
    }

    /// Jumps can go on for long.
    fn plies_left(&self) -> u32 {
        if self.pieces.ending(&self.board, self.stuck).is_some() {
            0
        } else {
            10_000
        }
    }
}
