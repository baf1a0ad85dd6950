//! The laboratory: it runs the same evolution many times with each of several settings, and compares the settings.
//!
//! A [`LabExperiment`] is data, as it stands in a file. [`LabRun::new`] prepares its runs with the [`Subject`]s that the
//! games hand over. The owner of a `LabRun` has its trials worked on in slices, on any threads. Except for the times,
//! the results depend neither on the number of threads nor on their order.

pub mod csv;
pub mod experiment;
pub mod findings;
pub mod lab_run;
pub mod parameter_changes;
pub mod statistics;
pub mod subject;
pub mod task;
pub mod trial;

pub use experiment::{FaultPlace, LabExperiment, LabExperimentError, LabSetting};
pub use findings::{Comparison, Figures, Findings, RunMeasure};
pub use lab_run::LabRun;
pub use parameter_changes::ParameterChanges;
pub use subject::{Kit, Prepared, Preset, Subject};
pub use trial::{LabTrial, Outcome};

#[cfg(test)]
mod tests;
