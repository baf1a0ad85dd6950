//! Opponents that evolution has made: five weights that play with a wanted strength.

mod atlas;
pub mod match_play;
mod problem;
pub mod ranking;
pub mod saved;
mod steering;

pub use atlas::OpponentAtlas;
pub use problem::{
    LEGEND, MAX_WEIGHT, OpponentSpec, WeightsProblem, place_of_weight, usual_parameters,
    weights_picture,
};
