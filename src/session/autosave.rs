//! Saving in the background: one file at a time, the newest content of each, all done at exit.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::block_on;
use bevy::tasks::{IoTaskPool, Task};
use serde::Serialize;

use super::store::{self, StoreError};
use crate::shell::notice::Notices;
use crate::shell::words::Words;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Autosave>().add_systems(Last, save);
}

/// Keeps content in a file soon; what goes wrong is told.
pub fn keep<T: Serialize>(world: &mut World, path: PathBuf, version: u32, content: &T) {
    let kept = world
        .resource_mut::<Autosave>()
        .write(path, version, content);
    if let Err(error) = kept {
        world.resource_scope(|world, mut notices: Mut<Notices>| {
            notices.trouble(world.resource::<Words>(), "notice.not_saved", &error);
        });
    }
}

enum Job {
    Write(String),
    Remove,
}

/// What is to be saved.
#[derive(Resource, Default)]
pub struct Autosave {
    waiting: BTreeMap<PathBuf, Job>,
    running: Option<Task<Result<(), StoreError>>>,
}

impl Autosave {
    /// Writes `content` soon, in place of anything still waiting for that file.
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

fn save(
    mut autosave: ResMut<Autosave>,
    mut exits: MessageReader<AppExit>,
    words: Res<Words>,
    mut notices: ResMut<Notices>,
) {
    let leaving = exits.read().next().is_some();
    let mut report = |result: Result<(), StoreError>| {
        if let Err(error) = result {
            notices.trouble(&words, "notice.not_saved", &error);
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
