//! Whole plays of levels by automatic players, and their statistics.

use crate::base::parallel_map;
use crate::games::match3::level::Level;
use crate::games::match3::players::Player;
use crate::games::match3::rules::{Board, Game, MoveError, Observer, Status, Swap};
use crate::generation::{Purpose, Seed};

/// Moves after which a play counts as lost if the level sets no limit.
pub const MAX_MOVES: u32 = 300;

/// Returns the number of moves after which a play of a level ends.
pub fn limit_of(level: &Level) -> u32 {
    match level.moves() {
        0 => MAX_MOVES,
        moves => moves,
    }
}

/// The outcome of one play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayResult {
    /// Whether all goals were met.
    pub won: bool,
    /// Swaps made.
    pub moves: u32,
    /// The number of times that the board had no swap left and was dealt again.
    pub reshuffles: u32,
    /// The swap of the player that the rules refused, with the reason. It ended the play, and is an error of the player.
    pub refused: Option<(Swap, MoveError)>,
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
        refused: None,
    };
    let Ok(mut game) = Game::new(level.board(), level.goals(), limit, chance) else {
        return result;
    };
    while game.status() == Status::Playing && result.refused.is_none() {
        // A board on which no swap can be dealt is lost.
        let Some(swap) = player.choose(&game, &mut rng) else {
            break;
        };
        let refused = game.apply(swap, &mut reshuffles).err();
        result.refused = refused.map(|why| (swap, why));
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
    let limit = limit_of(level);
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
    /// The statistics of those plays that no refused swap has ended.
    pub fn of(plays: &[PlayResult]) -> Self {
        let plays: Vec<&PlayResult> = plays.iter().filter(|play| play.refused.is_none()).collect();
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

    /// The standard error of the mean.
    pub fn mean_error(&self) -> f64 {
        self.deviation / f64::from(self.plays.max(1)).sqrt()
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
