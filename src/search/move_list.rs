//! A list of moves from which a search picks the best-ranked one each time.

use crate::base::Stream;

/// Moves with their ranks. A search takes them one by one, the highest rank first, because a cutoff
/// often makes the order of the rest irrelevant.
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    /// The ranked moves. Moves that were taken stand in front, in the order of taking.
    ranked: Vec<(i32, M)>,
    taken: usize,
    stand_pat_forbidden: bool,
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        MoveList {
            ranked: Vec::new(),
            taken: 0,
            stand_pat_forbidden: false,
        }
    }
}

impl<M: Copy> MoveList<M> {
    /// Adds a move; the search tries higher ranks first.
    #[inline]
    pub fn push(&mut self, mv: M, rank: i32) {
        self.ranked.push((rank, mv));
    }

    /// The number of moves in the list, taken or not.
    #[inline]
    pub fn len(&self) -> usize {
        self.ranked.len()
    }

    /// Whether the list has no move, taken or not.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ranked.is_empty()
    }

    /// All moves, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = M> {
        self.ranked.iter().map(|&(_, mv)| mv)
    }

    /// Drops all but the `most` best-ranked moves.
    pub fn keep_best(&mut self, most: usize) {
        if self.ranked.len() > most {
            self.ranked
                .select_nth_unstable_by_key(most, |&(rank, _)| std::cmp::Reverse(rank));
            self.ranked.truncate(most);
        }
    }

    /// Notes that the mover has to make one of these moves, so that the quiescence search must not stand pat.
    pub fn forbid_stand_pat(&mut self) {
        self.stand_pat_forbidden = true;
    }

    /// Whether [`MoveList::forbid_stand_pat`] was called.
    #[inline]
    pub(super) fn is_stand_pat_forbidden(&self) -> bool {
        self.stand_pat_forbidden
    }

    /// The taken moves, in the order of taking.
    pub(super) fn taken(&self) -> impl Iterator<Item = M> {
        self.ranked[..self.taken].iter().map(|&(_, mv)| mv)
    }

    /// Empties the list and keeps its memory.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.ranked.clear();
        self.taken = 0;
        self.stand_pat_forbidden = false;
    }

    /// Shuffles the moves, so that those of the same rank come in a random order.
    #[inline]
    pub(super) fn shuffle(&mut self, rng: &mut Stream) {
        rng.shuffle(&mut self.ranked);
    }

    /// Replaces every rank by the result of `rank` for the move and its old rank.
    #[inline]
    pub(super) fn rerank(&mut self, mut rank: impl FnMut(M, i32) -> i32) {
        for (old, mv) in &mut self.ranked {
            *old = rank(*mv, *old);
        }
    }

    /// Takes the best-ranked move that is left, with its rank; the first of equal ones.
    #[inline]
    pub(super) fn take_best(&mut self) -> Option<(i32, M)> {
        let rest = self.ranked.get_mut(self.taken..)?;
        let mut best = 0;
        for at in 1..rest.len() {
            if rest[at].0 > rest[best].0 {
                best = at;
            }
        }
        let ranked = *rest.get(best)?;
        rest.swap(0, best);
        self.taken += 1;
        Some(ranked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Purpose, Seed};

    /// The moves a to f. The best ones are c and e, of the same rank.
    fn list() -> MoveList<char> {
        let mut list = MoveList::default();
        for (mv, rank) in [('a', 1), ('b', -4), ('c', 9), ('d', 3), ('e', 9), ('f', 3)] {
            list.push(mv, rank);
        }
        list
    }

    fn take_all(list: &mut MoveList<char>) -> Vec<(i32, char)> {
        std::iter::from_fn(|| list.take_best()).collect()
    }

    #[test]
    fn moves_are_taken_by_their_ranks() {
        let mut list = list();
        assert_eq!(list.take_best(), Some((9, 'c')));
        // The swap has put the first move into the place of the taken one.
        assert_eq!(list.take_best(), Some((9, 'e')));
        assert_eq!(list.taken().collect::<String>(), "ce");
        assert_eq!(list.len(), 6);
        let rest = take_all(&mut list);
        assert_eq!(rest, [(3, 'd'), (3, 'f'), (1, 'a'), (-4, 'b')]);
        assert_eq!(list.take_best(), None);
        assert_eq!(list.taken().collect::<String>(), "cedfab");
    }

    #[test]
    fn the_first_of_equal_moves_is_taken_first() {
        let mut list = MoveList::default();
        "abc".chars().for_each(|mv| list.push(mv, 2));
        assert_eq!(take_all(&mut list), [(2, 'a'), (2, 'b'), (2, 'c')]);
    }

    #[test]
    fn taken_moves_stay_in_the_list_until_it_is_cleared() {
        let mut list = list();
        assert!(!list.is_empty());
        list.take_best();
        list.forbid_stand_pat();
        assert!(list.is_stand_pat_forbidden());
        assert_eq!(list.len(), 6);
        let mut all: Vec<char> = list.iter().collect();
        all.sort_unstable();
        assert_eq!(all, ['a', 'b', 'c', 'd', 'e', 'f']);
        list.clear();
        assert!(list.is_empty());
        assert_eq!(
            (list.len(), list.iter().count(), list.taken().count()),
            (0, 0, 0)
        );
        assert!(!list.is_stand_pat_forbidden());
        list.push('g', 0);
        assert_eq!(list.take_best(), Some((0, 'g')));
    }

    #[test]
    fn the_best_moves_are_kept() {
        for (most, kept) in [(0, ""), (2, "ce"), (4, "cdef"), (5, "acdef")] {
            let mut list = list();
            list.keep_best(most);
            let mut left: Vec<char> = list.iter().collect();
            left.sort_unstable();
            assert_eq!(left.iter().collect::<String>(), kept);
        }
        for most in [6, 7] {
            let mut list = list();
            list.keep_best(most);
            assert_eq!(list.iter().collect::<String>(), "abcdef");
        }
    }

    #[test]
    fn new_ranks_follow_from_the_move_and_its_old_rank() {
        let mut list = list();
        list.rerank(|mv, old| if mv == 'b' { 100 } else { -old });
        let mut ranked = take_all(&mut list);
        assert_eq!(ranked[0], (100, 'b'));
        ranked.sort_unstable();
        let rest = [(-9, 'c'), (-9, 'e'), (-3, 'd'), (-3, 'f'), (-1, 'a')];
        assert_eq!(ranked[..5], rest);
    }

    #[test]
    fn a_shuffle_changes_the_order_of_equal_moves_alone() {
        let mut orders = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let mut list = list();
            list.shuffle(&mut Seed(seed).stream(Purpose::Player));
            let order: String = take_all(&mut list).iter().map(|(_, mv)| *mv).collect();
            orders.insert(order);
        }
        assert_eq!(
            orders.iter().collect::<Vec<_>>(),
            ["cedfab", "cefdab", "ecdfab", "ecfdab"]
        );
    }
}
