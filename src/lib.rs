//! Evolvarium: an arcade whose levels and opponents are evolved while you watch.
//!
//! - [`generation`]: the shared evolution engine, its background tasks and its theatre.
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
pub mod session;
pub mod shell;

use bevy::prelude::*;

/// All of Evolvarium, to be added to Bevy's own plugins.
pub struct EvolvariumPlugin;

impl Plugin for EvolvariumPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            shell::plugin,
            session::autosave::plugin,
            generation::task::plugin,
            generation::theatre::plugin,
            games::match3::plugin,
        ));
    }
}
