//! Opponents that are evolved, and those that the player has saved in files.

pub mod atlas;
pub mod code;
mod epithet;
pub mod problem;
pub mod saved;
mod steering;

pub use epithet::{Epithet, creature};
pub use problem::{LEGEND, StrategyProblem, usual_parameters};
