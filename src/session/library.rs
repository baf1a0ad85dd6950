//! Libraries: things that a player has saved under a name. They are RON files in folders of the player's data.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use bevy::log::warn;

use super::store::Folders;

/// The name of a saved thing: 1 to 20 small letters and digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileName(String);

/// The reason why a text is not a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a name to keep something under: use 1 to 20 letters a-z and digits")]
pub struct FileNameError(String);

impl FileName {
    /// Makes a name from the text that a player has typed. Capitals become small letters, and spaces are removed.
    pub fn typed(text: &str) -> Result<Self, FileNameError> {
        let plain = text.to_lowercase().split_whitespace().collect::<String>();
        plain.parse().map_err(|_| FileNameError::of(text))
    }
}

impl FileNameError {
    fn of(text: &str) -> Self {
        FileNameError(text.chars().take(40).collect())
    }
}

impl FromStr for FileName {
    type Err = FileNameError;

    fn from_str(text: &str) -> Result<Self, FileNameError> {
        let plain = text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if plain && (1..=20).contains(&text.len()) {
            Ok(FileName(text.to_owned()))
        } else {
            Err(FileNameError::of(text))
        }
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A folder of saved things of one kind.
#[derive(Clone, Debug)]
pub struct Library(PathBuf);

impl Library {
    /// Returns the library of a kind of things; `kind` is the name of its folder.
    pub fn of(folders: &Folders, kind: &str) -> Self {
        Library(folders.data.join(kind))
    }

    /// Returns the path of the file of a name.
    pub fn path(&self, name: &FileName) -> PathBuf {
        self.0.join(format!("{name}.ron"))
    }

    /// Returns the names of all saved things, in order. A folder that cannot be read is reported in the log.
    pub fn names(&self) -> Vec<FileName> {
        let entries = match std::fs::read_dir(&self.0) {
            Ok(entries) => entries,
            Err(why) => {
                // The folder does not exist until something is saved.
                if why.kind() != std::io::ErrorKind::NotFound {
                    warn!("{} cannot be read: {why}", self.0.display());
                }
                return Vec::new();
            }
        };
        let name = |entry: std::fs::DirEntry| {
            let file = entry.file_name();
            file.to_str()?.strip_suffix(".ron")?.parse().ok()
        };
        let mut names: Vec<FileName> = entries.flatten().filter_map(name).collect();
        names.sort();
        names
    }
}
