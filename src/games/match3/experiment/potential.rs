//! Experiment after limbsoo: how well swap potential predicts the swaps of a play, and how much faster FI-2Pop
//! (Kimbrough et al. 2008) finds levels than a plain search.

use std::fmt::Write;

use serde::Deserialize;

use super::{COLOURS, ExperimentError, Extent, GOAL};
use crate::games::match3::level::{
    GenerationError, Level, Order, Setup, Symmetry, draft, generate, patterns,
};
use crate::games::match3::playtest::{PlayStatistics, REFERENCE_PLAYER, play_many};
use crate::games::match3::rules::{Kind, Kinds, Size};
use crate::generation::{EvolutionParameters, Scheme, Seed, StopReason};

/// A level that limbsoo measured; the figures come from the author's program, not from the posts.
#[derive(Deserialize)]
#[serde(rename = "Measured")]
struct MeasuredLevel {
    id: u32,
    swap_potential: u32,
    mean_swaps: f64,
    sd_swaps: f64,
    rows: Vec<String>,
}

/// Rows and columns of these levels.
const SIDE: u8 = 10;

/// The measurement of one level.
struct Point {
    potential: f64,
    lost: [f64; 2],
    mean: f64,
    deviation: f64,
}

/// Runs the experiment. The report sets its figures beside those of limbsoo's program.
pub fn run(extent: &Extent) -> Result<String, ExperimentError> {
    let mut text = String::new();
    let mut points = measured_points(extent, &mut text)?;
    let known = fit(&points);
    points.extend(fresh_points(extent)?);
    report(&points, &known, &mut text);
    compare_searches(extent, &mut text)?;
    Ok(text)
}

fn measure(level: &Level, extent: &Extent, seed: Seed) -> Point {
    let sum = PlayStatistics::of(&play_many(
        level,
        REFERENCE_PLAYER,
        seed,
        extent.plays,
        extent.threads,
    ));
    let breakdown = level.breakdown();
    Point {
        potential: f64::from(breakdown.potential),
        lost: [Kind::Blocked1, Kind::Blocked3].map(|kind| breakdown.lost_to(kind)),
        mean: sum.mean,
        deviation: sum.deviation,
    }
}

fn measured_points(extent: &Extent, text: &mut String) -> Result<Vec<Point>, ExperimentError> {
    let file = include_str!("../../../../assets/levels/match3_measured.ron");
    let all: Vec<MeasuredLevel> = ron::from_str(file)?;
    text.push_str("The measured levels, swaps to collect 15 of one colour of 7, mean (sd)\n");
    let mut points = Vec::new();
    for one in all {
        let level = Level::from_rows(&one.rows, COLOURS, GOAL, 0).map_err(GenerationError::from)?;
        let here = measure(&level, extent, extent.seed.child(u64::from(one.id)));
        let _ = writeln!(
            text,
            "  potential {:4}: {:.2} ({:.2}), in limbsoo's program {:.2} ({:.2})",
            one.swap_potential, here.mean, here.deviation, one.mean_swaps, one.sd_swaps
        );
        points.push(here);
    }
    Ok(points)
}

/// Measures levels whose wanted potentials are spread evenly over the range of limbsoo's levels.
fn fresh_points(extent: &Extent) -> Result<Vec<Point>, ExperimentError> {
    let one = |number: u32| {
        let wanted = 253 + (1_109 - 253) * number / extent.levels.max(2);
        let seed = extent.seed.child(1_000 + u64::from(number));
        let run = generate(&setup(wanted), &EvolutionParameters::default(), seed)?;
        let best = run.best().map(|best| best.genome).unwrap_or_default();
        let level = draft(&setup(wanted), &best, seed).map_err(GenerationError::from)?;
        let special = level.special().to_vec();
        let level =
            Level::new(level.size(), COLOURS, GOAL, 0, special).map_err(GenerationError::from)?;
        Ok(measure(&level, extent, seed))
    };
    (0..extent.levels).map(one).collect()
}

/// The setup of limbsoo's levels: 10x10 cells, blocks of one and three layers, tolerance 55.
fn setup(wanted: u32) -> Setup {
    let size = Size::new(SIDE, SIDE).expect("10 is from 5 to 12");
    Setup {
        colours: COLOURS,
        kinds: Kinds::MEASURED,
        wanted: wanted.min(patterns(size)),
        tolerance: 55,
        powers: false,
        symmetry: Symmetry::None,
        order: Order::Scattered,
        ..Setup::of(crate::session::Difficulty::Normal, size)
    }
}

/// A line and a plane through points, and their errors.
struct Fit {
    /// The correlation of swap potential and mean swaps.
    r: f64,
    /// The mean swaps that one pattern adds.
    slope: f64,
    /// The constant, and the swaps that a pattern lost to one and to three layers adds.
    plane: [f64; 3],
    /// The coefficient of determination of the plane.
    r2: f64,
    /// The mean error of the leave-one-out prediction, in swaps.
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
    let missed = mean(&|p| (p.mean - predict(&plane, p)).powi(2));
    let left = |at: usize| {
        let others = least_squares(points, at);
        (points[at].mean - predict(&others, &points[at])).abs()
    };
    Fit {
        r: xy / (xx * yy).sqrt(),
        slope: xy / xx,
        plane,
        r2: 1.0 - missed / yy,
        left_out: (0..points.len()).map(left).sum::<f64>() / points.len() as f64,
    }
}

fn predict(plane: &[f64; 3], point: &Point) -> f64 {
    plane[0] + plane[1] * point.lost[0] + plane[2] * point.lost[1]
}

/// The plane of least squares through all points but one, from the normal equations by Cramer's rule.
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

fn report(points: &[Point], known: &Fit, text: &mut String) {
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
        "In limbsoo's program (9 levels): r -0.98; 16.82 + 0.00244 * lost to one layer + 0.00519 * lost to three, \
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

/// The wanted potentials of the comparison of searches.
const WANTED_POTENTIALS: [u32; 7] = [200, 300, 400, 500, 700, 900, 1_144];
/// Runs of each search for each potential.
const RUNS: u64 = 30;

/// Compares FI-2Pop with a plain search that has the same parameters.
fn compare_searches(extent: &Extent, text: &mut String) -> Result<(), ExperimentError> {
    let _ = writeln!(
        text,
        "\nGenerations until a level is found, {RUNS} seeds, at most 500: solved, quartiles"
    );
    for wanted in WANTED_POTENTIALS {
        let _ = write!(text, "  wanted {wanted:4}:");
        for (name, scheme) in [
            ("FI-2Pop", Scheme::TwoPopulations),
            ("plain", Scheme::OnePopulation),
        ] {
            let search = EvolutionParameters {
                scheme,
                ..EvolutionParameters::default()
            };
            let mut generations = Vec::new();
            for number in 0..RUNS {
                let seed = extent.seed.child(5_000 + number);
                let run = generate(&setup(wanted), &search, seed)?;
                let solved = run.stop_reason() == Some(&StopReason::TargetMet);
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
