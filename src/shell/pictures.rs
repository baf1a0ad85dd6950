//! Pictures that are painted in the background and saved in the player's folder of pictures, and the notices of files
//! that the player saves.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;

use super::games::ActiveGame;
use super::notice::{Notices, refusal};
use super::words::Words;
use crate::base::PlainError;
use crate::generation::pools::spawn_or_default;
use crate::session::library::no_free_name;
use crate::session::{Autosave, FileState, Folders};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Paintings>()
        .add_systems(Update, (save_painted, announce_written).chain());
}

/// Pictures that are being painted or written. They are saved even if the screen is left.
#[derive(Resource, Default)]
struct Paintings {
    painting: Vec<Task<Option<Result<Vec<u8>, PlainError>>>>,
    writing: Vec<PathBuf>,
}

/// Paints a picture in the background and saves it. The painter returns the bytes of a PNG file, or the reason why
/// there is no picture.
pub fn paint_and_save(
    world: &mut World,
    paint: impl FnOnce() -> Option<Result<Vec<u8>, PlainError>> + Send + 'static,
) {
    let task = spawn_or_default(paint);
    world.resource_mut::<Paintings>().painting.push(task);
}

/// Hands the pictures that are finished to the autosave. A notice gives the reason if a picture could not be painted.
fn save_painted(world: &mut World) {
    let mut paintings = world.resource_mut::<Paintings>();
    if paintings.painting.is_empty() {
        return;
    }
    let mut finished = Vec::new();
    paintings
        .painting
        .retain_mut(|task| match check_ready(task) {
            None => true,
            Some(painted) => {
                finished.push(painted);
                false
            }
        });
    for painted in finished {
        let saved = match painted {
            Some(painted) => painted.and_then(|bytes| save(world, bytes)),
            None => Err(refusal(world, "theatre.film.failed")),
        };
        match saved {
            Ok(path) => announce_when_written(world, path),
            Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
        }
    }
}

/// Shows the path of a file that is being written as soon as the file is on the disk.
pub fn announce_when_written(world: &mut World, path: PathBuf) {
    world.resource_mut::<Paintings>().writing.push(path);
}

/// Shows the path of a file as soon as the file is on the disk. If it cannot be written, the autosave gives the reason.
fn announce_written(
    autosave: Res<Autosave>,
    words: Res<Words>,
    mut paintings: ResMut<Paintings>,
    mut notices: ResMut<Notices>,
) {
    if paintings.writing.is_empty() {
        return;
    }
    paintings.writing.retain(|path| match autosave.state(path) {
        FileState::Waiting => true,
        FileState::Saved => {
            let values = [("path", path.display().to_string())];
            notices.show(words.fill("theatre.run_saved", &values));
            false
        }
        FileState::NotKept => {
            notices.show(words.get("notice.other_copy"));
            false
        }
        FileState::Failed(_) | FileState::Absent => false,
    });
}

/// Saves a picture under the next free number.
fn save(world: &mut World, bytes: Vec<u8>) -> Result<PathBuf, PlainError> {
    let nowhere = || refusal(world, "notice.no_folders");
    let folders = world.get_resource::<Folders>().ok_or_else(nowhere)?;
    let folder = folders.pictures.clone();
    let name = world.resource::<ActiveGame>().0.unwrap_or("evolvarium");
    let autosave = world.resource::<Autosave>();
    let mut paths = (1u32..).map(|number| folder.join(format!("{name}-{number}.png")));
    let path = paths.find(|path| !autosave.exists(path));
    let path = path.ok_or_else(no_free_name)?;
    world
        .resource_mut::<Autosave>()
        .write_bytes(path.clone(), bytes);
    Ok(path)
}
