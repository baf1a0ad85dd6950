//! Automatic players: for measuring levels, for hints and for the tour. They play by the rules that a person
//! plays by, and see what a person sees.

mod look_ahead;
pub mod plays;
pub mod simulate;

use super::rules::{Cells, Game, Goal, Swap, Swaps};
use crate::generation::Stream;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Player {
    /// Any swap.
    Random,
    /// The documents': a swap that takes most for the goals, else one that hits a special cell, else any.
    Document,
    /// Guesses what each swap leads to, over several refills.
    LookAhead,
}

impl Player {
    /// The swap it makes; `None` if there is none.
    pub fn choose(self, game: &Game, rng: &mut Stream) -> Option<Swap> {
        match self {
            Player::Random => {
                let swaps = game.board().swaps();
                (!swaps.is_empty()).then(|| swaps.nth(rng.below(swaps.len())))?
            }
            Player::Document => document(game, rng),
            Player::LookAhead => look_ahead::choose(game, rng),
        }
    }
}

/// The documents' choice. Where one colour is collected and no power piece lies about, only the swaps that line
/// that colour up have to be looked at, if there are any.
fn document(game: &Game, rng: &mut Stream) -> Option<Swap> {
    let board = game.board();
    let all = board.swaps();
    if let [Goal::Collect(colour, _)] = game.goals()[..]
        && !board.has_powers()
    {
        let own = board.swaps_of(colour);
        if !own.is_empty() {
            return best(&own, rng, |swap| {
                let lines = board.matches_of(swap).into_iter();
                let own = lines.filter(|(other, _)| *other == colour);
                own.map(|(_, cells)| cells.len()).max()
            });
        }
        if board.breakable().is_empty() && !all.is_empty() {
            return all.nth(rng.below(all.len()));
        }
    }
    // Goals that are met count on: how it plays does not depend on how much is asked for.
    best(&all, rng, |swap| gain(game, swap, game.goals().iter()))
}

/// The swap of the highest worth, picked evenly among equals.
fn best<W: PartialOrd + Copy>(
    swaps: &Swaps,
    rng: &mut Stream,
    mut worth: impl FnMut(Swap) -> W,
) -> Option<Swap> {
    let mut best: Option<(W, Swap)> = None;
    let mut equals = 0;
    for swap in swaps.iter() {
        let here = worth(swap);
        if best.is_none_or(|(most, _)| here > most) {
            best = Some((here, swap));
            equals = 1;
        } else if best.is_some_and(|(most, _)| here == most) {
            // Reservoir sampling.
            equals += 1;
            if rng.below(equals) == 0 {
                best = Some((here, swap));
            }
        }
    }
    best.map(|(_, swap)| swap)
}

/// More than any first match can hit.
const GOAL: u32 = 1_000;

/// What the first match of a swap takes for some goals; else 1 if it hits a special cell.
fn gain<'a>(game: &Game, swap: Swap, goals: impl Iterator<Item = &'a Goal>) -> u32 {
    let board = game.board();
    let matches = board.matches_of(swap);
    let matched = matches
        .iter()
        .fold(Cells::default(), |all, (_, cells)| all | *cells);
    let blast = board.promise(swap, matched);
    let matched = matched | blast;
    let breakable = board.breakable();
    let beside = (matched.around() | blast) & breakable & board.walls();
    let hits = (beside | (matched & breakable & board.overlays())).len();
    let taken = goals.map(|goal| match goal {
        Goal::Collect(colour, _) => {
            let own = matches.iter().filter(|(other, _)| other == colour);
            let lines = own.fold(Cells::default(), |all, (_, cells)| all | *cells);
            (lines | (blast & board.of_colour(*colour))).len()
        }
        Goal::ClearSpecials => hits,
        Goal::Score(_) => matched.len(),
    });
    match taken.sum::<u32>() {
        0 => u32::from(hits > 0),
        taken => GOAL + taken,
    }
}
