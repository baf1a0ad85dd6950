//! Files from outside: runs of the evolution, experiments of the laboratory, replays of games, and things that the
//! games keep, such as levels and boards. They are named on the command line or dropped on the window.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::active_game;
use super::laboratory;
use super::notice::show_failure_of;
use super::played;
use super::screen::{Screen, set_screen};
use super::theatre::run_file;
use crate::base::PlainError;
use crate::session::replay::is_replay;
use crate::session::store::{has_field, read_existing};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FileKinds>()
        .add_systems(Update, (open_dropped_files, open_waiting_file).chain());
}

/// A kind of file that a game opens.
#[derive(Clone, Copy)]
pub struct FileKind {
    /// The key of the game.
    pub game: &'static str,
    /// Names of fields by which such a file is recognised, even if there is something wrong with it.
    pub fields: &'static [&'static str],
    /// Opens a file above the setup page of the game. The error names file, line and reason.
    pub open: fn(&mut World, &Path) -> Result<(), PlainError>,
}

/// The kinds of files that the games open.
#[derive(Resource, Default)]
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

/// A file of a game that waits for the setup page of that game.
#[derive(Resource)]
struct WaitingFile {
    kind: FileKind,
    path: PathBuf,
}

/// Opens a run in the theatre, an experiment in the laboratory, or a kept thing in its game, or shows a replay. The
/// error names file, line and reason.
pub fn open_file(world: &mut World, path: &Path) -> Result<(), PlainError> {
    let text = read_existing(path)?;
    if is_replay(&text) {
        played::open_text(world, path, &text)
    } else if laboratory::file::is_experiment(&text) {
        laboratory::open_file(world, path)
    } else if !run_file::is_run(&text)
        && let Some(kind) = world.resource::<FileKinds>().find(&text)
    {
        open_as(world, kind, path);
        Ok(())
    } else {
        run_file::open_text(world, path, &text)
    }
}

/// Opens a file of a kind above the setup page of its game. A notice says why it cannot be opened.
pub fn open_as(world: &mut World, kind: FileKind, path: &Path) {
    active_game::activate(world, Some(kind.game));
    set_screen(world, Screen::Setup);
    let path = path.to_owned();
    world.insert_resource(WaitingFile { kind, path });
}

/// Opens the file that waits, once the setup page of its game is there.
fn open_waiting_file(world: &mut World) {
    if *world.resource::<State<Screen>>().get() != Screen::Setup {
        return;
    }
    let Some(WaitingFile { kind, path }) = world.remove_resource() else {
        return;
    };
    show_failure_of(world, |world| (kind.open)(world, &path));
}

/// Opens a file that is dropped on the window.
fn open_dropped_files(mut drops: MessageReader<FileDragAndDrop>, mut commands: Commands) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            let path = path_buf.clone();
            commands.queue(move |world: &mut World| {
                show_failure_of(world, |world| open_file(world, &path));
            });
        }
    }
}
