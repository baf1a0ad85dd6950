//! The setup: the player's choices before a game starts. The data, its checks and its text lie in `level`, because the
//! problem of evolving a level is defined by them.

pub use super::level::setup::*;
