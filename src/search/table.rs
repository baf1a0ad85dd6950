//! The transposition table: what is known about positions that were searched before.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

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

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
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

    /// Everything in one word; 0 where nothing is stored.
    #[inline]
    fn packed(self) -> u64 {
        u64::from(self.score as u16)
            | u64::from(self.best) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.age) << 40
            | (self.bound as u64) << 48
    }

    #[inline]
    fn unpacked(word: u64) -> Entry {
        Entry {
            score: word as i16,
            best: (word >> 16) as u16,
            depth: (word >> 32) as u8,
            age: (word >> 40) as u8,
            bound: Bound::ALL[(word >> 48) as usize & 3],
        }
    }

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

/// The packed entry of an empty place; a stored one has a bound.
const NOTHING: u64 = 0;

/// One entry's place: the key crossed with the content, and the content. When two threads write it
/// at once the halves do not fit each other, and nothing is known (Hyatt's lockless table).
#[derive(Debug, Default)]
struct Slot {
    crossed: AtomicU64,
    content: AtomicU64,
}

impl Slot {
    /// The key, and the packed entry that is stored for it.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let content = self.content.load(Ordering::Relaxed);
        (self.crossed.load(Ordering::Relaxed) ^ content, content)
    }

    #[inline]
    fn write(&self, key: u64, content: u64) {
        self.crossed.store(key ^ content, Ordering::Relaxed);
        self.content.store(content, Ordering::Relaxed);
    }
}

/// The table. Its size is fixed; old and shallow entries make room. Threads may share it.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<[Slot; BUCKET]>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most so many megabytes, at least one.
    pub fn new(megabytes: u32) -> Self {
        let bytes = (megabytes.max(1) as usize) << 20;
        let count = bytes / size_of::<[Slot; BUCKET]>();
        Table {
            buckets: (0..count).map(|_| Default::default()).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Marks what is known so far as older than what follows.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)];
        let mut read = bucket.iter().map(Slot::read);
        read.find(|&(of, content)| of == key && content != NOTHING)
            .map(|(_, content)| Entry::unpacked(content))
    }

    /// Stores what was found out at `ply`.
    #[inline]
    pub fn put(
        &self,
        key: u64,
        depth: u8,
        ply: usize,
        score: Score,
        bound: Bound,
        best: Option<u16>,
    ) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = &self.buckets[self.place(key)];
        let (mut slot, mut old) = (&bucket[0], (0, NOTHING));
        let mut least = i32::MAX;
        for place in bucket {
            let (of, content) = place.read();
            if of == key && content != NOTHING {
                (slot, old) = (place, (of, content));
                break;
            }
            // An empty place first, then what is old, then what is shallow.
            let entry = Entry::unpacked(content);
            let aged = i32::from(age.wrapping_sub(entry.age)) * 4;
            let worth = if content == NOTHING {
                -999
            } else {
                i32::from(entry.depth) - aged
            };
            if worth < least {
                (slot, old, least) = (place, (of, content), worth);
            }
        }
        let (of, old) = (old.0, Entry::unpacked(old.1));
        let best = match best {
            Some(best) => best + 1,
            // A move found earlier is better than none.
            None if of == key => old.best,
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
        let entry = Entry {
            score: relative as i16,
            best,
            depth,
            bound,
            age,
        };
        slot.write(key, entry.packed());
    }
}
