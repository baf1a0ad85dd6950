//! The games. No game uses another one.

pub mod command;
pub mod dungeon;
pub mod hexxagon;
pub mod match3;
pub mod tic_tac_toe;

use bevy::prelude::App;

use crate::experiment::Entry;
use crate::generation::laboratory::Kit;
use crate::session::replay::Checker;
use command::Subcommand;
use command::lesson::Lessons;

/// A game, as it is added to the program.
pub struct Package {
    /// Adds the game to the app.
    pub plugin: fn(&mut App),
    /// Returns the subcommands of the game.
    pub subcommands: fn() -> Vec<Subcommand>,
    /// The subjects and presets of the game for the laboratory.
    pub kit: Kit,
    /// The experiments that the laboratory lists.
    pub experiments: &'static [Entry],
    /// The function that checks its replays.
    pub replays: Checker,
    /// Its lessons, for the subcommand that evolves them.
    pub lessons: Lessons,
}
