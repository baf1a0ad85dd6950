//! Three-player positions as the shared search, which knows two sides, sees them: the root player
//! against the two opponents.
//!
//! There are three models of the opponents. Paranoid (Sturtevant and Korf 2000): both play against the
//! root player, each in turn. Best reply (Schadd and Winands 2011): only the opponent with the better
//! reply moves. Greedy paranoid, a model of this program: as paranoid, but the opponents only make moves
//! that gain them about as many pieces as possible.

use std::sync::Arc;

use super::estimate::{Estimate, Estimator, PIECE};
use crate::games::hexxagon::rules::{Board, Move, Player, Position as Pieces, Spots, Stuck};
use crate::search::{MoveList, Position, Score, WIN};

/// How the search models the two opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Both play against the root player.
    Paranoid,
    /// The opponent with the better reply moves, then the root player again.
    BestReply,
    /// As paranoid, but both make only moves that gain about as many pieces as possible.
    GreedyParanoid,
}

/// How many pieces less than the most a greedy move may gain.
const GREEDY_SLACK: i32 = 1;

/// A move and its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrioMove {
    /// The player: 0 is the root player, 1 and 2 are the opponents in the order of their turns.
    pub by: u8,
    /// The move.
    pub made: Move,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The root player's.
    Root,
    /// The first opponent's; with [`Way::BestReply`] that of either one.
    First,
    /// Nobody's: a ply between the two opponents, so that the two sides of the search alternate.
    Between,
    /// The second opponent's.
    Second,
}

/// What a move changes, as it was before.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    pieces: [Spots; 3],
    turn: Turn,
}

/// A position as the root player sees it.
#[derive(Clone, Debug)]
pub struct TrioPosition {
    board: Arc<Board>,
    stuck: Stuck,
    way: Way,
    estimator: Estimator,
    /// The pieces of the root player, of the first opponent and of the second.
    pieces: [Spots; 3],
    turn: Turn,
}

impl TrioPosition {
    /// The root position: the player to move is the root player.
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
            turn: Turn::Root,
        }
    }

    /// The same pieces with `by` as the player to move.
    fn seen_by(&self, by: u8) -> Pieces<3> {
        Pieces::new(std::array::from_fn(|at| {
            self.pieces[(usize::from(by) + at) % 3]
        }))
    }

    /// The players whose moves this turn offers.
    fn movers(&self) -> &'static [u8] {
        match (self.turn, self.way) {
            (Turn::Root, _) => &[0],
            (Turn::Between, _) => &[],
            (Turn::First, Way::BestReply) => &[1, 2],
            (Turn::First, Way::Paranoid | Way::GreedyParanoid) => &[1],
            (Turn::Second, _) => &[2],
        }
    }

    fn next_turn(&self) -> Turn {
        match (self.turn, self.way) {
            (Turn::Root, _) => Turn::First,
            (Turn::First, Way::Paranoid | Way::GreedyParanoid) => Turn::Between,
            (Turn::Between, _) => Turn::Second,
            (Turn::First | Turn::Second, _) => Turn::Root,
        }
    }

    fn is_root_side_to_move(&self) -> bool {
        matches!(self.turn, Turn::Root | Turn::Between)
    }

    /// The lead of the root player in pieces, in units of [`PIECE`]: three fifths over the stronger
    /// opponent, two fifths over the mean of both.
    fn lead(&self) -> Score {
        let [own, first, second] = self.pieces.map(|pieces| pieces.count() as Score);
        let (most, both) = (first.max(second), first + second);
        (own - most) * PIECE * 3 / 5 + (2 * own - both) * PIECE / 5
    }
}

/// How many pieces a move gains for its player.
fn gained(seen: &Pieces<3>, board: &Board, made: Move) -> i32 {
    let captures = |to| board.near(to).and(seen.rivals()).count() as i32;
    match made {
        Move::Clone { to } => captures(to) + 1,
        Move::Jump { to, .. } => captures(to),
        Move::Pass => 0,
    }
}

/// The most pieces that a move gains for the player to move.
fn most_gained(seen: &Pieces<3>, board: &Board) -> i32 {
    let mut most = 0;
    seen.each_move(board, |made| most = most.max(gained(seen, board, made)));
    most
}

impl Position for TrioPosition {
    type Move = TrioMove;
    type Undo = Before;

    /// Six bits for the source and six for the target, for each player; then a pass for each.
    const PACKED_MOVES: usize = 3 * 64 * 64 + 3;
    /// About the rank of a move that captures three pieces.
    const NO_REDUCTION_RANK: i32 = 3 * 64;

    fn key(&self) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [own, first, second] = self.pieces.map(|pieces| pieces.0);
        let mixed = fold(own ^ 0xA076_1D64_78BD_642F, first ^ 0xE703_7ED1_A0B4_28DB);
        let turn = (self.turn as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        fold(mixed ^ turn, second ^ 0x8EBC_6AF0_9C88_C6E3) ^ own.rotate_left(21) ^ first
    }

    fn terminal_score(&self) -> Option<Score> {
        if self.turn == Turn::Between {
            return None;
        }
        let by = self.movers()[0];
        let seen = self.seen_by(by);
        seen.ending(&self.board, self.stuck)?;
        let counts = seen.result(&self.board, self.stuck);
        let of = |who: usize| counts[(who + 3 - usize::from(by)) % 3] as Score;
        let lead = (of(0) - of(1).max(of(2))).signum();
        Some(
            if self.is_root_side_to_move() {
                WIN
            } else {
                -WIN
            } * lead,
        )
    }

    fn evaluate(&self) -> Score {
        let [own, first, second] = self.pieces;
        let others = first.or(second);
        let board = &*self.board;
        let pieces = |a: Spots, b: Spots| (a.count() as Score - b.count() as Score) * PIECE;
        // The estimate knows whose turn it is; between the two opponents it is that of one of them.
        let seen = if self.turn == Turn::Root {
            self.estimator.score(board, own, others) - pieces(own, others) + self.lead()
        } else {
            pieces(others, own) - self.estimator.score(board, others, own) + self.lead()
        };
        if self.is_root_side_to_move() {
            seen
        } else {
            -seen
        }
    }

    fn moves(&self, into: &mut MoveList<TrioMove>) {
        let board = &*self.board;
        for by in self.movers() {
            let seen = self.seen_by(*by);
            let (own, rivals) = (seen.own(), seen.rivals());
            if rivals.is_empty() {
                return;
            }
            // Opponents are expected to capture pieces of the root player first.
            let targets = if *by == 0 { rivals } else { self.pieces[0] };
            let least = match self.way {
                Way::GreedyParanoid if *by != 0 => most_gained(&seen, board) - GREEDY_SLACK,
                _ => i32::MIN,
            };
            seen.each_move(board, |made| {
                if least > i32::MIN && gained(&seen, board, made) < least {
                    return;
                }
                let rank = match made {
                    Move::Clone { to } => {
                        let near = board.near(to);
                        let captures = near.and(rivals).count() + near.and(targets).count();
                        32 * captures as i32 + 32 + near.and(own).count() as i32 * 4
                    }
                    Move::Jump { from, to } => {
                        let near = board.near(to);
                        let captures = near.and(rivals).count() + near.and(targets).count();
                        32 * captures as i32 - board.near(from).and(own).count() as i32 * 8
                    }
                    Move::Pass => 0,
                };
                into.push(TrioMove { by: *by, made }, rank);
            });
        }
        if into.is_empty() && self.terminal_score().is_none() {
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

    /// Jumps fill no cell, so the rules set no end; this is more than any search looks ahead.
    fn plies_left(&self) -> u32 {
        10_000
    }
}
