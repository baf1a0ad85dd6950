//! The evolution of boards.

mod problem;
pub mod saved;

pub use problem::{BoardProblem, Nature, Wish, asymmetry, ground, picture, turned, usual_search};
