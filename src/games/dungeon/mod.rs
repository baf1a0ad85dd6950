//! The dungeon: evolved as a graph, laid out as one map.

pub mod graph;
