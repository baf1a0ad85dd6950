//! Experiments that measure levels and searches; `command` runs them.

pub mod kinds;
pub mod potential;
pub mod success;

use super::level::GenerationError;
use super::rules::{Colour, Goal};
use crate::generation::Seed;

/// The extent of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Plays of each level.
    pub plays: u32,
    /// Levels.
    pub levels: u32,
    /// The seed of levels and plays.
    pub seed: Seed,
    /// Plays at the same time.
    pub threads: u32,
}

/// Why an experiment failed.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A level could not be evolved.
    #[error(transparent)]
    Level(#[from] GenerationError),
    /// The measured levels cannot be read.
    #[error("assets/levels/match3_measured.ron: {0}")]
    Measured(#[from] ron::error::SpannedError),
}

/// The goal of limbsoo's measurements, from the author's program: 15 blocks of one colour.
const GOAL: Goal = Goal::Collect(Colour(0), 15);
/// The number of colours in limbsoo's measurements, from the author's program.
const COLOURS: u8 = 7;
