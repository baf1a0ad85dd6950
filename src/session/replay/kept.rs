//! The replays that are kept: a file for each finished game, in a folder of the player's data. All of them are read in
//! the background when the program starts.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{IoTaskPool, Task};

use super::{FILE_VERSION, MAX_NAME, ReplayFile};
use crate::session::autosave::{self, Autosave};
use crate::session::library::{FileName, Library};
use crate::session::store::{self, Folders};
use crate::session::variation::Variation;

pub(in crate::session) fn plugin(app: &mut App) {
    app.init_resource::<Replays>()
        .add_systems(Startup, begin_reading)
        .add_systems(Update, finish_reading.run_if(resource_exists::<Reading>));
}

/// The replays that are kept, by the names of their files.
#[derive(Resource, Default)]
pub struct Replays {
    files: BTreeMap<FileName, ReplayFile>,
    /// The reasons why files of the folder cannot be read. These files stay as they are.
    unreadable: Vec<String>,
    /// The replay that was removed last.
    removed: Option<(FileName, ReplayFile)>,
    /// A number that increases with each change.
    revision: u32,
}

impl Replays {
    /// Returns the replay of a name; `None` if there is none.
    pub fn get(&self, name: &FileName) -> Option<&ReplayFile> {
        self.files.get(name)
    }

    /// Returns all replays, the newest first.
    pub fn newest_first(&self) -> Vec<(&FileName, &ReplayFile)> {
        let mut all: Vec<_> = self.files.iter().collect();
        all.sort_by(|(a, one), (b, other)| other.ended.cmp(&one.ended).then(b.cmp(a)));
        all
    }

    /// Whether there are no replays.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the reasons why files of the folder cannot be read.
    pub fn unreadable(&self) -> &[String] {
        &self.unreadable
    }

    /// Returns the replay that was removed last and can be put back; `None` if there is none.
    pub fn removed(&self) -> Option<&ReplayFile> {
        self.removed.as_ref().map(|(_, file)| file)
    }

    /// Returns a number that increases with each change.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Finds the newest replay of a game id; `None` if there is none. A game that was played on from a replay or a copy
    /// is left out, because its result is not that of a whole game.
    pub fn of_id(&self, id: &str) -> Option<&ReplayFile> {
        let is_whole = |file: &&ReplayFile| file.id == id && !file.taken_over;
        let same = self.files.values().filter(is_whole);
        same.max_by_key(|file| file.ended)
    }

    fn free_name(&self, digits: &str) -> Option<FileName> {
        let letters = std::iter::once(String::new()).chain((b'b'..=b'z').flat_map(|first| {
            let one = char::from(first).to_string();
            std::iter::once(one.clone())
                .chain((b'a'..=b'z').map(move |n| format!("{one}{}", char::from(n))))
        }));
        let mut names = letters.filter_map(|end| format!("{digits}{end}").parse().ok());
        names.find(|name| !self.files.contains_key(name))
    }
}

/// The folder of replays.
pub fn library(folders: &Folders) -> Library {
    Library::of(folders, "replays")
}

/// Keeps the replay of a game that has just ended. Returns its name; `None` if all names for the
/// moment at which the game has ended are taken, so that the replay is not kept.
pub fn keep(world: &mut World, file: ReplayFile) -> Option<FileName> {
    let mut replays = world.resource_mut::<Replays>();
    let name = replays.free_name(&file.ended.digits())?;
    replays.files.insert(name.clone(), file);
    replays.revision += 1;
    write(world, &name);
    Some(name)
}

/// Changes a replay, and writes its file.
fn change(world: &mut World, name: &FileName, change: impl FnOnce(&mut ReplayFile)) {
    let mut replays = world.resource_mut::<Replays>();
    if let Some(file) = replays.files.get_mut(name) {
        change(file);
        replays.revision += 1;
        write(world, name);
    }
}

/// Gives a replay a name; spaces at its ends and letters beyond the longest name are left out.
pub fn rename(world: &mut World, name: &FileName, to: &str) {
    let to: String = to.trim().chars().take(MAX_NAME).collect();
    change(world, name, |file| file.name = to);
}

/// Gives a replay a star, or takes it away.
pub fn set_star(world: &mut World, name: &FileName, starred: bool) {
    change(world, name, |file| file.starred = starred);
}

/// Changes the variations of a kept game, and writes its file.
pub fn set_variations(world: &mut World, name: &FileName, variations: Vec<Variation<String>>) {
    change(world, name, |file| file.variations = variations);
}

/// Removes a replay. It can be put back until the next one is removed.
pub fn remove(world: &mut World, name: &FileName) {
    let mut replays = world.resource_mut::<Replays>();
    let Some(file) = replays.files.remove(name) else {
        return;
    };
    replays.removed = Some((name.clone(), file));
    replays.revision += 1;
    remove_file(world, name);
}

/// Puts the replay back that was removed last.
pub fn put_back(world: &mut World) {
    let mut replays = world.resource_mut::<Replays>();
    let Some((name, file)) = replays.removed.take() else {
        return;
    };
    replays.files.insert(name.clone(), file);
    replays.revision += 1;
    write(world, &name);
}

fn write(world: &mut World, name: &FileName) {
    let Some(path) = world
        .get_resource::<Folders>()
        .map(|f| library(f).path(name))
    else {
        return;
    };
    let Some(file) = world.resource::<Replays>().get(name).cloned() else {
        return;
    };
    autosave::save_soon(world, path, FILE_VERSION, &file);
}

fn remove_file(world: &mut World, name: &FileName) {
    if let Some(path) = world
        .get_resource::<Folders>()
        .map(|f| library(f).path(name))
    {
        world.resource_mut::<Autosave>().remove(path);
    }
}

/// The contents of the folder: the replays, and the reasons why other files cannot be read.
type FolderContents = (Vec<(FileName, ReplayFile)>, Vec<String>);

/// The reading of the folder.
#[derive(Resource)]
struct Reading(Task<FolderContents>);

fn begin_reading(mut commands: Commands, folders: Option<Res<Folders>>) {
    if let Some(folders) = folders {
        let library = library(&folders);
        let task = IoTaskPool::get().spawn(async move { read_all(&library) });
        commands.insert_resource(Reading(task));
    }
}

fn read_all(library: &Library) -> FolderContents {
    let (mut files, mut unreadable) = (Vec::new(), Vec::new());
    for name in library.names() {
        match store::read(&library.path(&name), FILE_VERSION) {
            Ok(Some(file)) => files.push((name, file)),
            Ok(None) => {}
            Err(why) => unreadable.push(why.to_string()),
        }
    }
    (files, unreadable)
}

fn finish_reading(world: &mut World) {
    let mut reading = world.resource_mut::<Reading>();
    let Some((files, unreadable)) = check_ready(&mut reading.0) else {
        return;
    };
    world.remove_resource::<Reading>();
    let mut replays = world.resource_mut::<Replays>();
    for (name, file) in files {
        // A replay that was kept while the files were read is newer than its file.
        replays.files.entry(name).or_insert(file);
    }
    replays.unreadable = unreadable;
    replays.revision += 1;
}
