//! Tic-tac-toe, with opponents of every kind and a view of the whole game tree.

pub mod command;
pub mod evolve;
pub mod form;
pub mod insight;
mod laboratory;
pub mod lessons;
pub mod opponents;
pub mod players;
pub mod rules;
pub mod setup;
mod table;
mod view;
pub mod walk;

use bevy::prelude::*;

use super::Package;
use super::command::lesson::Lessons;
use crate::session::replay::Checker;
use crate::shell::table::add_game;
use crate::shell::table::computers::add_computers;

pub use evolve::evolve_opponent;
pub use rules::TicTacToe;
pub use table::{Content, Extra};
pub use view::StrategyEditor;

/// The game, for the list of games.
pub const PACKAGE: Package = Package {
    plugin,
    subcommands: command::subcommands,
    kit: laboratory::KIT,
    experiments: &[],
    replays: Checker::of::<TicTacToe>(),
    lessons: Lessons::of::<TicTacToe>(),
};

fn plugin(app: &mut App) {
    add_game::<TicTacToe>(app);
    add_computers::<TicTacToe>(app);
    app.add_plugins((evolve::plugin, insight::plugin, walk::plugin, view::plugin));
}
