//! What a board promises before it is ever played: how hard its losses make it, how orderly it looks, and how unlike
//! the boards just played it is. Cheap, and only a guide: play judges.

use super::LevelGenome;
use super::potential::{Breakdown, patterns};
use super::setup::Setup;
use crate::games::match3::rules::Kind;

/// Swaps that a pattern lost to each kind adds to collecting 15 blocks, in the order of [`Kind::ALL`], as
/// `experiment match3-kinds` measures it.
const ADDED: [f64; 9] = [
    0.0075, 0.0017, 0.0040, 0.0054, 0.0064, 0.0003, 0.0116, 0.0157, 0.0169,
];

/// Swaps that the losses of a board add.
pub fn strain(losses: &Breakdown) -> f64 {
    let added = |kind: Kind| ADDED[kind as usize] * losses.lost_to(kind);
    Kind::ALL.into_iter().map(added).sum()
}

/// What a lost pattern adds for the mildest and for the worst of some kinds.
pub fn strain_of(kinds: impl Iterator<Item = Kind> + Clone) -> [f64; 2] {
    let added = kinds.map(|kind| ADDED[kind as usize]);
    [
        added.clone().fold(f64::MAX, f64::min),
        added.fold(0.0, f64::max),
    ]
}

/// The strain of a board as a wish asks for it: with the wanted losses, evenly shared among its kinds.
fn wanted_strain(setup: &Setup) -> f64 {
    let kinds = setup.kinds.len().max(1) as f64;
    let mean = setup
        .kinds
        .iter()
        .map(|kind| ADDED[kind as usize])
        .sum::<f64>()
        / kinds;
    mean * f64::from(patterns(setup.size).saturating_sub(setup.wanted))
}

/// The part of the special cells that have a neighbour of their own kind.
pub fn order(board: &LevelGenome) -> f64 {
    let special = f64::from(board.special().len().max(1));
    1.0 - f64::from(board.lonely().len()) / special
}

/// A strain this far from the wanted one halves what a board is worth, in swaps.
const HALF: f64 = 0.4;

/// What a board promises, 0 to 1: the strain that is wanted, cells in groups, and no likeness to recent boards.
pub fn promise(setup: &Setup, board: &LevelGenome, recent: &[LevelGenome]) -> f64 {
    let losses = Breakdown::of(setup.size, |cell| board.kind(cell));
    let off = (strain(&losses) - wanted_strain(setup)).abs();
    let felt = HALF / (HALF + off);
    let unlike = recent.iter().map(|old| board.difference(old, setup.size));
    let fresh = unlike.fold(1.0, f64::min);
    0.35 * felt + 0.25 * order(board) + 0.4 * fresh
}
