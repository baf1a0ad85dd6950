//! Hexxagon: pieces that divide and leap, for two and three players.

pub mod command;
pub mod evolution;
pub mod opponent;
pub mod rules;
