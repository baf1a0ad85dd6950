//! Whole plays of levels by automatic players, and their statistics.

use super::goal_candidate::move_limits;
use super::parallel::parallel_map;
use crate::games::match3::level::{Level, Setup, points_per_amount};
use crate::games::match3::players::Player;
use crate::games::match3::rules::{Board, Game, Goal, Observer, Status};
use crate::generation::{Purpose, Seed};

/// Moves after which a play counts as lost where the level sets no limit.
pub const MAX_MOVES: u32 = 300;

/// The outcome of one play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayResult {
    /// Whether all goals were met.
    pub won: bool,
    /// Swaps made.
    pub moves: u32,
    /// How often the board had no swap left and was dealt again.
    pub reshuffles: u32,
}

/// Counts reshuffles, which no score holds.
#[derive(Default)]
struct ReshuffleCounter(u32);

impl Observer for ReshuffleCounter {
    fn reshuffled(&mut self, _: &Board) {
        self.0 += 1;
    }
}

/// Plays a level to its end, with at most `limit` moves.
pub fn play(level: &Level, player: Player, limit: u32, seed: Seed) -> PlayResult {
    let mut rng = seed.stream(Purpose::Player);
    let chance = seed.stream(Purpose::Play);
    let mut reshuffles = ReshuffleCounter::default();
    let mut result = PlayResult {
        won: false,
        moves: 0,
        reshuffles: 0,
    };
    let Ok(mut game) = Game::new(level.board(), level.goals(), limit, chance) else {
        return result;
    };
    while game.status() == Status::Playing {
        let swap = player.choose(&game, &mut rng);
        if swap.is_none_or(|swap| game.apply(swap, &mut reshuffles).is_err()) {
            break;
        }
    }
    result.won = game.status() == Status::Won;
    result.moves = game.score().moves;
    result.reshuffles = reshuffles.0;
    result
}

/// Plays a level many times, each time from its own seed, on several threads. The same arguments give the same
/// results in the same order.
pub fn play_many(
    level: &Level,
    player: Player,
    seed: Seed,
    count: u32,
    threads: u32,
) -> Vec<PlayResult> {
    let limit = match level.moves() {
        0 => MAX_MOVES,
        moves => moves,
    };
    parallel_map(count as usize, threads as usize, |number| {
        play(level, player, limit, seed.child(number as u64 + 1))
    })
}

/// Statistics of many plays of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayStatistics {
    /// The number of plays.
    pub plays: u32,
    /// The plays that met all goals.
    pub won: u32,
    /// The mean number of swaps of a play.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The swaps of each play, in ascending order.
    pub swaps: Vec<u32>,
    /// The reshuffles of all plays together.
    pub reshuffles: u32,
}

impl PlayStatistics {
    /// The statistics of some plays.
    pub fn of(plays: &[PlayResult]) -> Self {
        let mut swaps: Vec<u32> = plays.iter().map(|play| play.moves).collect();
        swaps.sort_unstable();
        let count = plays.len().max(1) as f64;
        let mean = swaps.iter().map(|swaps| f64::from(*swaps)).sum::<f64>() / count;
        let square = |swaps: &u32| (f64::from(*swaps) - mean).powi(2);
        PlayStatistics {
            plays: plays.len() as u32,
            won: plays.iter().filter(|play| play.won).count() as u32,
            mean,
            deviation: (swaps.iter().map(square).sum::<f64>() / count).sqrt(),
            reshuffles: plays.iter().map(|play| play.reshuffles).sum(),
            swaps,
        }
    }

    /// The part of the plays that met all goals, 0 to 1.
    pub fn success(&self) -> f64 {
        f64::from(self.won) / f64::from(self.plays.max(1))
    }

    /// The number of swaps that a part of the plays, 0 to 1, does not exceed.
    pub fn quantile(&self, part: f64) -> u32 {
        let at = (part * self.swaps.len() as f64).ceil() as usize;
        self.swaps.get(at.max(1) - 1).copied().unwrap_or(0)
    }
}

/// The trace of a play: after each move the highest goal amount with which all goals were met.
pub type Trace = Vec<u32>;

/// Plays a level up to the largest move limit and records the trace.
///
/// The goals of `level` cannot be met, so the play does not depend on the amounts that are chosen in the end.
pub(super) fn record_trace(setup: &Setup, level: &Level, player: Player, seed: Seed) -> Trace {
    let mut rng = seed.stream(Purpose::Player);
    let chance = seed.stream(Purpose::Play);
    let last = *move_limits(setup).end();
    let mut trace = Vec::with_capacity(last as usize);
    let Ok(mut game) = Game::new(level.board(), level.goals(), last, chance) else {
        return trace;
    };
    while game.status() == Status::Playing {
        let swap = player.choose(&game, &mut rng);
        if swap.is_none_or(|swap| game.apply(swap, &mut ()).is_err()) {
            break;
        }
        trace.push(amount_reached(setup, &game));
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
    // Where nothing is counted, the only amount is 1.
    let most = if setup.goals.have_amounts() {
        u32::MAX
    } else {
        1
    };
    amounts.min().unwrap_or(0).min(most)
}
