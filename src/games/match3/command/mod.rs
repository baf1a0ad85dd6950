//! The subcommands of match-3.

pub mod experiment;
pub mod generate;
pub mod simulate;
