//! Experiments: something is measured many times, and a report with a plot says what was found. The command line and the
//! screens run them; the games say what is measured.
//!
//! An experiment is a number of samples, which can be taken in any order, and a report on all of them.

mod run;

use std::sync::Arc;

use crate::base::Seed;
pub use crate::plot::{Part, Phrases, Report, Table};
pub use run::{AnyExperiment, ExperimentRun};

/// Something that is measured many times.
pub trait Experiment: Send + Sync + 'static {
    /// One measurement.
    type Sample: Send + Sync;

    /// The number of samples.
    fn samples(&self) -> usize;

    /// Takes the sample with a number. The same number gives the same sample.
    fn sample(&self, number: usize) -> Result<Self::Sample, ExperimentError>;

    /// Returns the report on the samples, without those that have failed. `phrase` returns the phrase of a key.
    fn report(&self, samples: &[&Self::Sample], phrase: Phrases)
    -> Result<Report, ExperimentError>;
}

/// Why an experiment or a sample of it has failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExperimentError {
    /// The order cannot be carried out; the text says why.
    #[error("{0}")]
    Refused(String),
    /// A thing to be measured could not be made or played; the text says why.
    #[error("{0}")]
    Failed(String),
    /// A sample panicked; the text is the panic's message.
    #[error("a sample panicked: {0}")]
    Panicked(String),
    /// There are too few samples, or they are too much alike, to say anything.
    #[error("{0} of {1} samples were taken, which are too few or too much alike to say anything")]
    TooFew(usize, usize),
}

impl ExperimentError {
    /// The error of something that was asked for and cannot be measured.
    pub fn refused(why: impl ToString) -> Self {
        ExperimentError::Refused(why.to_string())
    }

    /// The error of something that could not be made or played.
    pub fn failed(why: impl ToString) -> Self {
        ExperimentError::Failed(why.to_string())
    }
}

/// An experiment that a player can run in the game, with the extent that it has there.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name on the command line, behind `evolvarium experiment`.
    pub key: &'static str,
    /// The key of its name in the language files.
    pub name: &'static str,
    /// The key of what it is about.
    pub what: &'static str,
    /// Prepares it with the seed of everything.
    pub prepare: fn(Seed) -> Result<Arc<dyn AnyExperiment>, ExperimentError>,
}
