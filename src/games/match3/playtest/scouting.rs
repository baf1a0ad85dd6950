//! Scouting: a few plays of a board that is to be cleared tell how many moves that takes.

use std::ops::RangeInclusive;

use super::goal_candidate::{GoalCandidate, IDEAL_MOVES};
use super::trace::{MAX_CLEARING_MOVES, Trace, move_limits, record_trace};
use crate::games::match3::level::{Level, Setup};
use crate::games::match3::players::Player;
use crate::generation::Seed;

/// Plays of each board.
pub(super) const SCOUT_PLAYS: u32 = 32;

/// Plays a level until its special cells are cleared.
pub(super) fn play_scouting_trace(
    setup: &Setup,
    level: &Level,
    player: Player,
    seed: Seed,
) -> Trace {
    let is_cleared = |amount| amount > 0;
    record_trace(setup, level, player, seed, MAX_CLEARING_MOVES, is_cleared)
}

/// A first goal candidate, and the move limits in which the wanted part of the plays, in percent, clears the board with
/// some moves to spare.
pub(super) fn candidate_of_traces(
    setup: &Setup,
    traces: &[Trace],
    wanted: f64,
) -> (Option<GoalCandidate>, RangeInclusive<u32>) {
    let limits = move_limits(setup);
    let cleared = traces
        .iter()
        .filter(|trace| trace.last().is_some_and(|amount| *amount > 0));
    let mut moves: Vec<u32> = cleared.map(|trace| trace.len() as u32).collect();
    moves.sort_unstable();
    let plays = traces.len() as u32;
    let at = (wanted / 100.0 * f64::from(plays)).ceil() as usize;
    let needed = moves.get(at.max(1) - 1).copied();
    let within = needed.unwrap_or(MAX_CLEARING_MOVES).max(*limits.start());
    let goal = GoalCandidate {
        amount: 1,
        moves: within,
        rate: 100.0 * moves.partition_point(|one| *one <= within) as f64 / f64::from(plays),
        plays,
    };
    // Plays with an amount go on after the board is cleared.
    let spare = within / 2 + 10;
    let most = (within + spare).clamp(IDEAL_MOVES, MAX_CLEARING_MOVES);
    let goal = (plays > 0).then_some(goal);
    (goal, *limits.start()..=most)
}
