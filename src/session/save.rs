//! The save of the game under way: reading it, writing it, and what happens to a broken one.

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::autosave::{self, Autosave};
use super::report::FileReport;
use super::store::{self, Folders};

/// Reads the save of a game. A broken one is set aside and reported. `None` where there is no save.
pub fn read<T: DeserializeOwned>(world: &mut World, game: &str, version: u32) -> Option<T> {
    let path = world.get_resource::<Folders>()?.game(game);
    store::read_or_set_aside(&path, version).unwrap_or_else(|aside| {
        world.write_message(FileReport::SetAside(aside));
        None
    })
}

/// Writes the save of a game soon; `None` removes it.
pub fn write<T: Serialize>(world: &mut World, game: &str, version: u32, content: Option<&T>) {
    let Some(path) = world.get_resource::<Folders>().map(|f| f.game(game)) else {
        return;
    };
    match content {
        Some(content) => autosave::save_soon(world, path, version, content),
        None => world.resource_mut::<Autosave>().remove(path),
    }
}

/// Sets the save of a game aside because its content does not fit, and reports why.
pub fn set_aside(world: &mut World, game: &str, why: String) {
    let Some(path) = world.get_resource::<Folders>().map(|f| f.game(game)) else {
        return;
    };
    let aside = store::set_aside_for(&path, why);
    world.write_message(FileReport::SetAside(aside));
}
