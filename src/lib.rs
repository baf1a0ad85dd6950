//! Evolvarium: an arcade whose levels and opponents are evolved while you watch.
//!
//! - [`generation`]: the shared evolution engine, its background tasks and its theatre.
//! - [`search`]: looking ahead in any two-player game, for opponents.
//! - [`session`]: ids, moves, undo and redo, saves; for every game.
//! - [`games`]: one folder a game, all with the same rooms; none knows another.
//! - [`shell`]: screens, menus, settings, theme, sound and input.
//! - [`cli`]: the command line.
//!
//! Data flows one way: setup, generation, content, session, view. A view sends moves; the rules
//! answer with the new state and the events that led there.

pub mod cli;
pub mod games;
pub mod generation;
pub mod search;
pub mod session;
pub mod shell;

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

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
        app.add_plugins((
            shell::plugin,
            session::autosave::plugin,
            session::statistics::plugin,
            generation::task::plugin,
            generation::theatre::plugin,
            games::match3::plugin,
            games::hexxagon::plugin,
            games::tic_tac_toe::plugin,
            games::dungeon::plugin,
        ));
    }
}
