//! The actions that are possible with a thing on the shelf.

use std::path::Path;

use bevy::prelude::*;

use super::list::{Reading, kept_at};
use super::{Shelf, list};
use crate::base::PlainError;
use crate::session::labels::{SavedLabel, set_label};
use crate::session::store::read_bytes;
use crate::session::{Autosave, FileName, Labels};
use crate::shell::active_game;
use crate::shell::games::ActiveGame;
use crate::shell::notice::{Notices, refusal};
use crate::shell::table::save_row::{no_name, writable_folders};
use crate::shell::theatre::kept_picture::SavedPictures;
use crate::shell::words::Words;

/// Starts a game with a thing or against it.
pub fn play(world: &mut World, path: &Path) -> Result<(), PlainError> {
    let Some(thing) = world.resource::<Shelf>().thing(path) else {
        return Ok(());
    };
    let (play, game) = (thing.kind.play, thing.kind.game);
    let play = play.ok_or_else(|| refusal(world, "editor.unplayable"))?;
    let before = active_game::activate(world, game);
    play(world, path).inspect_err(|_| world.resource_mut::<ActiveGame>().0 = before)
}

/// Shows a thing on a page where it can be changed: in its editor, or in the theatre.
pub fn look_at(world: &mut World, path: &Path) -> Result<(), PlainError> {
    let Some(look) = world
        .resource::<Shelf>()
        .thing(path)
        .map(|thing| thing.kind.look)
    else {
        return Ok(());
    };
    look(world, path)
}

/// Returns the text that gives a thing to another player.
pub fn text_of(world: &World, path: &Path) -> Result<String, PlainError> {
    let thing = world.resource::<Shelf>().thing(path);
    thing.map_or(Ok(String::new()), |thing| (thing.kind.text)(world, path))
}

/// Gives a thing a name. The name of its file stays, so that games which refer to the file still find it.
pub fn rename(world: &mut World, path: &Path, name: &str) -> Result<(), PlainError> {
    let name = name.trim();
    FileName::typed(name).map_err(|_| no_name(world))?;
    let labels = world.resource::<Labels>();
    let Some(thing) = world.resource::<Shelf>().thing(path) else {
        return Ok(());
    };
    let label = SavedLabel {
        name: name.to_owned(),
        kept: kept_at(labels, thing),
        from: labels.of(path).and_then(|label| label.from.clone()),
    };
    set_label(world, path, Some(label));
    Ok(())
}

/// Removes a thing, or returns the reason why that is not possible. It can be put back until the next one is removed.
pub fn remove(world: &mut World, path: &Path) -> Result<(), PlainError> {
    writable_folders(world)?;
    let painted = path.with_extension("png");
    let mut files = Vec::new();
    for path in [path, &painted] {
        if let Some(bytes) = read_bytes(path)? {
            files.push((path.to_owned(), bytes));
        }
    }
    let label = world.resource::<Labels>().of(path).cloned();
    // The picture of a run that was saved just now may still be painted, or wait for the disk.
    world.resource_mut::<SavedPictures>().give_up(&painted);
    let mut autosave = world.resource_mut::<Autosave>();
    for path in [path.to_owned(), painted] {
        if autosave.exists(&path) {
            autosave.remove(path);
        }
    }
    set_label(world, path, None);
    world.resource_mut::<Reading>().begin_anew();
    let mut shelf = world.resource_mut::<Shelf>();
    let mut things = std::mem::take(&mut shelf.things);
    things.retain(|thing| thing.path != path);
    shelf.set_things(things);
    shelf.removed = Some((files, label));
    Ok(())
}

/// Puts back the thing that was removed last.
pub fn put_back(world: &mut World) {
    let Some((files, label)) = world.resource_mut::<Shelf>().removed.take() else {
        return;
    };
    let first = files.first().map(|(path, _)| path.clone());
    let taken = first
        .as_ref()
        .filter(|path| world.resource::<Autosave>().exists(path));
    if let Some(path) = taken {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = label.as_ref().map(|label| label.name.clone());
        let name = [("name", name.unwrap_or_else(|| stem.into_owned()))];
        let text = world.resource::<Words>().fill("shelf.taken", &name);
        world.resource_mut::<Notices>().show(text);
        world.resource_mut::<Shelf>().removed = Some((files, label));
        return;
    }
    for (path, bytes) in files {
        world.resource_mut::<Autosave>().write_bytes(path, bytes);
    }
    if let Some(path) = first {
        set_label(world, &path, label);
    }
    if let Err(why) = world.run_system_cached(list::begin_reading) {
        world.resource_mut::<Notices>().show(why.to_string());
    }
}
