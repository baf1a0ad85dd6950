//! Opponents that are evolved, and those that the player has saved in files.

pub mod atlas;
pub mod code;
pub mod file;
mod hand;
pub mod problem;

pub use problem::{LEGEND, StrategyProblem, usual_search};
