//! The dungeon: evolved as a graph, laid out as one map, played as a roguelike, its enemies evolved too.

pub mod command;
pub mod custom_enemies;
pub mod descent;
pub mod enemies;
pub mod evolve;
pub mod experiment;
pub mod graph;
pub mod heredity;
mod laboratory;
pub mod lessons;
pub mod map;
mod names;
pub mod next_dungeon;
pub mod players;
pub mod rules;
pub mod setup;
pub mod simulate;
mod sprite_names;
mod survival_rates;
mod table;
pub mod trace;
mod view;

use bevy::prelude::*;

use super::Package;
use super::command::lesson::Lessons;
use crate::session::replay::Checker;
use crate::shell::table::add_game;

pub use table::{DescentFile, DungeonGame, Help, Table};
pub use view::{DungeonEditor, ProgramEditor};

/// The game, for the list of games.
pub const PACKAGE: Package = Package {
    plugin,
    subcommands: command::subcommands,
    kit: laboratory::KIT,
    experiments: &experiment::EXPERIMENTS,
    replays: Checker::of::<DungeonGame>(),
    lessons: Lessons::of::<DungeonGame>(),
};

fn plugin(app: &mut App) {
    add_game::<DungeonGame>(app);
    app.add_plugins((
        evolve::plugin,
        custom_enemies::plugin,
        next_dungeon::plugin,
        view::plugin,
    ));
}
