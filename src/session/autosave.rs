//! Writes the player's files in the background, one at a time and always with the newest content. At exit it writes all that
//! is waiting. No other part of the program writes such files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::block_on;
use bevy::tasks::{IoTaskPool, Task};
use serde::Serialize;

use super::library::{FileName, Library};
use super::report::FileReport;
use super::store::{self, StoreError};
use crate::base::catch_panic;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Autosave>()
        .add_systems(Last, write_files.in_set(WriteFiles));
}

/// The system that hands files to the background, in `Last`. Systems that queue a file at the end of a frame run before it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WriteFiles;

/// Writes content to a file in the background. An error is reported as a [`FileReport`].
pub fn save_soon<T: Serialize>(world: &mut World, path: PathBuf, version: u32, content: &T) {
    let queued = world
        .resource_mut::<Autosave>()
        .write(path, version, content);
    if let Err(error) = queued {
        world.write_message(FileReport::NotSaved(error));
    }
}

/// The reason why something cannot be saved under a new name.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The content cannot be written.
    #[error(transparent)]
    File(#[from] StoreError),
    /// Another file has this name.
    #[error("there is something called {0} already; choose another name")]
    Taken(FileName),
}

enum Job {
    Write(String),
    Remove,
}

/// The file that is being written or removed.
struct RunningJob {
    path: PathBuf,
    task: Task<Result<(), StoreError>>,
}

/// The queue of files that are to be written or removed.
#[derive(Resource, Default)]
pub struct Autosave {
    waiting: BTreeMap<PathBuf, Job>,
    running: Option<RunningJob>,
}

impl Autosave {
    /// Queues a file to be written, in place of an older job for the same file. Content that RON cannot express is an error.
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

    /// Queues a new file of a library. A name that is taken is an error, which is found at once.
    pub fn write_new<T: Serialize>(
        &mut self,
        library: &Library,
        name: &FileName,
        version: u32,
        content: &T,
    ) -> Result<(), SaveError> {
        let path = library.path(name);
        if self.is_taken(&path) {
            return Err(SaveError::Taken(name.clone()));
        }
        Ok(self.write(path, version, content)?)
    }

    /// Whether a file exists, or will exist when the queue is empty.
    fn is_taken(&self, path: &Path) -> bool {
        match self.waiting.get(path) {
            Some(Job::Write(_)) => true,
            Some(Job::Remove) => false,
            None => path.exists() || self.running.as_ref().is_some_and(|job| job.path == path),
        }
    }

    /// Queues a file to be removed, in place of an older job for the same file.
    pub fn remove(&mut self, path: PathBuf) {
        self.waiting.insert(path, Job::Remove);
    }

    /// Does all jobs before it returns, and returns their errors.
    pub fn write_all(&mut self) -> Vec<StoreError> {
        let running = self.running.take().map(|job| block_on(job.task));
        let mut results: Vec<_> = running.into_iter().collect();
        while let Some((path, job)) = self.waiting.pop_first() {
            results.push(run(&path, job));
        }
        results.into_iter().filter_map(Result::err).collect()
    }

    /// Begins the next job if none is running. Returns the error of a job that has ended.
    fn advance(&mut self) -> Option<StoreError> {
        let ended = self.running.take_if(|job| job.task.is_finished());
        let result = ended.map(|job| block_on(job.task));
        if self.running.is_none()
            && let Some((path, job)) = self.waiting.pop_first()
        {
            let file = path.clone();
            let task = IoTaskPool::get().spawn(async move { run(&file, job) });
            self.running = Some(RunningJob { path, task });
        }
        result?.err()
    }
}

/// Does a job. A panic in it is an error like any other, because it must not keep the next jobs from being done.
fn run(path: &Path, job: Job) -> Result<(), StoreError> {
    let done = catch_panic(|| match job {
        Job::Write(text) => store::write_text(path, &text),
        Job::Remove => store::remove(path),
    });
    done.unwrap_or_else(|what| {
        Err(StoreError::Unwritable {
            path: path.to_owned(),
            what,
        })
    })
}

fn write_files(
    mut autosave: ResMut<Autosave>,
    mut exits: MessageReader<AppExit>,
    mut reports: MessageWriter<FileReport>,
) {
    let is_leaving = exits.read().next().is_some();
    let errors = if is_leaving {
        autosave.write_all()
    } else {
        autosave.advance().into_iter().collect()
    };
    for error in errors {
        // At exit nobody reads the report any more, so the error goes to the log too.
        error!("{error}");
        reports.write(FileReport::NotSaved(error));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Folders;

    #[test]
    fn a_new_file_is_refused_while_its_name_is_waiting_or_taken() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::of(&Folders::within(folder.path()), "things");
        let name: FileName = "mossy".parse().expect("a name");
        let mut autosave = Autosave::default();
        let is_taken = |result| matches!(result, Err(SaveError::Taken(_)));
        assert!(autosave.write_new(&library, &name, 1, &5).is_ok());
        assert!(!library.path(&name).exists());
        assert!(is_taken(autosave.write_new(&library, &name, 1, &6)));
        assert!(autosave.write_all().is_empty());
        assert!(is_taken(autosave.write_new(&library, &name, 1, &7)));
        let read: Option<i32> = store::read(&library.path(&name), 1).expect("it can be read");
        assert_eq!(read, Some(5));
    }
}
