//! The pictures beside the files of saved runs: the best individual of each. A run is painted when it is saved. A file
//! that came without a picture, for instance from another player, gets one when its run is watched and has come as far
//! as the file says.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::{Show, run_file};
use crate::base::catch_panic;
use crate::generation::driver::RunDriver;
use crate::generation::{DisplaySelection, Picture};
use crate::session::{Autosave, Folders};
use crate::shell::theme::animation::png;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::sprites::{SpritePainter, Sprites};

/// The pixels of a side of a picture.
const SIDE: u32 = 384;

/// The path of the picture of a saved run.
pub fn picture_path(path: &Path) -> PathBuf {
    path.with_extension("png")
}

/// The picture that the file of the watched run lacks.
pub(super) struct MissingPicture {
    path: PathBuf,
    /// The generation whose best individual is painted; `None` for the last one.
    generation: Option<u32>,
    /// The painting, which gives the bytes of a PNG file.
    task: Option<Task<Option<Vec<u8>>>>,
}

/// Paints the best individual of the run that is watched, as the bytes of a PNG file.
pub(super) fn paint_best(world: &World) -> Option<Vec<u8>> {
    paint(&best_picture(world)?, world.resource::<Sprites>().painter())
}

fn best_picture(world: &World) -> Option<Picture> {
    let driver = world.get::<RunDriver>(world.resource::<Show>().run?)?;
    let frame = driver.watched().frame(DisplaySelection::BEST, 0)?;
    Some(frame.selected.picture)
}

fn paint(picture: &Picture, sprites: Arc<SpritePainter>) -> Option<Vec<u8>> {
    let mut canvas = Canvas::with_sprites(SIDE, SIDE, sprites)?;
    canvas.picture(picture, Vec2::ZERO, SIDE as f32);
    png(&canvas.into_painted()).ok()
}

/// Notes that the file of the watched run has no picture, if it is one of the saved runs and has none. Files elsewhere
/// are left alone.
pub(super) fn note_missing(world: &mut World, path: &Path, generation: Option<u32>) {
    let Some(folders) = world.get_resource::<Folders>() else {
        return;
    };
    let library = run_file::library(folders);
    let is_saved = library
        .names()
        .iter()
        .any(|name| library.path(name) == path);
    let path = picture_path(path);
    if is_saved && !world.resource::<Autosave>().exists(&path) {
        world.resource_mut::<Show>().missing_picture = Some(MissingPicture {
            path,
            generation,
            task: None,
        });
    }
}

/// Paints the missing picture in the background as soon as the run has come far enough, and keeps it.
pub(super) fn paint_missing(world: &mut World) {
    if world.resource::<Show>().missing_picture.is_none() {
        return;
    }
    let missing = world.resource_mut::<Show>().missing_picture.take();
    let rest = missing.and_then(|missing| advance(world, missing));
    world.resource_mut::<Show>().missing_picture = rest;
}

/// Begins or ends the painting; `None` when there is nothing left to do.
fn advance(world: &mut World, mut missing: MissingPicture) -> Option<MissingPicture> {
    if let Some(task) = &mut missing.task {
        let Some(painted) = block_on(poll_once(task)) else {
            return Some(missing);
        };
        if let Some(bytes) = painted {
            let mut autosave = world.resource_mut::<Autosave>();
            autosave.write_bytes(missing.path, bytes);
        }
        return None;
    }
    if has_come_to(world, missing.generation)
        && let Some(picture) = best_picture(world)
    {
        let sprites = world.resource::<Sprites>().painter();
        let work = move || paint(&picture, sprites);
        let task =
            AsyncComputeTaskPool::get().spawn(async move { catch_panic(work).ok().flatten() });
        missing.task = Some(task);
    }
    Some(missing)
}

/// Whether the watched run has made a generation, or has ended.
fn has_come_to(world: &World, generation: Option<u32>) -> bool {
    let run = world.resource::<Show>().run;
    let driver = run.and_then(|run| world.get::<RunDriver>(run));
    driver.is_some_and(|driver| {
        let progress = driver.watched().progress();
        let made = progress.generation.zip(generation);
        progress.stop.is_some() || made.is_some_and(|(made, wanted)| made >= wanted)
    })
}
