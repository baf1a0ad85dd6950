//! The pictures beside the files of saved runs: the best individual of each. A run is painted when it is saved. A file
//! that came without a picture, for instance from another player, gets one when its run is watched and has come as far
//! as the file says, unless the player has changed the run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::{Show, run_file};
use crate::generation::driver::RunDriver;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::run::StopReason;
use crate::generation::{DisplaySelection, Intervention, Picture};
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
#[derive(Clone)]
pub(super) struct MissingPicture {
    path: PathBuf,
    /// The generation whose best individual is painted; `None` for the last one.
    generation: Option<u32>,
    /// The interventions of the file. A run with others is no longer the run of the file.
    interventions: Vec<Intervention<()>>,
}

/// Paints the best individual of the run that is watched, as the bytes of a PNG file.
pub(super) fn paint_best(world: &World) -> Option<Vec<u8>> {
    let driver = world.get::<RunDriver>(world.resource::<Show>().run?)?;
    paint(
        &best_picture(driver)?,
        world.resource::<Sprites>().painter(),
    )
}

fn best_picture(driver: &RunDriver) -> Option<Picture> {
    let frame = driver.watched().frame(DisplaySelection::BEST, 0)?;
    Some(frame.selected.picture)
}

fn paint(picture: &Picture, sprites: Arc<SpritePainter>) -> Option<Vec<u8>> {
    let canvas = Canvas::of_picture(picture, SIDE, 1.0, sprites)?;
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
    if !is_saved || world.resource::<Autosave>().exists(&path) {
        return;
    }
    let run = world.resource::<Show>().run;
    let Some(driver) = run.and_then(|run| world.get::<RunDriver>(run)) else {
        return;
    };
    let interventions = interventions(driver);
    world.resource_mut::<Show>().missing_picture = Some(MissingPicture {
        path,
        generation,
        interventions,
    });
}

/// The interventions in a run, without the genomes. An archive has none.
fn interventions(driver: &RunDriver) -> Vec<Intervention<()>> {
    let steering = driver.watched().steerable();
    steering.map_or(Vec::new(), |steering| steering.steering_state().log)
}

/// Paints the missing picture in the background as soon as the run has come far enough, and keeps it.
pub(super) fn paint_missing(
    mut show: ResMut<Show>,
    runs: Query<&RunDriver>,
    sprites: Res<Sprites>,
    mut autosave: ResMut<Autosave>,
) {
    let show = show.bypass_change_detection();
    let Some(missing) = &show.missing_picture else {
        return;
    };
    if show.painting_missing.is_some() {
        if let Some(painted) = take_result(&mut show.painting_missing) {
            if let Some(bytes) = painted {
                autosave.write_bytes(missing.path.clone(), bytes);
            }
            show.missing_picture = None;
        }
        return;
    }
    let Some(driver) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    let has_come = has_come_to(driver, missing.generation);
    let picture = has_come.then(|| best_picture(driver)).flatten();
    // A background thread carries out what the player asks for. The interventions are read after the picture, so that
    // the picture shows none that is not seen here.
    if interventions(driver) != missing.interventions {
        show.missing_picture = None;
    } else if let Some(picture) = picture {
        let sprites = sprites.painter();
        show.painting_missing = Some(spawn_or_default(move || paint(&picture, sprites)));
    }
}

/// Whether a run has made a generation, or has come to its end.
fn has_come_to(driver: &RunDriver, generation: Option<u32>) -> bool {
    let progress = driver.watched().progress();
    let made = progress.generation.zip(generation);
    let has_ended = progress
        .stop
        .is_some_and(|stop| !matches!(stop, StopReason::Cancelled | StopReason::Failed(_)));
    has_ended || made.is_some_and(|(made, wanted)| made >= wanted)
}
