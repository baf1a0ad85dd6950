//! The shared evolution engine. Every game uses it, and it knows no game.
//!
//! One half is plain Rust: [`Problem`], [`EvolutionParameters`], [`Run`], [`History`], [`archive`]. The other half uses
//! Bevy: [`task`] and [`archive_task`] run it in the background, [`driver`] sets the pace, and [`watch`] defines the
//! data that the theatre shows.

pub mod ancestry;
pub mod archive;
pub mod archive_batch;
pub mod archive_task;
mod archive_work;
pub mod birth;
pub mod collection;
pub mod creature;
pub mod diversity;
pub mod dots;
#[cfg(test)]
mod draws;
pub mod driver;
pub mod family;
mod forgotten_generations;
pub mod genealogy;
pub mod genealogy_query;
pub mod genome;
pub mod history;
mod individual_cost;
pub mod intervention;
pub mod laboratory;
mod manual_changes;
pub mod measure;
#[cfg(test)]
mod one_max;
pub mod parameters;
pub mod pedigree;
pub mod picture;
pub mod pools;
pub mod population;
pub mod problem;
pub mod quartiles;
pub mod reproduction;
pub mod rerun;
pub mod run;
mod run_checkpoints;
mod run_interventions;
#[cfg(test)]
pub(crate) mod scripted_run;
pub mod showing;
pub mod steering;
pub mod story;
pub mod task;
pub mod tiles;
pub mod tree;
pub mod watch;

pub use crate::base::random;
pub use crate::base::{Purpose, Seed, Stream};
pub use creature::{Creature, Script, made_up_name};
pub use genome::{Bits, Crossover, MutationGaps};
pub use history::{History, Record, Summary, distance};
pub use intervention::{Act, Aim, Intervention, InterventionError, ParameterValue, Part, Steering};
pub use measure::{Axes, Measure, Sample};
pub use parameters::{EvolutionParameters, Scheme, Selection};
pub use pedigree::{MemberId, Pedigree};
pub use picture::{Form, Label, LabelPlace, Picture, Shape, Tint};
pub use population::{Individual, PopulationKind};
pub use problem::{CloseUp, Fact, Problem};
pub use rerun::{PickError, Rerun, yield_now};
pub use run::{Pick, Run, StopReason};
pub use watch::{DisplaySelection, WatchedRun};
