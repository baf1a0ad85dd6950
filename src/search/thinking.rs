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
    /// Whether no move that matters was left out or cut short, so that decided scores are proven.
    pub sound: bool,
    /// Whether everything was looked at to the end, so that all scores are proven.
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
            sound: false,
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

    /// The same with its moves written otherwise.
    pub fn map<N>(&self, other: impl Fn(M) -> N) -> Thinking<N> {
        let candidate = |candidate: &Candidate<M>| Candidate {
            made: other(candidate.made),
            score: candidate.score,
            exact: candidate.exact,
        };
        Thinking {
            depth: self.depth,
            deepest: self.deepest,
            nodes: self.nodes,
            elapsed: self.elapsed,
            score: self.score,
            line: self.line.iter().copied().map(&other).collect(),
            candidates: self.candidates.iter().map(candidate).collect(),
            sound: self.sound,
            complete: self.complete,
            ended: self.ended,
        }
    }

    /// The same with another move in front, as good as the best.
    pub fn with_best(mut self, made: M) -> Self
    where
        M: PartialEq,
    {
        if let Some(at) = self.candidates.iter().position(|c| c.made == made) {
            let candidate = self.candidates.remove(at);
            self.candidates.insert(0, candidate);
            self.line = vec![made];
        }
        self
    }

    /// What is proven about the position.
    pub fn verdict(&self) -> Option<Verdict> {
        self.proven(self.score)
    }

    /// What is proven about a score.
    pub fn proven(&self, score: Score) -> Option<Verdict> {
        let verdict = Verdict::of(score, self.complete)?;
        // What the rules decide within two plies needs no search.
        let at_once = matches!(verdict, Verdict::Win(0..=1) | Verdict::Loss(0..=2));
        (self.sound || at_once).then_some(verdict)
    }

    /// What the search takes the result to be, proven or not.
    pub fn belief(&self) -> Option<Verdict> {
        Verdict::of(self.score, self.complete)
    }

    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
