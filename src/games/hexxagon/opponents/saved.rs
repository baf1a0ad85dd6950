//! Saved opponents: named RON files in the player's folder.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::games::hexxagon::players::Weights;
use crate::session::store::{self, StoreError};
use crate::session::{Autosave, FileName, Folders, Library, SaveError};

/// Version of the file format of opponents and boards.
pub(in crate::games::hexxagon) const FILE_VERSION: u32 = 1;

/// The content of an opponent file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpponentFile {
    /// The five weights.
    weights: Weights,
}

/// The reason why an opponent file cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum OpponentFileError {
    /// The file cannot be read or parsed.
    #[error(transparent)]
    File(#[from] StoreError),
    /// The file does not exist.
    #[error("{}: there is no such file", .0.display())]
    Missing(PathBuf),
    /// A weight is out of range.
    #[error("{}: a weight of {weight} is outside -99 to 99", path.display())]
    Weight {
        /// Path of the file.
        path: PathBuf,
        /// The weight.
        weight: i8,
    },
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

/// Loads and checks an opponent.
pub fn load(path: &Path) -> Result<Weights, OpponentFileError> {
    let file: Option<OpponentFile> = store::read(path, FILE_VERSION)?;
    let missing = || OpponentFileError::Missing(path.to_owned());
    let OpponentFile { weights } = file.ok_or_else(missing)?;
    let most = Weights::MAX;
    match weights.0.iter().find(|w| !(-most..=most).contains(*w)) {
        Some(weight) => Err(OpponentFileError::Weight {
            path: path.to_owned(),
            weight: *weight,
        }),
        None => Ok(weights),
    }
}
