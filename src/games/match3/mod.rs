//! Match-3: levels evolved towards a wanted difficulty, and played.

pub mod level;
pub mod player;
pub mod rules;
