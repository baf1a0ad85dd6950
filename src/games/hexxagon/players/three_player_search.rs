//! Three-player positions for the shared search, which knows two sides: the searching player and the
//! two others together.
//!
//! There are three opponent models. Paranoid (Sturtevant and Korf 2000): the others play against the
//! searching player, each in turn. Best reply (Schadd and Winands 2011): only the other with the
//! better reply moves. Greedy paranoid (our own): paranoid, but the others consider only moves that
//! capture nearly the most.

use std::sync::Arc;

use super::evaluation::{EvaluationWeights, Evaluator, PIECE};
use super::two_player_search::folded_multiply;
use crate::games::hexxagon::rules::{
    Bitboard, Board, Move, Player, Position as Pieces, StuckRule, Word,
};
use crate::search::{MoveList, Position, Score, WIN};

/// The model of the play of the two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpponentModel {
    /// Both play against the searching player.
    Paranoid,
    /// Only the better reply of the two is played; then the searching player moves again.
    BestReply,
    /// Both play against the searching player, but only moves that gain nearly the most pieces.
    GreedyParanoid,
}

impl OpponentModel {
    /// The model that wins most, measured by `evolvarium duel`.
    pub const STRONGEST: OpponentModel = OpponentModel::GreedyParanoid;
}

/// The number of pieces by which a move of a greedy player may gain less than the maximum.
const GREEDY_SLACK: i32 = 1;

/// A move with its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreePlayerMove {
    /// The player: 0 is the searching player, 1 and 2 are the others in the order of moving.
    pub by: u8,
    /// The move.
    pub made: Move,
}

/// The turn within a round of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchTurn {
    /// The searching player moves.
    Own,
    /// The first of the others moves; with [`OpponentModel::BestReply`] either of them.
    Next,
    /// No player moves; this empty turn between the two others makes the sides alternate.
    Between,
    /// The second of the others moves.
    Last,
}

/// The state before a move, to take the move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo<W = u64> {
    pieces: [Bitboard<W>; 3],
    turn: SearchTurn,
}

/// A position from the view of the searching player.
#[derive(Clone, Debug)]
pub struct ThreePlayerPosition<W = u64> {
    board: Arc<Board>,
    stuck: StuckRule,
    model: OpponentModel,
    evaluator: Evaluator,
    /// The pieces of the searching player, of the next and of the last.
    pieces: [Bitboard<W>; 3],
    turn: SearchTurn,
}

impl<W: Word> ThreePlayerPosition<W> {
    /// Creates a position in which the player to move is the searching player.
    pub fn new(
        board: &Arc<Board>,
        pieces: &Pieces<3, W>,
        stuck: StuckRule,
        model: OpponentModel,
        weights: &EvaluationWeights,
    ) -> Self {
        let mover = pieces.mover().0;
        ThreePlayerPosition {
            board: Arc::clone(board),
            stuck,
            model,
            evaluator: Evaluator::new(weights, board),
            pieces: std::array::from_fn(|at| pieces.pieces(Player((mover + at as u8) % 3))),
            turn: SearchTurn::Own,
        }
    }

    /// Returns the position with player `by` to move.
    fn with_mover(&self, by: u8) -> Pieces<3, W> {
        Pieces::new(std::array::from_fn(|at| {
            self.pieces[(usize::from(by) + at) % 3]
        }))
    }

    /// Returns the players who may move in this turn.
    fn movers(&self) -> &'static [u8] {
        match (self.turn, self.model) {
            (SearchTurn::Own, _) => &[0],
            (SearchTurn::Between, _) => &[],
            (SearchTurn::Next, OpponentModel::BestReply) => &[1, 2],
            (SearchTurn::Next, OpponentModel::Paranoid | OpponentModel::GreedyParanoid) => &[1],
            (SearchTurn::Last, _) => &[2],
        }
    }

    fn next_turn(&self) -> SearchTurn {
        match (self.turn, self.model) {
            (SearchTurn::Own, _) => SearchTurn::Next,
            (SearchTurn::Next, OpponentModel::Paranoid | OpponentModel::GreedyParanoid) => {
                SearchTurn::Between
            }
            (SearchTurn::Between, _) => SearchTurn::Last,
            (SearchTurn::Next | SearchTurn::Last, _) => SearchTurn::Own,
        }
    }

    fn is_own_turn(&self) -> bool {
        matches!(self.turn, SearchTurn::Own | SearchTurn::Between)
    }

    /// Returns the lead in hundredths of a piece: three fifths of the lead over the stronger of the
    /// others plus two fifths of the lead over their mean.
    fn lead(&self) -> Score {
        let [own, next, last] = self.pieces.map(|pieces| pieces.count() as Score);
        let (most, both) = (next.max(last), next + last);
        (own - most) * PIECE * 3 / 5 + (2 * own - both) * PIECE / 5
    }
}

/// Returns the number of pieces that a move gains for its player.
fn gain<W: Word>(seen: &Pieces<3, W>, board: &Board, made: Move) -> i32 {
    let captured = |to| board.near(to).and(seen.rivals()).count() as i32;
    match made {
        Move::Clone { to } => captured(to) + 1,
        Move::Jump { to, .. } => captured(to),
        Move::Pass => 0,
    }
}

