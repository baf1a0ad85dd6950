//! The list of the shelf: the libraries are read in the background, and the search of the player finds things in them.

use std::path::Path;
use std::time::UNIX_EPOCH;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task};

use super::cards::CARDS;
use super::{Shelf, ShelfKind, ShelfKinds, Thing, act};
use crate::base::catch_panic;
use crate::generation::Creature;
use crate::generation::pools::take_result;
use crate::session::{Autosave, FileName, Folders, Labels, Library, Moment};
use crate::shell::catalogue::{SearchedWords, read_search};
use crate::shell::creature::full_name;
use crate::shell::screen::Screen;
use crate::shell::theatre::kept_picture::SavedPictures;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Reading>()
        .add_systems(OnEnter(Screen::Shelf), begin_reading)
        // The newest creatures stand on the title.
        .add_systems(OnEnter(Screen::Title), begin_reading)
        // Setup pages show the creatures that can be chosen.
        .add_systems(OnEnter(Screen::Setup), begin_reading)
        .add_systems(
            Update,
            (
                finish_reading,
                (read_search::<Shelf>, find_things)
                    .chain()
                    .run_if(in_state(Screen::Shelf)),
            )
                .chain(),
        );
}

/// The reading of the libraries.
#[derive(Resource, Default)]
pub(super) struct Reading {
    task: Option<Task<Vec<Thing>>>,
    /// Whether files were waiting for the disk when reading began, so that the libraries have to be read once more.
    is_too_early: bool,
}

impl Reading {
    /// Lets what is being read be read once more, because a thing was removed meanwhile.
    pub(super) fn begin_anew(&mut self) {
        self.is_too_early |= self.task.take().is_some();
    }
}

/// Whether all libraries are read, including everything that was kept so far.
pub fn are_things_read(world: &World) -> bool {
    let reading = world.resource::<Reading>();
    reading.task.is_none() && !reading.is_too_early
}

/// Begins to read all libraries in the background.
pub(super) fn begin_reading(
    folders: Option<Res<Folders>>,
    (autosave, pictures): (Res<Autosave>, Res<SavedPictures>),
    kinds: Res<ShelfKinds>,
    mut reading: ResMut<Reading>,
) {
    let Some(folders) = folders.map(|folders| folders.clone()) else {
        return;
    };
    let kinds = kinds.0.clone();
    reading.is_too_early = !is_all_written(&autosave, &pictures);
    reading.task = Some(IoTaskPool::get().spawn(async move {
        let each = kinds.into_iter().map(|kind| read_kind(kind, &folders));
        each.flatten().collect()
    }));
}

/// Whether no file waits for the disk, and no picture of a saved run is still being painted.
fn is_all_written(autosave: &Autosave, pictures: &SavedPictures) -> bool {
    autosave.waiting_paths().next().is_none() && pictures.are_painted()
}

/// Reads all things of a kind. A thing whose reader panics cannot be read, and the others are shown.
fn read_kind(kind: ShelfKind, folders: &Folders) -> Vec<Thing> {
    let library = (kind.library)(folders);
    let names = library.names().into_iter();
    let read = names.map(|file| {
        let path = library.path(&file);
        Thing {
            written: time_of(&path).unwrap_or_default(),
            content: catch_panic(|| (kind.read)(&path)).unwrap_or_else(|why| Err(why.into())),
            kind,
            file,
            path,
        }
    });
    read.collect()
}

/// The time at which a file was written.
fn time_of(path: &Path) -> Option<Moment> {
    let written = path.metadata().ok()?.modified().ok()?;
    let seconds = written.duration_since(UNIX_EPOCH).ok()?.as_secs();
    i64::try_from(seconds).ok().map(Moment)
}

/// Takes over the things that were read. If files were waiting for the disk when reading began, the libraries are read
/// again as soon as these files are written.
fn finish_reading(world: &mut World) {
    let mut reading = world.resource_mut::<Reading>();
    if reading.task.is_some() {
        if let Some(things) = take_result(&mut reading.task) {
            let newest = newest_of(world.resource::<Labels>(), &things);
            let mut shelf = world.resource_mut::<Shelf>();
            shelf.set_things(things);
            shelf.newest = newest;
        }
    } else if reading.is_too_early
        && is_all_written(
            world.resource::<Autosave>(),
            world.resource::<SavedPictures>(),
        )
    {
        let begun = world.run_system_cached(begin_reading);
        if let Err(why) = begun {
            warn!("the shelf cannot be read: {why}");
        }
    }
}

/// The number of creatures that stand on the title.
pub const NEWEST: usize = 4;

/// The creatures that were kept last, the newest first.
fn newest_of(labels: &Labels, things: &[Thing]) -> Vec<Creature> {
    let mut creatures: Vec<_> = things
        .iter()
        .filter_map(|thing| Some((kept_at(labels, thing), thing.creature()?)))
        .collect();
    creatures.sort_by_key(|(kept, _)| std::cmp::Reverse(*kept));
    let newest = creatures.into_iter().take(NEWEST);
    newest.map(|(_, creature)| creature).collect()
}

