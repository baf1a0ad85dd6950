//! Match-3: levels evolved towards a wanted difficulty, and played.

pub mod atlas;
pub mod command;
mod evolve;
pub mod experiment;
pub mod journey;
mod laboratory;
mod learner;
pub mod lessons;
pub mod level;
mod played_levels;
pub mod players;
pub mod playtest;
pub mod rules;
pub mod setup;
mod stop_number;
mod table;
mod view;

use bevy::prelude::*;

use super::Package;
use super::command::lesson::Lessons;
use crate::session::player_file;
use crate::session::replay::Checker;
use crate::shell::table::add_game;

pub use learner::Learner;
pub use played_levels::PlayedLevels;
pub use rules::Match3;
pub use stop_number::{StopNumber, StopNumberError};
pub use table::{Attempt, Table};
pub use view::{LevelEditor, ModeTab};

/// The game, for the list of games.
pub const PACKAGE: Package = Package {
    plugin,
    subcommands: command::subcommands,
    kit: laboratory::KIT,
    experiments: &experiment::catalogue::EXPERIMENTS,
    replays: Checker::of::<Match3>(),
    lessons: Lessons::of::<Match3>(),
};

fn plugin(app: &mut App) {
    add_game::<Match3>(app);
    app.add_plugins((
        evolve::plugin,
        journey::plugin,
        learner::plugin,
        player_file::plugin::<PlayedLevels>,
        view::plugin,
    ));
}
