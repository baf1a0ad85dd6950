//! `evolvarium experiment match3-…`: experiments that can be repeated.

use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::generate::parse_size;
use crate::games::command::plot_file::PlotFile;
use crate::games::command::{CommandError, Output};
use crate::games::match3::experiment::fi2pop::SchemeComparison;
use crate::games::match3::experiment::kinds::KindsExperiment;
use crate::games::match3::experiment::potential::PotentialExperiment;
use crate::games::match3::experiment::success::SuccessExperiment;
use crate::games::match3::experiment::{
    AnyExperiment, Experiment, ExperimentError, ExperimentRun, Extent,
};
use crate::games::match3::level::{GenerationError, Setup};
use crate::games::match3::rules::Size;
use crate::generation::Seed;
use crate::shell::words::{Language, Words};

/// Arguments of all experiments.
#[derive(Args, Debug)]
pub struct CommonArgs {
    /// The seed of everything
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// How many threads, 1 to 256 [default: one a core]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// The file of the plot [default: the name of the experiment with .svg, in this folder]
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// Arguments of `experiment match3-fi2pop`.
#[derive(Args, Debug)]
pub struct Fi2PopArgs {
    /// Runs of each algorithm on each board, 10 to 10000
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(10..=10_000))]
    runs: u32,
    /// The generation after which a run is given up, 1 to 1000000
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    generations: u32,
    /// A setup as in game ids, whose size, potential and tolerance are changed [default: limbsoo's first post, with cells
    /// of one and three layers; with the letter v the violation counts groups]
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
    let extent = args.common.extent(args.plays, args.levels);
    let experiment = PotentialExperiment::new(extent).map_err(command_error)?;
    run("match3-potential", experiment, &args.common)
}

/// Runs `experiment match3-success`; returns its report.
pub fn success(args: &SuccessArgs) -> Result<Output, CommandError> {
    let setup = args.setup.clone().unwrap_or_default();
    let extent = args.common.extent(args.plays, args.levels);
    run(
        "match3-success",
        SuccessExperiment::new(setup, extent),
        &args.common,
    )
}

/// Runs `experiment match3-kinds`; returns its report.
pub fn kinds(args: &KindsArgs) -> Result<Output, CommandError> {
    let extent = args.common.extent(args.plays, args.levels);
    let experiment = KindsExperiment::new(extent, args.size, args.colours);
    run("match3-kinds", experiment, &args.common)
}

impl CommonArgs {
    fn extent(&self, plays: u32, levels: u32) -> Extent {
        Extent {
            plays,
            levels,
            seed: self.seed,
        }
    }
}

/// A setup that no level can meet is the fault of the arguments.
fn command_error(why: ExperimentError) -> CommandError {
    match why {
        ExperimentError::Level(GenerationError::Setup(_)) => CommandError::usage(why),
        _ => CommandError::failed(why),
    }
}

/// Takes all samples of an experiment, with a progress bar on standard error, and writes its plot.
fn run<E: Experiment>(
    name: &str,
    experiment: E,
    args: &CommonArgs,
) -> Result<Output, CommandError> {
    let file = PlotFile::open(args.plot.as_ref(), name)?;
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let run = ExperimentRun::new(experiment);
    let (_, all) = run.progress();
    let bar = ProgressBar::new(all as u64).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} samples  {elapsed}, {eta} to go")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    run.take_samples(args.threads.unwrap_or(cores) as usize, &|| bar.inc(1));
    bar.finish_and_clear();
    let words = Words::of(Language::English);
    let report = run.report(&|key, values| words.fill(key, values));
    let report = report.map_err(command_error)?;
    Ok(Output {
        summary: file.write(&report.plot)?,
        text: report.text(),
        ..Output::default()
    })
}
