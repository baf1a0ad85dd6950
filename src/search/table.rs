//! The transposition table: what is known about positions that were searched before.

use super::position::{Score, from_root, is_decided};

/// Which side of the true score a stored one lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing is stored.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// It is the true score.
    Exact = 3,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Entry {
    key: u64,
    score: i16,
    /// The packed move that was best, plus 1; 0 if none was.
    best: u16,
    /// Plies that were searched below it; [`Entry::WHOLE`] if all there are.
    pub depth: u8,
    bound: Bound,
    age: u8,
}

impl Entry {
    /// The depth of a position that was searched to the end of the game.
    pub const WHOLE: u8 = u8::MAX;

    const EMPTY: Entry = Entry {
        key: 0,
        score: 0,
        best: 0,
        depth: 0,
        bound: Bound::None,
        age: 0,
    };

    /// The packed best move.
    #[inline]
    pub fn best(&self) -> Option<u16> {
        self.best.checked_sub(1)
    }

    /// The score as seen at `ply` if it settles a search of `depth` with this window.
    #[inline]
    pub fn cut(&self, depth: i32, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
        let score = from_root(Score::from(self.score), ply);
        let deep = i32::from(self.depth) >= depth;
        // A decided game stays decided however deeply it is searched; only that it cannot be decided
        // sooner needs depth.
        let proven = deep || is_decided(score);
        let (at_least, at_most) = match self.bound {
            Bound::Exact if deep => return Some(score),
            Bound::Exact => (true, true),
            Bound::Lower => (true, false),
            Bound::Upper => (false, true),
            Bound::None => (false, false),
        };
        let settles = at_least && score >= beta && proven && (deep || score > 0)
            || at_most && score <= alpha && proven && (deep || score < 0);
        settles.then_some(score)
    }
}

/// Entries that share a place.
const BUCKET: usize = 4;

/// The table. Its size is fixed; old and shallow entries make room.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<[Entry; BUCKET]>,
    age: u8,
}

impl Table {
    /// A table of at most so many megabytes, at least one.
    pub fn new(megabytes: u32) -> Self {
        let bytes = (megabytes.max(1) as usize) << 20;
        let count = bytes / size_of::<[Entry; BUCKET]>();
        Table {
            buckets: vec![[Entry::EMPTY; BUCKET]; count],
            age: 0,
        }
    }

    /// Marks what is known so far as older than what follows.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry> {
        let bucket = &self.buckets[self.place(key)];
        bucket
            .iter()
            .find(|e| e.key == key && e.bound != Bound::None)
    }

    /// Stores what was found out at `ply`.
    #[inline]
    pub fn put(
        &mut self,
        key: u64,
        depth: u8,
        ply: usize,
        score: Score,
        bound: Bound,
        best: Option<u16>,
    ) {
        let (age, place) = (self.age, self.place(key));
        let bucket = &mut self.buckets[place];
        let worth = |e: &Entry| {
            // The same position first, then what is old, then what is shallow.
            if e.key == key {
                return -1_000;
            }
            let aged = i32::from(age.wrapping_sub(e.age)) * 4;
            if e.bound == Bound::None {
                -999
            } else {
                i32::from(e.depth) - aged
            }
        };
        let mut slot = 0;
        for at in 1..BUCKET {
            if worth(&bucket[at]) < worth(&bucket[slot]) {
                slot = at;
            }
        }
        let old = &mut bucket[slot];
        let best = match best {
            Some(best) => best + 1,
            // A move found earlier is better than none.
            None if old.key == key => old.best,
            None => 0,
        };
        let relative = if is_decided(score) {
            score
                + if score > 0 {
                    ply as Score
                } else {
                    -(ply as Score)
                }
        } else {
            score
        };
        *old = Entry {
            key,
            score: relative as i16,
            best,
            depth,
            bound,
            age,
        };
    }
}
