//! The greedy player of limbsoo's program: it only looks at the first match of each swap.

use super::best_swap;
use crate::games::match3::rules::{Cells, Game, Goal, Swap, Swaps};
use crate::generation::Stream;

/// Every swap that takes something for the goals gains more than this. No match hits as many cells.
pub(super) const GOAL_GAIN: u32 = 1_000;

/// The swap with the highest gain. A goal that is met still counts, so that the play does not depend on the amounts of
/// the goals.
pub(super) fn choose(game: &Game, rng: &mut Stream) -> Option<Swap> {
    choose_among(game, game.board().swaps(), rng)
}

/// The one of these swaps with the highest gain.
pub(super) fn choose_among(game: &Game, all: Swaps, rng: &mut Stream) -> Option<Swap> {
    let board = game.board();
    // If the only goal is to collect one colour and the board has no power piece, only swaps of that colour matter.
    if let [Goal::Collect(colour, _)] = game.goals()[..]
        && !board.has_powers()
    {
        let own = board.swaps_of(colour) & all;
        if !own.is_empty() {
            return best_swap(&own, rng, |swap| {
                let lines = board.matches_of(swap).into_iter();
                let own = lines.filter(|(other, _)| *other == colour);
                own.map(|(_, cells)| cells.len()).max()
            });
        }
        if board.breakable().is_empty() && !all.is_empty() {
            return all.nth(rng.random_below(all.len()));
        }
    }
    best_swap(&all, rng, valuation(game))
}

/// The value of each swap, by which the player chooses.
pub(super) fn valuation(game: &Game) -> impl Fn(Swap) -> u32 {
    move |swap| first_gain(game, swap, game.goals().iter())
}

/// The gain of a swap: [`GOAL_GAIN`] plus the number of blocks and special cells that its first match takes for the
/// goals. A match that takes none gains 1 if it hits a special cell, and otherwise 0.
pub(super) fn first_gain<'a>(
    game: &Game,
    swap: Swap,
    goals: impl Iterator<Item = &'a Goal>,
) -> u32 {
    let board = game.board();
    let matches = board.matches_of(swap);
    let matched = matches
        .iter()
        .fold(Cells::default(), |all, (_, cells)| all | *cells);
    let blast = board.first_blast(swap, matched);
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
        taken => GOAL_GAIN + taken,
    }
}
