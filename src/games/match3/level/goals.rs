//! The goals of a level: the setup and the seed decide their kinds and colours, and one number decides all their
//! amounts.

use super::setup::{GoalKind, Mode, Setup};
use super::{Level, LevelError, LevelGenome};
use crate::games::match3::rules::{Colour, Goal, Goals};
use crate::generation::Seed;
use crate::generation::random::Purpose;

/// Points per goal amount beside blocks to be collected: about as many as a player scores while collecting one block
/// of each colour.
const POINTS_BESIDE_BLOCKS: u32 = 60;
/// Points per goal amount where only points are counted.
const POINTS_ALONE: u32 = 50;

/// A goal amount that no play reaches.
const UNREACHABLE_AMOUNT: u32 = 100_000;

/// The points that one goal amount stands for.
pub fn points_per_amount(setup: &Setup) -> u32 {
    match setup.goals.has(GoalKind::Collect) || setup.goals.has(GoalKind::Second) {
        true => POINTS_BESIDE_BLOCKS,
        false => POINTS_ALONE,
    }
}

/// The goals of a level with an amount: that many blocks of each colour to collect, and that many times
/// [`points_per_amount`] to score. Modes other than levels have no goals.
pub fn goals_with_amount(setup: &Setup, seed: Seed, amount: u32) -> Goals {
    let mut rng = seed.stream(Purpose::Layout);
    let colours = u32::from(setup.colours);
    let first = rng.random_below(colours);
    let second = (first + 1 + rng.random_below(colours - 1)) % colours;
    let goal = |kind| match kind {
        GoalKind::Collect => Goal::Collect(Colour(first as u8), amount),
        GoalKind::Second => Goal::Collect(Colour(second as u8), amount),
        GoalKind::Clear => Goal::ClearSpecials,
        GoalKind::Score => Goal::Score(amount.saturating_mul(points_per_amount(setup))),
    };
    match setup.mode {
        Mode::Level => Goals::all(setup.goals.iter().map(goal)),
        Mode::Endless | Mode::Timed(_) => Goals::none(),
    }
}

/// A level of a genome without a move limit, with goals whose amounts no play reaches. Cells that are to be cleared have
/// no amount.
pub fn draft(setup: &Setup, genome: &LevelGenome, seed: Seed) -> Result<Level, LevelError> {
    let special = genome.specials().collect();
    let goals = goals_with_amount(setup, seed, UNREACHABLE_AMOUNT);
    let level = Level::new(setup.size, setup.colours, goals, 0, special)?;
    Ok(level.with_powers(setup.powers))
}