/// The name of a thing: the name that the player typed, or else the name of its file.
pub fn name_of(world: &World, thing: &Thing) -> String {
    let label = world.resource::<Labels>().of(&thing.path);
    label.map_or_else(|| thing.file.to_string(), |label| label.name.clone())
}

/// Returns the creature in a file of a library, if it is one and was read.
pub fn kept_creature(
    world: &World,
    library: fn(&Folders) -> Library,
    name: &FileName,
) -> Option<Creature> {
    let path = library(world.get_resource::<Folders>()?).path(name);
    world.resource::<Shelf>().thing(&path)?.creature()
}

/// The name of a creature with its epithet; empty for other things.
pub(super) fn creature_text(world: &World, thing: &Thing) -> String {
    let words = world.resource::<Words>();
    let creature = thing.creature();
    creature.map_or(String::new(), |creature| full_name(creature, words))
}

/// The time at which a thing was kept: that of its label, or else the time at which its file was written.
pub(super) fn kept_at(labels: &Labels, thing: &Thing) -> Moment {
    let label = labels.of(&thing.path);
    label.map_or(thing.written, |label| label.kept)
}

/// The name of the kind of a thing, and of its game.
pub(super) fn kind_text(world: &World, thing: &Thing) -> String {
    let words = world.resource::<Words>();
    let kind = words.get(thing.kind.name);
    let game = thing.game(world).map(|card| words.get(card.words.name));
    // A dungeon of the game "Dungeon" is named once.
    match game.filter(|game| *game != kind) {
        Some(game) => format!("{kind} · {game}"),
        None => kind,
    }
}

/// Looks for things again when the shelf, the labels or the language has changed.
fn find_things(world: &mut World, mut seen: Local<bool>) {
    let is_changed = world.is_resource_changed::<Shelf>()
        || world.is_resource_changed::<Labels>()
        || world.is_resource_changed::<Words>();
    if !is_changed && std::mem::replace(&mut *seen, true) {
        return;
    }
    *seen = true;
    let shelf = world.resource::<Shelf>();
    let wanted = shelf.searched_words();
    let labels = world.resource::<Labels>();
    let mut shown: Vec<&Thing> = shelf.things.iter().collect();
    shown.retain(|thing| matches_filter(world, shelf, thing, &wanted));
    shown.sort_by(|one, other| {
        let at = |thing| kept_at(labels, thing);
        at(other).cmp(&at(one)).then(one.path.cmp(&other.path))
    });
    let paths = shown.into_iter().map(|thing| thing.path.clone()).collect();
    let mut shelf = world.resource_mut::<Shelf>();
    shelf.bypass_change_detection().set_found(paths, CARDS);
}

/// Whether a thing belongs to the chosen game and kind, and contains the words `wanted`.
fn matches_filter(world: &World, shelf: &Shelf, thing: &Thing, wanted: &SearchedWords) -> bool {
    let game = thing.game(world).map(|card| card.key);
    if shelf.game.is_some() && shelf.game != game
        || shelf.kind.is_some_and(|kind| kind != thing.kind.name)
    {
        return false;
    }
    let kept = kept_at(world.resource::<Labels>(), thing);
    let (name, kind) = (name_of(world, thing), kind_text(world, thing));
    let creature = creature_text(world, thing);
    wanted.are_in(&format!("{name} {creature} {kind} {kept}"))
}

/// Returns the reason why no thing is shown on the shelf.
pub(super) fn empty_text(world: &World) -> String {
    let is_empty = world.resource::<Shelf>().things.is_empty();
    let key = match (are_things_read(world), is_empty) {
        (false, true) => "shelf.reading",
        (true, true) => "shelf.empty",
        (_, false) => "shelf.none_found",
    };
    world.resource::<Words>().get(key)
}

/// Spawns the line below the cards: a button that puts a removed thing back, and the number of files that cannot be
/// read.
pub(super) fn spawn_footer(page: &mut ChildSpawnerCommands) {
    let node = Node {
        align_items: AlignItems::Center,
        min_height: px(40),
        ..stack(FlexDirection::Row, 12.0)
    };
    page.spawn(node).with_children(|row| {
        let put_back = button(row, ButtonStyle::Plain, "shelf.put_back", act::put_back);
        let removed = VisibleWhen::new(|world| world.resource::<Shelf>().removed.is_some());
        row.commands_mut().entity(put_back).insert(removed);
        let unreadable = |world: &World| {
            let things = world.resource::<Shelf>().things.iter();
            let count = things.filter(|thing| thing.content.is_err()).count();
            if count == 0 {
                return String::new();
            }
            let values = [("count", count.to_string())];
            world.resource::<Words>().fill("shelf.unreadable", &values)
        };
        row.spawn(bound_text(TextSize::Small, palette::FAULT, unreadable));
    });
}
