//! `evolvarium generate match3`: generates levels without a display.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use crate::base::{PlainError, parallel_map};
use crate::games::command::progress::progress_bar;
use crate::games::command::side_file::SideFile;
use crate::games::command::threads::ThreadArgs;
use crate::games::command::{CommandError, Output, SubcommandError};
use crate::games::match3::level::{
    Difficulty, GenerationError, Level, LevelProblem, OPTIONS, Setup, ViolationMeasure, WantedRate,
};
use crate::games::match3::playtest::{
    BoardSearch, CalibratedLevel, RATE_TOLERANCE, SwapForecast, calibrate,
};
use crate::games::match3::rules::{Kind, Kinds, Match3, Size};
use crate::games::match3::view::add_sprites;
use crate::generation::quartiles::quartiles;
use crate::generation::{EvolutionParameters, Pick, Picture, Problem, Seed};
use crate::session::Origin;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::svg;

/// Pictures in one row of a sheet.
const PICTURES_IN_ROW: usize = 5;
/// Lines about levels that are not as asked for; the others are counted.
const MAX_REMARKS: usize = 20;

/// Arguments of `generate match3`.
#[derive(Args, Debug)]
#[command(after_long_help = setup_help())]
pub struct GenerateArgs {
    /// A setup as in game ids, such as 9x9c6-p488g03s40, instead of size, colours and kinds
    #[arg(long, conflicts_with_all = ["size", "colours", "kinds"])]
    setup: Option<Setup>,
    /// Wanted success rate of the reference player in percent, 5 to 95 [default: 60]
    #[arg(long)]
    success: Option<u8>,
    /// Swap potential to evolve towards, from 0 to that of an open board [default: that which belongs to the success, 55 % of an open board's for 60]
    #[arg(long)]
    wanted: Option<u32>,
    /// Tolerance of the swap potential (0 to 1000) [default: 5 % of an open board's]
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
    /// Unit of the violation of a board that cannot be played: cells, or groups of cells
    #[arg(long, default_value = "cells", value_parser = parse_violation, conflicts_with = "setup")]
    violation: ViolationMeasure,
    /// Seed of the first level [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
    /// Number of levels, 1 to 100000
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Generations after which a run is given up, 1 to 1000000
    #[arg(long, default_value_t = 500)]
    generations: u32,
    /// A file for pictures of the boards, as SVG; a file of this name is replaced
    #[arg(long)]
    picture: Option<PathBuf>,
}

/// The explanation of setups at the end of the help.
fn setup_help() -> String {
    let options = OPTIONS.join("\n  ");
    format!(
        "A setup is ROWSxCOLUMNScCOLOURS-pPOTENTIAL and then, in any order, options. Each option is a letter and, with some, \
         a number. Without it the usual value holds.\n  {options}\n\n\
         9x9c6-p488g03s40 collects two colours, and 40 of 100 tries succeed.\n\n\
         The status is 0 if all levels are as asked for, 3 if levels are written but some miss the wanted rate or were not \
         found (standard error says which), 1 if no level was found, and 2 if an argument is wrong."
    )
}

pub(super) fn parse_size(text: &str) -> Result<Size, PlainError> {
    let sides = text.split_once('x');
    let sides = sides.and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    let shape = || PlainError::new("write it as ROWSxCOLUMNS, such as 9x9");
    let (rows, cols) = sides.ok_or_else(shape)?;
    Ok(Size::new(rows, cols)?)
}

fn parse_kinds(text: &str) -> Result<Kinds, PlainError> {
    let find = |name: &str| {
        let found = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name).join(", ");
            PlainError::new(format!(
                "there is no kind \"{name}\"; the kinds are {names}"
            ))
        })
    };
    text.split(',').map(|name| find(name.trim())).collect()
}

fn parse_violation(text: &str) -> Result<ViolationMeasure, PlainError> {
    let named = ViolationMeasure::NAMED.into_iter();
    let found = named.into_iter().find(|(name, _)| *name == text);
    found
        .map(|(_, measure)| measure)
        .ok_or_else(|| PlainError::new("the measures are cells and groups"))
}

