//! Goal candidates: the goal amounts and move limits that come nearest to a wanted success rate in recorded plays.

use std::ops::RangeInclusive;

use super::calibration::RATE_TOLERANCE;
use super::trace::{MAX_CLEARING_MOVES, Trace, amount_within};
use crate::games::match3::level::Setup;

/// The number of moves that a level should have.
pub const IDEAL_MOVES: u32 = 20;
/// Points of the success rate that each move more or less than [`IDEAL_MOVES`] costs. It is so small
/// that it only decides between candidates that are about equally near.
const MOVE_COST: f64 = 0.03;
/// The part of [`MOVE_COST`] by which each move improves a level that is too hard.
const TOO_HARD_PART: f64 = 0.01;
/// Goal amounts below this one hardly count, because a player who clears cells meets them without trying.
const NOTABLE_AMOUNT: u32 = 8;
/// Points of the success rate that each step below [`NOTABLE_AMOUNT`] costs, so that both kinds of goals count.
const SMALL_AMOUNT_COST: f64 = 0.4;

/// A goal amount and a move limit, with their success rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalCandidate {
    /// The goal amount; see [`goals_with_amount`](crate::games::match3::level::goals_with_amount).
    pub amount: u32,
    /// The move limit.
    pub moves: u32,
    /// The part of the plays that succeed, in percent.
    pub rate: f64,
    /// The number of plays.
    pub plays: u32,
}

impl GoalCandidate {
    /// The distance from the wanted success rate in percentage points, plus a small cost for a level that is short or
    /// long. A level that is too hard has the highest of these costs, and more moves make it better.
    pub(super) fn cost(&self, wanted: f64) -> f64 {
        let is_too_hard = self.rate + RATE_TOLERANCE < wanted;
        let surplus = if is_too_hard {
            f64::from(MAX_CLEARING_MOVES) - TOO_HARD_PART * f64::from(self.moves)
        } else {
            f64::from(self.moves.abs_diff(IDEAL_MOVES))
        };
        (self.rate - wanted).abs() + MOVE_COST * surplus
    }
}

/// The cost of an amount that a player meets by the way while clearing cells.
fn small_amount_cost(setup: &Setup, amount: u32) -> f64 {
    if setup.requires_clearing() && setup.goals.have_amounts() {
        SMALL_AMOUNT_COST * f64::from(NOTABLE_AMOUNT.saturating_sub(amount))
    } else {
        0.0
    }
}

/// The cheapest goal candidate within some move limits, for a wanted success rate in percent; `None` without plays.
pub(super) fn best_goal_candidate(
    setup: &Setup,
    traces: &[Trace],
    limits: RangeInclusive<u32>,
    wanted: f64,
) -> Option<GoalCandidate> {
    let cost = |candidate: &GoalCandidate| {
        candidate.cost(wanted) + small_amount_cost(setup, candidate.amount)
    };
    let mut amounts = Vec::with_capacity(traces.len());
    let candidates = limits.filter_map(|moves| {
        amounts.clear();
        amounts.extend(traces.iter().map(|trace| amount_within(trace, moves)));
        let plays = amounts.len();
        let at = (wanted / 100.0 * plays as f64) as usize;
        let at = at.min(plays.checked_sub(1)?);
        // About the wanted part of the plays reaches this amount, and fewer reach the next one.
        let (_, &mut here, _) = amounts.select_nth_unstable_by(at, |a, b| b.cmp(a));
        let tried = if setup.goals.have_amounts() {
            [here.max(1), here.saturating_add(1)]
        } else {
            [1, 1]
        };
        let candidates = tried.map(|amount| {
            let successes = amounts.iter().filter(|reached| **reached >= amount).count();
            GoalCandidate {
                amount,
                moves,
                rate: 100.0 * successes as f64 / plays as f64,
                plays: plays as u32,
            }
        });
        candidates
            .into_iter()
            .min_by(|a, b| cost(a).total_cmp(&cost(b)))
    });
    candidates.min_by(|a, b| cost(a).total_cmp(&cost(b)))
}
