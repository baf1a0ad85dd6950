//! Experiments that measure levels and searches. `command` and the laboratory run them.

pub mod catalogue;
pub mod fi2pop;
pub mod kinds;
pub mod people;
pub mod potential;
mod regression;
pub mod schemes;
pub mod skill;
pub mod success;

use super::level::prediction::{MEASURED_COLOURS as COLOURS, MEASURED_GOAL as GOAL};
use super::level::{GenerationError, Level, LevelError, Setup, draft, generate, usual_parameters};
use crate::experiment::ExperimentError;
use crate::generation::{Seed, StopReason};

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

impl From<GenerationError> for ExperimentError {
    /// A setup that no level can meet is an error in the request.
    fn from(why: GenerationError) -> Self {
        match why {
            GenerationError::Setup(_) => ExperimentError::refused(why),
            _ => ExperimentError::failed(why),
        }
    }
}

impl From<LevelError> for ExperimentError {
    fn from(why: LevelError) -> Self {
        GenerationError::from(why).into()
    }
}

/// The error of an evolution that has ended without a level.
fn not_found(wanted: u32, why: StopReason) -> ExperimentError {
    ExperimentError::failed(format!("no level of potential {wanted} was found: {why}"))
}

/// Evolves a level of a setup, with the goal of limbsoo's measurements and without a move limit.
fn evolve_level(setup: &Setup, seed: Seed) -> Result<Level, ExperimentError> {
    let run = generate(setup, &usual_parameters(), seed)?;
    let met = run.stop_reason() == Some(&StopReason::TargetMet);
    let best = run.best().filter(|_| met);
    let best = best.ok_or_else(|| {
        let why = run.stop_reason().cloned();
        not_found(setup.wanted, why.unwrap_or(StopReason::Cancelled))
    })?;
    let special = draft(setup, &best.genome, seed)?.special().to_vec();
    Ok(Level::new(setup.size, setup.colours, GOAL, 0, special)?)
}
