//! Positions of three-player games as a search of two sides sees them: who thinks, and the others.
//!
//! Three ways of taking the others: paranoid (Sturtevant and Korf 2000), where both play against who
//! thinks, each in turn; best reply (Schadd and Winands 2011), where only the one with the better answer
//! moves; and hungry, where both play against who thinks, but only moves that win them about the most.

use std::sync::Arc;

use super::evaluation::{Estimate, Estimator, PIECE};
use crate::games::hexxagon::rules::{Board, Move, Player, Position as Pieces, Spots, Stuck};
use crate::search::{Moves, Position, Score, WIN};

/// How the others are taken to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Both against who thinks.
    Paranoid,
    /// The better reply of the two, and then who thinks again.
    BestReply,
    /// As paranoid, but they are greedy: each makes a move that wins about the most pieces.
    Hungry,
}

/// How much less than the most pieces a hungry player's move may win.
const SLACK: i32 = 1;

/// A move and who makes it: 0 who thinks, 1 and 2 the others in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrioMove {
    /// Who.
    pub by: u8,
    /// What.
    pub made: Move,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Who thinks.
    Own,
    /// The first of the others; with [`Way::BestReply`] either of them.
    Next,
    /// Nobody: between the two others, so that the sides still alternate.
    Between,
    /// The second of the others.
    Last,
}

/// What a move changes.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    pieces: [Spots; 3],
    turn: Turn,
}

/// A position as who thinks sees it.
#[derive(Clone, Debug)]
pub struct TrioPosition {
    board: Arc<Board>,
    stuck: Stuck,
    way: Way,
    estimator: Estimator,
    /// The pieces of who thinks, of who is next, and of the last.
    pieces: [Spots; 3],
    turn: Turn,
}

impl TrioPosition {
    /// The position of who is to move, who thinks.
    pub fn new(
        board: &Arc<Board>,
        pieces: &Pieces<3>,
        stuck: Stuck,
        way: Way,
        estimate: &Estimate,
    ) -> Self {
        let mover = pieces.mover().0;
        TrioPosition {
            board: Arc::clone(board),
            stuck,
            way,
            estimator: Estimator::new(estimate, board),
            pieces: std::array::from_fn(|at| pieces.pieces(Player((mover + at as u8) % 3))),
            turn: Turn::Own,
        }
    }

    /// The position as the player `by` sees it who is to move.
    fn seen_by(&self, by: u8) -> Pieces<3> {
        Pieces::new(std::array::from_fn(|at| {
            self.pieces[(usize::from(by) + at) % 3]
        }))
    }

    /// Who makes the moves at this turn.
    fn movers(&self) -> &'static [u8] {
        match (self.turn, self.way) {
            (Turn::Own, _) => &[0],
            (Turn::Between, _) => &[],
            (Turn::Next, Way::BestReply) => &[1, 2],
            (Turn::Next, Way::Paranoid | Way::Hungry) => &[1],
            (Turn::Last, _) => &[2],
        }
    }

    fn next_turn(&self) -> Turn {
        match (self.turn, self.way) {
            (Turn::Own, _) => Turn::Next,
            (Turn::Next, Way::Paranoid | Way::Hungry) => Turn::Between,
            (Turn::Between, _) => Turn::Last,
            (Turn::Next | Turn::Last, _) => Turn::Own,
        }
    }

    fn own_to_move(&self) -> bool {
        matches!(self.turn, Turn::Own | Turn::Between)
    }

    /// Own pieces less those of the stronger of the others, three parts, and less the mean of both, two.
    fn lead(&self) -> Score {
        let [own, next, last] = self.pieces.map(|pieces| pieces.count() as Score);
        let (most, both) = (next.max(last), next + last);
        (own - most) * PIECE * 3 / 5 + (2 * own - both) * PIECE / 5
    }
}

/// Pieces that a move wins for who makes it.
fn won(seen: &Pieces<3>, board: &Board, made: Move) -> i32 {
    let turned = |to| board.near(to).and(seen.rivals()).count() as i32;
    match made {
        Move::Clone { to } => turned(to) + 1,
        Move::Jump { to, .. } => turned(to),
        Move::Pass => 0,
    }
}

/// The most pieces that a move wins for who is to move.
fn most_won(seen: &Pieces<3>, board: &Board) -> i32 {
    let mut most = 0;
    seen.each_move(board, |made| most = most.max(won(seen, board, made)));
    most
}

