//! `evolvarium generate match3`: levels without a display.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::KEY;
use super::level::{
    Difficulty, Failure, Graded, Level, Rate, Setup, generate, patterns, regenerate,
};
use super::rules::{Kind, Kinds, Size};
use crate::generation::{NotThere, Pick, Search, Seed, Stop};
use crate::session::GameId;

/// What to generate.
#[derive(Args, Debug)]
pub struct GenerateMatch3 {
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

fn parse_size(text: &str) -> Result<Size, String> {
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

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The arguments cannot be used, or a level was not found.
    #[error(transparent)]
    Level(#[from] Failure),
    /// The levels cannot be put into words.
    #[error("the levels cannot be written as RON: {0}")]
    Ron(#[from] ron::Error),
}

impl GenerateError {
    /// Whether other arguments would help, rather than another seed.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            GenerateError::Level(Failure::Setup(_) | Failure::Search(_))
        )
    }
}

/// A level as it is written out.
#[derive(Serialize)]
struct Written {
    id: String,
    swap_potential: u32,
    lost: Vec<(Kind, f64)>,
    generations: u32,
    evaluations: u64,
    /// How many of 100 plays by the reference player succeed, and how often it was played.
    success: (f64, u32),
    level: Level,
}

/// Generates, with a progress bar and a summary on standard error; returns the RON.
pub fn run(wish: &GenerateMatch3) -> Result<String, GenerateError> {
    let usual = Rate::of(Difficulty::Normal).wanted(wish.size);
    let named = || Setup {
        colours: wish.colours,
        kinds: wish.kinds,
        wanted: wish.wanted.unwrap_or(usual),
        tolerance: wish.tolerance.unwrap_or(patterns(wish.size) / 20),
        ..Setup::of(Difficulty::Normal, wish.size)
    };
    let setup = wish.setup.clone().unwrap_or_else(named);
    setup.check().map_err(Failure::from)?;
    let search = Search {
        generations: wish.generations,
        ..Search::default()
    };
    search.check().map_err(Failure::from)?;
    let started = Instant::now();
    let seed = wish.seed.unwrap_or_else(Seed::fresh);
    let levels = many(&setup, &search, seed, wish)?;
    summarise(&levels, started.elapsed());
    let pretty = ron::ser::PrettyConfig::default();
    Ok(ron::ser::to_string_pretty(&levels, pretty)? + "\n")
}

/// All levels, in the order of their seeds, however many threads make them.
fn many(
    setup: &Setup,
    search: &Search,
    seed: Seed,
    wish: &GenerateMatch3,
) -> Result<Vec<Written>, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = wish.threads.unwrap_or(cores).min(wish.count);
    let bar = ProgressBar::new(u64::from(wish.count)).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} levels  {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let (next, found) = (AtomicU32::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= wish.count {
                        break;
                    }
                    let level = one(setup, search, seed.child(u64::from(number)));
                    bar.inc(1);
                    let mut found = found.lock().unwrap_or_else(|broken| broken.into_inner());
                    found.push((number, level));
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut found = found
        .into_inner()
        .unwrap_or_else(|broken| broken.into_inner());
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, level)| level).collect()
}

fn one(setup: &Setup, search: &Search, seed: Seed) -> Result<Written, Failure> {
    let run = generate(setup, search, seed)?;
    let generations = run.generation().unwrap_or(0);
    let best = run
        .best()
        .filter(|_| run.stopped() == Some(&Stop::TargetMet));
    best.ok_or_else(|| NotThere::Infeasible {
        generation: generations,
        why: run.stopped().cloned().unwrap_or(Stop::Cancelled),
    })?;
    let Graded { level, offer, .. } = regenerate(setup, search, seed, Pick::Best, 1)?;
    let sum = level.breakdown();
    let lost = Kind::ALL.map(|kind| (kind, sum.lost_to(kind)));
    Ok(Written {
        id: GameId {
            game: KEY.to_owned(),
            setup: setup.to_string(),
            search: search.clone(),
            seed,
            pick: Pick::Best,
        }
        .to_string(),
        swap_potential: sum.map,
        lost: lost.into_iter().filter(|(_, lost)| *lost > 0.0).collect(),
        generations,
        evaluations: run.evaluations(),
        success: offer.map_or((0.0, 0), |offer| (offer.rate, offer.plays)),
        level,
    })
}

fn summarise(levels: &[Written], took: Duration) {
    let mut generations: Vec<u32> = levels.iter().map(|level| level.generations).collect();
    generations.sort_unstable();
    let evaluations: u64 = levels.iter().map(|level| level.evaluations).sum();
    eprintln!(
        "{} levels in {:.1} ms; generations: median {}, most {}; {evaluations} evaluations",
        levels.len(),
        took.as_secs_f64() * 1e3,
        generations[generations.len() / 2],
        generations[generations.len() - 1],
    );
}
