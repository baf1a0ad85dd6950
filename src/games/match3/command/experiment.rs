//! `evolvarium experiment match3-…`: experiments that can be repeated.

use clap::Args;

use crate::games::match3::experiment::{ExperimentError, Extent, kinds, potential, success};
use crate::games::match3::level::GenerationError;
use crate::games::match3::setup::Setup;
use crate::generation::Seed;

/// Arguments of `experiment match3-potential`.
#[derive(Args, Debug)]
pub struct PotentialArgs {
    /// Plays of each level, 100 to 1000000
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    plays: u32,
    /// Fresh levels besides the measured ones, 1 to 1000
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    levels: u32,
    /// Seed of levels and plays
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Plays at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Arguments of `experiment match3-success`.
#[derive(Args, Debug)]
pub struct SuccessArgs {
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

/// Arguments of `experiment match3-kinds`.
#[derive(Args, Debug)]
pub struct KindsArgs {
    /// Plays of each level, 100 to 1000000
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    plays: u32,
    /// Levels, 20 to 10000
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(20..=10_000))]
    levels: u32,
    /// Seed of levels and plays
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Plays at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Runs `experiment match3-potential`; returns its report.
pub fn potential(args: &PotentialArgs) -> Result<String, ExperimentError> {
    potential::run(&Extent {
        plays: args.plays,
        levels: args.levels,
        seed: args.seed,
        threads: args.threads,
    })
}

/// Runs `experiment match3-success`; returns its report.
pub fn success(args: &SuccessArgs) -> Result<String, GenerationError> {
    let extent = Extent {
        plays: args.plays,
        levels: args.levels,
        seed: args.seed,
        threads: args.threads,
    };
    success::run(args.setup.as_ref(), &extent)
}

/// Runs `experiment match3-kinds`; returns its report.
pub fn kinds(args: &KindsArgs) -> Result<String, ExperimentError> {
    kinds::run(&Extent {
        plays: args.plays,
        levels: args.levels,
        seed: args.seed,
        threads: args.threads,
    })
}
