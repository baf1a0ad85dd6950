//! What a search has found so far, as data to act on and to show.

use std::time::Duration;

use super::position::{Score, WIN, is_decided};

/// A move at the root and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub made: M,
    /// Its score for who is to move; not more than this if it is not exact.
    pub score: Score,
    /// Whether the score is exact as far as was looked.
    pub exact: bool,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything was looked at.
    Complete,
    /// The depth was reached.
    Depth,
    /// The nodes were used up.
    Nodes,
    /// The time was used up.
    Time,
    /// Somebody stopped it.
    Stopped,
}

/// What is known about the result with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Who is to move wins in so many plies.
    Win(u32),
    /// Nobody wins.
    Draw,
    /// Who is to move loses in so many plies.
    Loss(u32),
}

impl Verdict {
    /// What a score says, if `complete` looking has shown that nothing else is left.
    pub fn of(score: Score, complete: bool) -> Option<Self> {
        let plies = (WIN - score.abs()).unsigned_abs();
        match score {
            s if is_decided(s) && s > 0 => Some(Verdict::Win(plies)),
            s if is_decided(s) => Some(Verdict::Loss(plies)),
            0 if complete => Some(Verdict::Draw),
            _ => None,
        }
    }
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking<M> {
    /// Plies of the last complete iteration.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub deepest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// The score of the best move.
    pub score: Score,
    /// The line that is expected, best move first.
    pub line: Vec<M>,
    /// All moves at the root, best first.
    pub candidates: Vec<Candidate<M>>,
    /// Whether everything was looked at, so that the scores are proven.
    pub complete: bool,
    /// Why it ended; `None` while it goes on.
    pub ended: Option<Ended>,
}

impl<M> Default for Thinking<M> {
    fn default() -> Self {
        Thinking {
            depth: 0,
            deepest: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            score: 0,
            line: Vec::new(),
            candidates: Vec::new(),
            complete: false,
            ended: None,
        }
    }
}

impl<M: Copy> Thinking<M> {
    /// The best move, unless the game is over.
    pub fn best(&self) -> Option<M> {
        self.candidates.first().map(|candidate| candidate.made)
    }

    /// What is proven about the position.
    pub fn verdict(&self) -> Option<Verdict> {
        Verdict::of(self.score, self.complete)
    }

    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
