//! The order in which a node tries its moves: the hash move, then killers and moves with a good history. Good moves
//! come first, because they cause early cutoffs.

use super::move_list::MoveList;
use super::position::{MAX_PLIES, Position};

/// The largest size of a history score.
const HISTORY_LIMIT: i32 = 4_096;

/// The memory of a searcher for the moves that caused cutoffs.
pub(super) struct MoveOrdering {
    /// The history score of each packed move, in -4096..=4096.
    history: Vec<i16>,
    /// For each ply, the last two moves that caused a cutoff there, the newest first.
    killers: [[u16; 2]; MAX_PLIES],
}

impl MoveOrdering {
    /// An empty memory for `packed_moves` different moves.
    pub(super) fn new(packed_moves: usize) -> Self {
        MoveOrdering {
            history: vec![0; packed_moves],
            killers: [[u16::MAX; 2]; MAX_PLIES],
        }
    }

    /// Prepares for a search from another root: forgets the killers and halves the history.
    pub(super) fn new_search(&mut self) {
        self.killers = [[u16::MAX; 2]; MAX_PLIES];
        self.history.iter_mut().for_each(|h| *h /= 2);
    }

    /// Adds killer and history bonuses to the ranks and puts the hash move in front.
    #[inline]
    pub(super) fn rank<P: Position>(
        &self,
        moves: &mut MoveList<P::Move>,
        hash_move: Option<u16>,
        ply: usize,
    ) {
        let killers = self.killers[ply];
        moves.rerank(|mv, rank| {
            let packed = P::pack(mv);
            if Some(packed) == hash_move {
                return i32::MAX;
            }
            let killer = if packed == killers[0] {
                24
            } else if packed == killers[1] {
                16
            } else {
                0
            };
            let history = i32::from(self.history[usize::from(packed)]) / 128;
            rank + killer + history
        });
    }

    /// Rewards a move that caused a cutoff, and lowers the history of those tried before it.
    pub(super) fn update_after_cutoff<P: Position>(
        &mut self,
        moves: &MoveList<P::Move>,
        cutoff_move: P::Move,
        depth: i32,
        ply: usize,
    ) {
        let packed = P::pack(cutoff_move);
        if self.killers[ply][0] != packed {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = packed;
        }
        let bonus = (depth * depth).min(400);
        self.add_history(packed, bonus);
        for other in moves.taken().filter(|other| *other != cutoff_move) {
            self.add_history(P::pack(other), -bonus);
        }
    }

    /// Adds to a history score, less the nearer it is to its limit (history gravity).
    #[inline]
    fn add_history(&mut self, packed: u16, bonus: i32) {
        let score = &mut self.history[usize::from(packed)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}
