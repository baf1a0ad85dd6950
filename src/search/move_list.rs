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
