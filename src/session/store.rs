//! The player's files: RON with a version. A file is written completely or not at all.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use atomic_write_file::AtomicWriteFile;
use bevy::log::warn;
use bevy::prelude::Resource;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::ron_tokens::{fields_of, line_and_column};
use crate::base::{QUOTE, excerpt};

/// The folders of the player's files.
#[derive(Resource, Clone, Debug)]
pub struct Folders {
    /// The folder of the settings.
    pub config: PathBuf,
    /// The folder of saved games and libraries.
    pub data: PathBuf,
    /// The folder of the pictures and films that the player saves.
    pub pictures: PathBuf,
    /// The folder of the files that the player saves in order to share them.
    pub shared: PathBuf,
}

/// The name of the game's folders among the user's pictures and documents.
const NAME_AMONG_OTHERS: &str = "Evolvarium";

impl Folders {
    /// Returns the folders of the user, or `None` if the system does not name any.
    pub fn of_user() -> Option<Self> {
        let dirs = directories::ProjectDirs::from("", "", "evolvarium")?;
        let user = directories::UserDirs::new();
        // A system without such folders keeps the files beside the saved games.
        let among = |dir: Option<&Path>, instead: &str| match dir {
            Some(dir) => dir.join(NAME_AMONG_OTHERS),
            None => dirs.data_dir().join(instead),
        };
        let picture_dir = user.as_ref().and_then(|user| user.picture_dir());
        let document_dir = user.as_ref().and_then(|user| user.document_dir());
        Some(Folders {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            pictures: among(picture_dir, "pictures"),
            shared: among(document_dir, "shared"),
        })
    }

    /// Returns folders inside `folder`. Tests use it.
    pub fn within(folder: &Path) -> Self {
        let data = folder.join("data");
        Folders {
            config: folder.join("config"),
            pictures: data.join("pictures"),
            shared: data.join("shared"),
            data,
        }
    }

    /// Returns the path of the settings.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.ron")
    }

    /// Returns the path of the save of a game.
    pub fn game(&self, game: &str) -> PathBuf {
        self.data.join(format!("{game}.ron"))
    }
}

/// The reason why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system returned an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file does not exist.
    #[error("{}: there is no such file", .0.display())]
    Missing(PathBuf),
    /// The text is invalid.
    #[error("{}: line {line}, column {column}: {what}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The error. It can quote the file, so [`StoreError::text`] has shortened it.
        what: String,
    },
    /// The file was written by a newer version of the program.
    #[error("{}: has format {found}, but this version of the game knows formats up to {known}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
    /// The content cannot be expressed as RON.
    #[error("{}: {what}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error.
        what: String,
    },
}

impl StoreError {
    /// Makes an error for a text that is wrong at a line and a column, from 1.
    pub fn text(path: &Path, line: usize, column: usize, what: &str) -> Self {
        StoreError::Text {
            path: path.to_owned(),
            line,
            column,
            what: excerpt(what, QUOTE),
        }
    }

    /// Makes an error for a text that is no RON of the wanted type.
    pub fn syntax(path: &Path, error: &ron::error::SpannedError) -> Self {
        let start = error.span.start;
        StoreError::text(path, start.line, start.col, &error.code.to_string())
    }
}

#[derive(Serialize, Deserialize)]
struct Versioned<T> {
    version: u32,
    content: T,
}

/// The version of a file with any content.
#[derive(Deserialize)]
struct VersionOnly {
    version: u32,
}

/// Reads a file. Returns `None` if it does not exist. The errors are those of [`read_text`] and [`parse`].
pub fn read<T: DeserializeOwned>(path: &Path, version: u32) -> Result<Option<T>, StoreError> {
    let text = read_text(path)?;
    text.map(|text| parse(path, &text, version)).transpose()
}

/// The size of the largest file that is read, in bytes. All files of the program are far smaller.
const MAX_FILE_SIZE: u64 = 16 << 20;

/// Reads the bytes of a file. Returns `None` if it does not exist. A path that is no regular file, such as a device or
/// a pipe, is refused, because reading it might never end.
pub fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    let refuse = |why| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    let read = || {
        // The file is not opened before this check, because opening a pipe waits for its other end.
        if !fs::metadata(path)?.is_file() {
            return refuse("this is no regular file, but a folder, a device or a pipe");
        }
        let mut bytes = Vec::new();
        let mut file = File::open(path)?.take(MAX_FILE_SIZE + 1);
        if file.read_to_end(&mut bytes)? as u64 > MAX_FILE_SIZE {
            return refuse("the file is larger than 16 MB");
        }
        Ok(bytes)
    };
    match read() {
        Ok(bytes) => Ok(Some(bytes)),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(StoreError::Io {
            path: path.to_owned(),
            source,
        }),
    }
}

