//! The static evaluation function: a weighted sum of features of a position. It is tapered: it has
//! one set of weights for the opening and one for the end, and interpolates between them by the share
//! of free cells.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::games::hexxagon::rules::{Bitboard, Board, Cell, Word};
use crate::generation::Seed;
use crate::search::Score;

/// The value of one piece of lead; all weights are hundredths of it.
pub const PIECE: Score = 100;

/// The features of a position, counted from the view of the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Lead in pieces.
    pub piece_lead: i32,
    /// Largest number of pieces that one move captures, for the player to move and for the rivals.
    pub best_captures: [i32; 2],
    /// For each kind of free cell in [`CELL_KINDS`], their number minus that with the sides swapped.
    pub cells: [i32; CELL_KINDS.len()],
    /// Share of free cells among all cells, 0 to 64.
    pub free_share: i32,
}

/// The kinds of free cells that favour one side: the number of neighbours that this side holds, and
/// the number that the other side holds.
pub const CELL_KINDS: [(u8, u8); 12] = [
    (1, 0),
    (2, 0),
    (2, 1),
    (3, 0),
    (3, 1),
    (3, 2),
    (4, 0),
    (4, 1),
    (4, 2),
    (5, 0),
    (5, 1),
    (6, 0),
];

/// The kind of a free cell by own (row) and rivals' (column) neighbours: its number in
/// [`CELL_KINDS`] from 1, negative if the rivals have more, 0 if the cell is no feature.
const KIND_OF: [[i8; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    let mut kind = 0;
    while kind < CELL_KINDS.len() {
        let (more, less) = (CELL_KINDS[kind].0 as usize, CELL_KINDS[kind].1 as usize);
        table[more][less] = kind as i8 + 1;
        table[less][more] = -(kind as i8) - 1;
        kind += 1;
    }
    table
};

impl Features {
    /// Counts the features of a position with two sides: the player to move, and all others.
    pub fn of<W: Word>(board: &Board, own: Bitboard<W>, rivals: Bitboard<W>) -> Self {
        let free = board.all().without(own.or(rivals));
        let mut features = Features {
            piece_lead: own.count() as i32 - rivals.count() as i32,
            free_share: (free.count() * 64 / board.size()) as i32,
            ..Features::default()
        };
        for index in free {
            let (near, far) = (board.near(index), board.far(index));
            let around = [near.and(own).count(), near.and(rivals).count()];
            let kind = KIND_OF[around[0] as usize][around[1] as usize];
            if kind != 0 {
                features.cells[usize::from(kind.unsigned_abs()) - 1] += i32::from(kind.signum());
            }
            for (side, pieces) in [own, rivals].into_iter().enumerate() {
                if !near.or(far).and(pieces).is_empty() {
                    let captures = &mut features.best_captures[side];
                    *captures = (*captures).max(around[1 - side] as i32);
                }
            }
        }
        features
    }
}

/// Number of weights for the opening, and for the end.
pub const WEIGHTS: usize = CELL_KINDS.len() + 3;

/// The weights of the features in hundredths of a piece: the right to move, the best capture, the
/// rivals' best capture, and each of [`CELL_KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationWeights {
    /// Weights on an empty board.
    pub opening: [i16; WEIGHTS],
    /// Weights on a full board.
    pub end: [i16; WEIGHTS],
}

/// The file of evolved weights, with the settings that evolve them again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationFile {
    /// Settings of the learning.
    pub origin: LearningSettings,
    /// Learned weights.
    #[serde(rename = "estimate")]
    pub weights: EvaluationWeights,
}

/// The settings that determine the learned weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningSettings {
    /// Seed of the games and of the evolution.
    pub seed: Seed,
    /// Number of rounds. Each round plays games with the weights so far and learns from them; the
    /// first one starts with [`EvaluationWeights::BY_HAND`].
    pub rounds: u32,
    /// Number of games in a round.
    pub games: u32,
    /// Number of nodes that the search visits for each move of these games.
    pub nodes: u64,
}

impl EvaluationWeights {
    /// Weights made by hand: pieces beside free cells are in danger, and the right to move has a
    /// value.
    pub const BY_HAND: EvaluationWeights = {
        let mut weights = [0i16; WEIGHTS];
        weights[0] = 60;
        let mut kind = 0;
        while kind < CELL_KINDS.len() {
            weights[3 + kind] = -6 * (CELL_KINDS[kind].0 as i16 - CELL_KINDS[kind].1 as i16);
            kind += 1;
        }
        EvaluationWeights {
            opening: weights,
            end: weights,
        }
    };