/// Returns the largest number of pieces that a move gains for the player to move.
fn max_gain<W: Word>(seen: &Pieces<3, W>, board: &Board) -> i32 {
    let mut most = 0;
    seen.each_move(board, |made| most = most.max(gain(seen, board, made)));
    most
}

impl<W: Word> Position for ThreePlayerPosition<W> {
    type Move = ThreePlayerMove;
    type Undo = Undo<W>;

    /// A packed move has two bits for the player and the indices of source and target; each player
    /// has a pass.
    const PACKED_MOVES: usize = (3 << (2 * W::INDEX_BITS)) + 3;
    /// Rank of moves that capture three pieces or more.
    const NO_REDUCTION_RANK: i32 = 3 * 64;

    fn key(&self) -> u64 {
        let [own, next, last] = self.pieces.map(|pieces| pieces.0.hashed());
        let mixed = folded_multiply(own ^ 0xA076_1D64_78BD_642F, next ^ 0xE703_7ED1_A0B4_28DB);
        let turn = (self.turn as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let key = folded_multiply(mixed ^ turn, last ^ 0x8EBC_6AF0_9C88_C6E3);
        key ^ own.rotate_left(21) ^ next
    }

    fn terminal_score(&self) -> Option<Score> {
        if self.turn == SearchTurn::Between {
            return None;
        }
        let by = self.movers()[0];
        let seen = self.with_mover(by);
        seen.ending(&self.board, self.stuck)?;
        let counts = seen.result(&self.board, self.stuck);
        let of = |who: usize| counts[(who + 3 - usize::from(by)) % 3] as Score;
        let lead = (of(0) - of(1).max(of(2))).signum();
        Some(if self.is_own_turn() { WIN } else { -WIN } * lead)
    }

    fn evaluate(&self) -> Score {
        let [own, next, last] = self.pieces;
        let others = next.or(last);
        let board = &*self.board;
        let pieces =
            |a: Bitboard<W>, b: Bitboard<W>| (a.count() as Score - b.count() as Score) * PIECE;
        // The evaluation beyond piece counts assumes that its side moves next; between the others,
        // that is one of them.
        let seen = if self.turn == SearchTurn::Own {
            self.evaluator.score(board, own, others) - pieces(own, others) + self.lead()
        } else {
            pieces(others, own) - self.evaluator.score(board, others, own) + self.lead()
        };
        if self.is_own_turn() { seen } else { -seen }
    }

    fn moves(&self, into: &mut MoveList<ThreePlayerMove>) {
        let board = &*self.board;
        for by in self.movers() {
            let seen = self.with_mover(*by);
            let (own, rivals) = (seen.own(), seen.rivals());
            if rivals.is_empty() {
                return;
            }
            // The others prefer to capture pieces of the searching player.
            let targets = if *by == 0 { rivals } else { self.pieces[0] };
            let least = match self.model {
                OpponentModel::GreedyParanoid if *by != 0 => max_gain(&seen, board) - GREEDY_SLACK,
                _ => i32::MIN,
            };
            seen.each_move(board, |made| {
                if least > i32::MIN && gain(&seen, board, made) < least {
                    return;
                }
                let rank = match made {
                    Move::Clone { to } => {
                        let near = board.near(to);
                        let captured = near.and(rivals).count() + near.and(targets).count();
                        32 * captured as i32 + 32 + near.and(own).count() as i32 * 4
                    }
                    Move::Jump { from, to } => {
                        let near = board.near(to);
                        let captured = near.and(rivals).count() + near.and(targets).count();
                        32 * captured as i32 - board.near(from).and(own).count() as i32 * 8
                    }
                    Move::Pass => 0,
                };
                into.push(ThreePlayerMove { by: *by, made }, rank);
            });
        }
        if into.is_empty() && self.terminal_score().is_none() {
            let by = self.movers().first().copied().unwrap_or(0);
            let made = Move::Pass;
            into.push(ThreePlayerMove { by, made }, 0);
        }
    }

    fn make(&mut self, ThreePlayerMove { by, made }: ThreePlayerMove) -> Undo<W> {
        let before = Undo {
            pieces: self.pieces,
            turn: self.turn,
        };
        if made != Move::Pass {
            let after = self.with_mover(by).after(&self.board, made);
            for who in 0..3u8 {
                self.pieces[usize::from((by + who) % 3)] = after.pieces(Player(who));
            }
        }
        self.turn = self.next_turn();
        before
    }

    fn unmake(&mut self, _: ThreePlayerMove, Undo { pieces, turn }: Undo<W>) {
        self.pieces = pieces;
        self.turn = turn;
    }

    fn pack(ThreePlayerMove { by, made }: ThreePlayerMove) -> u16 {
        let (by, bits) = (u16::from(by), W::INDEX_BITS);
        match made {
            Move::Clone { to } => by << (2 * bits) | u16::from(to.0) << bits | u16::from(to.0),
            Move::Jump { from, to } => {
                by << (2 * bits) | u16::from(from.0) << bits | u16::from(to.0)
            }
            Move::Pass => (3 << (2 * bits)) + by,
        }
    }

    /// Returns a large number, because jumps do not fill the board.
    fn plies_left(&self) -> u32 {
        10_000
    }
}
