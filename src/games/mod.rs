//! The games. None knows another.

pub mod match3;
