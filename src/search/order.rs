//! The order in which moves are tried: what was best before, what refuted other moves, what was often
//! good.

use super::position::{MAX_PLIES, Moves, Position};

/// What is remembered about moves.
pub(super) struct MoveOrder {
    /// For each packed move, how often it was good, in -4096..=4096.
    history: Vec<i16>,
    /// For each ply the moves that refuted last.
    killers: [[u16; 2]; MAX_PLIES],
}

impl MoveOrder {
    /// Nothing is known yet about so many packed moves.
    pub(super) fn new(packed: usize) -> Self {
        MoveOrder {
            history: vec![0; packed],
            killers: [[u16::MAX; 2]; MAX_PLIES],
        }
    }

    /// Another position is searched: what was good in the last one is a hint.
    pub(super) fn begin(&mut self) {
        self.killers = [[u16::MAX; 2]; MAX_PLIES];
        self.history.iter_mut().for_each(|h| *h /= 2);
    }

    /// Adds to the ranks what is known about the moves.
    #[inline]
    pub(super) fn rank<P: Position>(
        &self,
        moves: &mut Moves<P::Move>,
        hash_move: Option<u16>,
        ply: usize,
    ) {
        let killers = self.killers[ply];
        moves.rerank(|made, rank| {
            let packed = P::pack(made);
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

    /// Remembers a move that refuted, and that those tried before it did not.
    pub(super) fn reward<P: Position>(
        &mut self,
        moves: &Moves<P::Move>,
        made: P::Move,
        depth: i32,
        ply: usize,
    ) {
        let packed = P::pack(made);
        if self.killers[ply][0] != packed {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = packed;
        }
        let bonus = (depth * depth).min(400);
        self.remember(packed, bonus);
        for other in moves.taken().filter(|other| *other != made) {
            self.remember(P::pack(other), -bonus);
        }
    }

    /// Adds to the history, drawn towards its limits ever more slowly.
    #[inline]
    fn remember(&mut self, packed: u16, bonus: i32) {
        let old = &mut self.history[usize::from(packed)];
        let was = i32::from(*old);
        *old = (was + bonus - was * bonus.abs() / 4_096) as i16;
    }
}
