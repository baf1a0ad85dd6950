//! What happened to the player's files. The session reports it; the shell finds the words.

use bevy::prelude::*;

use super::store::{SetAside, StoreError};

/// Something that happened to a file and that the player should read.
#[derive(Message, Debug)]
pub enum FileReport {
    /// A file could not be written or removed.
    NotSaved(StoreError),
    /// A file could not be read and was moved out of the way.
    SetAside(SetAside),
    /// Numbers in the settings were outside their ranges and were mended.
    Mended,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<FileReport>();
}
