//! The player of document 004: a move is scored by five weights, the best score moves.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::games::hexxagon::rules::{Board, Move, Position, Spots};
use crate::generation::Stream;

/// The weights w1 to w5: what each of one's own pieces around the source of a jump counts, each
/// rival's there, a clone, a jump, and each rival's piece around the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Weights(pub [i8; 5]);

/// A text that is no weight set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a set of five weights: write it as w2n.1.1.3n.2, n after negative ones, up to 99"
)]
pub struct BadWeights(String);

impl Weights {
    /// The largest a weight can be, and the least without its sign.
    pub const MOST: i8 = 99;

    /// The eight sets of the document, by their numbers from 1.
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

    /// The score of a move, as the document counts it.
    pub fn score<const N: usize>(&self, board: &Board, position: &Position<N>, made: Move) -> i32 {
        let [own_left, rivals_left, clone, jump, turned] = self.0.map(i32::from);
        let (own, rivals) = (position.own(), position.rivals());
        let around = |spot, set: Spots| board.near(spot).and(set).count() as i32;
        match made {
            Move::Clone { to } => clone + turned * around(to, rivals),
            Move::Jump { from, to } => {
                jump + turned * around(to, rivals)
                    + rivals_left * around(from, rivals)
                    + own_left * around(from, own)
            }
            Move::Pass => 0,
        }
    }

    /// The move of the best score; of equal ones a random one. `None` if there is no move.
    pub fn choose<const N: usize>(
        &self,
        board: &Board,
        position: &Position<N>,
        rng: &mut Stream,
    ) -> Option<Move> {
        let (mut best, mut chosen, mut equals) = (i32::MIN, None, 0);
        position.each_move(board, |made| {
            let score = self.score(board, position, made);
            if score > best {
                (best, equals) = (score, 0);
            }
            if score == best {
                equals += 1;
                // Each of the equals is kept with the same chance, without a list of them.
                if rng.below(equals) == 0 {
                    chosen = Some(made);
                }
            }
        });
        chosen
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
    type Err = BadWeights;

    fn from_str(text: &str) -> Result<Self, BadWeights> {
        let weight = |text: &str| {
            let (digits, sign) = match text.strip_suffix('n') {
                Some(digits) => (digits, -1),
                None => (text, 1),
            };
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            let size = digits.parse().ok().filter(|_| plain);
            size.filter(|size| (0..=Self::MOST).contains(size))
                .map(|size: i8| sign * size)
        };
        let all = text.strip_prefix('w').map(|rest| rest.split('.'));
        let all = all.and_then(|parts| parts.map(weight).collect::<Option<Vec<i8>>>());
        let five = all.and_then(|all| <[i8; 5]>::try_from(all).ok());
        five.map(Weights)
            .ok_or_else(|| BadWeights(text.chars().take(40).collect()))
    }
}
