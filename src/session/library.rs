//! Libraries: things that a player has saved under a name. They are RON files in folders of the player's data.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use bevy::log::warn;

use super::store::Folders;
use crate::base::text_hash;

/// The most characters of a name that a player gives to something.
pub const MAX_NAME: usize = 24;
/// The most letters of the name of a file.
const MAX_FILE_NAME: usize = 20;

/// The name of a file of a library: 1 to 20 small letters and digits. [`Labels`](super::Labels) have the name as typed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileName(String);

/// The reason why a text is not a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a name to keep something under: use 1 to {MAX_NAME} characters")]
pub struct FileNameError(String);

impl FileName {
    /// Makes the name of a file from any name that a player has typed. Capitals become small letters, and spaces are
    /// removed. Other characters are left out; then a number that depends on the whole text tells it from similar ones.
    pub fn typed(text: &str) -> Result<Self, FileNameError> {
        let text = text.trim();
        let is_name = (1..=MAX_NAME).contains(&text.chars().count());
        if !is_name || text.contains(char::is_control) {
            return Err(FileNameError::of(text));
        }
        let lower: String = text.to_lowercase().split_whitespace().collect();
        if let Ok(plain) = lower.parse() {
            return Ok(plain);
        }
        let is_plain = |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let plain: String = lower.chars().filter(is_plain).take(10).collect();
        let number = text_hash(&lower) as u32;
        format!("{plain}{number}").parse()
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
        if plain && (1..=MAX_FILE_NAME).contains(&text.len()) {
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

/// Renames the files of a library that somebody has put there under names like `My Level (1).ron`, because only plain names are
/// listed. No file is replaced, and files that were set aside keep their names.
pub(super) fn rename_foreign_files(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, is_file) = (entry.path(), entry.file_type().is_ok_and(|t| t.is_file()));
        let Some(to) = plain_path(&path).filter(|to| is_file && !to.exists()) else {
            continue;
        };
        if let Err(why) = std::fs::rename(&path, &to) {
            warn!(
                "{} cannot be renamed, and is not listed: {why}",
                path.display()
            );
        }
    }
}

/// Where a file of another name belongs; `None` if its name is plain already, or it is no file of a library.
fn plain_path(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?;
    let is_ours = path.extension()?.eq_ignore_ascii_case("ron") && !stem.contains('.');
    if !is_ours || path.extension()? == "ron" && stem.parse::<FileName>().is_ok() {
        return None;
    }
    let start: String = stem.chars().take(MAX_NAME).collect();
    let plain = FileName::typed(&start).ok()?;
    Some(path.with_file_name(format!("{plain}.ron")))
}

/// A folder of saved things of one kind.
#[derive(Clone, Debug)]
pub struct Library(PathBuf);

impl Library {
    /// Returns the library of a kind of things; `kind` is the name of its folder.
    pub fn of(folders: &Folders, kind: &str) -> Self {
        Library(folders.data.join(kind))
    }

    /// Returns how labels call the thing of a name in the folder `kind`.
    pub fn label_key(kind: &str, name: &FileName) -> String {
        format!("{kind}/{name}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_files_get_plain_names_and_nothing_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str| std::fs::write(folder.path().join(name), name).expect("written");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).ok();
        let kept = [
            "plain.ron",
            "Plain.ron",
            "plain.broken-1.ron",
            "My Picture.png",
            "My Notes.txt",
        ];
        let foreign = ["My Level.ron", "UPPER.RON", "돛단배.ron"];
        kept.iter().chain(&foreign).for_each(|name| write(name));
        rename_foreign_files(folder.path());
        for name in kept {
            assert_eq!(read(name).as_deref(), Some(name), "it stays as it is");
        }
        let sailboat = format!("{}.ron", FileName::typed("돛단배").expect("a name"));
        for (name, plain) in foreign.iter().zip(["mylevel.ron", "upper.ron", &sailboat]) {
            assert_eq!(read(plain).as_deref(), Some(*name));
            assert_eq!(read(name), None, "it was renamed");
        }
        let library = Library(folder.path().to_owned());
        assert_eq!(library.names().len(), 4);
    }
}
