//! The shared generation module: evolution that every game uses and that knows no game.
//!
//! The pure half ([`Problem`], [`Search`], [`Run`], [`History`], [`atlas`]) is plain Rust. The Bevy half
//! ([`task`], [`atlas_task`] and [`watch`]) runs it in the background and says what a watcher may see of it.

pub mod again;
pub mod atlas;
pub mod atlas_task;
pub mod genome;
pub mod history;
pub mod picture;
pub mod pools;
pub mod population;
pub mod problem;
pub mod run;
pub mod search;
pub mod task;
pub mod watch;

pub use crate::base::random;
pub use crate::base::{Purpose, Seed, Stream};
pub use again::{Again, NotThere};
pub use genome::{Bits, Crossover, Gaps};
pub use history::{History, Record, Summary};
pub use picture::{Form, Label, Picture, Shape, Tint};
pub use population::Individual;
pub use problem::{Fact, Problem};
pub use run::{Pick, Run, Stop};
pub use search::{Scheme, Search, Selection};
pub use watch::{Lead, Live};
