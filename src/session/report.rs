//! Reports on the player's files. The session writes them, and the shell shows them in words.

use bevy::prelude::*;

use super::store::{SetAside, StoreError};

/// An event of a file that the player should know about.
#[derive(Message, Debug)]
pub enum FileReport {
    /// A file could not be written or removed.
    NotSaved(StoreError),
    /// A file could not be read and was renamed.
    SetAside(SetAside),
    /// A file cannot be read now. It stays as it is and is not written in this session.
    Unreadable(StoreError),
    /// Another copy of the program uses the player's folder, so that this one saves nothing.
    OtherCopy,
    /// The system names no folder for the player's files, so that nothing is saved.
    NoFolder,
    /// Numbers in the settings were outside their ranges and were corrected.
    Mended,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<FileReport>();
}
