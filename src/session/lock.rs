//! The lock on the player's folder: only one copy of the program writes there.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use bevy::log::warn;

use super::library::{LABORATORY_FOLDER, rename_foreign_files};
use super::store::{self, Folders};

/// Whether this copy of the program may write to the player's folder.
#[derive(Debug, Default)]
pub enum FolderLock {
    /// There is no lock, because it cannot be made, for instance in a folder that cannot be written.
    #[default]
    None,
    /// This copy holds the lock. The system releases it when the program ends, however it ends.
    Held(#[expect(dead_code, reason = "the lock lasts as long as the file is open")] File),
    /// Another copy holds the lock.
    Taken,
}

impl FolderLock {
    /// Whether this copy holds the lock.
    pub fn is_held(&self) -> bool {
        matches!(self, FolderLock::Held(_))
    }

    /// Whether another copy holds the lock.
    pub fn is_taken(&self) -> bool {
        matches!(self, FolderLock::Taken)
    }
}

/// Tries to lock the player's folder.
pub fn claim_folder(folders: &Folders) -> FolderLock {
    let made = fs::create_dir_all(&folders.data);
    let file = match made.and_then(|()| File::create(folders.data.join("evolvarium.lock"))) {
        Ok(file) => file,
        Err(why) => return unlocked(folders, &why),
    };
    match file.try_lock() {
        Ok(()) => FolderLock::Held(file),
        Err(TryLockError::WouldBlock) => FolderLock::Taken,
        Err(TryLockError::Error(why)) => unlocked(folders, &why),
    }
}

/// Goes on without a lock. Files that cannot be written are told of when they are written.
fn unlocked(folders: &Folders, why: &std::io::Error) -> FolderLock {
    warn!("{} cannot be locked: {why}", folders.data.display());
    FolderLock::None
}

/// Tidies the player's folder, which must be locked: files that an earlier copy left half-written are removed, and
/// files that were put into the libraries from outside get names that are listed. Returns the files that keep a name
/// that is not listed.
pub fn tidy_folder(folders: &Folders) -> Vec<PathBuf> {
    remove_leftovers(&folders.config);
    remove_leftovers(&folders.data);
    let mut unlisted = Vec::new();
    for entry in store::entries_of(&folders.data) {
        // The libraries are folders of their own, and so is the laboratory, which lists files of any name.
        remove_leftovers(&entry.path());
        if entry.file_name() != LABORATORY_FOLDER {
            unlisted.extend(rename_foreign_files(&entry.path()));
        }
    }
    unlisted
}

/// Removes files like `.hexxagon.ron.x7Fk2a` and `.levels1.png.x7Fk2a`: new content that was never given its name, because the program was
/// killed.
fn remove_leftovers(folder: &Path) {
    for entry in store::entries_of(folder) {
        let name = entry.file_name();
        let is_leftover = name.to_str().is_some_and(|name| {
            let name = name.strip_prefix('.').unwrap_or_default();
            let ends = [".ron.", ".png."].map(|kind| name.split_once(kind));
            ends.into_iter()
                .flatten()
                .any(|(_, end)| end.len() == 6 && end.bytes().all(|b| b.is_ascii_alphanumeric()))
        });
        if is_leftover && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            // A leftover that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let folders = Folders::within(folder.path());
        fs::create_dir_all(&folders.data).expect("made");
        let names = [
            ".hexxagon.ron.a1B2c3",
            ".levels1.png.d4E5f6",
            "hexxagon.ron",
            ".hidden",
            ".notes.ron.backup1",
        ];
        for name in names {
            fs::write(folders.data.join(name), "").expect("written");
        }
        let laboratory = folders.data.join(LABORATORY_FOLDER);
        fs::create_dir_all(&laboratory).expect("made");
        fs::write(laboratory.join("elites-1.ron"), "").expect("written");
        assert!(claim_folder(&folders).is_held());
        assert!(tidy_folder(&folders).is_empty());
        assert!(laboratory.join("elites-1.ron").exists());
        let exists = |name: &str| folders.data.join(name).exists();
        assert_eq!(names.map(exists), [false, false, true, true, true]);
    }
}
