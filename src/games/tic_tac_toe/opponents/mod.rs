//! Opponents that are evolved, and those that a player has kept in files.

pub mod file;
pub mod problem;

pub use problem::{StrategyProblem, usual_search};
