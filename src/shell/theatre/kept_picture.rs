//! The pictures beside the files of saved runs: the best individual of each. A run is painted when it is saved. A file
//! that came without a picture, for instance from another player, gets one when its run is watched and has come as far
//! as the file says, unless the player has changed the run. All of them are painted in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;

use super::{Show, run_file};
use crate::generation::driver::RunDriver;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::run::StopReason;
use crate::generation::{DisplaySelection, Intervention, WatchedRun};
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

/// The pictures of runs that were saved just now, with the tasks that paint them.
#[derive(Resource, Default)]
pub struct SavedPictures(Vec<(PathBuf, Task<Option<Vec<u8>>>)>);

impl SavedPictures {
    /// Whether all of them are painted.
    pub fn are_painted(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives up a picture whose run is removed.
    pub fn give_up(&mut self, picture: &Path) {
        self.0.retain(|(path, _)| path != picture);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedPictures>()
        .add_systems(Update, keep_painted);
}

/// Paints the best individual of the run that is watched in the background, for the file of the run, which was saved in
/// a generation.
pub(super) fn paint_saved(world: &mut World, path: &Path, generation: Option<u32>) {
    let run = world.resource::<Show>().run;
    let Some(driver) = run.and_then(|run| world.get::<RunDriver>(run)) else {
        return;
    };
    let run = Arc::clone(driver.watched());
    let (interventions, sprites) = (interventions(&*run), world.resource::<Sprites>().painter());
    let task = spawn_or_default(move || paint_best(&*run, generation, &interventions, sprites));
    let mut pictures = world.resource_mut::<SavedPictures>();
    pictures.0.push((picture_path(path), task));
}

/// Keeps the pictures of saved runs that are painted.
fn keep_painted(mut pictures: ResMut<SavedPictures>, mut autosave: ResMut<Autosave>) {
    if pictures.0.is_empty() {
        return;
    }
    pictures.0.retain_mut(|(path, task)| {
        let Some(painted) = check_ready(task) else {
            return true;
        };
        if let Some(bytes) = painted {
            autosave.write_bytes(path.clone(), bytes);
        }
        false
    });
}

/// Paints the best individual of a generation as the bytes of a PNG file, or of the newest one if the run has gone on
/// and has forgotten that generation; `None` if the run has other interventions now. They are read after the picture,
/// so that the picture shows no others.
fn paint_best(
    run: &dyn WatchedRun,
    generation: Option<u32>,
    interventions: &[Intervention<()>],
    sprites: Arc<SpritePainter>,
) -> Option<Vec<u8>> {
    let frame = generation.and_then(|generation| run.frame_of_generation(generation, 0));
    let frame = frame.or_else(|| run.frame(DisplaySelection::BEST, 0))?;
    if self::interventions(run) != interventions {
        return None;
    }
    let canvas = Canvas::of_picture(&frame.selected.picture, SIDE, 1.0, sprites)?;
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
    let interventions = interventions(&**driver.watched());
    world.resource_mut::<Show>().missing_picture = Some(MissingPicture {
        path,
        generation,
        interventions,
    });
}

/// The interventions in a run, without the genomes. An archive has none.
fn interventions(run: &dyn WatchedRun) -> Vec<Intervention<()>> {
    let steering = run.steerable();
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
    let run = Arc::clone(driver.watched());
    if interventions(&*run) != missing.interventions {
        show.missing_picture = None;
    } else if has_reached(driver, missing.generation) {
        let (interventions, sprites) = (missing.interventions.clone(), sprites.painter());
        let generation = missing.generation;
        let work = move || paint_best(&*run, generation, &interventions, sprites);
        show.painting_missing = Some(spawn_or_default(work));
    }
}

/// Whether a run has made a generation, or has come to its end.
fn has_reached(driver: &RunDriver, generation: Option<u32>) -> bool {
    let progress = driver.watched().progress();
    let made = progress.generation.zip(generation);
    let has_ended = progress
        .stop
        .is_some_and(|stop| !matches!(stop, StopReason::Cancelled | StopReason::Failed(_)));
    has_ended || made.is_some_and(|(made, wanted)| made >= wanted)
}
