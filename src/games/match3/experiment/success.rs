//! `evolvarium experiment match3-success`: whether levels are won as often as was wished, judged by fresh plays.

use std::fmt::Write;
use std::time::Instant;

use clap::Args;

use crate::games::match3::level::trial::{NEAR, REFERENCE};
use crate::games::match3::level::{Failure, Rate, Setup, regenerate};
use crate::games::match3::player::simulate::{Sum, plays};
use crate::games::match3::rules::Size;
use crate::generation::{Pick, Search, Seed};
use crate::session::Difficulty;

/// The experiment and its extent.
#[derive(Args, Debug)]
pub struct Success {
    /// Levels of each rate, 1 to 10000
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    levels: u32,
    /// Fresh plays of each level, 100 to 1000000
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    plays: u32,
    /// A setup as in game ids, whose rate is changed [default: 9x9, as usual]
    #[arg(long)]
    setup: Option<Setup>,
    /// Seed of the levels
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Plays at the same time, while levels are judged too
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Makes levels of every rate and plays them; returns how near they come, and how long it takes to make them.
pub fn run(wish: &Success) -> Result<String, Failure> {
    let size = Size::new(9, 9).expect("9 is from 5 to 12");
    let usual = Setup::of(Difficulty::Normal, size);
    let setup = wish.setup.clone().unwrap_or(usual);
    let mut text = format!(
        "{} levels of each rate, {} fresh plays of each; off by at most {NEAR} points, mean error, time to make one\n",
        wish.levels, wish.plays
    );
    for rate in Rate::NAMED {
        let setup = Setup {
            success: rate.success,
            wanted: rate.wanted(setup.size),
            ..setup.clone()
        };
        one_rate(wish, &setup, &mut text)?;
    }
    Ok(text)
}

fn one_rate(wish: &Success, setup: &Setup, text: &mut String) -> Result<(), Failure> {
    let (mut errors, mut times, mut judged) = (Vec::new(), Vec::new(), 0);
    for number in 0..wish.levels {
        let seed = wish.seed.child(u64::from(number));
        let started = Instant::now();
        let threads = wish.threads as usize;
        let graded = regenerate(setup, &Search::default(), seed, Pick::Best, threads)?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        judged += graded.offer.map_or(0, |offer| offer.plays);
        let fresh = seed.child(0xF4E5);
        let played = plays(&graded.level, REFERENCE, fresh, wish.plays, wish.threads);
        errors.push(100.0 * Sum::of(&played).success() - f64::from(setup.success));
    }
    let near = errors.iter().filter(|error| error.abs() <= NEAR).count();
    let count = f64::from(wish.levels);
    let error = errors.iter().map(|error| error.abs()).sum::<f64>() / count;
    let bias = errors.iter().sum::<f64>() / count;
    times.sort_by(f64::total_cmp);
    let _ = writeln!(
        text,
        "  {:2} %: {near} of {}, {error:.2} points (bias {bias:+.2}), {:.0} ms in the median, {:.0} ms at most, {} plays",
        setup.success,
        wish.levels,
        times[times.len() / 2],
        times[times.len() - 1],
        judged / wish.levels
    );
    Ok(())
}
