//! The greedy player of limbsoo's program: it only looks at the first match of each swap.

use super::best_swap;
use crate::games::match3::rules::{Cells, Game, Goal, Swap};
use crate::generation::Stream;

/// The gain of a swap that takes something for the goals is above this, and more than any match can hit.
pub(super) const GOAL_GAIN: u32 = 1_000;

/// The swap with the highest gain. Goals that are met count on, so that the play does not depend on their amounts.
pub(super) fn choose(game: &Game, rng: &mut Stream) -> Option<Swap> {
    let board = game.board();
    let all = board.swaps();
    // Where one colour is to be collected and no power piece lies about, only swaps of that colour matter.
    if let [Goal::Collect(colour, _)] = game.goals()[..]
        && !board.has_powers()
    {
        let own = board.swaps_of(colour);
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
    best_swap(&all, rng, |swap| {
        first_gain(game, swap, game.goals().iter())
    })
}

/// The blocks and special cells that the first match of a swap takes for some goals, above [`GOAL_GAIN`]; without any
/// of them 1 if it hits a special cell, and 0 else.
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
