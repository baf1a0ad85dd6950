//! Files of the player: RON with a version, written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;
use bevy::prelude::Resource;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Where the player's files are.
#[derive(Resource, Clone, Debug)]
pub struct Folders {
    /// For settings.
    pub config: PathBuf,
    /// For saved games.
    pub data: PathBuf,
}

impl Folders {
    /// The folders that belong to the user on this system; `None` if the system names none.
    pub fn of_user() -> Option<Self> {
        let dirs = directories::ProjectDirs::from("", "", "evolvarium")?;
        Some(Folders {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
        })
    }

    /// Both in one folder, for tests.
    pub fn within(folder: &Path) -> Self {
        Folders {
            config: folder.join("config"),
            data: folder.join("data"),
        }
    }

    /// The file of the settings.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.ron")
    }

    /// The file of the statistics.
    pub fn statistics(&self) -> PathBuf {
        self.data.join("statistics.ron")
    }

    /// The file of the game under way of one kind of game.
    pub fn game(&self, game: &str) -> PathBuf {
        self.data.join(format!("{game}.ron"))
    }
}

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The text is not what it should be.
    #[error("{}: line {line}, column {column}: {what}", path.display())]
    Text {
        /// Which file.
        path: PathBuf,
        /// Where, from 1.
        line: usize,
        /// Where, from 1.
        column: usize,
        /// What is wrong.
        what: String,
    },
    /// It was written by a newer version of the game.
    #[error("{}: has format {found}, but this version of the game knows formats up to {known}", path.display())]
    Version {
        /// Which file.
        path: PathBuf,
        /// The format found.
        found: u32,
        /// The newest format known.
        known: u32,
    },
    /// It cannot be written as RON.
    #[error("{}: {what}", path.display())]
    Unwritable {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Versioned<T> {
    version: u32,
    content: T,
}

/// The version alone, whatever the content is.
#[derive(Deserialize)]
struct VersionOnly {
    version: u32,
}

/// Reads a file; `None` if there is none.
pub fn read<T: DeserializeOwned>(path: &Path, version: u32) -> Result<Option<T>, StoreError> {
    let text = read_text(path)?;
    text.map(|text| parse(path, &text, version)).transpose()
}

/// The text of a file; `None` if there is none.
pub fn read_text(path: &Path) -> Result<Option<String>, StoreError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(StoreError::Io {
            path: path.to_owned(),
            source,
        }),
    }
}

/// What the text of a file says.
pub fn parse<T: DeserializeOwned>(path: &Path, text: &str, version: u32) -> Result<T, StoreError> {
    let bad = |error: ron::error::SpannedError| StoreError::Text {
        path: path.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        what: error.code.to_string(),
    };
    let found = ron::from_str::<VersionOnly>(text).map_err(bad)?.version;
    if found > version {
        return Err(StoreError::Version {
            path: path.to_owned(),
            found,
            known: version,
        });
    }
    let whole: Versioned<T> = ron::from_str(text).map_err(bad)?;
    Ok(whole.content)
}

/// What a file with this content says.
pub fn text<T: Serialize>(path: &Path, version: u32, content: &T) -> Result<String, StoreError> {
    let pretty = ron::ser::PrettyConfig::default();
    let whole = Versioned { version, content };
    ron::ser::to_string_pretty(&whole, pretty).map_err(|error| StoreError::Unwritable {
        path: path.to_owned(),
        what: error.to_string(),
    })
}

/// Writes a text: afterwards the file is either the old one or the new one.
pub fn write_text(path: &Path, text: &str) -> Result<(), StoreError> {
    let io = |source| StoreError::Io {
        path: path.to_owned(),
        source,
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    let mut file = AtomicWriteFile::open(path).map_err(io)?;
    file.write_all(text.as_bytes()).map_err(io)?;
    file.commit().map_err(io)
}

/// Writes a file: afterwards it is either the old one or the new one.
pub fn write<T: Serialize>(path: &Path, version: u32, content: &T) -> Result<(), StoreError> {
    write_text(path, &text(path, version, content)?)
}

/// Removes a file, if it is there.
pub fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(StoreError::Io {
            path: path.to_owned(),
            source,
        }),
        _ => Ok(()),
    }
}

/// A file that could not be read, and where it is kept now.
#[derive(Debug)]
pub struct SetAside {
    /// What was wrong, and with which file.
    pub why: StoreError,
    /// Its new name; `None` if it could not be moved.
    pub kept: Option<PathBuf>,
}

/// Reads a file; sets a broken one aside under a free name, so that nothing is lost.
pub fn read_or_set_aside<T: DeserializeOwned>(
    path: &Path,
    version: u32,
) -> Result<Option<T>, SetAside> {
    read(path, version).map_err(|why| set_aside(path, why))
}

/// Moves a file aside whose content is wrong as a whole.
pub fn set_aside_for(path: &Path, what: String) -> SetAside {
    let why = StoreError::Text {
        path: path.to_owned(),
        line: 1,
        column: 1,
        what,
    };
    set_aside(path, why)
}

/// Moves a file that cannot be used to a free name beside it.
pub fn set_aside(path: &Path, why: StoreError) -> SetAside {
    let name = |n: u32| path.with_extension(format!("broken-{n}.ron"));
    let free = (1..1_000).map(name).find(|name| !name.exists());
    let kept = free.filter(|name| fs::rename(path, name).is_ok());
    SetAside { why, kept }
}
