//! The save of the game under way: it is read, written, removed and set aside here.

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::autosave::{self, Autosave};
use super::report::FileReport;
use super::store::{self, Folders};

/// Reads the save of a game. Returns `None` if there is no save. A broken save is set aside and reported.
pub fn read<T: DeserializeOwned>(world: &mut World, game: &str, version: u32) -> Option<T> {
    let path = world.get_resource::<Folders>()?.game(game);
    store::read_or_set_aside(&path, version).unwrap_or_else(|aside| {
        world.write_message(FileReport::SetAside(aside));
        None
    })
}

/// Writes the save of a game in the background; `None` removes it.
pub fn write<T: Serialize>(world: &mut World, game: &str, version: u32, content: Option<&T>) {
    let Some(path) = world.get_resource::<Folders>().map(|f| f.game(game)) else {
        return;
    };
    match content {
        Some(content) => autosave::save_soon(world, path, version, content),
        None => world.resource_mut::<Autosave>().remove(path),
    }
}

/// Sets the save of a game aside because its content is wrong, and reports the reason.
pub fn set_aside(world: &mut World, game: &str, why: String) {
    let Some(path) = world.get_resource::<Folders>().map(|f| f.game(game)) else {
        return;
    };
    let aside = store::set_aside_for(&path, &why);
    world.write_message(FileReport::SetAside(aside));
}
