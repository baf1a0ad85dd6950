//! Experiments that measure levels and searches. `command` and the setup page run them.
//!
//! An experiment is a number of samples, which can be taken in any order, and a report on all of them.

pub mod catalogue;
pub mod fi2pop;
pub mod kinds;
pub mod potential;
mod regression;
pub mod run;
pub mod schemes;
pub mod success;

use super::level::prediction::{MEASURED_COLOURS as COLOURS, MEASURED_GOAL as GOAL};
use super::level::{GenerationError, Level, LevelError, Setup, draft, generate};
use crate::generation::{EvolutionParameters, Seed, StopReason};
pub use crate::plot::{Part, Report, Say, Table};
pub use run::{AnyExperiment, ExperimentRun};

/// Something that is measured many times.
pub trait Experiment: Send + Sync + 'static {
    /// One measurement.
    type Sample: Send + Sync;

    /// The number of samples.
    fn samples(&self) -> usize;

    /// Takes the sample with a number. The same number gives the same sample.
    fn sample(&self, number: usize) -> Result<Self::Sample, ExperimentError>;

    /// What the samples say, those that have failed left out. `say` returns the phrase of a key.
    fn report(&self, samples: &[&Self::Sample], say: Say) -> Result<Report, ExperimentError>;
}

/// The extent of an experiment with levels.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Plays of each level.
    pub plays: u32,
    /// Levels.
    pub levels: u32,
    /// The seed of levels and plays.
    pub seed: Seed,
}

/// Why an experiment or a sample of it has failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A level could not be evolved.
    #[error(transparent)]
    Level(#[from] GenerationError),
    /// The evolution of a level has ended without one.
    #[error("no level of potential {wanted} was found: {why}")]
    NotFound {
        /// The wanted swap potential.
        wanted: u32,
        /// Why the evolution has ended.
        why: StopReason,
    },
    /// The measured levels cannot be read.
    #[error("assets/levels/match3_measured.ron: {0}")]
    Measured(#[from] ron::error::SpannedError),
    /// A sample panicked; the text is the panic's message.
    #[error("a sample panicked: {0}")]
    Panicked(String),
    /// There are too few samples, or they are too much alike, to say anything.
    #[error("{0} of {1} samples were taken, which are too few or too much alike to say anything")]
    TooFew(usize, usize),
}

impl From<LevelError> for ExperimentError {
    fn from(error: LevelError) -> Self {
        ExperimentError::Level(error.into())
    }
}

/// Evolves a level of a setup, with the goal of limbsoo's measurements and without a move limit.
fn evolve_level(setup: &Setup, seed: Seed) -> Result<Level, ExperimentError> {
    let run = generate(setup, &EvolutionParameters::default(), seed)?;
    let met = run.stop_reason() == Some(&StopReason::TargetMet);
    let best = run.best().filter(|_| met);
    let best = best.ok_or_else(|| ExperimentError::NotFound {
        wanted: setup.wanted,
        why: run.stop_reason().cloned().unwrap_or(StopReason::Cancelled),
    })?;
    let special = draft(setup, &best.genome, seed)?.special().to_vec();
    Ok(Level::new(setup.size, setup.colours, GOAL, 0, special)?)
}
