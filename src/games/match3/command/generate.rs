//! `evolvarium generate match3`: generates levels without a display.

use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::base::parallel_map;
use crate::games::command::Output;
use crate::games::match3::level::{
    Difficulty, GenerationError, Level, Rate, Setup, ViolationMeasure, generate, patterns,
};
use crate::games::match3::playtest::{CalibratedLevel, Forecast, regenerate};
use crate::games::match3::rules::{Kind, Kinds, Match3, Size};
use crate::generation::{EvolutionParameters, Pick, PickError, Seed, StopReason};
use crate::session::Origin;

/// Arguments of `generate match3`.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// A setup as in game ids, such as 9x9c6-p488g03s40, instead of what follows
    #[arg(long, conflicts_with_all = ["wanted", "tolerance", "size", "colours", "kinds"])]
    setup: Option<Setup>,
    /// Swap potential to evolve towards [default: 55 % of an open board's]
    #[arg(long)]
    wanted: Option<u32>,
    /// How far from it is near enough [default: 5 % of an open board's]
    #[arg(long)]
    tolerance: Option<u32>,
    /// Rows and columns, each 5 to 12
    #[arg(long, default_value = "9x9", value_parser = parse_size)]
    size: Size,
    /// Number of colours, 4 to 8
    #[arg(long, default_value_t = 6)]
    colours: u8,
    /// Kinds of special cells, joined by commas
    #[arg(long, default_value = "blocked1,blocked2,overlay1", value_parser = parse_kinds)]
    kinds: Kinds,
    /// What the violation of a board that cannot be played counts: cells, or groups of cells
    #[arg(long, default_value = "cells", value_parser = parse_violation, conflicts_with = "setup")]
    violation: ViolationMeasure,
    /// Seed of the first level [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
    /// How many levels, 1 to 100000
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// How many threads, 1 to 256 [default: one a core]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Generations after which a level is given up, 1 to 1000000
    #[arg(long, default_value_t = 500)]
    generations: u32,
}

pub(super) fn parse_size(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x');
    let sides = sides.and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    let (rows, cols) = sides.ok_or("write it as ROWSxCOLUMNS, such as 9x9")?;
    Size::new(rows, cols).map_err(|error| error.to_string())
}

fn parse_kinds(text: &str) -> Result<Kinds, String> {
    let find = |name: &str| {
        let found = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name).join(", ");
            format!("there is no kind \"{name}\"; the kinds are {names}")
        })
    };
    text.split(',').map(|name| find(name.trim())).collect()
}

fn parse_violation(text: &str) -> Result<ViolationMeasure, String> {
    let named = ViolationMeasure::NAMED.into_iter();
    let found = named.into_iter().find(|(name, _)| *name == text);
    found
        .map(|(_, measure)| measure)
        .ok_or_else(|| "the measures are cells and groups".into())
}

/// Why no levels were written.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// An argument is invalid, or no level was found.
    #[error(transparent)]
    Level(#[from] GenerationError),
    /// The levels cannot be formatted.
    #[error("the levels cannot be written as RON: {0}")]
    Ron(#[from] ron::Error),
}

impl GenerateError {
    /// Whether the arguments are at fault and not the seed.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            GenerateError::Level(GenerationError::Setup(_) | GenerationError::Search(_))
        )
    }
}

/// A level in the output, with its measurements.
#[derive(Serialize)]
struct LevelEntry {
    id: String,
    swap_potential: u32,
    lost: Vec<(Kind, f64)>,
    generations: u32,
    evaluations: u64,
    /// The success rate of the reference player in percent, and the number of plays.
    success: (f64, u32),
    /// The swaps that its losses predict, beside those that the reference player needs.
    swaps: Forecast,
    level: Level,
}

/// Plays that measure the swaps of a level.
const FORECAST_PLAYS: u32 = 1_000;

/// Generates levels, with a progress bar on standard error; returns them as RON.
pub fn run(args: &GenerateArgs) -> Result<Output, GenerateError> {
    let usual = Rate::of(Difficulty::Normal).wanted(args.size);
    let named = || Setup {
        colours: args.colours,
        kinds: args.kinds,
        wanted: args.wanted.unwrap_or(usual),
        tolerance: args.tolerance.unwrap_or(patterns(args.size) / 20),
        violation: args.violation,
        ..Setup::of(Difficulty::Normal, args.size)
    };
    let setup = args.setup.clone().unwrap_or_else(named);
    setup.check().map_err(GenerationError::from)?;
    let search = EvolutionParameters {
        generations: args.generations,
        ..EvolutionParameters::default()
    };
    search.check().map_err(GenerationError::from)?;
    let started = Instant::now();
    let seed = args.seed.unwrap_or_else(Seed::fresh);
    let levels = generate_levels(&setup, &search, seed, args)?;
    let pretty = ron::ser::PrettyConfig::default();
    Ok(Output {
        text: ron::ser::to_string_pretty(&levels, pretty)? + "\n",
        summary: summary(&levels, started.elapsed()),
    })
}

/// All levels, in the order of their seeds, however many threads generate them.
fn generate_levels(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
    args: &GenerateArgs,
) -> Result<Vec<LevelEntry>, GenerationError> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = args.threads.unwrap_or(cores).min(args.count);
    let bar = ProgressBar::new(u64::from(args.count)).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} levels  {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let levels = parallel_map(args.count as usize, threads as usize, |number| {
        let level = generate_level(setup, search, seed.child(number as u64));
        bar.inc(1);
        level
    });
    bar.finish_and_clear();
    levels.into_iter().collect()
}

fn generate_level(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
) -> Result<LevelEntry, GenerationError> {
    let run = generate(setup, search, seed)?;
    let generations = run.generation().unwrap_or(0);
    let best = run
        .best()
        .filter(|_| run.stop_reason() == Some(&StopReason::TargetMet));
    best.ok_or_else(|| PickError::Infeasible {
        generation: generations,
        why: run.stop_reason().cloned().unwrap_or(StopReason::Cancelled),
    })?;
    let CalibratedLevel { level, goal, .. } = regenerate(setup, search, seed, Pick::Best, 1)?;
    let breakdown = level.breakdown();
    let lost = Kind::ALL.map(|kind| (kind, breakdown.lost_to(kind)));
    Ok(LevelEntry {
        id: Origin::<Match3> {
            setup: setup.clone(),
            search: search.clone(),
            seed,
            pick: Pick::Best,
        }
        .id()
        .to_string(),
        swap_potential: breakdown.potential,
        lost: lost.into_iter().filter(|(_, lost)| *lost > 0.0).collect(),
        generations,
        evaluations: run.evaluations(),
        success: goal.map_or((0.0, 0), |goal| (goal.rate, goal.plays)),
        swaps: Forecast::of(
            setup.size,
            level.special().to_vec(),
            seed,
            FORECAST_PLAYS,
            1,
        )?,
        level,
    })
}

fn summary(levels: &[LevelEntry], took: Duration) -> String {
    let mut generations: Vec<u32> = levels.iter().map(|level| level.generations).collect();
    generations.sort_unstable();
    let evaluations: u64 = levels.iter().map(|level| level.evaluations).sum();
    format!(
        "{} levels in {:.1} ms; generations: median {}, most {}; {evaluations} evaluations",
        levels.len(),
        took.as_secs_f64() * 1e3,
        generations[generations.len() / 2],
        generations[generations.len() - 1],
    )
}
