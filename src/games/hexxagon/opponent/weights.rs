//! The player of document 004: a move is scored by five weights, the best score moves.

use std::fmt;

use crate::games::hexxagon::rules::{Board, Move, Position};
use crate::generation::Stream;

/// The weights w1 to w5: what each of one's own pieces around the source of a jump counts, each
/// rival's there, a clone, a jump, and each rival's piece around the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WeightSet {
    number: u8,
    weights: [i32; 5],
}

const fn set(number: u8, weights: [i32; 5]) -> WeightSet {
    WeightSet { number, weights }
}

impl WeightSet {
    /// The eight sets of the document, by their numbers.
    pub const ALL: [WeightSet; 8] = [
        set(1, [-2, 1, 1, -3, 2]),
        set(2, [-4, 1, 1, -3, 2]),
        set(3, [-5, 5, 2, -2, 4]),
        set(4, [-6, 3, 2, 0, 5]),
        set(5, [-2, 3, 2, 0, 5]),
        set(6, [-1, 1, 2, 0, 3]),
        set(7, [1, 3, 2, 0, 1]),
        set(8, [-1, 3, 2, 0, 1]),
    ];

    /// The score of a move, as the document counts it.
    pub fn score<const N: usize>(self, board: &Board, position: &Position<N>, made: Move) -> i32 {
        let [own_left, rivals_left, clone, jump, turned] = self.weights;
        let (own, rivals) = (position.own(), position.rivals());
        let around = |spot, set: crate::games::hexxagon::rules::Spots| {
            board.near(spot).and(set).count() as i32
        };
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
        self,
        board: &Board,
        position: &Position<N>,
        rng: &mut Stream,
    ) -> Option<Move> {
        let (mut best, mut moves) = (i32::MIN, Vec::new());
        position.each_move(board, |made| {
            let score = self.score(board, position, made);
            if score > best {
                best = score;
                moves.clear();
            }
            if score == best {
                moves.push(made);
            }
        });
        rng.pick(&moves).copied()
    }
}

impl fmt::Display for WeightSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}
