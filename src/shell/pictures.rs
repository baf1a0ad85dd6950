//! Pictures that are painted in the background and saved in the player's folder.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::{block_on, poll_once};

use super::games::ActiveGame;
use super::notice::Notices;
use super::words::Words;
use crate::generation::pools::spawn_or_default;
use crate::session::{Autosave, Folders};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Paintings>()
        .add_systems(Update, save_painted);
}

/// Pictures that are being painted. They are saved even if the screen is left.
#[derive(Resource, Default)]
struct Paintings(Vec<Task<Option<Result<Vec<u8>, String>>>>);

/// Paints a picture in the background and saves it. The painter returns the bytes of a PNG file, or the reason why there is
/// none.
pub fn paint_and_save(
    world: &mut World,
    paint: impl FnOnce() -> Option<Result<Vec<u8>, String>> + Send + 'static,
) {
    let task = spawn_or_default(paint);
    world.resource_mut::<Paintings>().0.push(task);
}

/// Saves the pictures that are finished, and says where, or why not.
fn save_painted(world: &mut World) {
    let mut paintings = world.resource_mut::<Paintings>();
    if paintings.0.is_empty() {
        return;
    }
    let mut finished = Vec::new();
    paintings
        .0
        .retain_mut(|task| match block_on(poll_once(task)) {
            None => true,
            Some(painted) => {
                finished.push(painted);
                false
            }
        });
    for painted in finished {
        let said = match painted {
            Some(Ok(bytes)) => save(world, bytes),
            Some(Err(why)) => Err(why),
            None => Err(world.resource::<Words>().get("theatre.film.failed")),
        };
        let text = match said {
            Ok(path) => {
                let values = [("path", path.display().to_string())];
                world.resource::<Words>().fill("theatre.run_saved", &values)
            }
            Err(why) => why,
        };
        world.resource_mut::<Notices>().show(text);
    }
}

/// Saves a picture under the next free number.
fn save(world: &mut World, bytes: Vec<u8>) -> Result<PathBuf, String> {
    let nowhere = || world.resource::<Words>().get("notice.no_folders");
    let folders = world.get_resource::<Folders>().ok_or_else(nowhere)?;
    let folder = folders.data.join("pictures");
    let name = world.resource::<ActiveGame>().0.unwrap_or("run");
    let autosave = world.resource::<Autosave>();
    let mut paths = (1u32..).map(|number| folder.join(format!("{name}-{number}.png")));
    let path = paths.find(|path| !autosave.exists(path));
    let path = path.ok_or_else(|| folder.display().to_string())?;
    world
        .resource_mut::<Autosave>()
        .write_bytes(path.clone(), bytes);
    Ok(path)
}
