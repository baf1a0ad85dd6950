//! `evolvarium experiment match3-…`: experiments that can be repeated.

use clap::Args;

use super::generate::parse_size;
use crate::games::command::experiment::{CommonArgs, command_error, run};
use crate::games::command::{CommandError, Output};
use crate::games::match3::experiment::Extent;
use crate::games::match3::experiment::fi2pop::SchemeComparison;
use crate::games::match3::experiment::kinds::KindsExperiment;
use crate::games::match3::experiment::potential::PotentialExperiment;
use crate::games::match3::experiment::skill::SkillExperiment;
use crate::games::match3::experiment::success::SuccessExperiment;
use crate::games::match3::level::Setup;
use crate::games::match3::rules::Size;

/// Arguments of `experiment match3-fi2pop`.
#[derive(Args, Debug)]
pub struct Fi2PopArgs {
    /// Runs of each algorithm on each board, 10 to 10000
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(10..=10_000))]
    runs: u32,
    /// The generation after which a run is given up, 1 to 1000000
    #[arg(long, default_value_t = SchemeComparison::GENERATIONS, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    generations: u32,
    /// A setup as in game ids, whose size, potential and tolerance are changed [default: limbsoo's first post, with
    /// cells of one and three layers; with the letter v the violation counts groups]
    #[arg(long)]
    setup: Option<Setup>,
    #[command(flatten)]
    common: CommonArgs,
}

/// Arguments of `experiment match3-potential`.
#[derive(Args, Debug)]
pub struct PotentialArgs {
    /// Plays of each level, 100 to 1000000
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    plays: u32,
    /// Fresh levels besides the measured ones, 1 to 1000
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    levels: u32,
    #[command(flatten)]
    common: CommonArgs,
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
    #[command(flatten)]
    common: CommonArgs,
}

/// Arguments of `experiment match3-skill`.
#[derive(Args, Debug)]
pub struct SkillArgs {
    /// Levels that each of sixteen people plays before they are known, 1 to 1000
    #[arg(long, default_value_t = SkillExperiment::TRIES, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    tries: u32,
    /// Fresh levels for each of them, 1 to 1000
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    levels: u32,
    /// Plays of each fresh level, 10 to 100000
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    plays: u32,
    /// A setup as in game ids with the wanted rate [default: 9x9, as usual]
    #[arg(long)]
    setup: Option<Setup>,
    #[command(flatten)]
    common: CommonArgs,
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
    /// Rows and columns, each 5 to 12
    #[arg(long, default_value = "10x10", value_parser = parse_size)]
    size: Size,
    /// Number of colours, 4 to 8
    #[arg(long, default_value_t = KindsExperiment::COLOURS, value_parser = clap::value_parser!(u8).range(4..=8))]
    colours: u8,
    #[command(flatten)]
    common: CommonArgs,
}

/// Runs `experiment match3-fi2pop`; returns its report.
pub fn fi2pop(args: &Fi2PopArgs) -> Result<Output, CommandError> {
    let setup = args.setup.clone();
    let setup = setup.unwrap_or_else(SchemeComparison::usual_setup);
    let comparison = SchemeComparison::new(setup, args.runs, args.generations, args.common.seed);
    run("match3-fi2pop", comparison, &args.common)
}

/// Runs `experiment match3-potential`; returns its report.
pub fn potential(args: &PotentialArgs) -> Result<Output, CommandError> {
    let extent = extent(&args.common, args.plays, args.levels);
    let experiment = PotentialExperiment::new(extent).map_err(command_error)?;
    run("match3-potential", experiment, &args.common)
}

/// Runs `experiment match3-success`; returns its report.
pub fn success(args: &SuccessArgs) -> Result<Output, CommandError> {
    let setup = args.setup.clone().unwrap_or_default();
    let extent = extent(&args.common, args.plays, args.levels);
    run(
        "match3-success",
        SuccessExperiment::new(setup, extent),
        &args.common,
    )
}

/// Runs `experiment match3-skill`; returns its report.
pub fn skill(args: &SkillArgs) -> Result<Output, CommandError> {
    let setup = args.setup.clone().unwrap_or_default();
    let extent = extent(&args.common, args.plays, args.levels);
    run(
        "match3-skill",
        SkillExperiment::new(setup, args.tries, extent),
        &args.common,
    )
}

/// Runs `experiment match3-kinds`; returns its report.
pub fn kinds(args: &KindsArgs) -> Result<Output, CommandError> {
    let extent = extent(&args.common, args.plays, args.levels);
    let experiment = KindsExperiment::new(extent, args.size, args.colours);
    run("match3-kinds", experiment, &args.common)
}

/// The extent that the arguments name.
fn extent(args: &CommonArgs, plays: u32, levels: u32) -> Extent {
    Extent {
        plays,
        levels,
        seed: args.seed,
    }
}
