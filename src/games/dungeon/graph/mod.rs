//! The evolution of dungeon graphs, after GeneticGame (samus24).

pub mod atlas;
pub mod best_part;
pub mod fitness;
pub mod generator;
mod hand;
pub mod operators;
pub mod original_colours;
pub mod picture;
pub mod plan;
pub mod problem;
pub mod saved;
mod spread;
pub mod weights;
