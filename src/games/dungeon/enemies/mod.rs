//! Enemies: what they do is a program of two trees, evolved or written by hand.

pub mod program;
pub mod written;
