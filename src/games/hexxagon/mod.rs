//! Hexxagon: pieces that clone themselves and jump, for two and three players.

pub mod boards;
pub mod command;
pub mod compare;
pub mod evolve;
pub mod experiment;
pub mod insight;
mod laboratory;
pub mod lessons;
pub mod openings;
pub mod opponents;
pub mod own_openings;
pub mod players;
pub mod puzzle_book;
pub mod puzzles;
pub mod rules;
pub mod setup;
mod table;
mod view;

use bevy::prelude::*;

use super::Package;
use super::command::lesson::Lessons;
use crate::session::replay::Checker;
use crate::shell::table::add_game;
use crate::shell::table::computers::add_computers;

pub use evolve::{EvolutionSpecs, evolve_board, evolve_opponent};
pub use rules::Hexxagon;
pub use view::{BoardDraft, BoardEditor, WeightsEditor, written_moves};

/// The game, for the list of games.
pub const PACKAGE: Package = Package {
    plugin,
    subcommands: command::subcommands,
    kit: laboratory::KIT,
    experiments: &experiment::EXPERIMENTS,
    replays: Checker::of::<Hexxagon>(),
    lessons: Lessons::of::<Hexxagon>(),
};

fn plugin(app: &mut App) {
    add_game::<Hexxagon>(app);
    add_computers::<Hexxagon>(app);
    app.init_resource::<EvolutionSpecs>().add_plugins((
        evolve::plugin,
        insight::plugin,
        compare::plugin,
        puzzle_book::plugin,
        view::plugin,
    ));
}
