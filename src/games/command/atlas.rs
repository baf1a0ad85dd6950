//! `evolvarium atlas`: fills an archive of any kind without a display.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::threads::ThreadArgs;
use super::{CommandError, Output, report_line};
use crate::base::parallel_map;
use crate::generation::archive::{Archive, ArchiveProblem, Elite, GenomeOf, total_quality};
use crate::generation::measure::{Axes, BINS, CELLS, Estimate, MapPlace, Measure};
use crate::generation::{Purpose, Seed};

/// The arguments that all archives have in common.
#[derive(Args, Debug)]
pub struct AtlasArgs {
    /// The measure of the columns, by its name [default: the first of the usual two]
    #[arg(long)]
    across: Option<String>,
    /// The measure of the rows, by its name [default: the second of the usual two]
    #[arg(long)]
    up: Option<String>,
    /// Generations, 1 to 1000000 [default: those of the game]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    generations: Option<u32>,
    /// Individuals of a generation, 2 to 2000 [default: those of the game]
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=2_000))]
    batch: Option<u32>,
    /// Its seed [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Format of the cells
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
    /// Measures every elite anew with fresh seeds, this many times as often as it must be to count, and tells how many
    /// keep their cells (1 to 1000)
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    check: Option<u32>,
}

impl AtlasArgs {
    /// The seed that was given, or a new one.
    pub fn seed_or_fresh(&self) -> Seed {
        self.seed.unwrap_or_else(Seed::fresh)
    }
}

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each cell that is filled.
    Csv,
    /// RON.
    Ron,
}

/// An archive as RON.
#[derive(Serialize)]
struct AtlasFile {
    version: u32,
    seed: String,
    generations: u32,
    across: &'static str,
    up: &'static str,
    cells: Vec<CellRecord>,
}

/// A cell with its elite.
#[derive(Serialize)]
struct CellRecord {
    column: usize,
    row: usize,
    quality: f64,
    /// The number of measurements of the elite.
    samples: u32,
    values: Vec<(&'static str, f64)>,
    id: String,
}

/// Fills an archive. `id` returns the text that names an elite: a game id where there is one.
pub fn run<P: ArchiveProblem>(
    args: &AtlasArgs,
    problem: P,
    seed: Seed,
    id: impl Fn(&GenomeOf<P>) -> String,
) -> Result<Output, CommandError> {
    let started = Instant::now();
    let axes = parse_axes(args, &problem)?;
    let threads = args.threads.count();
    let generations = args.generations.unwrap_or(P::GENERATIONS);
    let batch = args.batch.unwrap_or(P::BATCH) as usize;
    let mut archive = Archive::new(Arc::new(problem), batch, generations, seed);
    archive.set_axes(axes);
    while !archive.is_complete() {
        archive.step(threads);
        let generation = archive.generation();
        if generation.is_power_of_two() || generation == generations {
            report_line(progress_text(&archive, started));
        }
    }
    // The elites of some games have no id that names the seed.
    let mut summary = format!("seed {seed}, {}", progress_text(&archive, started));
    if let Some(times) = args.check {
        let _ = write!(
            summary,
            "\n{}",
            remeasure_elites(&archive, seed, times, threads)
        );
    }
    let measures = archive.problem().measures();
    let cells = cell_records(&archive, id);
    let text = match args.format {
        Format::Csv => csv(&measures, &cells),
        Format::Ron => {
            let file = AtlasFile {
                version: 1,
                seed: seed.to_string(),
                generations,
                across: measures[axes.across].name(),
                up: measures[axes.up].name(),
                cells,
            };
            let style = ron::ser::PrettyConfig::new().compact_arrays(true);
            ron::ser::to_string_pretty(&file, style).map_err(CommandError::failed)? + "\n"
        }
    };
    Ok(Output {
        text,
        summary,
        ..Output::default()
    })
}

/// The cells of the map that have an elite.
fn cell_records<P: ArchiveProblem>(
    archive: &Archive<P>,
    id: impl Fn(&GenomeOf<P>) -> String,
) -> Vec<CellRecord> {
    let measures = archive.problem().measures();
    let cells = archive.cells().map(|(cell, elite)| CellRecord {
        column: cell % BINS,
        row: cell / BINS,
        quality: elite.quality(),
        samples: elite.estimate.samples,
        values: values(&measures, elite),
        id: id(&elite.genome),
    });
    cells.collect()
}

/// The axes that the arguments name.
fn parse_axes<P: ArchiveProblem>(args: &AtlasArgs, problem: &P) -> Result<Axes, CommandError> {
    let measures = problem.measures();
    let find = |name: &str| {
        let found = measures.iter().position(|measure| measure.name() == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = measures.iter().map(Measure::name).collect();
            let names = names.join(", ");
            CommandError::usage(format!("there is no measure \"{name}\"; they are {names}"))
        })
    };
    let mut axes = problem.usual_axes();
    if let Some(name) = &args.across {
        axes = axes.with_across(find(name)?);
    }
    if let Some(name) = &args.up {
        let up = find(name)?;
        if args.across.is_some() && up == axes.across {
            return Err(CommandError::usage("the two axes must be two measures"));
        }
        axes = axes.with_up(up);
    }
    Ok(axes)
}

