//! Libraries: things that a player has saved under a name. They are RON files in folders of the player's data.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::store::{self, Folders};
use crate::base::{PlainError, SHORT, excerpt, text_hash};

/// The most characters of a name that a player gives to something.
pub const MAX_NAME: usize = 24;
/// The most letters of the name of a file.
const MAX_FILE_NAME: usize = 20;
/// The name of the folder of the laboratory, which is no library: files of any name are listed there.
pub const LABORATORY_FOLDER: &str = "laboratory";

/// The name of a file of a library: 1 to 20 small letters and digits. [`Labels`](super::Labels) have the name as typed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileName(String);

/// The reason why a text is not a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a name to save something under: use 1 to {MAX_NAME} characters")]
pub struct FileNameError(String);

impl FileName {
    /// Makes the name of a file from any name that a player has typed. Capitals become small letters, and spaces are
    /// removed. Other characters are left out; then a number that depends on the whole text tells it from similar ones.
    /// So it does from a name that Windows keeps for a device.
    /// A text that is empty, too long, or has control characters is refused.
    pub fn typed(text: &str) -> Result<Self, FileNameError> {
        let text = text.trim();
        let is_name = (1..=MAX_NAME).contains(&text.chars().count());
        if !is_name || text.contains(char::is_control) {
            return Err(FileNameError::of(text));
        }
        let lower: String = text.to_lowercase().split_whitespace().collect();
        if let Ok(plain) = lower.parse()
            && !is_reserved(&lower)
        {
            return Ok(plain);
        }
        let is_plain = |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let plain: String = lower.chars().filter(is_plain).take(10).collect();
        let number = text_hash(&lower) as u32;
        format!("{plain}{number}").parse()
    }
}

/// Whether Windows keeps a name for a device, so that no file can have it there.
fn is_reserved(name: &str) -> bool {
    let is_port = |kind: &str| {
        let number = name.strip_prefix(kind);
        number.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
    };
    matches!(name, "con" | "nul" | "aux" | "prn") || is_port("com") || is_port("lpt")
}

