//! Saved opponents: named RON files in the player's folder.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::games::hexxagon::players::Weights;
use crate::session::store::{self, StoreError, place_of};
use crate::session::{Autosave, FileName, Folders, Library, SaveError};

/// The version of the file format of opponents.
const FILE_VERSION: u32 = 1;

/// The content of an opponent file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpponentFile {
    /// The five weights.
    weights: Weights,
}

/// Returns the library of opponents.
pub fn library(folders: &Folders) -> Library {
    Library::of(folders, "hexxagon_opponents")
}

/// Saves an opponent under a free name. The file is written in the background.
pub fn save(
    autosave: &mut Autosave,
    folders: &Folders,
    name: &FileName,
    weights: Weights,
) -> Result<(), SaveError> {
    let file = OpponentFile { weights };
    autosave.write_new(&library(folders), name, FILE_VERSION, &file)
}

/// Reads and checks an opponent. The error names file, line and reason.
pub fn read(path: &Path) -> Result<Weights, StoreError> {
    parse(path, &store::read_existing(path)?)
}

/// Reads the text of an opponent file as [`read`] does; `path` is only for errors.
pub fn parse(path: &Path, text: &str) -> Result<Weights, StoreError> {
    let OpponentFile { weights } = store::parse(path, text, FILE_VERSION)?;
    let most = Weights::MAX;
    match weights.0.iter().find(|w| !(-most..=most).contains(*w)) {
        Some(weight) => {
            let (line, column) = place_of("weights", 0, text);
            let why = format!("a weight of {weight} is outside -{most} to {most}");
            Err(StoreError::text(path, line, column, &why))
        }
        None => Ok(weights),
    }
}
