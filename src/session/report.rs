//! Reports on the player's files. The session writes them, and the shell shows them in words.

use std::path::PathBuf;

use bevy::prelude::*;

use super::store::{Folders, SetAside, StoreError};

/// An event of a file that the player should know about.
#[derive(Message, Debug)]
pub enum FileReport {
    /// A file could not be written or removed.
    NotSaved(StoreError),
    /// A file could not be read and was renamed.
    SetAside(SetAside),
    /// A file cannot be read now. It stays as it is and is not written in this session.
    Unreadable(StoreError),
    /// A file that was put into a library from outside cannot be renamed, and is not listed.
    Unlisted(PathBuf),
    /// Another copy of the program uses the player's folder, so that this one saves nothing.
    OtherCopy,
    /// Numbers in the settings were outside their ranges and were corrected.
    Mended,
    /// The system names no folder for the player's files, so nothing is kept.
    NoFolders,
}

/// Keeps the player's files in these folders. Without any, the player is told that nothing is kept.
pub fn keep_files_in(app: &mut App, folders: Option<Folders>) {
    match folders {
        Some(folders) => {
            app.insert_resource(folders);
        }
        None => {
            app.add_message::<FileReport>();
            app.add_systems(PostStartup, |mut reports: MessageWriter<FileReport>| {
                reports.write(FileReport::NoFolders);
            });
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<FileReport>();
}
