//! Evolvarium.

pub mod games;
pub mod generation;
