//! A file that a subcommand writes beside its text.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;

use super::CommandError;

/// A file that is open to be written. Until it is written, an older file in its place stays as it is.
pub struct SideFile {
    path: PathBuf,
    target: Target,
}

enum Target {
    /// A file that takes the place of the older one when it is whole.
    File(AtomicWriteFile),
    /// A device or a pipe, in whose place no file may come.
    Device(File),
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        // A link stays a link, and the file that it leads to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&target) {
            // A file that takes the place of a folder would be refused only at the end.
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                let opened = File::options().write(true).open(&target);
                opened.map(Target::Device)
            }
            _ => AtomicWriteFile::open(&target).map(Target::File),
        }
    }

    fn write(self, content: &[u8]) -> io::Result<()> {
        match self {
            Target::File(mut file) => {
                file.write_all(content)?;
                file.commit()
            }
            Target::Device(mut file) => file.write_all(content),
        }
    }
}

impl SideFile {
    /// Opens a file. It is opened before the work, so that a file that cannot be written is found out early.
    pub fn open(path: &Path) -> Result<Self, CommandError> {
        match Target::open(path) {
            Ok(target) => Ok(SideFile {
                path: path.to_owned(),
                target,
            }),
            Err(why) => Err(CommandError::unwritable(path, &why)),
        }
    }

    /// Writes the content. Returns the line that names the file, behind a word for it.
    pub fn write(self, word: &str, content: &str) -> Result<String, CommandError> {
        let written = self.target.write(content.as_bytes());
        written.map_err(|why| CommandError::unwritable(&self.path, &why))?;
        Ok(format!("{word}: {}", self.path.display()))
    }
}
