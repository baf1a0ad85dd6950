//! Files from outside: runs of the evolution, experiments of the laboratory, replays of games, and things that the
//! games keep, such as levels and boards. They are named on the command line or dropped on the window. They are read in
//! the background, because they may be large, and the disk or the net on which they lie may be slow.

use std::collections::VecDeque;
use std::path::Path;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy::window::FileDragAndDrop;

use super::active_game;
use super::games::ReplaySource;
use super::laboratory::{self, Kits};
use super::notice::show_failure_of;
use super::played;
use super::screen::{Screen, set_screen};
use super::theatre::run_file;
use super::waiting::{Wait, add_wait};
use crate::base::{PlainError, catch_panic};
use crate::generation::laboratory::Subject;
use crate::session::replay::is_replay;
use crate::session::store::{has_field, read_existing};
use crate::session::{ReplayFile, RunFile};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FileKinds>()
        .init_resource::<FilesInReading>()
        .add_systems(
            Update,
            (
                open_dropped_files,
                open_read_files.run_if(|files: Res<FilesInReading>| !files.is_empty()),
                open_waiting_file,
            )
                .chain(),
        );
    let reading = Wait {
        phrase: "file.reading",
        goes_on: |world| !world.resource::<FilesInReading>().is_empty(),
        stop: |world| world.resource_mut::<FilesInReading>().0.clear(),
    };
    add_wait(app, reading);
}

/// Opens what was read from a file. The error names file, line and reason.
pub type Opening = Box<dyn FnOnce(&mut World) -> Result<(), PlainError> + Send + Sync>;

/// A kind of file that a game opens.
#[derive(Clone, Copy)]
pub struct FileKind {
    /// The key of the game.
    pub game: &'static str,
    /// Names of fields by which such a file is recognised, even if there is something wrong with it.
    pub fields: &'static [&'static str],
    /// Reads a file in the background, and returns what then opens it above the setup page of the game. The error names
    /// file, line and reason.
    pub read: fn(&Path) -> Result<Opening, PlainError>,
}

/// The kinds of files that the games open.
#[derive(Resource, Clone, Default)]
struct FileKinds(Vec<FileKind>);

impl FileKinds {
    /// The kind with the most fields in a text; `None` if the text has no field of any kind.
    fn find(&self, text: &str) -> Option<FileKind> {
        let count = |kind: &&FileKind| {
            let fields = kind.fields.iter();
            fields.filter(|field| has_field(field, text)).count()
        };
        let best = self.0.iter().max_by_key(count)?;
        (count(&best) > 0).then_some(*best)
    }
}

/// Adds a kind of file that a game opens.
pub fn add_file_kind(app: &mut App, kind: FileKind) {
    let mut kinds = app.world_mut().get_resource_or_init::<FileKinds>();
    kinds.0.push(kind);
}

/// The files that are being read, in the order in which they will be opened.
#[derive(Resource, Default)]
pub struct FilesInReading(VecDeque<Task<Result<Opening, PlainError>>>);

impl FilesInReading {
    /// Whether no file is being read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What was read from a file of a game, and waits for the setup page of that game.
#[derive(Resource)]
struct WaitingOpening(Opening);

/// Reads a file, and then opens a run in the theatre, an experiment in the laboratory, or a kept thing in its game, or
/// shows a replay. A notice with file, line and reason says why it cannot be opened.
pub fn open_file(world: &mut World, path: &Path) {
    let kinds = world.resource::<FileKinds>().clone();
    let subjects = world.resource::<Kits>().subjects();
    let path = path.to_owned();
    open_when_read(world, move || read(&path, &kinds, &subjects));
}

/// Reads a file of a kind, and then opens it above the setup page of its game. A notice says why it cannot be opened.
pub fn open_as(world: &mut World, kind: FileKind, path: &Path) {
    let path = path.to_owned();
    open_when_read(world, move || read_as(kind, &path));
}

fn open_when_read(
    world: &mut World,
    read: impl FnOnce() -> Result<Opening, PlainError> + Send + 'static,
) {
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let read = catch_panic(read);
        read.unwrap_or_else(|why| Err(why.into()))
    });
    let mut reading = world.resource_mut::<FilesInReading>();
    reading.0.push_back(task);
}

/// Finds out what a file holds, and reads it.
fn read(path: &Path, kinds: &FileKinds, subjects: &[Subject]) -> Result<Opening, PlainError> {
    let text = read_existing(path)?;
    if is_replay(&text) {
        let file = ReplayFile::parse(path, &text)?;
        let of = ReplaySource::File(path.to_owned(), text);
        return Ok(Box::new(move |world: &mut World| {
            played::open_from_outside(world, &file, of)
        }));
    }
    if laboratory::file::is_experiment(&text) {
        let lab = laboratory::file::parse(path, &text, subjects)?;
        let experiment = lab.experiment().clone();
        return Ok(Box::new(move |world: &mut World| {
            laboratory::open_experiment(world, experiment);
            Ok(())
        }));
    }
    if !run_file::is_run(&text)
        && let Some(kind) = kinds.find(&text)
    {
        return read_as(kind, path);
    }
    let file = RunFile::parse(path, &text)?;
    let path = path.to_owned();
    Ok(Box::new(move |world: &mut World| {
        run_file::open(world, &path, &text, &file)
    }))
}

/// Reads a file of a kind. It opens once the setup page of its game is there.
fn read_as(kind: FileKind, path: &Path) -> Result<Opening, PlainError> {
    let opening = (kind.read)(path)?;
    Ok(Box::new(move |world: &mut World| {
        active_game::activate(world, Some(kind.game));
        set_screen(world, Screen::Setup);
        world.insert_resource(WaitingOpening(opening));
        Ok(())
    }))
}

/// Opens each file that has been read, or shows why it cannot be opened.
fn open_read_files(world: &mut World) {
    loop {
        let mut reading = world.resource_mut::<FilesInReading>();
        let Some(read) = reading.0.front_mut().and_then(check_ready) else {
            return;
        };
        reading.0.pop_front();
        show_failure_of(world, |world| {
            let open = read?;
            open(world)
        });
    }
}

/// Opens what waits, once the setup page of its game is there.
fn open_waiting_file(world: &mut World) {
    if *world.resource::<State<Screen>>().get() != Screen::Setup {
        return;
    }
    if let Some(WaitingOpening(open)) = world.remove_resource() {
        show_failure_of(world, open);
    }
}

/// Opens a file that is dropped on the window.
fn open_dropped_files(mut drops: MessageReader<FileDragAndDrop>, mut commands: Commands) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            let path = path_buf.clone();
            commands.queue(move |world: &mut World| open_file(world, &path));
        }
    }
}
