//! Evolvarium: an arcade whose levels and opponents are evolved while you watch.
//!
//! The layers, the lowest first. Each layer uses only those below it, and `tests/it/layers.rs` checks that.
//!
//! - [`base`]: keyed random streams, range checks, work on several threads.
//! - [`generation`]: the shared evolution engine and its background tasks. [`search`]: game tree search for any game.
//! - [`plot`]: plots as SVG. [`experiment`]: something that is measured many times, and a report on it.
//! - [`session`]: a game under way: its id, moves, undo and redo, seats, saves, statistics.
//! - [`shell`]: everything that a player sees and that belongs to no single game: theatre, table, menus, theme, sound,
//!   input.
//! - [`games`]: one folder for each game, with similar contents. No game uses another one.
//! - [`cli`]: the command line.
//!
//! Data flows in one direction: setup, run, content, session, view. A view translates input into moves, the table makes
//! the moves, and the rules return events, which the view shows.

#![forbid(unsafe_code)]

pub mod base;
pub mod cli;
pub mod experiment;
pub mod games;
pub mod generation;
pub mod plot;
pub mod search;
pub mod session;
pub mod shell;

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

use experiment::Entry;
use games::Package;
use games::command::{Subcommand, lesson};
use generation::laboratory::Kit;

/// The games, in the order of the title screen.
const GAMES: [Package; 4] = [
    games::match3::PACKAGE,
    games::hexxagon::PACKAGE,
    games::tic_tac_toe::PACKAGE,
    games::dungeon::PACKAGE,
];

/// Returns the subcommands of all games, and those for all games together.
pub fn subcommands() -> Vec<Subcommand> {
    let of_games = GAMES.iter().flat_map(|game| (game.subcommands)());
    let lessons = GAMES.iter().map(|game| game.lessons).collect();
    of_games.chain([lesson::subcommand(lessons)]).collect()
}

/// Returns the kits of all games for the laboratory.
pub fn kits() -> Vec<Kit> {
    GAMES.iter().map(|game| game.kit).collect()
}

/// Returns the experiments of all games.
pub fn experiments() -> Vec<Entry> {
    let all = GAMES.iter().flat_map(|game| game.experiments);
    all.copied().collect()
}

/// Returns the replay checkers of all games.
pub fn replay_checkers() -> Vec<session::replay::Checker> {
    GAMES.iter().map(|game| game.replays).collect()
}

/// The whole program. It needs Bevy's default plugins.
pub struct EvolvariumPlugin;

impl Plugin for EvolvariumPlugin {
    fn build(&self, app: &mut App) {
        // The program has many systems with very little work. Moving them to other threads costs more time than it
        // saves, above all on two cores while a run keeps one of them busy.
        macro_rules! on_one_thread {
            ($($schedule:expr),*) => {$(
                app.edit_schedule($schedule, |schedule| {
                    schedule.set_executor(SingleThreadedExecutor::new());
                });
            )*};
        }
        on_one_thread!(First, PreUpdate, Update, PostUpdate, Last);
        app.add_plugins((shell::plugin, session::plugin, generation::driver::plugin));
        app.insert_resource(shell::laboratory::Kits(kits()));
        app.insert_resource(shell::laboratory::experiments_page::ExperimentList(
            experiments(),
        ));
        for game in GAMES {
            (game.plugin)(app);
        }
    }
}
