//! `evolvarium simulate match3`: how often and how fast an automatic player wins a level.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use clap::Args;

use super::Player;
use super::plays::{PATIENCE, Played, play};
use crate::games::match3::level::{Level, read_levels};
use crate::generation::Seed;
use crate::session::store::StoreError;

/// Levels played by an automatic player.
#[derive(Args, Debug)]
pub struct Simulate {
    /// A file with a level, or with those that `generate match3` writes
    level: PathBuf,
    /// Who plays
    #[arg(long, value_enum, default_value = "document")]
    player: Player,
    /// How many plays, 1 to 10000000
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    plays: u32,
    /// Seed of the plays
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Plays at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Plays of a level, each from its own seed, on several threads. The same arguments give the same plays in the
/// same order.
pub fn plays(level: &Level, player: Player, seed: Seed, count: u32, threads: u32) -> Vec<Played> {
    let limit = if level.moves() == 0 {
        PATIENCE
    } else {
        level.moves()
    };
    let next = AtomicU32::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return done;
            }
            let seed = seed.child(u64::from(number) + 1);
            done.push((number, play(level, player, limit, seed)));
        }
    };
    let mut all: Vec<(u32, Played)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.flatten().collect()
    });
    all.sort_unstable_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, played)| played).collect()
}

/// What many plays of a level come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    /// How many plays.
    pub plays: u32,
    /// How many of them met the goals.
    pub won: u32,
    /// Swaps of a play, in the mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// Swaps of the plays, fewest first.
    pub swaps: Vec<u32>,
    /// Dead boards.
    pub reshuffles: u32,
}

impl Sum {
    /// Of at least one play.
    pub fn of(plays: &[Played]) -> Self {
        let mut swaps: Vec<u32> = plays.iter().map(|played| played.moves).collect();
        swaps.sort_unstable();
        let count = plays.len().max(1) as f64;
        let mean = swaps.iter().map(|swaps| f64::from(*swaps)).sum::<f64>() / count;
        let square = |swaps: &u32| (f64::from(*swaps) - mean).powi(2);
        Sum {
            plays: plays.len() as u32,
            won: plays.iter().filter(|played| played.won).count() as u32,
            mean,
            deviation: (swaps.iter().map(square).sum::<f64>() / count).sqrt(),
            reshuffles: plays.iter().map(|played| played.reshuffles).sum(),
            swaps,
        }
    }

    /// The part of plays that met the goals, 0 to 1.
    pub fn success(&self) -> f64 {
        f64::from(self.won) / f64::from(self.plays.max(1))
    }

    /// The swaps that a part of the plays, 0 to 1, does not exceed.
    pub fn quantile(&self, part: f64) -> u32 {
        let at = (part * self.swaps.len() as f64).ceil() as usize;
        self.swaps.get(at.max(1) - 1).copied().unwrap_or(0)
    }
}

/// Plays and tells how it went.
pub fn simulate(wish: &Simulate) -> Result<String, StoreError> {
    let mut text = String::new();
    for (number, level) in read_levels(&wish.level)?.iter().enumerate() {
        let started = Instant::now();
        let plays = plays(level, wish.player, wish.seed, wish.plays, wish.threads);
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        text.push_str(&told(number, level, &Sum::of(&plays), seconds));
    }
    Ok(text)
}

fn told(number: usize, level: &Level, sum: &Sum, seconds: f64) -> String {
    let success = sum.success();
    let error = 196.0 * (success * (1.0 - success) / f64::from(sum.plays)).sqrt();
    let limit = match level.moves() {
        0 => format!("no move limit, given up after {PATIENCE}"),
        moves => format!("{moves} moves"),
    };
    let quantiles = [5, 25, 50, 75, 95]
        .map(|percent| format!("{percent} % {}", sum.quantile(f64::from(percent) / 100.0)));
    let swaps: u32 = sum.swaps.iter().sum();
    format!(
        "level {}: {}, {} colours, {limit}, {:?}\n\
         success {:.2} % (± {error:.2}) of {} plays\n\
         swaps: mean {:.3}, sd {:.3}, quantiles {}\n\
         reshuffles: {} in all\n\
         {:.0} plays and {:.0} swaps a second\n",
        number + 1,
        level.size(),
        level.colours(),
        &level.goals()[..],
        100.0 * success,
        sum.plays,
        sum.mean,
        sum.deviation,
        quantiles.join(", "),
        sum.reshuffles,
        f64::from(sum.plays) / seconds,
        f64::from(swaps) / seconds,
    )
}
