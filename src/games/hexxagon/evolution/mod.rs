//! What is evolved in Hexxagon: opponents of a wanted strength, and boards.

pub mod board;
pub mod match_play;
pub mod opponent;
