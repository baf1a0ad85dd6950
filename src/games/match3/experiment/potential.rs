//! `evolvarium experiment match3-potential`: the documents' experiment, repeated: what swap potential says about
//! the swaps that a player needs, and what FI-2Pop is good for.

use std::fmt::Write;

use clap::Args;
use serde::Deserialize;

use crate::games::match3::level::{Failure, Level, Order, Setup, draft, generate, patterns};
use crate::games::match3::player::Player;
use crate::games::match3::player::simulate::{Sum, plays};
use crate::games::match3::rules::{Colour, Goal, Kind, Kinds, Size};
use crate::generation::{Scheme, Search, Seed, Stop};

/// The experiment and its extent.
#[derive(Args, Debug)]
pub struct Potential {
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

/// Why the experiment could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A level could not be evolved.
    #[error(transparent)]
    Level(#[from] Failure),
    /// The measured levels cannot be read.
    #[error("assets/levels/match3_measured.ron: {0}")]
    Measured(#[from] ron::error::SpannedError),
}

/// A level that the author measured.
#[derive(Deserialize)]
struct Measured {
    id: u32,
    swap_potential: u32,
    mean_swaps: f64,
    sd_swaps: f64,
    rows: Vec<String>,
}

/// The documents' goal and colours: 15 blocks of one colour out of 7.
pub(super) const GOAL: Goal = Goal::Collect(Colour(0), 15);
pub(super) const COLOURS: u8 = 7;
/// Their kinds of special cells.
const SIDE: u8 = 10;

/// A level, played.
struct Point {
    potential: f64,
    lost: [f64; 2],
    mean: f64,
    deviation: f64,
}

/// Makes the experiment; returns what came of it beside the documents' figures.
pub fn run(wish: &Potential) -> Result<String, ExperimentError> {
    let mut text = String::new();
    let mut points = measured(wish, &mut text)?;
    let known = fit(&points);
    points.extend(fresh(wish)?);
    told(&points, &known, &mut text);
    searches(wish, &mut text)?;
    Ok(text)
}

fn point(level: &Level, wish: &Potential, seed: Seed) -> Point {
    let sum = Sum::of(&plays(
        level,
        Player::Document,
        seed,
        wish.plays,
        wish.threads,
    ));
    let breakdown = level.breakdown();
    Point {
        potential: f64::from(breakdown.map),
        lost: [Kind::Blocked1, Kind::Blocked3].map(|kind| breakdown.lost_to(kind)),
        mean: sum.mean,
        deviation: sum.deviation,
    }
}

fn measured(wish: &Potential, text: &mut String) -> Result<Vec<Point>, ExperimentError> {
    let file = include_str!("../../../../assets/levels/match3_measured.ron");
    let all: Vec<Measured> = ron::from_str(file)?;
    text.push_str("The measured levels, swaps to collect 15 of one colour of 7, mean (sd)\n");
    let mut points = Vec::new();
    for one in all {
        let level = Level::from_rows(&one.rows, COLOURS, GOAL, 0).map_err(Failure::from)?;
        let here = point(&level, wish, wish.seed.child(u64::from(one.id)));
        let _ = writeln!(
            text,
            "  potential {:4}: {:.2} ({:.2}), in the documents {:.2} ({:.2})",
            one.swap_potential, here.mean, here.deviation, one.mean_swaps, one.sd_swaps
        );
        points.push(here);
    }
    Ok(points)
}

/// Levels evolved for potentials that are spread evenly over the documents' range.
fn fresh(wish: &Potential) -> Result<Vec<Point>, ExperimentError> {
    let one = |number: u32| {
        let wanted = 253 + (1_109 - 253) * number / wish.levels.max(2);
        let seed = wish.seed.child(1_000 + u64::from(number));
        let run = generate(&setup(wanted), &Search::default(), seed)?;
        let best = run.best().map(|best| best.genome).unwrap_or_default();
        let level = draft(&setup(wanted), &best, seed).map_err(Failure::from)?;
        let special = level.special().to_vec();
        let level = Level::new(level.size(), COLOURS, GOAL, 0, special).map_err(Failure::from)?;
        Ok(point(&level, wish, seed))
    };
    (0..wish.levels).map(one).collect()
}

/// The documents' wish: 10x10, one and three layers, tolerance 55.
fn setup(wanted: u32) -> Setup {
    let size = Size::new(SIDE, SIDE).expect("10 is from 5 to 12");
    Setup {
        colours: COLOURS,
        kinds: Kinds::MEASURED,
        wanted: wanted.min(patterns(size)),
        tolerance: 55,
        powers: false,
        order: Order::Scattered,
        ..Setup::of(crate::session::Difficulty::Normal, size)
    }
}

/// A line through points, or a plane, and what it misses.
struct Fit {
    r: f64,
    slope: f64,
    /// Base, and what a pattern lost to one and to three layers adds.
    plane: [f64; 3],
    r2: f64,
    /// Mean error of each point as the others foretell it.
    left_out: f64,
}

fn fit(points: &[Point]) -> Fit {
    let mean =
        |of: &dyn Fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(&|p| p.potential), mean(&|p| p.mean));
    let xy = mean(&|p| (p.potential - x) * (p.mean - y));
    let (xx, yy) = (
        mean(&|p| (p.potential - x).powi(2)),
        mean(&|p| (p.mean - y).powi(2)),
    );
    let plane = least_squares(points, usize::MAX);
    let missed = mean(&|p| (p.mean - foretold(&plane, p)).powi(2));
    let left = |at: usize| {
        let others = least_squares(points, at);
        (points[at].mean - foretold(&others, &points[at])).abs()
    };
    Fit {
        r: xy / (xx * yy).sqrt(),
        slope: xy / xx,
        plane,
        r2: 1.0 - missed / yy,
        left_out: (0..points.len()).map(left).sum::<f64>() / points.len() as f64,
    }
}

fn foretold(plane: &[f64; 3], point: &Point) -> f64 {
    plane[0] + plane[1] * point.lost[0] + plane[2] * point.lost[1]
}

/// The plane of least squares through all points but one: the normal equations by Cramer's rule.
fn least_squares(points: &[Point], without: usize) -> [f64; 3] {
    let (mut matrix, mut right) = ([[0.0; 3]; 3], [0.0; 3]);
    for (_, point) in points.iter().enumerate().filter(|(at, _)| *at != without) {
        let row = [1.0, point.lost[0], point.lost[1]];
        for i in 0..3 {
            right[i] += row[i] * point.mean;
            (0..3).for_each(|j| matrix[i][j] += row[i] * row[j]);
        }
    }
    let whole = determinant(&matrix);
    std::array::from_fn(|column| {
        let mut other = matrix;
        (0..3).for_each(|row| other[row][column] = right[row]);
        determinant(&other) / whole
    })
}

fn determinant(m: &[[f64; 3]; 3]) -> f64 {
    let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

fn told(points: &[Point], known: &Fit, text: &mut String) {
    let all = fit(points);
    let deviation = points.iter().map(|point| point.deviation).sum::<f64>() / points.len() as f64;
    let means = points.iter().map(|point| point.mean);
    let (least, most) = (
        means.clone().fold(f64::MAX, f64::min),
        means.fold(0.0, f64::max),
    );
    for (name, fit) in [
        ("the measured levels", known),
        ("these and the fresh ones", &all),
    ] {
        let _ = writeln!(
            text,
            "\nOver {name}: r {:.3}, {:.5} swaps a pattern; {:.2} {:+.5} * lost to one layer {:+.5} * lost to three, \
             R2 {:.3}, left-one-out error {:.2}",
            fit.r, fit.slope, fit.plane[0], fit.plane[1], fit.plane[2], fit.r2, fit.left_out
        );
    }
    text.push_str(
        "In the documents (9 levels): r -0.98; 16.82 + 0.00244 * lost to one layer + 0.00519 * lost to three, \
         R2 0.977, left-one-out error 0.22\n",
    );
    let _ = writeln!(
        text,
        "\n{} levels: means from {least:.2} to {most:.2}, a range of {:.2} of the standard deviation {deviation:.2} \
         of a single play",
        points.len(),
        (most - least) / deviation
    );
}

/// The potentials that were wanted.
const WANTED: [u32; 7] = [200, 300, 400, 500, 700, 900, 1_144];
/// Runs for each.
const RUNS: u64 = 30;

/// FI-2Pop beside the plain search with the same parameters.
fn searches(wish: &Potential, text: &mut String) -> Result<(), ExperimentError> {
    let _ = writeln!(
        text,
        "\nGenerations until a level is found, {RUNS} seeds, at most 500: solved, quartiles"
    );
    for wanted in WANTED {
        let _ = write!(text, "  wanted {wanted:4}:");
        for (name, scheme) in [
            ("FI-2Pop", Scheme::TwoPopulations),
            ("plain", Scheme::OnePopulation),
        ] {
            let search = Search {
                scheme,
                ..Search::default()
            };
            let mut generations = Vec::new();
            for number in 0..RUNS {
                let seed = wish.seed.child(5_000 + number);
                let run = generate(&setup(wanted), &search, seed)?;
                let solved = run.stopped() == Some(&Stop::TargetMet);
                generations.extend(solved.then(|| run.generation().unwrap_or(0)));
            }
            let _ = write!(text, "  {name} {}/{RUNS}", generations.len());
            generations.sort_unstable();
            if let Some(last) = generations.len().checked_sub(1) {
                let quarter = |part: usize| generations[last * part / 4];
                let _ = write!(text, " {}-{}-{}", quarter(1), quarter(2), quarter(3));
            }
        }
        text.push('\n');
    }
    Ok(())
}
