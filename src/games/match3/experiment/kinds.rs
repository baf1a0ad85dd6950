//! `evolvarium experiment match3-kinds`: what a pattern of swap potential that is lost to each kind of special cell
//! adds to the swaps that a player needs.

use std::fmt::Write;

use clap::Args;

use super::potential::{COLOURS, ExperimentError, GOAL};
use crate::games::match3::level::{Failure, Level, Order, Setup, draft, generate, patterns};
use crate::games::match3::player::Player;
use crate::games::match3::player::simulate::{Sum, plays};
use crate::games::match3::rules::{Kind, Kinds, Size};
use crate::generation::{Search, Seed};
use crate::session::Difficulty;

/// The experiment and its extent.
#[derive(Args, Debug)]
pub struct KindsLost {
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

/// The base, and a slope for each kind.
const TERMS: usize = 10;

/// Plays levels of one to three kinds each; returns the swaps that a lost pattern adds, by kind.
pub fn run(wish: &KindsLost) -> Result<String, ExperimentError> {
    let (mut matrix, mut right) = ([[0.0; TERMS]; TERMS], [0.0; TERMS]);
    let mut points = Vec::new();
    for number in 0..wish.levels {
        let (row, mean) = point(wish, number)?;
        for i in 0..TERMS {
            right[i] += row[i] * mean;
            (0..TERMS).for_each(|j| matrix[i][j] += row[i] * row[j]);
        }
        points.push((row, mean));
    }
    let slopes = solved(matrix, right);
    let foretold = |row: &[f64; TERMS]| row.iter().zip(&slopes).map(|(a, b)| a * b).sum::<f64>();
    let count = points.len() as f64;
    let mean = points.iter().map(|(_, mean)| mean).sum::<f64>() / count;
    let all = points
        .iter()
        .map(|(_, here)| (here - mean).powi(2))
        .sum::<f64>();
    let missed = points
        .iter()
        .map(|(row, here)| (here - foretold(row)).powi(2))
        .sum::<f64>();
    let mut text = format!(
        "{} levels, {} plays each: {:.2} swaps on an open board, and for each lost pattern\n",
        wish.levels, wish.plays, slopes[0]
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

/// The losses of a level, behind a 1, and its mean swaps.
fn point(wish: &KindsLost, number: u32) -> Result<([f64; TERMS], f64), ExperimentError> {
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
        order: Order::Scattered,
        ..Setup::of(Difficulty::Normal, size)
    };
    let seed = wish.seed.child(u64::from(number));
    let run = generate(&setup, &Search::default(), seed)?;
    let best = run.best().map(|best| best.genome).unwrap_or_default();
    let level = draft(&setup, &best, seed).map_err(Failure::from)?;
    let special = level.special().to_vec();
    let level = Level::new(size, COLOURS, GOAL, 0, special).map_err(Failure::from)?;
    let played = plays(&level, Player::Document, seed, wish.plays, wish.threads);
    let losses = level.breakdown();
    let mut row = [1.0; TERMS];
    for kind in Kind::ALL {
        row[1 + kind as usize] = losses.lost_to(kind);
    }
    Ok((row, Sum::of(&played).mean))
}

/// Gauss-Jordan elimination with pivots.
fn solved(mut matrix: [[f64; TERMS]; TERMS], mut right: [f64; TERMS]) -> [f64; TERMS] {
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
