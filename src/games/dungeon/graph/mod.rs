//! The evolution of dungeon graphs, after GeneticGame (samus24).

pub mod atlas;
pub mod best_part;
pub mod fitness;
pub mod generator;
pub mod operators;
pub mod original_colours;
pub mod picture;
pub mod plan;
pub mod problem;
pub mod saved;
mod spread;
mod steering;
pub mod weights;
