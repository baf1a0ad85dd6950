//! Opponents that are evolved, and those that the player has saved in files.

pub mod file;
pub mod problem;

pub use problem::{StrategyProblem, usual_search};
