//! The shared evolution engine. Every game uses it, and it knows no game.
//!
//! One half is plain Rust: [`Problem`], [`EvolutionParameters`], [`Run`], [`History`], [`archive`]. The other half uses
//! Bevy: [`task`] and [`archive_task`] run it in the background, and [`watch`] defines what the theatre sees of it.

pub mod archive;
pub mod archive_task;
pub mod birth;
pub mod family;
pub mod genome;
pub mod history;
pub mod parameters;
pub mod picture;
pub mod pools;
pub mod population;
pub mod problem;
pub mod rerun;
pub mod run;
pub mod task;
pub mod watch;

pub use crate::base::random;
pub use crate::base::{Purpose, Seed, Stream};
pub use genome::{Bits, Crossover, MutationGaps};
pub use history::{History, Record, Summary, distance};
pub use parameters::{EvolutionParameters, Scheme, Selection};
pub use picture::{Form, Label, Picture, Place, Shape, Tint};
pub use population::Individual;
pub use problem::{Fact, Problem};
pub use rerun::{PickError, Rerun, yield_now};
pub use run::{Pick, Run, StopReason};
pub use watch::{DisplaySelection, WatchedRun};