/// Reads the text of a file as [`read_bytes`] does. Returns `None` if it does not exist.
pub fn read_text(path: &Path) -> Result<Option<String>, StoreError> {
    let text = read_bytes(path)?.map(String::from_utf8).transpose();
    // Text that is no UTF-8 is broken, and reading it again does not help.
    text.map_err(|why| StoreError::text(path, 1, 1, &why.to_string()))
}

/// Reads the text of a file. A file that does not exist is an error.
pub fn read_existing(path: &Path) -> Result<String, StoreError> {
    let missing = || StoreError::Missing(path.to_owned());
    read_text(path)?.ok_or_else(missing)
}

/// Parses the text of a file; `path` is only for errors. A text with an error names its line and column, and a newer
/// version than `version` is refused.
pub fn parse<T: DeserializeOwned>(path: &Path, text: &str, version: u32) -> Result<T, StoreError> {
    let text_error = |error| StoreError::syntax(path, &error);
    let found = ron::from_str::<VersionOnly>(text)
        .map_err(text_error)?
        .version;
    if found > version {
        return Err(StoreError::Version {
            path: path.to_owned(),
            found,
            known: version,
        });
    }
    let whole: Versioned<T> = ron::from_str(text).map_err(text_error)?;
    Ok(whole.content)
}

/// Returns the text of a file with this content. It is an error if the content has no text; `path` is only for that
/// error.
pub fn text<T: Serialize>(path: &Path, version: u32, content: &T) -> Result<String, StoreError> {
    let pretty = ron::ser::PrettyConfig::default();
    let whole = Versioned { version, content };
    ron::ser::to_string_pretty(&whole, pretty).map_err(|error| StoreError::Unwritable {
        path: path.to_owned(),
        what: error.to_string(),
    })
}

/// Returns the text in one line, for content that players send to each other. It is an error if the content has no
/// text.
pub fn line<T: Serialize>(version: u32, content: &T) -> Result<String, StoreError> {
    ron::to_string(&Versioned { version, content }).map_err(|error| StoreError::Unwritable {
        path: PathBuf::new(),
        what: error.to_string(),
    })
}

/// Whether a text has a field with a name.
pub fn has_field(name: &str, text: &str) -> bool {
    fields_of(text, name).next().is_some()
}

/// The line and the column, from 1, at which a field begins in a text; 1 and 1 if it is not found. Of several fields
/// with this name it is the one after `number` others.
pub fn place_of(name: &str, number: usize, text: &str) -> (usize, usize) {
    let found = fields_of(text, name).nth(number);
    found.map_or((1, 1), |at| line_and_column(text, at))
}

/// Writes bytes to a file, which then says that it was changed at a given time. After an error the old file is
/// unchanged. Files of the player are written by the [`Autosave`](super::Autosave) alone.
///
/// The time is given because files that wait together are written in any order, and the disk's own clock is coarse: by
/// it, the older one of two saves can look newer.
pub fn write(path: &Path, bytes: &[u8], changed_at: SystemTime) -> Result<(), StoreError> {
    let io = |source| StoreError::Io {
        path: path.to_owned(),
        source,
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    // A link stays a link, and the file that it leads to is replaced.
    let target = fs::canonicalize(path);
    let target = target.as_deref().unwrap_or(path);
    let mut file = AtomicWriteFile::open(target).map_err(io)?;
    file.write_all(bytes).map_err(io)?;
    // Some disks do not let the time be set, and the content matters more than its time.
    if let Err(why) = file.as_file().set_modified(changed_at) {
        warn!("the time of {} cannot be set: {why}", path.display());
    }
    file.commit().map_err(io)
}

/// Removes a file, if it exists. It is an error if the file stays.
pub fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(StoreError::Io {
            path: path.to_owned(),
            source,
        }),
        _ => Ok(()),
    }
}

/// A file that could not be read and was renamed.
#[derive(Debug)]
pub struct SetAside {
    /// The reason.
    pub why: StoreError,
    /// The new path, or `None` if the file could not be renamed.
    pub kept: Option<PathBuf>,
}

/// Returns the entries of a folder. A folder that does not exist, or is a file, counts as empty. Another error goes to
/// the log.
pub fn entries_of(folder: &Path) -> Vec<DirEntry> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().collect(),
        Err(why) => {
            let is_none = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
            if !is_none.contains(&why.kind()) {
                warn!("{} cannot be read: {why}", folder.display());
            }
            Vec::new()
        }
    }
}

/// Renames a file that cannot be used to a free name in the same folder. The name of a file of a newer version tells
/// the version, so that it can be found again for the newer program.
pub fn set_aside(path: &Path, why: StoreError) -> SetAside {
    let kind = match why {
        StoreError::Version { found, .. } => format!("version-{found}"),
        _ => "broken".to_owned(),
    };
    let name = |n: u32| path.with_extension(format!("{kind}-{n}.ron"));
    let free = (1..1_000).map(name).find(|name| !name.exists());
    let kept = free.filter(|name| fs::rename(path, name).is_ok());
    SetAside { why, kept }
}
