//! The evolution of opponents with a wanted strength.

pub mod match_play;
mod problem;

pub use problem::{WeightsProblem, Wish, usual_search};
