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
    /// Numbers in the settings were outside their ranges and were corrected.
    Mended,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<FileReport>();
}
