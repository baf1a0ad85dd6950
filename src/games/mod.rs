//! The games. None knows another.

pub mod dungeon;
pub mod hexxagon;
pub mod match3;
pub mod tic_tac_toe;