impl Position for TrioPosition {
    type Move = TrioMove;
    type Undo = Before;

    /// Source and target, six bits each, for each player; a pass for each.
    const PACKED: usize = 3 * 64 * 64 + 3;
    /// Moves that turn over three or more.
    const URGENT: i32 = 3 * 64;

    fn key(&self) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [own, next, last] = self.pieces.map(|pieces| pieces.0);
        let mixed = fold(own ^ 0xA076_1D64_78BD_642F, next ^ 0xE703_7ED1_A0B4_28DB);
        let turn = (self.turn as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        fold(mixed ^ turn, last ^ 0x8EBC_6AF0_9C88_C6E3) ^ own.rotate_left(21) ^ next
    }

    fn known(&self) -> Option<Score> {
        if self.turn == Turn::Between {
            return None;
        }
        let by = self.movers()[0];
        let seen = self.seen_by(by);
        seen.ending(&self.board, self.stuck)?;
        let counts = seen.result(&self.board, self.stuck);
        let of = |who: usize| counts[(who + 3 - usize::from(by)) % 3] as Score;
        let lead = (of(0) - of(1).max(of(2))).signum();
        Some(if self.own_to_move() { WIN } else { -WIN } * lead)
    }

    fn evaluate(&self) -> Score {
        let [own, next, last] = self.pieces;
        let others = next.or(last);
        let board = &*self.board;
        let pieces = |a: Spots, b: Spots| (a.count() as Score - b.count() as Score) * PIECE;
        // What the estimate says beyond the pieces is for who moves next: between the others, one of them.
        let seen = if self.turn == Turn::Own {
            self.estimator.score(board, own, others) - pieces(own, others) + self.lead()
        } else {
            pieces(others, own) - self.estimator.score(board, others, own) + self.lead()
        };
        if self.own_to_move() { seen } else { -seen }
    }

    fn moves(&self, into: &mut Moves<TrioMove>) {
        let board = &*self.board;
        for by in self.movers() {
            let seen = self.seen_by(*by);
            let (own, rivals) = (seen.own(), seen.rivals());
            if rivals.is_empty() {
                return;
            }
            // The others would rather turn over pieces of who thinks.
            let hunted = if *by == 0 { rivals } else { self.pieces[0] };
            let least = match self.way {
                Way::Hungry if *by != 0 => most_won(&seen, board) - SLACK,
                _ => i32::MIN,
            };
            seen.each_move(board, |made| {
                if least > i32::MIN && won(&seen, board, made) < least {
                    return;
                }
                let rank = match made {
                    Move::Clone { to } => {
                        let near = board.near(to);
                        let turned = near.and(rivals).count() + near.and(hunted).count();
                        32 * turned as i32 + 32 + near.and(own).count() as i32 * 4
                    }
                    Move::Jump { from, to } => {
                        let near = board.near(to);
                        let turned = near.and(rivals).count() + near.and(hunted).count();
                        32 * turned as i32 - board.near(from).and(own).count() as i32 * 8
                    }
                    Move::Pass => 0,
                };
                into.push(TrioMove { by: *by, made }, rank);
            });
        }
        if into.is_empty() && self.known().is_none() {
            let by = self.movers().first().copied().unwrap_or(0);
            let made = Move::Pass;
            into.push(TrioMove { by, made }, 0);
        }
    }

    fn make(&mut self, TrioMove { by, made }: TrioMove) -> Before {
        let before = Before {
            pieces: self.pieces,
            turn: self.turn,
        };
        if made != Move::Pass {
            let after = self.seen_by(by).after(&self.board, made);
            for who in 0..3u8 {
                self.pieces[usize::from((by + who) % 3)] = after.pieces(Player(who));
            }
        }
        self.turn = self.next_turn();
        before
    }

    fn unmake(&mut self, _: TrioMove, Before { pieces, turn }: Before) {
        self.pieces = pieces;
        self.turn = turn;
    }

    fn pack(TrioMove { by, made }: TrioMove) -> u16 {
        let by = u16::from(by);
        match made {
            Move::Clone { to } => by << 12 | u16::from(to.0) << 6 | u16::from(to.0),
            Move::Jump { from, to } => by << 12 | u16::from(from.0) << 6 | u16::from(to.0),
            Move::Pass => (3 << 12) + by,
        }
    }

    /// Jumps can go on for long.
    fn plies_left(&self) -> u32 {
        10_000
    }
}
