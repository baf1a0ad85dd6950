//! Playtest traces: the goal amount that a play had reached after each of its moves.

use std::ops::RangeInclusive;

use crate::games::match3::level::{Level, Setup, points_per_amount};
use crate::games::match3::players::Player;
use crate::games::match3::rules::{Game, Goal, Status};
use crate::generation::{Purpose, Seed};

/// The fewest moves of a level with a goal amount, which can make few moves hard.
const MIN_MOVES: u32 = 10;
/// The fewest moves of a level that is only to be cleared. Its moves alone decide how hard it is.
const MIN_CLEARING_MOVES: u32 = 3;
/// The most moves of a level without special cells to clear. The goal amount decides how hard it is.
const MAX_COUNTING_MOVES: u32 = 30;
/// The most moves of a level with special cells to clear.
pub(super) const MAX_CLEARING_MOVES: u32 = 300;

/// The trace of a play: after each move the highest goal amount with which all goals were met.
pub type Trace = Vec<u32>;

/// The move limits to choose from, before anything is known about a board.
pub(super) fn move_limits(setup: &Setup) -> RangeInclusive<u32> {
    let least = match setup.goals.have_amounts() {
        true => MIN_MOVES,
        false => MIN_CLEARING_MOVES,
    };
    let most = match setup.requires_clearing() {
        true => MAX_CLEARING_MOVES,
        false => MAX_COUNTING_MOVES,
    };
    least..=most
}

/// The amount that a play had reached within a move limit.
pub(super) fn amount_within(trace: &Trace, moves: u32) -> u32 {
    let last = (moves as usize).min(trace.len());
    last.checked_sub(1).map_or(0, |at| trace[at])
}

/// Plays a level and records the trace of up to `last` moves. `is_enough` ends the play early, after a move with this
/// amount.
///
/// The amounts of the goals of `level` cannot be met, so the play does not depend on the amounts that are chosen in the
/// end. The play of a level that is only to be cleared ends when it is.
pub(super) fn record_trace(
    setup: &Setup,
    level: &Level,
    player: Player,
    seed: Seed,
    last: u32,
    is_enough: impl Fn(u32) -> bool,
) -> Trace {
    let mut rng = seed.stream(Purpose::Player);
    let chance = seed.stream(Purpose::Play);
    let mut trace = Vec::with_capacity(last as usize);
    let Ok(mut game) = Game::new(level.board(), level.goals(), last, chance) else {
        return trace;
    };
    while game.status() == Status::Playing {
        let swap = player.choose(&game, &mut rng);
        if swap.is_none_or(|swap| game.apply(swap, &mut ()).is_err()) {
            break;
        }
        let amount = amount_reached(setup, &game);
        trace.push(amount);
        if is_enough(amount) {
            break;
        }
    }
    trace
}

/// The highest goal amount with which all goals are met.
fn amount_reached(setup: &Setup, game: &Game) -> u32 {
    let goals = game.goals().iter();
    let amounts = goals.map(|goal| match *goal {
        Goal::Collect(colour, _) => game.score().collected[usize::from(colour.0) % 8],
        Goal::Score(_) => game.score().points / points_per_amount(setup),
        Goal::ClearSpecials if game.remaining(*goal) == 0 => u32::MAX,
        Goal::ClearSpecials => 0,
    });
    // Goals without an amount are met or not, so the only amount is 1.
    let most = if setup.goals.have_amounts() {
        u32::MAX
    } else {
        1
    };
    amounts.min().unwrap_or(0).min(most)
}
