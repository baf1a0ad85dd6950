//! The dungeon: evolved as a graph, laid out as one map.

pub mod command;
pub mod descent;
pub mod enemies;
pub mod generator;
pub mod graph;
pub mod layout;
pub mod player;
pub mod rules;
pub mod setup;
