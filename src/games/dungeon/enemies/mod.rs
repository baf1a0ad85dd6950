//! The evolution of enemies by genetic programming, and the enemies that the project ships.

pub mod arena;
pub mod hand_written;
pub mod listing;
pub mod operators;
pub mod problem;
pub mod roster_file;
pub mod scenes;
pub mod shipped;
