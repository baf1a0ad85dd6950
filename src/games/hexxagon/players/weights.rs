//! The player of (Chang, Hexxagon, "AI"): five weights score each move, and the best score is played.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::best_of_equals::BestOfEquals;
use crate::base::{SHORT, excerpt, parse_digits};
use crate::games::hexxagon::rules::{Bitboard, Board, Game, Move, Position, Word, with_position};
use crate::generation::Stream;

/// The weights w1 to w5, in this order: each own piece around the source of a jump, each rival's
/// piece there, a clone, a jump, and each rival's piece around the target. From -99 to 99.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Weights(pub [i8; 5]);

/// A text is not a set of five weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a set of five weights: write it as w2n.1.1.3n.2, n after negative ones, up to 99"
)]
pub struct ParseWeightsError(String);

impl Weights {
    /// Largest absolute value of a weight.
    pub const MAX: i8 = 99;

    /// The eight sets of (Chang, Hexxagon): 1, 2, 6 and 8 from the text, the others from the source
    /// code.
    pub const SETS: [Weights; 8] = [
        Weights([-2, 1, 1, -3, 2]),
        Weights([-4, 1, 1, -3, 2]),
        Weights([-5, 5, 2, -2, 4]),
        Weights([-6, 3, 2, 0, 5]),
        Weights([-2, 3, 2, 0, 5]),
        Weights([-1, 1, 2, 0, 3]),
        Weights([1, 3, 2, 0, 1]),
        Weights([-1, 3, 2, 0, 1]),
    ];

    /// The numbers of the sets, the weakest first, and the points in a hundred that each has scored against the seven
    /// others together, from both seats of all built-in boards for two of up to 64 cells: `evolvarium experiment hexxagon-ranking`.
    pub const SETS_BY_STRENGTH: [(u8, u8); 8] = [
        (7, 10),
        (8, 21),
        (5, 44),
        (3, 48),
        (2, 66),
        (1, 68),
        (4, 70),
        (6, 72),
    ];

    /// Returns the place of a set by its number, 1 (weakest) to 8, and its points in a hundred.
    pub fn strength_of_set(number: u8) -> Option<(usize, u8)> {
        let at = Self::SETS_BY_STRENGTH
            .iter()
            .position(|(set, _)| *set == number)?;
        Some((at + 1, Self::SETS_BY_STRENGTH[at].1))
    }

    /// Returns a set by its number, 1 to 8.
    pub fn of_set(number: u8) -> Option<Weights> {
        let at = usize::from(number).checked_sub(1)?;
        Weights::SETS.get(at).copied()
    }

    /// Returns the terms of a move's score, as (Chang, Hexxagon, "AI") counts them.
    #[inline]
    pub fn terms<const N: usize, W: Word>(
        &self,
        board: &Board,
        position: &Position<N, W>,
        made: Move,
    ) -> Terms {
        let (own, rivals) = (position.own(), position.rivals());
        let around = |index, set: Bitboard<W>| board.near(index).and(set).count() as i32;
        let counts = match made {
            Move::Clone { to } => [0, 0, 1, 0, around(to, rivals)],
            Move::Jump { from, to } => [
                around(from, own),
                around(from, rivals),
                0,
                1,
                around(to, rivals),
            ],
            Move::Pass => [0; 5],
        };
        Terms {
            weights: *self,
            counts,
        }
    }

    /// Returns the terms of a legal move in a game.
    pub fn terms_in(&self, game: &Game, made: Move) -> Terms {
        with_position!(game.pieces(), position => self.terms(game.board(), position, made))
    }

    /// Returns the score of a move: the sum of its terms.
    #[inline]
    pub fn score<const N: usize, W: Word>(
        &self,
        board: &Board,
        position: &Position<N, W>,
        made: Move,
    ) -> i32 {
        self.terms(board, position, made).sum()
    }

    /// Returns the move with the best score, among equals a random one; `None` if there is no move.
    pub fn choose<const N: usize, W: Word>(
        &self,
        board: &Board,
        position: &Position<N, W>,
        rng: &mut Stream,
    ) -> Option<Move> {
        let mut best = BestOfEquals::new();
        position.each_move(board, |made| {
            best.consider(made, self.score(board, position, made), rng);
        });
        best.chosen
    }
}

/// The five terms of a move's score: each weight, and the number by which it is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The weights.
    pub weights: Weights,
    /// The number by which each weight is multiplied, in the order of the weights: own pieces around
    /// the source of a jump, rivals' pieces there, 1 for a clone, 1 for a jump, and rivals' pieces
    /// around the target.
    pub counts: [i32; 5],
}

impl Terms {
    /// Returns the five products.
    #[inline]
    pub fn products(&self) -> [i32; 5] {
        std::array::from_fn(|term| i32::from(self.weights.0[term]) * self.counts[term])
    }

    /// Returns the score of the move.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.products().iter().sum()
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.0.map(|weight| {
            let sign = if weight < 0 { "n" } else { "" };
            format!("{}{sign}", weight.unsigned_abs())
        });
        write!(f, "w{}", written.join("."))
    }
}

impl FromStr for Weights {
    type Err = ParseWeightsError;

    fn from_str(text: &str) -> Result<Self, ParseWeightsError> {
        let weight = |text: &str| {
            let (digits, sign) = match text.strip_suffix('n') {
                Some(digits) => (digits, -1),
                None => (text, 1),
            };
            let size = parse_digits(digits).filter(|size| (0..=Self::MAX).contains(size));
            size.map(|size: i8| sign * size)
        };
        let all = text.strip_prefix('w').map(|rest| rest.split('.'));
        let all = all.and_then(|parts| parts.map(weight).collect::<Option<Vec<i8>>>());
        let five = all.and_then(|all| <[i8; 5]>::try_from(all).ok());
        five.map(Weights)
            .ok_or_else(|| ParseWeightsError(excerpt(text, SHORT)))
    }
}