/// The reason why no levels were written.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// An argument is invalid, or no level was found.
    #[error(transparent)]
    Level(#[from] GenerationError),
    /// The levels cannot be formatted.
    #[error("the levels cannot be written as RON: {0}")]
    Ron(#[from] ron::Error),
}

impl SubcommandError for GenerateError {
    fn is_usage(&self) -> bool {
        matches!(
            self,
            GenerateError::Level(GenerationError::Setup(_) | GenerationError::Parameters(_))
        )
    }
}

/// A level in the output, with its measurements.
#[derive(Serialize)]
struct LevelEntry {
    id: String,
    swap_potential: u32,
    lost: Vec<(Kind, f64)>,
    /// Generations and evaluations of the run that the board is from.
    generations: u32,
    evaluations: u64,
    /// Evaluations of all runs, with those whose boards were not taken.
    evaluations_of_all_runs: u64,
    /// The wanted success rate in percent.
    wanted: u8,
    /// The success rate of the intended player in percent, and the number of plays.
    success: (f64, u32),
    /// The swaps that the lost patterns of the board predict, beside those that the reference player needs.
    swaps: SwapForecast,
    level: Level,
    #[serde(skip)]
    picture: Picture,
}

/// Plays that measure the swaps of a level.
const FORECAST_PLAYS: u32 = 1_000;

/// Generates levels, with a progress bar on standard error; returns them as RON. Their pictures go to a file, if that is
/// wanted.
pub fn run(args: &GenerateArgs) -> Result<Output, CommandError> {
    let picture = args.picture.as_deref().map(SideFile::open).transpose()?;
    let (levels, output) = levels_of(args)?;
    Ok(match picture {
        None => output,
        Some(file) => {
            let sheet = svg::sheet(&pictures(&levels), PICTURES_IN_ROW, &sprites());
            output.beside(file.write("pictures", &sheet))
        }
    })
}

/// The levels that the arguments ask for, with their text.
fn levels_of(args: &GenerateArgs) -> Result<(Vec<LevelEntry>, Output), GenerateError> {
    let setup = setup_of(args);
    setup.check().map_err(GenerationError::from)?;
    let parameters = EvolutionParameters {
        generations: args.generations,
        ..EvolutionParameters::default()
    };
    parameters.check().map_err(GenerationError::from)?;
    let started = Instant::now();
    let seed = args.seed.unwrap_or_else(Seed::fresh);
    let made = generate_levels(&setup, &parameters, seed, args);
    let (mut levels, mut remarks) = (Vec::new(), Vec::new());
    let mut failure = None;
    for (number, level) in (1..).zip(made) {
        match level {
            Ok(level) => {
                remarks.extend(
                    miss(&level).map(|miss| format!("level {number} ({}): {miss}", level.id)),
                );
                levels.push(level);
            }
            Err(why) => {
                remarks.push(format!("level {number}: {why}"));
                failure.get_or_insert(why);
            }
        }
    }
    if let Some(why) = failure.filter(|_| levels.is_empty()) {
        return Err(why.into());
    }
    let pretty = ron::ser::PrettyConfig::default();
    let output = Output {
        text: ron::ser::to_string_pretty(&levels, pretty)? + "\n",
        is_partial: !remarks.is_empty(),
        summary: summary(&levels, &remarks, started.elapsed()),
    };
    Ok((levels, output))
}

/// The setup that the arguments ask for.
fn setup_of(args: &GenerateArgs) -> Setup {
    let mut setup = args.setup.clone().unwrap_or_else(|| {
        let rate = args
            .success
            .map_or(WantedRate::of(Difficulty::Normal), WantedRate::near);
        Setup {
            colours: args.colours,
            kinds: args.kinds,
            violation: args.violation,
            wanted: rate.wanted(args.size),
            ..Setup::of(Difficulty::Normal, args.size)
        }
    });
    setup.success = args.success.unwrap_or(setup.success);
    setup.wanted = args.wanted.unwrap_or(setup.wanted);
    setup.tolerance = args.tolerance.unwrap_or(setup.tolerance);
    setup
}

/// All levels, in the order of their seeds, however many threads generate them.
fn generate_levels(
    setup: &Setup,
    parameters: &EvolutionParameters,
    seed: Seed,
    args: &GenerateArgs,
) -> Vec<Result<LevelEntry, GenerationError>> {
    let threads = args.threads.count();
    // A single level has all threads for its plays.
    let levels_at_once = threads.min(args.count as usize);
    let threads_of_level = (threads / levels_at_once).max(1);
    let bar = progress_bar(u64::from(args.count), "levels");
    let levels = parallel_map(args.count as usize, levels_at_once, |number| {
        let level = generate_level(
            setup,
            parameters,
            seed.child(number as u64),
            threads_of_level,
        );
        bar.inc(1);
        level
    });
    bar.finish_and_clear();
    levels
}

fn generate_level(
    setup: &Setup,
    parameters: &EvolutionParameters,
    seed: Seed,
    threads: usize,
) -> Result<LevelEntry, GenerationError> {
    let mut boards = BoardSearch::repeat(setup, parameters, seed, Pick::Best)?;
    boards.finish()?;
    boards.check_target()?;
    let CalibratedLevel { level, goal, board } = calibrate(setup, boards.candidates(&[]), threads)?;
    let breakdown = level.breakdown();
    let lost = Kind::ALL.map(|kind| (kind, breakdown.lost_to(kind)));
    let (evaluations, evaluations_of_all_runs) = boards.evaluations_of(&board);
    let id = Origin::<Match3> {
        parameters: parameters.clone(),
        ..Origin::new(setup.clone(), seed)
    }
    .id();
    Ok(LevelEntry {
        id: id.to_string(),
        swap_potential: breakdown.potential,
        lost: lost.into_iter().filter(|(_, lost)| *lost > 0.0).collect(),
        generations: match board.pick {
            Pick::BestAt(generation) | Pick::Member(generation, _) => generation,
            Pick::Best => 0,
        },
        evaluations,
        evaluations_of_all_runs,
        wanted: setup.success,
        success: goal.map_or((0.0, 0), |goal| (goal.rate, goal.plays)),
        picture: LevelProblem::new(setup.clone()).picture(&board.genome),
        swaps: SwapForecast::of(
            setup.size,
            level.special().to_vec(),
            seed,
            FORECAST_PLAYS,
            1,
        )?,
        level,
    })
}

/// The remark about a level that misses the wanted rate; `None` if the level meets it or was not played.
fn miss(level: &LevelEntry) -> Option<String> {
    let (rate, plays) = level.success;
    let is_off = (rate - f64::from(level.wanted)).abs() > RATE_TOLERANCE;
    (plays > 0 && is_off).then(|| {
        format!(
            "{rate:.1} of 100 tries succeed instead of {}; this is the nearest that its boards allow",
            level.wanted
        )
    })
}

fn sprites() -> Sprites {
    let mut sprites = Sprites::default();
    add_sprites(&mut sprites);
    sprites
}

/// The pictures of the boards, each with a line of success rate, move limit and swap potential.
fn pictures(levels: &[LevelEntry]) -> Vec<(Picture, String)> {
    let line = |level: &LevelEntry| {
        format!(
            "{:.1} % in {} moves, potential {}",
            level.success.0,
            level.level.moves(),
            level.swap_potential
        )
    };
    let pair = |level: &LevelEntry| (level.picture.clone(), line(level));
    levels.iter().map(pair).collect()
}

/// A number of levels in words.
fn counted(levels: usize) -> String {
    match levels {
        1 => "1 level".to_owned(),
        levels => format!("{levels} levels"),
    }
}

/// The median and the largest number of generations in words.
fn generations_text(generations: &[u32]) -> String {
    let mut values: Vec<f64> = generations.iter().copied().map(f64::from).collect();
    let median = quartiles(&mut values).map_or(0.0, |[_, median, _]| median);
    let most = generations.iter().max().copied().unwrap_or(0);
    format!("median {median}, most {most}")
}

fn summary(levels: &[LevelEntry], remarks: &[String], took: Duration) -> String {
    let generations: Vec<u32> = levels.iter().map(|level| level.generations).collect();
    let all = levels.iter().map(|level| level.evaluations_of_all_runs);
    let mut text = format!(
        "{} in {:.1} ms; generations: {}; {} evaluations",
        counted(levels.len()),
        took.as_secs_f64() * 1e3,
        generations_text(&generations),
        all.sum::<u64>(),
    );
    for remark in remarks.iter().take(MAX_REMARKS) {
        let _ = write!(text, "\n{remark}");
    }
    if remarks.len() > MAX_REMARKS {
        let _ = write!(text, "\nand {} more", remarks.len() - MAX_REMARKS);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::generations_text;

    #[test]
    fn half_of_the_runs_take_no_more_generations_than_the_median() {
        for (generations, text) in [
            (&[7][..], "median 7, most 7"),
            (&[14, 0], "median 0, most 14"),
            (&[3, 9, 1], "median 3, most 9"),
        ] {
            assert_eq!(generations_text(generations), text);
        }
    }
}
