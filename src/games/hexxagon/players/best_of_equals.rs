//! Choosing the best move, and among equally good ones a random one.

use crate::games::hexxagon::rules::Move;
use crate::generation::Stream;

/// The best move so far. Each of several equally good moves has the same chance, without a list of
/// them (reservoir sampling).
pub(super) struct BestOfEquals {
    score: i32,
    equals: u32,
    /// The chosen move; `None` before the first one.
    pub(super) chosen: Option<Move>,
}

impl BestOfEquals {
    /// Starts without a move.
    pub(super) fn new() -> Self {
        BestOfEquals {
            score: i32::MIN,
            equals: 0,
            chosen: None,
        }
    }

    /// Considers a move with its score. It draws one random number for each move that is the best so
    /// far or equal to it.
    #[inline]
    pub(super) fn consider(&mut self, made: Move, score: i32, rng: &mut Stream) {
        if score > self.score {
            (self.score, self.equals) = (score, 0);
        }
        if score == self.score {
            self.equals += 1;
            if rng.random_below(self.equals) == 0 {
                self.chosen = Some(made);
            }
        }
    }
}