    /// Returns the built-in evolved weights.
    pub fn evolved() -> &'static EvaluationWeights {
        static EVOLVED: LazyLock<EvaluationWeights> = LazyLock::new(|| {
            let text = include_str!("../../../../assets/opponents/hexxagon_estimate.ron");
            let file: EvaluationFile =
                ron::from_str(text).expect("a test has read the built-in file");
            file.weights
        });
        &EVOLVED
    }

    /// Returns the score of the features for the player to move, in hundredths of a piece.
    pub fn score(&self, features: &Features) -> Score {
        let part = |weights: &[i16; WEIGHTS]| {
            let mut sum = i32::from(weights[0]);
            sum += i32::from(weights[1]) * features.best_captures[0];
            sum -= i32::from(weights[2]) * features.best_captures[1];
            for (weight, count) in weights[3..].iter().zip(features.cells) {
                sum += i32::from(*weight) * count;
            }
            sum
        };
        taper(
            features.piece_lead,
            part(&self.opening),
            part(&self.end),
            features.free_share,
        )
    }
}

/// Adds the value of the lead and the sums for opening and end, interpolated by the free share.
#[inline]
fn taper(piece_lead: i32, opening: i32, end: i32, free_share: i32) -> Score {
    piece_lead * PIECE + (opening * free_share + end * (64 - free_share)) / 64
}

/// The evaluation function as tables for one board. It needs one pass over the free cells and gives
/// the same scores as [`EvaluationWeights::score`].
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// For each `8 * own + rivals` neighbours of a free cell the weights as [`packed`] gives them.
    cells: [i64; 64],
    /// Packed weights of the right to move, the best capture and the rivals' best capture.
    others: [i64; 3],
    /// For each number of free cells their share of the board, 0 to 64.
    free_share: [u8; Cell::COUNT + 1],
}

/// Packs two weights into one word, opening in the upper half and end in the lower half, so that one
/// addition sums both.
fn packed(opening: i16, end: i16) -> i64 {
    (i64::from(opening) << 32) + i64::from(end)
}

impl Evaluator {
    /// Computes the tables for a board.
    pub fn new(weights: &EvaluationWeights, board: &Board) -> Self {
        let weight = |at: usize| packed(weights.opening[at], weights.end[at]);
        let cells = std::array::from_fn(|around| match KIND_OF[around / 8][around % 8] {
            0 => 0,
            kind if kind > 0 => weight(kind as usize + 2),
            kind => -weight(kind.unsigned_abs() as usize + 2),
        });
        let all = board.size();
        Evaluator {
            cells,
            others: [weight(0), weight(1), -weight(2)],
            free_share: std::array::from_fn(|free| (free as u32 * 64 / all).min(64) as u8),
        }
    }

    /// Returns the score for the player to move, who has the pieces `own`, in hundredths of a piece.
    #[inline]
    pub fn score<W: Word>(&self, board: &Board, own: Bitboard<W>, rivals: Bitboard<W>) -> Score {
        let free = board.all().without(own.or(rivals));
        let mut sum = self.others[0];
        let mut best_captures = [0, 0];
        for index in free {
            let (near, far) = (board.near(index), board.far(index));
            let (a, b) = (near.and(own).count(), near.and(rivals).count());
            sum += self.cells[(a * 8 + b) as usize & 63];
            let reach = near.or(far);
            let own_capture = if reach.and(own).is_empty() { 0 } else { b };
            let rivals_capture = if reach.and(rivals).is_empty() { 0 } else { a };
            best_captures = [
                best_captures[0].max(own_capture),
                best_captures[1].max(rivals_capture),
            ];
        }
        sum += self.others[1] * i64::from(best_captures[0])
            + self.others[2] * i64::from(best_captures[1]);
        let end = sum as i32;
        let opening = ((sum - i64::from(end)) >> 32) as i32;
        let piece_lead = own.count() as i32 - rivals.count() as i32;
        let free_share = self.free_share[free.count() as usize].into();
        taper(piece_lead, opening, end, free_share)
    }
}
