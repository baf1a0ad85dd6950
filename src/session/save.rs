//! The save of the game under way: reading it, keeping it, and what happens to a broken one.

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::autosave::{self, Autosave};
use super::store::{self, Folders, SetAside, StoreError};
use crate::shell::notice::Notices;
use crate::shell::words::Words;

/// Reads the save of a game. A broken one is set aside and told of; where nothing is kept there is
/// none.
pub fn read<T: DeserializeOwned>(world: &mut World, game: &str, version: u32) -> Option<T> {
    let path = world.get_resource::<Folders>()?.game(game);
    store::read_or_set_aside(&path, version).unwrap_or_else(|aside| {
        tell(world, &aside);
        None
    })
}

/// Keeps the save of a game soon; `None` removes it.
pub fn write<T: Serialize>(world: &mut World, game: &str, version: u32, content: Option<&T>) {
    let Some(path) = world.get_resource::<Folders>().map(|f| f.game(game)) else {
        return;
    };
    match content {
        Some(content) => autosave::keep(world, path, version, content),
        None => world.resource_mut::<Autosave>().remove(path),
    }
}

/// Sets the save of a game aside whose content does not fit.
pub fn give_up(world: &mut World, game: &str, why: String) {
    let Some(path) = world.get_resource::<Folders>().map(|f| f.game(game)) else {
        return;
    };
    let why = StoreError::Text {
        path: path.clone(),
        line: 1,
        column: 1,
        what: why,
    };
    let aside = store::set_aside(&path, why);
    tell(world, &aside);
}

fn tell(world: &mut World, aside: &SetAside) {
    world.resource_scope(|world, mut notices: Mut<Notices>| {
        notices.set_aside(world.resource::<Words>(), aside);
    });
}
