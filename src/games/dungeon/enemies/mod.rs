//! The evolution of enemies by genetic programming, and the enemies that the project ships.

pub mod aim;
pub mod arena;
pub mod atlas;
pub mod difference;
pub mod epithet;
pub mod fight;
pub mod hand_written;
pub mod listing;
pub mod node_names;
pub mod operators;
pub mod problem;
pub mod roster_file;
pub mod scenes;
pub mod shipped;
pub mod shrink;
pub mod spec;
mod steering;
pub mod tree_difference;
pub mod tree_edit;
