//! Experiment: how many swaps each pattern of swap potential that is lost to a kind of special cell adds to a play.

use std::fmt::Write;

use super::{COLOURS, ExperimentError, Extent, GOAL};
use crate::games::match3::level::{
    GenerationError, Level, Order, Setup, Symmetry, draft, generate, patterns,
};
use crate::games::match3::playtest::{PlayStatistics, REFERENCE_PLAYER, play_many};
use crate::games::match3::rules::{Kind, Kinds, Size};
use crate::generation::EvolutionParameters;
use crate::session::Difficulty;

/// The terms of the regression: a constant, and a slope for each kind.
const TERMS: usize = 10;

/// Plays levels of one to three kinds each and fits the mean swaps by least squares. The report lists the slope of
/// each kind.
pub fn run(extent: &Extent) -> Result<String, ExperimentError> {
    let (mut matrix, mut right) = ([[0.0; TERMS]; TERMS], [0.0; TERMS]);
    let mut points = Vec::new();
    for number in 0..extent.levels {
        let (row, mean) = point(extent, number)?;
        for i in 0..TERMS {
            right[i] += row[i] * mean;
            (0..TERMS).for_each(|j| matrix[i][j] += row[i] * row[j]);
        }
        points.push((row, mean));
    }
    let slopes = solve(matrix, right);
    let predicted = |row: &[f64; TERMS]| row.iter().zip(&slopes).map(|(a, b)| a * b).sum::<f64>();
    let count = points.len() as f64;
    let mean = points.iter().map(|(_, mean)| mean).sum::<f64>() / count;
    let all = points
        .iter()
        .map(|(_, here)| (here - mean).powi(2))
        .sum::<f64>();
    let missed = points
        .iter()
        .map(|(row, here)| (here - predicted(row)).powi(2))
        .sum::<f64>();
    let mut text = format!(
        "{} levels, {} plays each: {:.2} swaps on an open board, and for each lost pattern\n",
        extent.levels, extent.plays, slopes[0]
    );
    for kind in Kind::ALL {
        let _ = writeln!(
            text,
            "  {:9} {:+.5}",
            kind.name(),
            slopes[1 + kind as usize]
        );
    }
    let _ = writeln!(text, "R2 {:.3}", 1.0 - missed / all);
    Ok(text)
}

/// The row of a level in the regression, which is 1 and its losses by kind, and its mean swaps.
fn point(extent: &Extent, number: u32) -> Result<([f64; TERMS], f64), ExperimentError> {
    let size = Size::new(10, 10).expect("10 is from 5 to 12");
    let kinds: Kinds = [0, 1 + number / 9, 4 + number / 81]
        .into_iter()
        .map(|step| Kind::ALL[(number + step) as usize % 9])
        .take(1 + number as usize % 3)
        .collect();
    let setup = Setup {
        colours: COLOURS,
        kinds,
        wanted: patterns(size) * (30 + number * 7 % 60) / 100,
        powers: false,
        symmetry: Symmetry::None,
        order: Order::Scattered,
        ..Setup::of(Difficulty::Normal, size)
    };
    let seed = extent.seed.child(u64::from(number));
    let run = generate(&setup, &EvolutionParameters::default(), seed)?;
    let best = run.best().map(|best| best.genome).unwrap_or_default();
    let level = draft(&setup, &best, seed).map_err(GenerationError::from)?;
    let special = level.special().to_vec();
    let level = Level::new(size, COLOURS, GOAL, 0, special).map_err(GenerationError::from)?;
    let results = play_many(&level, REFERENCE_PLAYER, seed, extent.plays, extent.threads);
    let losses = level.breakdown();
    let mut row = [1.0; TERMS];
    for kind in Kind::ALL {
        row[1 + kind as usize] = losses.lost_to(kind);
    }
    Ok((row, PlayStatistics::of(&results).mean))
}

/// Solves a system of linear equations by Gauss-Jordan elimination with partial pivoting.
fn solve(mut matrix: [[f64; TERMS]; TERMS], mut right: [f64; TERMS]) -> [f64; TERMS] {
    for column in 0..TERMS {
        let pivot = (column..TERMS).max_by(|a, b| {
            matrix[*a][column]
                .abs()
                .total_cmp(&matrix[*b][column].abs())
        });
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (line, value) = (matrix[column], right[column]);
        for row in (0..TERMS).filter(|row| *row != column) {
            let part = matrix[row][column] / line[column];
            (0..TERMS).for_each(|at| matrix[row][at] -= part * line[at]);
            right[row] -= part * value;
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}
