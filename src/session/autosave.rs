//! Saving in the background: one file at a time, the newest content of each, all done at exit. All files of the player
//! are written here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::block_on;
use bevy::tasks::{IoTaskPool, Task};
use serde::Serialize;

use super::report::FileReport;
use super::store::{self, StoreError};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Autosave>()
        .add_systems(Last, write_files.in_set(WriteFiles));
}

/// When files are handed to the background, in `Last`. Systems that ask for a file to be written at the end of a
/// frame run before.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WriteFiles;

/// Writes content to a file soon; a failure is reported.
pub fn save_soon<T: Serialize>(world: &mut World, path: PathBuf, version: u32, content: &T) {
    let queued = world
        .resource_mut::<Autosave>()
        .write(path, version, content);
    if let Err(error) = queued {
        world.write_message(FileReport::NotSaved(error));
    }
}

enum Job {
    Write(String),
    Remove,
}

/// The files that are to be written or removed.
#[derive(Resource, Default)]
pub struct Autosave {
    waiting: BTreeMap<PathBuf, Job>,
    running: Option<Task<Result<(), StoreError>>>,
}

impl Autosave {
    /// Writes `content` soon, in place of anything still waiting for that file. Refuses content that RON cannot
    /// express.
    pub fn write<T: Serialize>(
        &mut self,
        path: PathBuf,
        version: u32,
        content: &T,
    ) -> Result<(), StoreError> {
        let text = store::text(&path, version, content)?;
        self.waiting.insert(path, Job::Write(text));
        Ok(())
    }

    /// Removes a file soon.
    pub fn remove(&mut self, path: PathBuf) {
        self.waiting.insert(path, Job::Remove);
    }
}

fn run(path: &Path, job: Job) -> Result<(), StoreError> {
    match job {
        Job::Write(text) => store::write_text(path, &text),
        Job::Remove => store::remove(path),
    }
}

fn write_files(
    mut autosave: ResMut<Autosave>,
    mut exits: MessageReader<AppExit>,
    mut reports: MessageWriter<FileReport>,
) {
    let leaving = exits.read().next().is_some();
    let mut report = |result: Result<(), StoreError>| {
        if let Err(error) = result {
            // At exit nobody reads the report any more.
            error!("{error}");
            reports.write(FileReport::NotSaved(error));
        }
    };
    if autosave
        .running
        .as_ref()
        .is_some_and(|task| leaving || task.is_finished())
        && let Some(task) = autosave.running.take()
    {
        report(block_on(task));
    }
    if leaving {
        while let Some((path, job)) = autosave.waiting.pop_first() {
            report(run(&path, job));
        }
    } else if autosave.running.is_none()
        && let Some((path, job)) = autosave.waiting.pop_first()
    {
        autosave.running = Some(IoTaskPool::get().spawn(async move { run(&path, job) }));
    }
}
