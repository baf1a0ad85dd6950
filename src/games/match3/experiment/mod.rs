//! Experiments that can be repeated from the command line.

pub mod kinds;
pub mod potential;
pub mod success;
