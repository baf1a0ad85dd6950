//! What a position is worth before anything is looked ahead: weights over what can be counted, half
//! for the opening and half for the end, blended by how full the board is.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::learning::Written;
use crate::games::hexxagon::rules::{Board, Spots};
use crate::search::Score;

/// What a piece more is worth; all weights are hundredths of it.
pub const PIECE: Score = 100;

/// How often each thing is counted in a position, for who is to move less for the rival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pieces.
    pub pieces: i32,
    /// The most rivals' pieces that one move turns over, for who is to move and for the rival.
    pub hits: [i32; 2],
    /// Free cells by how many pieces of one side and of the other lie around them, as in [`KINDS`].
    pub cells: [i32; KINDS.len()],
    /// Free cells, of all cells, in 64ths.
    pub open: i32,
}

/// The kinds of free cells that differ between the sides: pieces of the one around them, and of the
/// other.
pub const KINDS: [(u8, u8); 12] = [
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

/// For how many own pieces (row) and rivals' (column) lie around a free cell: its kind, from 1, and
/// negative where the rival has more; 0 where nothing is counted.
const KIND_OF: [[i8; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    let mut kind = 0;
    while kind < KINDS.len() {
        let (more, less) = (KINDS[kind].0 as usize, KINDS[kind].1 as usize);
        table[more][less] = kind as i8 + 1;
        table[less][more] = -(kind as i8) - 1;
        kind += 1;
    }
    table
};

impl Counts {
    /// Counts a position of two sides: who is to move, and all others together.
    pub fn of(board: &Board, own: Spots, rivals: Spots) -> Self {
        let free = board.all().without(own.or(rivals));
        let mut counts = Counts {
            pieces: own.count() as i32 - rivals.count() as i32,
            open: (free.count() * 64 / board.all().count()) as i32,
            ..Counts::default()
        };
        for spot in free {
            let (near, far) = (board.near(spot), board.far(spot));
            let around = [near.and(own).count(), near.and(rivals).count()];
            let kind = KIND_OF[around[0] as usize][around[1] as usize];
            if kind != 0 {
                counts.cells[usize::from(kind.unsigned_abs()) - 1] += i32::from(kind.signum());
            }
            for (side, pieces) in [own, rivals].into_iter().enumerate() {
                if !near.or(far).and(pieces).is_empty() {
                    counts.hits[side] = counts.hits[side].max(around[1 - side] as i32);
                }
            }
        }
        counts
    }
}

/// How many weights there are for the opening, and as many for the end.
pub const WEIGHTS: usize = KINDS.len() + 3;

/// The weights, in hundredths of a piece: the move itself, a hit, a rival's hit, and each of [`KINDS`];
/// first those for the opening, then those for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    /// At the beginning of the game.
    pub opening: [i16; WEIGHTS],
    /// When the board is full.
    pub end: [i16; WEIGHTS],
}

impl Estimate {
    /// Weights made by hand: pieces beside free cells are in danger, and the move is worth something.
    pub const BY_HAND: Estimate = {
        let mut weights = [0i16; WEIGHTS];
        weights[0] = 60;
        let mut kind = 0;
        while kind < KINDS.len() {
            weights[3 + kind] = -6 * (KINDS[kind].0 as i16 - KINDS[kind].1 as i16);
            kind += 1;
        }
        Estimate {
            opening: weights,
            end: weights,
        }
    };

    /// The weights that were evolved, which the project comes with.
    pub fn evolved() -> &'static Estimate {
        static EVOLVED: LazyLock<Estimate> = LazyLock::new(|| {
            let text = include_str!("../../../../assets/opponents/hexxagon_estimate.ron");
            let written: Written = ron::from_str(text).expect("a test has read the built-in file");
            written.estimate
        });
        &EVOLVED
    }

    /// The score of what was counted, for who is to move.
    pub fn score(&self, counts: &Counts) -> Score {
        let part = |weights: &[i16; WEIGHTS]| {
            let mut sum = i32::from(weights[0]);
            sum += i32::from(weights[1]) * counts.hits[0];
            sum -= i32::from(weights[2]) * counts.hits[1];
            for (weight, count) in weights[3..].iter().zip(counts.cells) {
                sum += i32::from(*weight) * count;
            }
            sum
        };
        blend(
            counts.pieces,
            part(&self.opening),
            part(&self.end),
            counts.open,
        )
    }
}

/// Pieces, and the rest between opening and end.
#[inline]
fn blend(pieces: i32, opening: i32, end: i32, open: i32) -> Score {
    pieces * PIECE + (opening * open + end * (64 - open)) / 64
}

/// An estimate laid out as tables for one board, so that a position costs one walk over its free
/// cells. The same scores as [`Estimate::score`] gives.
#[derive(Clone, Debug)]
pub struct Estimator {
    /// For pieces of both sides around a free cell, 8 times own ones and rivals': the weight for the
    /// opening in the upper half, that for the end in the lower one.
    cells: [i64; 64],
    /// The move, a hit and a rival's hit, likewise.
    others: [i64; 3],
    /// For each number of free cells their part of the board in 64ths.
    open: [u8; 65],
}

/// Two weights in one word: sums of them do not disturb each other.
fn both(opening: i16, end: i16) -> i64 {
    (i64::from(opening) << 32) + i64::from(end)
}

impl Estimator {
    /// The tables of an estimate.
    pub fn new(estimate: &Estimate, board: &Board) -> Self {
        let weight = |at: usize| both(estimate.opening[at], estimate.end[at]);
        let cells = std::array::from_fn(|around| match KIND_OF[around / 8][around % 8] {
            0 => 0,
            kind if kind > 0 => weight(kind as usize + 2),
            kind => -weight(kind.unsigned_abs() as usize + 2),
        });
        let all = board.all().count();
        Estimator {
            cells,
            others: [weight(0), weight(1), -weight(2)],
            open: std::array::from_fn(|free| (free as u32 * 64 / all).min(64) as u8),
        }
    }

    /// The score for who has `own` pieces and is to move.
    #[inline]
    pub fn score(&self, board: &Board, own: Spots, rivals: Spots) -> Score {
        let free = board.all().without(own.or(rivals));
        let mut sum = self.others[0];
        let mut hits = [0, 0];
        for spot in free {
            let (near, far) = (board.near(spot), board.far(spot));
            let (a, b) = (near.and(own).count(), near.and(rivals).count());
            sum += self.cells[(a * 8 + b) as usize & 63];
            let reach = near.or(far);
            let hit = if reach.and(own).is_empty() { 0 } else { b };
            let hurt = if reach.and(rivals).is_empty() { 0 } else { a };
            hits = [hits[0].max(hit), hits[1].max(hurt)];
        }
        sum += self.others[1] * i64::from(hits[0]) + self.others[2] * i64::from(hits[1]);
        let end = sum as i32;
        let opening = ((sum - i64::from(end)) >> 32) as i32;
        let pieces = own.count() as i32 - rivals.count() as i32;
        blend(
            pieces,
            opening,
            end,
            self.open[free.count() as usize].into(),
        )
    }
}
