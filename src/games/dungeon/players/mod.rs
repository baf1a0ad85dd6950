//! Moves that make themselves: exploring, travelling, and a whole automatic player.

pub mod careful;
pub mod routes;
pub mod simulate;
