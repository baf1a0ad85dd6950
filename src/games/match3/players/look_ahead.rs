//! The strong player: it tries each swap on copies of the game with random refills, and compares the goals and layers
//! that remain.

use super::best_swap;
use super::greedy::{GOAL_GAIN, first_gain};
use crate::games::match3::rules::{Game, Goal, Status, Swap, Swaps};
use crate::generation::{Purpose, Seed, Stream};

/// Random refills that each swap is tried with.
const SAMPLES: usize = 6;
/// The weight of the blocks that the best following swap takes, relative to those that the swap itself takes.
const NEXT_SWAP_WEIGHT: f64 = 0.7;
/// The value of a layer of a special cell, relative to a block of a goal.
const LAYER_WEIGHT: f64 = 0.15;
/// Points that are worth as much as one block.
const POINTS_PER_BLOCK: f64 = 10.0;
/// The value of a won game.
const WIN_VALUE: f64 = 10_000.0;

/// The swap with the highest mean value. All swaps are tried with the same random refills.
pub(super) fn choose(game: &Game, rng: &mut Stream) -> Option<Swap> {
    choose_among(game, &game.board().swaps(), rng)
}

/// The one of these swaps with the highest mean value.
pub(super) fn choose_among(game: &Game, among: &Swaps, rng: &mut Stream) -> Option<Swap> {
    let value = valuation(game, rng);
    best_swap(among, rng, value)
}

/// The value of each swap, with the same random refills for all.
pub(super) fn valuation<'a>(game: &'a Game, rng: &mut Stream) -> impl Fn(Swap) -> f64 + use<'a> {
    let samples: [u64; SAMPLES] = std::array::from_fn(|_| rng.next_u64());
    let before = Remaining::of(game);
    move |swap| {
        let value = |word: &u64| {
            let mut copy = game.with_rng(Seed(*word).stream(Purpose::Play));
            match copy.apply(swap, &mut ()) {
                Ok(()) => value_of(&copy, &before),
                Err(_) => f64::MIN,
            }
        };
        samples.iter().map(value).sum()
    }
}

/// The outlook of a swap: its value, its points, and the power pieces after it.
pub(super) struct Outlook {
    /// Its value in blocks.
    pub value: f64,
    /// The points that it makes.
    pub points: f64,
    /// The power pieces after it.
    pub powers: f64,
}

/// The value of a won game in an outlook.
const MOST_VALUE: f64 = 50.0;

impl Outlook {
    fn of(before: &Game, remaining: &Remaining, after: &Game) -> Self {
        Outlook {
            value: value_of(after, remaining).min(MOST_VALUE),
            points: f64::from(after.score().points - before.score().points),
            powers: f64::from(after.board().power_count()),
        }
    }
}

/// The outlook of each swap as far as it can be foreseen, without new blocks.
pub(super) fn foreseen_outlooks(game: &Game) -> impl Fn(Swap) -> Option<Outlook> {
    let remaining = Remaining::of(game);
    move |swap| {
        let after = game.foreseen(swap).ok()?;
        Some(Outlook::of(game, &remaining, &after))
    }
}

/// The mean outlook of each swap over [`SAMPLES`] random refills, the same ones for all swaps.
pub(super) fn mean_outlooks(game: &Game, rng: &mut Stream) -> impl Fn(Swap) -> Option<Outlook> {
    let samples: [u64; SAMPLES] = std::array::from_fn(|_| rng.next_u64());
    let remaining = Remaining::of(game);
    move |swap| {
        let outlook = |word: &u64| {
            let mut after = game.with_rng(Seed(*word).stream(Purpose::Play));
            after.apply(swap, &mut ()).ok()?;
            Some(Outlook::of(game, &remaining, &after))
        };
        let all: Option<Vec<Outlook>> = samples.iter().map(outlook).collect();
        let all = all?;
        let mean = |of: fn(&Outlook) -> f64| all.iter().map(of).sum::<f64>() / SAMPLES as f64;
        Some(Outlook {
            value: mean(|outlook| outlook.value),
            points: mean(|outlook| outlook.points),
            powers: mean(|outlook| outlook.powers),
        })
    }
}

/// The goals and the layers that remain in a position.
struct Remaining {
    /// Blocks, layers and points of all goals, in blocks. Without goals it is the negative score.
    goals: f64,
    /// Layers of all special cells.
    layers: f64,
}

impl Remaining {
    fn of(game: &Game) -> Self {
        let remaining = |goal: &Goal| {
            let remaining = f64::from(game.remaining(*goal));
            if matches!(goal, Goal::Score(_)) {
                remaining / POINTS_PER_BLOCK
            } else {
                remaining
            }
        };
        let points = if game.goals().is_empty() {
            -f64::from(game.score().points) / POINTS_PER_BLOCK
        } else {
            0.0
        };
        Remaining {
            goals: points + game.goals().iter().map(remaining).sum::<f64>(),
            layers: f64::from(game.remaining(Goal::ClearSpecials)),
        }
    }
}

/// The value of the position after a swap.
fn value_of(game: &Game, before: &Remaining) -> f64 {
    if game.status() == Status::Won {
        return WIN_VALUE;
    }
    let after = Remaining::of(game);
    let gained = before.goals - after.goals + LAYER_WEIGHT * (before.layers - after.layers);
    let swaps = game.board().swaps();
    let open_goals: Vec<Goal> = (game.goals().iter().copied())
        .filter(|goal| game.remaining(*goal) > 0)
        .collect();
    let next = swaps
        .iter()
        .map(|swap| first_gain(game, swap, open_goals.iter()))
        .max()
        .unwrap_or(0);
    gained + NEXT_SWAP_WEIGHT * f64::from(next.saturating_sub(GOAL_GAIN))
}
