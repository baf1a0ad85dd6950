//! The lock on the player's folder: only one copy of the program writes there.

use std::fs::{self, DirEntry, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

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

/// Tidies the player's folder, which must be locked, and the other folders of the program: files that an earlier copy
/// left half-written are removed, and files that were put into the libraries from outside get names that are listed.
/// Returns the files that keep a name that is not listed.
///
/// Places that the player named on the command line are left alone, because the program has no folder of its own there.
pub fn tidy_folder(folders: &Folders) -> Vec<PathBuf> {
    for own in [&folders.config, &folders.data] {
        remove_leftovers(own, Duration::ZERO);
    }
    for shared in [&folders.pictures, &folders.shared] {
        remove_leftovers(shared, OLD);
    }
    let mut unlisted = Vec::new();
    for entry in store::entries_of(&folders.data) {
        // The libraries are folders of their own, and so is the laboratory, which lists files of any name.
        remove_leftovers(&entry.path(), Duration::ZERO);
        if entry.file_name() != LABORATORY_FOLDER {
            unlisted.extend(rename_foreign_files(&entry.path()));
        }
    }
    unlisted
}

/// Removes files like `.hexxagon.ron.x7Fk2a` and `.levels1.png.x7Fk2a`: new content that was never given its name,
/// because the program was killed. Only those of an age are removed.
fn remove_leftovers(folder: &Path, age: Duration) {
    for entry in store::entries_of(folder) {
        if is_leftover(&entry) && is_of_age(&entry, age) {
            // A leftover that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The kinds of files that the program writes.
const KINDS: [&str; 4] = [".ron", ".png", ".csv", ".svg"];

/// The age at which a leftover is removed from a folder that other programs use, a week. A younger file may be in use
/// there: programs that copy folders give their files such names too, and a subcommand opens its file before work that
/// may take days.
const OLD: Duration = Duration::from_secs(7 * 24 * 3_600);

fn is_leftover(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let name = name.to_str().and_then(|name| name.strip_prefix('.'));
    let has_name = name
        .and_then(|name| name.rsplit_once('.'))
        .is_some_and(|(file, end)| {
            let is_ours = KINDS.iter().any(|kind| file.ends_with(kind));
            let is_drawn = end.len() == 6 && end.bytes().all(|b| b.is_ascii_alphanumeric());
            // Somebody has named such a file by hand.
            is_ours && is_drawn && end != "backup"
        });
    // The type is that of the entry itself: a link is no leftover.
    let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
    has_name && is_file()
}

/// Whether a file was last changed so long ago.
fn is_of_age(entry: &DirEntry, age: Duration) -> bool {
    let changed = entry.metadata().and_then(|data| data.modified());
    let passed = changed.ok().and_then(|changed| changed.elapsed().ok());
    age.is_zero() || passed.is_some_and(|passed| passed >= age)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    /// Writes an empty file that was changed some time ago.
    fn write(folder: &Path, name: &str, age: Duration) {
        fs::create_dir_all(folder).expect("made");
        let file = File::create(folder.join(name)).expect("written");
        let changed = file.set_modified(SystemTime::now() - age);
        changed.expect("it has another time");
    }

    #[test]
    fn leftovers_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let folders = Folders {
            pictures: folder.path().join("Pictures"),
            shared: folder.path().join("Documents"),
            ..Folders::within(folder.path())
        };
        let laboratory = folders.data.join(LABORATORY_FOLDER);
        let files = [
            (&folders.data, ".hexxagon.ron.a1B2c3", false),
            (&folders.data, ".levels1.png.d4E5f6", false),
            (&laboratory, ".runs.ron.csv.d4E5f6", false),
            (&folders.pictures, ".dungeon-1.png.d4E5f6", false),
            (&folders.shared, ".game.ron.d4E5f6", false),
            (&folders.data, "hexxagon.ron", true),
            (&folders.data, ".hidden", true),
            (&folders.data, ".notes.ron.backup1", true),
            (&folders.data, ".levels.ron.backup", true),
            (&folders.pictures, ".holiday.jpg.d4E5f6", true),
            (&laboratory, "elites-1.ron", true),
        ];
        for (folder, name, _) in files {
            let is_own = folder.starts_with(&folders.data);
            write(folder, name, if is_own { Duration::ZERO } else { 2 * OLD });
        }
        // It may be that of a program that copies the folder.
        let young = ".dungeon-2.png.d4E5f6";
        write(&folders.pictures, young, Duration::ZERO);
        assert!(claim_folder(&folders).is_held());
        assert!(tidy_folder(&folders).is_empty());
        for (folder, name, stays) in files {
            assert_eq!(folder.join(name).exists(), stays, "{name}");
        }
        assert!(folders.pictures.join(young).exists());
    }
}
