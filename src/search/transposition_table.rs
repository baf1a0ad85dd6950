//! The transposition table: the results of the search for positions, by their hash keys.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::position::{Score, is_decided, relative_to_position, relative_to_root};

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// The slot is empty.
    None = 0,
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
}

/// The result that the table stores for a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Relative to the position.
    score: i16,
    /// The packed best move plus 1; 0 if there is none.
    best_move: u16,
    /// The searched plies below the position, or [`Entry::TO_THE_END`].
    depth: u8,
    bound: Bound,
    age: u8,
}

impl Entry {
    /// The depth of a position that was searched to the end of the game.
    pub(super) const TO_THE_END: u8 = u8::MAX;

    /// The entry in one word; 0 if it is empty.
    #[inline]
    fn to_word(self) -> u64 {
        u64::from(self.score as u16)
            | u64::from(self.best_move) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.age) << 40
            | (self.bound as u64) << 48
    }

    #[inline]
    fn from_word(word: u64) -> Entry {
        Entry {
            score: word as i16,
            best_move: (word >> 16) as u16,
            depth: (word >> 32) as u8,
            age: (word >> 40) as u8,
            bound: Bound::ALL[(word >> 48) as usize & 3],
        }
    }

    /// The packed best move (the hash move).
    #[inline]
    pub(super) fn best_move(&self) -> Option<u16> {
        self.best_move.checked_sub(1)
    }

    /// The score relative to the root, if it makes a search to `depth` with this window needless at
    /// `ply`.
    #[inline]
    pub(super) fn cutoff(
        &self,
        depth: i32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let score = relative_to_root(Score::from(self.score), ply);
        let deep = i32::from(self.depth) >= depth;
        // A win or a loss holds at every depth. Only the claim that there is no shorter win or loss needs a deep
        // search.
        let proven = deep || is_decided(score);
        let (at_least, at_most) = match self.bound {
            Bound::Exact if deep => return Some(score),
            Bound::Exact => (true, true),
            Bound::Lower => (true, false),
            Bound::Upper => (false, true),
            Bound::None => (false, false),
        };
        let cuts = at_least && score >= beta && proven && (deep || score > 0)
            || at_most && score <= alpha && proven && (deep || score < 0);
        cuts.then_some(score)
    }
}

/// The slots of a bucket. A position may lie in any slot of its bucket.
const BUCKET_SLOTS: usize = 4;

/// The word of an empty slot; a stored entry has a bound and is never 0.
const EMPTY: u64 = 0;

/// The place of one entry: the key XORed with the entry's word, and the word. When two threads write a
/// slot at once, its halves do not fit each other and no key matches (Hyatt and Mann 2002).
#[derive(Debug, Default)]
struct Slot {
    key_xor_word: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    /// The key and the word.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let word = self.word.load(Ordering::Relaxed);
        (self.key_xor_word.load(Ordering::Relaxed) ^ word, word)
    }

    #[inline]
    fn write(&self, key: u64, word: u64) {
        self.key_xor_word.store(key ^ word, Ordering::Relaxed);
        self.word.store(word, Ordering::Relaxed);
    }
}

/// The table. Its size is fixed; new entries replace old and shallow ones. Threads may share it.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Vec<[Slot; BUCKET_SLOTS]>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of at most `megabytes`, but at least one megabyte.
    pub(super) fn new(megabytes: u32) -> Self {
        let bytes = (megabytes.max(1) as usize) << 20;
        let count = bytes / size_of::<[Slot; BUCKET_SLOTS]>();
        TranspositionTable {
            buckets: (0..count).map(|_| Default::default()).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Starts a new search: from now on, all entries so far count as older.
    pub(super) fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; BUCKET_SLOTS] {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let mut slots = self.bucket(key).iter().map(Slot::read);
        slots
            .find(|&(stored_key, word)| stored_key == key && word != EMPTY)
            .map(|(_, word)| Entry::from_word(word))
    }

    /// Stores a result for a position `ply` plies below the root; `score` is relative to the root.
    #[inline]
    pub(super) fn store(
        &self,
        key: u64,
        depth: u8,
        ply: usize,
        score: Score,
        bound: Bound,
        best_move: Option<u16>,
    ) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let (mut slot, mut replaced) = (&bucket[0], (0, EMPTY));
        let mut least_value = i32::MAX;
        for candidate in bucket {
            let (stored_key, word) = candidate.read();
            if stored_key == key && word != EMPTY {
                (slot, replaced) = (candidate, (stored_key, word));
                break;
            }
            // An empty slot is replaced first, then an old entry, then a shallow one.
            let entry = Entry::from_word(word);
            let age_penalty = i32::from(age.wrapping_sub(entry.age)) * 4;
            let value = if word == EMPTY {
                -999
            } else {
                i32::from(entry.depth) - age_penalty
            };
            if value < least_value {
                (slot, replaced, least_value) = (candidate, (stored_key, word), value);
            }
        }
        let (replaced_key, replaced) = (replaced.0, Entry::from_word(replaced.1));
        let best_move = match best_move {
            Some(best_move) => best_move + 1,
            // The best move of an earlier search is better than none.
            None if replaced_key == key => replaced.best_move,
            None => 0,
        };
        let entry = Entry {
            score: relative_to_position(score, ply) as i16,
            best_move,
            depth,
            bound,
            age,
        };
        slot.write(key, entry.to_word());
    }
}

#[cfg(test)]
mod tests;
