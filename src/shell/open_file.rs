//! Files from outside: runs of the evolution, experiments of the laboratory and replays of games, named on the command line
//! or dropped on the window.

use std::path::Path;

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::laboratory;
use super::notice::Notices;
use super::played;
use super::theatre::run_file;
use super::words::Words;
use crate::session::replay::is_replay;
use crate::session::store::read_text;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, open_dropped_files);
}

/// Opens a run in the theatre or an experiment in the laboratory, or shows a replay. The error names file, line and reason.
pub fn open_file(world: &mut World, path: &Path) -> Result<(), String> {
    let text = read_text(path).map_err(|why| why.to_string())?;
    let text = text.ok_or_else(|| {
        let values = [("path", path.display().to_string())];
        world
            .resource::<Words>()
            .fill("theatre.no_such_file", &values)
    })?;
    if is_replay(&text) {
        played::open_text(world, path, &text)
    } else if laboratory::file::is_experiment(&text) {
        laboratory::open_file(world, path)
    } else {
        run_file::open_text(world, path, &text)
    }
}

/// Opens a file that is dropped on the window.
fn open_dropped_files(mut drops: MessageReader<FileDragAndDrop>, mut commands: Commands) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            let path = path_buf.clone();
            commands.queue(move |world: &mut World| {
                if let Err(why) = open_file(world, &path) {
                    world.resource_mut::<Notices>().show(why);
                }
            });
        }
    }
}
