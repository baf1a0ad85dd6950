//! The prior score of a board, before it is played: the match between its estimated difficulty and the wanted one, its
//! likeness to a drawing, and its difference from the recent boards. The score is cheap and only decides which boards
//! are played; the plays decide which one wins.

use crate::games::match3::level::{Breakdown, LevelGenome, Setup, patterns};
use crate::games::match3::rules::Kind;

/// Swaps that one lost pattern of each kind adds to collecting 15 blocks of one colour of 7 on a 10x10 board, in the
/// order of [`Kind::ALL`]. They are slopes of a linear regression that `experiment match3-kinds` computes.
const SWAPS_PER_LOST_PATTERN: [f64; 9] = [
    0.0075, 0.0017, 0.0040, 0.0054, 0.0064, 0.0003, 0.0116, 0.0157, 0.0169,
];

/// A difference of this many swaps between estimated and wanted difficulty halves the difficulty match.
const HALF_MATCH_SWAPS: f64 = 0.4;

/// Kinds of special cells that a board should show, if the setup has so many.
pub const SHOWN_KINDS: usize = 3;

/// The parts of the prior score; they add up to 1.
const MATCH_WEIGHT: f64 = 0.35;
const FIGURE_WEIGHT: f64 = 0.25;
const NOVELTY_WEIGHT: f64 = 0.4;

/// The estimated difficulty of a board: the swaps that its lost patterns add.
pub fn estimated_difficulty(losses: &Breakdown) -> f64 {
    let added = |kind: Kind| SWAPS_PER_LOST_PATTERN[kind as usize] * losses.lost_to(kind);
    Kind::ALL.into_iter().map(added).sum()
}

/// The least and the most swaps that one lost pattern adds, over some kinds.
pub fn difficulty_range(kinds: impl Iterator<Item = Kind> + Clone) -> [f64; 2] {
    let added = kinds.map(|kind| SWAPS_PER_LOST_PATTERN[kind as usize]);
    [
        added.clone().fold(f64::MAX, f64::min),
        added.fold(0.0, f64::max),
    ]
}

/// The estimated difficulty of a board that loses exactly the wanted patterns, evenly shared among its kinds.
fn wanted_difficulty(setup: &Setup) -> f64 {
    let kinds = setup.kinds.len().max(1) as f64;
    let mean = setup
        .kinds
        .iter()
        .map(|kind| SWAPS_PER_LOST_PATTERN[kind as usize])
        .sum::<f64>()
        / kinds;
    mean * f64::from(patterns(setup.size).saturating_sub(setup.wanted))
}

/// The prior score of a board, 0 to 1. `recent` holds the boards that the player saw last.
pub fn prior_score(setup: &Setup, board: &LevelGenome, recent: &[LevelGenome]) -> f64 {
    let losses = Breakdown::of(setup.size, |cell| board.kind(cell));
    let off = (estimated_difficulty(&losses) - wanted_difficulty(setup)).abs();
    let difficulty_match = HALF_MATCH_SWAPS / (HALF_MATCH_SWAPS + off);
    let differences = recent.iter().map(|old| board.difference(old, setup.size));
    let novelty = differences.fold(1.0, f64::min);
    MATCH_WEIGHT * difficulty_match
        + FIGURE_WEIGHT * board.figure_score(setup.size, setup.kinds.len().min(SHOWN_KINDS))
        + NOVELTY_WEIGHT * novelty
}
