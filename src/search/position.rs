//! What a game says about its positions so that they can be searched.

use std::fmt::Debug;

use crate::generation::Stream;

/// How good a position is for who is to move, in units of the game's own. Decided games lie beyond
/// every estimate: a win is [`WIN`] less the plies to it, a loss the opposite.
pub type Score = i32;

/// A game that is won already.
pub const WIN: Score = 30_000;

/// No game that is searched lasts longer from the root.
pub const MAX_PLIES: usize = 256;

/// The score of a win in so many plies.
pub const fn win_in(plies: u32) -> Score {
    WIN - plies as Score
}

/// Whether a score says that the game is decided.
pub(super) const fn is_decided(score: Score) -> bool {
    let size = score.abs();
    size >= WIN - MAX_PLIES as Score && size <= WIN
}

/// A score relative to a position `ply` plies below the root, as seen from the root: a game that is
/// decided there is decided so many plies later.
#[inline]
pub(super) const fn from_root(score: Score, ply: usize) -> Score {
    match score {
        s if !is_decided(s) => s,
        s if s > 0 => s - ply as Score,
        s => s + ply as Score,
    }
}

/// A position of a game of two players who move in turns, one winning what the other loses.
pub trait Position: Clone + Send + 'static {
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// What is needed to take a move back.
    type Undo;

    /// A hash of everything that decides what follows, also of who is to move.
    fn key(&self) -> u64;

    /// The exact score, where it is known without searching: `-WIN` if the game is lost, 0 if it is
    /// drawn, `win_in(1)` if the next move wins, and so on. Must be known when the game is over.
    fn known(&self) -> Option<Score>;

    /// An estimate of the score; its size stays below that of decided games.
    fn evaluate(&self) -> Score;

    /// Adds the moves worth looking at, each with a rank: high ones are looked at first. At least
    /// one, unless the game is over.
    fn moves(&self, into: &mut Moves<Self::Move>);

    /// Adds every move, also those that [`Position::moves`] leaves out.
    fn every_move(&self, into: &mut Moves<Self::Move>) {
        self.moves(into);
    }

    /// Adds the moves that must be followed before the position can be estimated. Usually none. Where
    /// one of them must be made, because doing nothing is no choice, [`Moves::force`] says so.
    fn forcing(&self, _into: &mut Moves<Self::Move>) {}

    /// Makes a move.
    fn make(&mut self, made: Self::Move) -> Self::Undo;

    /// Takes the last move back.
    fn unmake(&mut self, made: Self::Move, undo: Self::Undo);

    /// A move as a number below [`Position::PACKED`]; the same move in the same position always
    /// gives the same number.
    fn pack(made: Self::Move) -> u16;

    /// How many numbers [`Position::pack`] gives.
    const PACKED: usize;

    /// The move of a packed number, if it can be made here; `None` also where that is not known.
    fn unpack(&self, _packed: u16) -> Option<Self::Move> {
        None
    }

    /// Just before the horizon: adds the moves that may raise the estimate by at least so much for who
    /// makes them; returns whether others were left out.
    fn promising(&self, into: &mut Moves<Self::Move>, _least: Score) -> bool {
        self.moves(into);
        false
    }

    /// A move that does nothing, for seeing whether even that is good enough; `None` where doing
    /// nothing may be better than any move.
    fn pass(&self) -> Option<Self::Move> {
        None
    }

    /// Moves of at least this rank are always looked at in full depth.
    const URGENT: i32 = i32::MAX;

    /// The plies that the game can still last at most.
    fn plies_left(&self) -> u32;

    /// Whether [`Position::moves`] leaves out none that could change the result.
    fn lists_all(&self) -> bool {
        true
    }
}

/// Moves with their ranks, taken best first.
#[derive(Clone, Debug)]
pub struct Moves<M> {
    list: Vec<(i32, M)>,
    taken: usize,
    forced: bool,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Moves {
            list: Vec::new(),
            taken: 0,
            forced: false,
        }
    }
}

impl<M: Copy> Moves<M> {
    /// Adds a move; a higher rank is taken earlier.
    #[inline]
    pub fn push(&mut self, made: M, rank: i32) {
        self.list.push((rank, made));
    }

    /// How many there are, taken or not.
    #[inline]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All moves, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = M> {
        self.list.iter().map(|&(_, made)| made)
    }

    /// Keeps the best so many.
    pub fn keep_best(&mut self, most: usize) {
        if self.list.len() > most {
            self.list
                .select_nth_unstable_by_key(most, |&(rank, _)| std::cmp::Reverse(rank));
            self.list.truncate(most);
        }
    }

    /// One of these moves must be made.
    pub fn force(&mut self) {
        self.forced = true;
    }

    #[inline]
    pub(super) fn forced(&self) -> bool {
        self.forced
    }

    /// Those that were taken, in that order.
    pub(super) fn taken(&self) -> impl Iterator<Item = M> {
        self.list[..self.taken].iter().map(|&(_, made)| made)
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.taken = 0;
        self.forced = false;
    }

    /// Puts moves of the same rank into a random order.
    #[inline]
    pub(super) fn shuffle(&mut self, rng: &mut Stream) {
        rng.shuffle(&mut self.list);
    }

    /// Changes the ranks.
    #[inline]
    pub(super) fn rerank(&mut self, mut rank: impl FnMut(M, i32) -> i32) {
        for (old, made) in &mut self.list {
            *old = rank(*made, *old);
        }
    }

    /// The best that has not been taken, and its rank; of equals the one that was added first.
    #[inline]
    pub(super) fn take_best(&mut self) -> Option<(i32, M)> {
        let rest = self.list.get_mut(self.taken..)?;
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
