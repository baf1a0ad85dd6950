//! Hexxagon: pieces that divide and leap, for two and three players.

pub mod commands;
pub mod opponent;
pub mod rules;