/// The progress of an archive, in a line.
fn progress_text<P: ArchiveProblem>(archive: &Archive<P>, started: Instant) -> String {
    format!(
        "generation {}: {} of {CELLS} cells, total quality {:.1}, {} elites of all maps, {} measurements, {:.1} s",
        archive.generation(),
        archive.cells().count(),
        total_quality(archive.cells().map(|(_, elite)| elite)),
        archive.elites().len(),
        archive.evaluations(),
        started.elapsed().as_secs_f64(),
    )
}

/// Measures every elite anew. The fresh measurements alone decide where it belongs.
fn remeasure_elites<P: ArchiveProblem>(
    archive: &Archive<P>,
    seed: Seed,
    times: u32,
    threads: usize,
) -> String {
    let cells: Vec<(usize, &Elite<GenomeOf<P>>)> = archive.cells().collect();
    let (problem, axes) = (archive.problem(), archive.axes());
    let key = seed.stream_key(Purpose::Play, u64::MAX);
    let keeps = parallel_map(cells.len(), threads, |at| {
        let (cell, elite) = cells[at];
        let mut rng = key.stream(at as u64);
        let mut measure = || problem.measure(&elite.genome, &mut rng);
        let mut estimate = Estimate::of(measure()?);
        for _ in 1..times * problem.samples() {
            estimate.add(&measure()?);
        }
        let place = MapPlace::of(&problem.measures(), &estimate, false);
        Some(place.cell(axes) == cell)
    });
    let kept = keeps.iter().filter(|keeps| **keeps == Some(true)).count();
    let all = cells.len().max(1) as f64;
    let part = kept as f64 / all;
    format!(
        "{kept} of {} elites keep their cells when measured anew: {:.1} % ± {:.1} (standard error)",
        cells.len(),
        100.0 * part,
        100.0 * (part * (1.0 - part) / all).sqrt()
    )
}

fn values<G>(measures: &[Measure], elite: &Elite<G>) -> Vec<(&'static str, f64)> {
    let means = elite.estimate.mean.values;
    let named = measures.iter().zip(means);
    // More digits than the measurements have would only look exact.
    let rounded = |value: f64| (value * 1e3).round() / 1e3;
    named
        .map(|(measure, mean)| (measure.name(), rounded(mean)))
        .collect()
}

fn csv(measures: &[Measure], cells: &[CellRecord]) -> String {
    let names: Vec<&str> = measures.iter().map(Measure::name).collect();
    let mut text = format!("column,row,quality,samples,{},id\n", names.join(","));
    for cell in cells {
        let CellRecord {
            column,
            row,
            quality,
            samples,
            ..
        } = cell;
        let _ = write!(text, "{column},{row},{quality:.4},{samples}");
        for (_, value) in &cell.values {
            let _ = write!(text, ",{value}");
        }
        // Ids contain commas.
        let _ = writeln!(text, ",\"{}\"", cell.id);
    }
    text
}