impl FileNameError {
    fn of(text: &str) -> Self {
        FileNameError(excerpt(text, SHORT))
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

impl TryFrom<String> for FileName {
    type Error = FileNameError;

    fn try_from(text: String) -> Result<Self, FileNameError> {
        text.parse()
    }
}

impl From<FileName> for String {
    fn from(name: FileName) -> Self {
        name.0
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Renames files that were put into a library from outside under names like `My Level (1).ron`, because only plain
/// names are listed. No file is replaced, and files that were set aside keep their names. Returns the files that cannot
/// be renamed.
pub(super) fn rename_foreign_files(folder: &Path) -> Vec<PathBuf> {
    let mut unlisted = Vec::new();
    for entry in store::entries_of(folder) {
        let path = entry.path();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let Some(stem) = foreign_stem(&path).filter(|_| is_file) else {
            continue;
        };
        let free = plain_names(stem)
            .map(|name| path.with_file_name(format!("{name}.ron")))
            .find(|to| !to.exists());
        let renamed = free.is_some_and(|to| std::fs::rename(&path, to).is_ok());
        if !renamed {
            unlisted.push(path);
        }
    }
    unlisted
}

/// The name of a file that is not listed because the name is not plain; `None` if the name is plain, or the file does
/// not belong to a library.
fn foreign_stem(path: &Path) -> Option<&str> {
    let (stem, extension) = (path.file_stem()?.to_str()?, path.extension()?);
    let is_listed = extension == "ron" && stem.parse::<FileName>().is_ok();
    let is_ours = extension.eq_ignore_ascii_case("ron") && !stem.contains('.');
    (is_ours && !is_listed).then_some(stem)
}

/// Returns the plain names that a file of another name may get: its letters and digits, or a number if there are none; then
/// these with 2, 3 and so on. Names that Windows keeps for its devices are left out.
pub fn plain_names(stem: &str) -> impl Iterator<Item = FileName> {
    let plain = stem.to_lowercase();
    let plain = plain.chars().filter(char::is_ascii_alphanumeric);
    let letters: String = plain.take(MAX_FILE_NAME - 2).collect();
    let first = match letters.is_empty() {
        true => (text_hash(stem) as u32).to_string(),
        false => letters,
    };
    let ends = std::iter::once(String::new()).chain((2..100).map(|number| number.to_string()));
    ends.filter_map(move |end| format!("{first}{end}").parse().ok())
        .filter(|name: &FileName| !is_reserved(&name.0))
}

/// Returns the error of something that cannot be saved because every name is taken.
pub fn no_free_name() -> PlainError {
    PlainError::new("there is no free name")
}

/// The name of the thing in a file that is called so.
fn name_of_file(file: &OsStr) -> Option<FileName> {
    file.to_str()?.strip_suffix(".ron")?.parse().ok()
}

/// A folder of saved things of one kind.
#[derive(Clone, Debug)]
pub struct Library(PathBuf);

impl Library {
    /// Returns the library of a kind of things; `kind` is the name of its folder.
    pub fn of(folders: &Folders, kind: &str) -> Self {
        Library(folders.data.join(kind))
    }

    /// Returns the key by which labels name a thing in the folder `kind`.
    pub fn label_key(kind: &str, name: &FileName) -> String {
        format!("{kind}/{name}")
    }

    /// Returns the path of the file of a name.
    pub fn path(&self, name: &FileName) -> PathBuf {
        self.0.join(format!("{name}.ron"))
    }

    /// Whether a file lies in the library.
    pub fn holds(&self, path: &Path) -> bool {
        path.parent() == Some(self.0.as_path())
    }

    /// Returns the name of the thing in a file; `None` if the file is not one of the library.
    pub fn name_of(&self, path: &Path) -> Option<FileName> {
        name_of_file(path.file_name()?).filter(|_| self.holds(path))
    }

    /// Returns the names of all saved things, in order.
    pub fn names(&self) -> Vec<FileName> {
        let entries = store::entries_of(&self.0).into_iter();
        let names = entries.filter_map(|entry| name_of_file(&entry.file_name()));
        let mut names: Vec<FileName> = names.collect();
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
            "plain.broken-1.ron",
            "My Picture.png",
            "My Notes.txt",
        ];
        let foreign = ["My Level (1).ron", "UPPER.RON", "돛단배.ron", "Plain.ron"];
        kept.iter().chain(&foreign).for_each(|name| write(name));
        assert!(rename_foreign_files(folder.path()).is_empty());
        for name in kept {
            assert_eq!(read(name).as_deref(), Some(name), "it stays as it is");
        }
        let library = Library(folder.path().to_owned());
        let names = library.names();
        assert_eq!(names.len(), 5);
        let text = |name: &FileName| std::fs::read_to_string(library.path(name)).expect("a text");
        for name in foreign {
            assert_eq!(read(name), None, "it was renamed");
            assert!(names.iter().any(|plain| text(plain) == name), "{name}");
        }
        for (name, plain) in [("My Level (1).ron", "mylevel1"), ("Plain.ron", "plain2")] {
            let plain = plain.parse().expect("a name");
            assert_eq!(text(&plain), name);
        }
    }

    #[test]
    fn a_file_for_which_no_plain_name_is_free_is_told_and_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let foreign = path("Plain!.ron");
        std::fs::write(&foreign, "foreign").expect("written");
        for name in plain_names("Plain!") {
            std::fs::write(path(&format!("{name}.ron")), "taken").expect("written");
        }
        assert_eq!(
            rename_foreign_files(folder.path()),
            std::slice::from_ref(&foreign)
        );
        assert_eq!(
            std::fs::read_to_string(foreign).ok().as_deref(),
            Some("foreign")
        );
    }
}
