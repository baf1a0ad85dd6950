//! Runs on the shelf. Their pictures were painted when they were saved, or when somebody else's run was watched.

use std::path::Path;

use bevy::prelude::*;

use super::{Drawing, ShelfKind, ThingContent, add_shelf_kind};
use crate::base::PlainError;
use crate::session::RunFile;
use crate::session::store::{read_bytes, read_existing};
use crate::shell::open_file::open_file;
use crate::shell::theatre::kept_picture::picture_path;
use crate::shell::theatre::run_file::library;

pub(super) fn plugin(app: &mut App) {
    let kind = ShelfKind {
        game: None,
        name: "shelf.run",
        library,
        read,
        play: None,
        look: |world, path| {
            open_file(world, path);
            Ok(())
        },
        text: |_, path| text_in(path),
    };
    add_shelf_kind(app, kind);
}

fn read(path: &Path) -> Result<ThingContent, PlainError> {
    let file = RunFile::parse(path, &text_in(path)?)?;
    // A run of an earlier version or of another player has no picture beside it until it is watched.
    let painted = read_bytes(&picture_path(path)).ok().flatten();
    Ok(ThingContent {
        drawing: Drawing::Painted(painted.unwrap_or_default()),
        creature: None,
        count: 1,
        problem: Some(file.problem),
    })
}

/// The text of the file of a run.
fn text_in(path: &Path) -> Result<String, PlainError> {
    read_existing(path).map_err(PlainError::from)
}
