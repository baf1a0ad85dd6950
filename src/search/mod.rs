//! The shared search module: looking ahead in any two-player game, for opponents and for showing
//! how they think. It knows no game.
//!
//! The pure half ([`Position`], [`Searcher`], [`Limits`], [`Thinking`]) is plain Rust. The Bevy
//! half ([`task`]) runs it in the background, where it can be watched and stopped.

pub mod alpha_beta;
mod deepening;
pub mod limits;
mod order;
pub mod position;
pub mod table;
pub mod task;
mod team;
pub mod thinking;

pub use alpha_beta::Searcher;
pub use limits::{Bad, Limits, Options, Stopper};
pub use position::{MAX_PLIES, Moves, Position, Score, WIN, win_in};
pub use table::Table;
pub use thinking::{Candidate, Ended, Thinking, Verdict};
