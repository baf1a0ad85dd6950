//! Evolvarium: an arcade whose levels and opponents are evolved while you watch.
//!
//! The floors, lowest first. Each knows only those below it; `tests/it/layers.rs` checks that.
//!
//! - [`base`]: keyed random streams, range checks, work on several threads.
//! - [`generation`]: the shared evolution engine and its background tasks. [`search`]: looking ahead in any game.
//! - [`session`]: a game under way: its id, moves, undo and redo, seats, saves, statistics.
//! - [`shell`]: everything a player sees that is not one game's: theatre, table, menus, theme, sound, input.
//! - [`games`]: one folder a game, all with the same rooms; none knows another.
//! - [`cli`]: the command line.
//!
//! Data flows one way: setup, run, content, session, view. A view turns input into moves; the table makes them; the
//! rules answer with events, which the view shows.

pub mod base;
pub mod cli;
pub mod games;
pub mod generation;
pub mod search;
pub mod session;
pub mod shell;

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

use games::Package;
use games::command::Subcommand;

/// The games, in the order of the title.
const GAMES: [Package; 4] = [
    games::match3::PACKAGE,
    games::hexxagon::PACKAGE,
    games::tic_tac_toe::PACKAGE,
    games::dungeon::PACKAGE,
];

/// The subcommands of all games.
pub fn subcommands() -> Vec<Subcommand> {
    GAMES.iter().flat_map(|game| (game.subcommands)()).collect()
}

/// All of Evolvarium, to be added to Bevy's own plugins.
pub struct EvolvariumPlugin;

impl Plugin for EvolvariumPlugin {
    fn build(&self, app: &mut App) {
        // Our systems are many and tiny: handing them to other threads costs more than they do,
        // most of all on two cores while a run keeps one busy.
        macro_rules! on_one_thread {
            ($($schedule:expr),*) => {$(
                app.edit_schedule($schedule, |schedule| {
                    schedule.set_executor(SingleThreadedExecutor::new());
                });
            )*};
        }
        on_one_thread!(First, PreUpdate, Update, PostUpdate, Last);
        app.add_plugins((shell::plugin, session::plugin, generation::task::plugin));
        for game in GAMES {
            (game.plugin)(app);
        }
    }
}
