//! The games. None knows another.

pub mod command;
pub mod dungeon;
pub mod hexxagon;
pub mod match3;
pub mod tic_tac_toe;

use bevy::prelude::App;

use command::Subcommand;

/// A game as it is added to the house.
pub struct Package {
    /// Adds it to the app.
    pub plugin: fn(&mut App),
    /// Its subcommands.
    pub subcommands: fn() -> Vec<Subcommand>,
}
