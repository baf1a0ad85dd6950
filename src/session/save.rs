//! The saves of the games under way. Each game under way has a slot of its own, so that a new game never takes the
//! place of another one.

use std::path::PathBuf;
use std::time::SystemTime;

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::autosave::{self, Autosave, QueuedFile};
use super::store::{self, Folders};
use crate::base::PlainError;

/// The number of a save among those of one game, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u16);

impl Slot {
    /// The slot that a game takes if no other game is under way.
    pub const FIRST: Slot = Slot(1);

    /// The name of the file.
    pub(super) fn file_name(self, game: &str) -> String {
        match self {
            Slot::FIRST => format!("{game}.ron"),
            Slot(number) => format!("{game}-{number}.ron"),
        }
    }

    /// The slot of a file with this name.
    pub(super) fn of_file_name(name: &str, game: &str) -> Option<Self> {
        let end = name.strip_prefix(game)?.strip_suffix(".ron")?;
        if end.is_empty() {
            return Some(Slot::FIRST);
        }
        let slot = Slot(end.strip_prefix('-')?.parse().ok()?);
        (slot.file_name(game) == name).then_some(slot)
    }
}

/// The summary of a saved game, before it is resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveSummary {
    /// The game id.
    pub id: String,
    /// The number of moves that are made.
    pub moves: usize,
}

/// The work that makes the summary of a saved game; `None` if its save is broken.
pub type SummaryWork = Box<dyn FnOnce() -> Option<SaveSummary> + Send>;

fn path(world: &World, game: &str, slot: Slot) -> Option<PathBuf> {
    let folders = world.get_resource::<Folders>()?;
    Some(folders.data.join(slot.file_name(game)))
}

/// Returns the slots of the saved games, the newest save first.
pub fn slots(world: &World, game: &str) -> Vec<Slot> {
    let Some(folders) = world.get_resource::<Folders>() else {
        return Vec::new();
    };
    let autosave = world.resource::<Autosave>();
    let on_disk = store::entries_of(&folders.data).into_iter();
    let mut paths: Vec<PathBuf> = on_disk.map(|entry| entry.path()).collect();
    paths.extend(autosave.waiting_paths().map(ToOwned::to_owned));
    paths.sort();
    paths.dedup();
    let slot_of = |path: &PathBuf| {
        let slot = Slot::of_file_name(path.file_name()?.to_str()?, game)?;
        Some((autosave.changed_at(path)?, slot))
    };
    let mut slots: Vec<_> = paths.iter().filter_map(slot_of).collect();
    slots.sort_by(|(a, one), (b, other)| b.cmp(a).then(one.cmp(other)));
    slots.into_iter().map(|(_, slot)| slot).collect()
}

/// Returns the time of the newest content of a save; `None` if there is no such save.
pub fn changed_at(world: &World, game: &str, slot: Slot) -> Option<SystemTime> {
    let path = path(world, game, slot)?;
    world.resource::<Autosave>().changed_at(&path)
}

/// Returns a slot without a save.
pub fn free_slot(world: &World, game: &str) -> Slot {
    let autosave = world.resource::<Autosave>();
    let is_free = |slot: &Slot| path(world, game, *slot).is_none_or(|path| !autosave.exists(&path));
    let mut slots = (1..u16::MAX).map(Slot);
    // No player has 65,534 games under way.
    slots.find(is_free).unwrap_or(Slot(u16::MAX))
}

/// Reads a save. Returns `None` if there is none. A broken save is set aside and reported.
pub fn read<T: DeserializeOwned>(
    world: &mut World,
    game: &str,
    slot: Slot,
    version: u32,
) -> Option<T> {
    let path = path(world, game, slot)?;
    let read = world.resource_mut::<Autosave>().read(&path, version);
    read.unwrap_or_else(|report| {
        world.write_message(report);
        None
    })
}

/// Returns the file of a save as it stands now, which may be read in the background. Without folders there is none.
pub fn file(world: &World, game: &str, slot: Slot) -> Option<QueuedFile> {
    let path = path(world, game, slot)?;
    Some(world.resource::<Autosave>().file(&path))
}

/// Reads a save without setting it aside. `None` if there is none; a broken save counts as none.
pub fn peek<T: DeserializeOwned>(world: &World, game: &str, slot: Slot, version: u32) -> Option<T> {
    file(world, game, slot)?.peek(version)
}

/// Writes a save in the background; `None` removes it.
pub fn write<T: Serialize>(
    world: &mut World,
    game: &str,
    slot: Slot,
    version: u32,
    content: Option<&T>,
) {
    let Some(path) = path(world, game, slot) else {
        return;
    };
    match content {
        Some(content) => autosave::save_soon(world, path, version, content),
        None => world.resource_mut::<Autosave>().remove_after_all(path),
    }
}

/// Removes a save that the player does not want any more.
pub fn remove(world: &mut World, game: &str, slot: Slot) {
    if let Some(path) = path(world, game, slot) {
        world.resource_mut::<Autosave>().remove(path);
    }
}

/// Sets a save aside because its content is wrong, and reports the reason.
pub fn set_aside(world: &mut World, game: &str, slot: Slot, why: &PlainError) {
    let Some(path) = path(world, game, slot) else {
        return;
    };
    let report = world.resource_mut::<Autosave>().set_aside_for(&path, why);
    world.write_message(report);
}

/// Returns the place of the newest content of a save.
pub fn state(world: &World, game: &str, slot: Slot) -> autosave::FileState {
    path(world, game, slot).map_or(autosave::FileState::NotKept, |path| {
        world.resource::<Autosave>().state(&path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_and_the_name_of_its_file_say_the_same() {
        let key = "tic-tac-toe";
        for slot in [Slot::FIRST, Slot(2), Slot(17), Slot(u16::MAX)] {
            assert_eq!(Slot::of_file_name(&slot.file_name(key), key), Some(slot));
        }
        for other in [
            "tic-tac-toe.broken-1.ron",
            "tic-tac-toe-1.ron",
            "tic-tac-toe-02.ron",
            "tic-tac-toe-2.broken-1.ron",
            "tic-tac-toe_x.ron",
            "hexxagon.ron",
        ] {
            assert_eq!(Slot::of_file_name(other, key), None, "{other}");
        }
    }

    #[test]
    fn the_game_changed_last_is_the_newest_however_its_files_come_to_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut world = World::new();
        world.insert_resource(Folders::within(folder.path()));
        world.init_resource::<Autosave>();
        let key = "hexxagon";
        // The file of the second slot comes first by its name, so it is written first.
        let mut save = |slots: [Slot; 2]| {
            for (content, slot) in slots.into_iter().enumerate() {
                write(&mut world, key, slot, 1, Some(&content));
            }
            let waiting = super::slots(&world, key);
            assert!(world.resource_mut::<Autosave>().write_all().is_empty());
            (waiting, super::slots(&world, key))
        };
        let (one, two) = (Slot::FIRST, Slot(2));
        assert_eq!(save([one, two]), (vec![two, one], vec![two, one]));
        assert_eq!(save([two, one]), (vec![one, two], vec![one, two]));
    }
}
