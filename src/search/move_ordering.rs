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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::written_tree::Tree;

    const PLY: usize = 5;

    /// A list of moves from which the first `taken` ones were taken.
    fn list(moves: &[usize], taken: usize) -> MoveList<usize> {
        let mut list = MoveList::default();
        moves.iter().for_each(|mv| list.push(*mv, 0));
        (0..taken).for_each(|_| assert!(list.take_best().is_some()));
        list
    }

    /// Notes a cutoff by the last of these moves, after all of them were tried.
    fn cut_off(ordering: &mut MoveOrdering, tried: &[usize], depth: i32) {
        let moves = list(tried, tried.len());
        ordering.update_after_cutoff::<Tree>(&moves, tried[tried.len() - 1], depth, PLY);
    }

    /// The moves with their ranks, the best first.
    fn ranked(ordering: &MoveOrdering, hash_move: Option<u16>, ply: usize) -> Vec<(i32, usize)> {
        let mut moves = MoveList::default();
        (0..4).for_each(|mv| moves.push(mv, 10 * mv as i32));
        ordering.rank::<Tree>(&mut moves, hash_move, ply);
        std::iter::from_fn(|| moves.take_best()).collect()
    }

    #[test]
    fn the_hash_move_is_first_and_killers_gain_a_fixed_amount() {
        let mut ordering = MoveOrdering::new(64);
        let plain = [(30, 3), (20, 2), (10, 1), (0, 0)];
        assert_eq!(ranked(&ordering, None, PLY), plain);
        // The first killer gains 24, the one before it 16. So small a depth adds nothing by history.
        cut_off(&mut ordering, &[1], 1);
        cut_off(&mut ordering, &[0], 1);
        assert_eq!(
            ranked(&ordering, None, PLY),
            [(30, 3), (26, 1), (24, 0), (20, 2)]
        );
        assert_eq!(
            ranked(&ordering, Some(0), PLY),
            [(i32::MAX, 0), (30, 3), (26, 1), (20, 2)]
        );
        // Killers belong to their ply.
        assert_eq!(ranked(&ordering, None, PLY + 1), plain);
    }

    #[test]
    fn each_ply_keeps_its_last_two_different_killers() {
        let mut ordering = MoveOrdering::new(64);
        for (mv, killers) in [
            (7, [7, u16::MAX]),
            (7, [7, u16::MAX]),
            (8, [8, 7]),
            (8, [8, 7]),
            (7, [7, 8]),
            (9, [9, 7]),
        ] {
            cut_off(&mut ordering, &[mv], 1);
            assert_eq!(ordering.killers[PLY], killers);
        }
        assert_eq!(ordering.killers[PLY + 1], [u16::MAX; 2]);
    }

    #[test]
    fn a_cutoff_raises_the_history_of_its_move_and_lowers_that_of_moves_before_it() {
        let mut ordering = MoveOrdering::new(64);
        // The move 4 is in the list, but was not tried.
        let moves = list(&[1, 2, 3, 4], 3);
        ordering.update_after_cutoff::<Tree>(&moves, 3, 7, PLY);
        assert_eq!(ordering.history[..5], [0, -49, -49, 49, 0]);
        // The bonus of a deep search is limited.
        let mut ordering = MoveOrdering::new(64);
        for depth in [19, 20, 21] {
            cut_off(&mut ordering, &[depth], depth as i32);
        }
        assert_eq!(ordering.history[19..22], [361, 400, 400]);
    }

    #[test]
    fn history_grows_less_the_nearer_it_is_to_its_limit() {
        let mut ordering = MoveOrdering::new(64);
        // 400 + 400 - 400 * 400 / 4096, and so on.
        for expected in [400, 761, 1_087] {
            cut_off(&mut ordering, &[1, 2], 20);
            assert_eq!(ordering.history[1..3], [-expected, expected]);
        }
        for _ in 0..200 {
            cut_off(&mut ordering, &[1, 2], 20);
        }
        assert_eq!(ordering.history[1..3], [-4_096, 4_096]);
        // A move that fails after all falls faster than it rose.
        cut_off(&mut ordering, &[2, 1], 20);
        assert_eq!(ordering.history[1..3], [-4_096 + 800, 4_096 - 800]);
    }

    #[test]
    fn history_adds_to_a_rank_by_its_size() {
        let mut ordering = MoveOrdering::new(64);
        ordering.history[..4].copy_from_slice(&[4_096, 127, 128, -256]);
        assert_eq!(
            ranked(&ordering, None, PLY),
            [(32, 0), (28, 3), (21, 2), (10, 1)]
        );
    }

    #[test]
    fn another_root_forgets_killers_and_halves_history() {
        let mut ordering = MoveOrdering::new(64);
        cut_off(&mut ordering, &[1, 2], 9);
        ordering.new_search();
        assert_eq!(ordering.killers[PLY], [u16::MAX; 2]);
        assert_eq!(ordering.history[1..3], [-40, 40]);
    }
}
