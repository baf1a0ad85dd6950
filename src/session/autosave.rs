//! The reader and writer of the player's files. It writes them in the background, one at a time and always with the
//! newest content. A file that cannot be written is tried again, and all files that wait are written at exit. No other
//! part of the program writes such files.

mod job;
mod queued_file;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;
use bevy::tasks::IoTaskPool;
use bevy::tasks::futures_lite::future::block_on;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::library::{FileName, Library};
use super::lock::{self, FolderLock};
use super::report::FileReport;
use super::store::{self, Folders, StoreError};
use crate::base::PlainError;
use job::{Bytes, FailedJob, Job, RunningJob};

pub use queued_file::QueuedFile;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Autosave>()
        .configure_sets(PreStartup, ReadFiles.after(claim_folder))
        .add_systems(PreStartup, claim_folder)
        .add_systems(Last, write_files.in_set(WriteFiles));
}

/// The systems that read files at the start, in `PreStartup`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadFiles;

/// The system that hands files to the background, in `Last`. Systems that queue a file at the end of a frame run before
/// it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WriteFiles;

/// The time after which a file that could not be written is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Writes content to a file in the background. An error is reported as a [`FileReport`].
pub fn save_soon<T: Serialize>(world: &mut World, path: PathBuf, version: u32, content: &T) {
    let queued = world
        .resource_mut::<Autosave>()
        .write(path, version, content);
    if let Err(error) = queued {
        world.write_message(FileReport::NotSaved(error));
    }
}

/// Reads all things of a library of the player, also those that still wait for the disk. Each has the name of its file.
pub fn read_all<T>(
    world: &World,
    library: fn(&Folders) -> Library,
    parse: fn(&Path, &str) -> Result<T, StoreError>,
) -> Vec<(FileName, Result<T, StoreError>)> {
    let Some(folders) = world.get_resource::<Folders>() else {
        return Vec::new();
    };
    let (autosave, library) = (world.resource::<Autosave>(), library(folders));
    let read = |name: FileName| {
        let path = library.path(&name);
        let text = autosave.file(&path).existing_text();
        (name, text.and_then(|text| parse(&path, &text)))
    };
    autosave.names_in(&library).into_iter().map(read).collect()
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
    /// The content breaks a rule of its game.
    #[error("only what can be played is saved")]
    Unplayable,
}

/// The place of the newest content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// There is no such file.
    Absent,
    /// It is on the disk.
    Saved,
    /// It waits for the disk.
    Waiting,
    /// It could not be written, for this reason, and is tried again.
    Failed(String),
    /// It is not written in this session.
    NotKept,
}

/// The queue of files that are to be written or removed.
#[derive(Resource, Default)]
pub struct Autosave {
    waiting: BTreeMap<PathBuf, Job>,
    running: Option<RunningJob>,
    failed: BTreeMap<PathBuf, FailedJob>,
    /// The files that are left as they are, because they could not be read.
    protected: BTreeSet<PathBuf>,
    lock: FolderLock,
}

impl Autosave {
    /// Whether this copy of the program holds the lock on the player's folder.
    pub fn holds_lock(&self) -> bool {
        self.lock.is_held()
    }

    /// Whether another copy of the program holds the lock, so that this one writes nothing.
    pub fn is_locked_out(&self) -> bool {
        self.lock.is_taken()
    }

    /// Reads a file, or its newest content if that still waits for the disk. A broken file is renamed, so that nothing
    /// is lost. A file that cannot be read or renamed is left as it is and not written in this session.
    pub fn read<T: DeserializeOwned>(
        &mut self,
        path: &Path,
        version: u32,
    ) -> Result<Option<T>, FileReport> {
        let parsed = self.file(path).text().and_then(|text| {
            text.map(|text| store::parse(path, &text, version))
                .transpose()
        });
        parsed.map_err(|why| match why {
            StoreError::Io { .. } => {
                self.protected.insert(path.to_owned());
                FileReport::Unreadable(why)
            }
            why => self.set_aside(path, why),
        })
    }

    /// Reads a file, or its newest content if that still waits for the disk, without renaming it. A broken file counts
    /// as missing.
    pub fn peek<T: DeserializeOwned>(&self, path: &Path, version: u32) -> Option<T> {
        self.file(path).peek(version)
    }

    /// Returns a file as it stands now, which may be read later and in the background.
    pub fn file(&self, path: &Path) -> QueuedFile {
        QueuedFile::new(path, self.pending(path))
    }

    /// Returns the names of all things of a library, in order, with those that still wait for the disk.
    pub fn names_in(&self, library: &Library) -> Vec<FileName> {
        let waiting = self
            .waiting_paths()
            .filter_map(|path| library.name_of(path));
        let mut names = library.names();
        names.extend(waiting);
        names.sort();
        names.dedup();
        let is_removed = |path: &Path| matches!(self.pending(path), Some(Job::Remove { .. }));
        names.retain(|name| !is_removed(&library.path(name)));
        names
    }

    /// Renames a file whose content as a whole is wrong.
    pub fn set_aside_for(&mut self, path: &Path, why: &PlainError) -> FileReport {
        self.set_aside(path, StoreError::text(path, 1, 1, &why.to_string()))
    }

    /// Renames a file that cannot be used, or protects it if it cannot be renamed. Another copy of the program that holds
    /// the lock may be able to use it, so that it is left to that copy.
    pub fn set_aside(&mut self, path: &Path, why: StoreError) -> FileReport {
        if self.lock.is_taken() {
            return FileReport::Unreadable(why);
        }
        self.finish(path);
        let aside = store::set_aside(path, why);
        if aside.kept.is_none() && path.exists() {
            self.protected.insert(path.to_owned());
        }
        FileReport::SetAside(aside)
    }

    /// Queues a file to be written, in place of an older job for the same file. Content that RON cannot express is an
    /// error.
    pub fn write<T: Serialize>(
        &mut self,
        path: PathBuf,
        version: u32,
        content: &T,
    ) -> Result<(), StoreError> {
        let text = store::text(&path, version, content)?;
        self.write_text(path, text);
        Ok(())
    }

    /// Queues a file to be written whose text is made in the background, in place of an older job for the same file. The
    /// text of a long list takes milliseconds.
    pub fn write_later<T: Serialize + Send + 'static>(
        &mut self,
        path: PathBuf,
        version: u32,
        content: T,
    ) {
        let file = path.clone();
        let bytes = Bytes::new(move || {
            let text = store::text(&file, version, &content);
            text.map(String::into_bytes).map_err(|why| match why {
                StoreError::Unwritable { what, .. } => what,
                why => why.to_string(),
            })
        });
        self.queue_bytes(path, bytes);
    }

    /// Queues a text to be written as it is, in place of an older job for the same file.
    pub fn write_text(&mut self, path: PathBuf, text: String) {
        self.write_bytes(path, text.into_bytes());
    }

    /// Queues bytes to be written as they are, in place of an older job for the same file.
    pub fn write_bytes(&mut self, path: PathBuf, bytes: Vec<u8>) {
        self.queue_bytes(path, Bytes::new(move || Ok(bytes)));
    }

    fn queue_bytes(&mut self, path: PathBuf, bytes: Bytes) {
        let job = Job::Write {
            bytes,
            queued_at: SystemTime::now(),
        };
        self.queue(path, job);
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
        if self.exists(&path) {
            return Err(SaveError::Taken(name.clone()));
        }
        Ok(self.write(path, version, content)?)
    }

    /// Queues a file to be removed, in place of an older job for the same file.
    pub fn remove(&mut self, path: PathBuf) {
        self.queue(path, Job::Remove { after_all: false });
    }

    /// Queues a file to be removed when everything else that the player has is on the disk. The save of a game must not
    /// be gone while its result is not there.
    pub fn remove_after_all(&mut self, path: PathBuf) {
        self.queue(path, Job::Remove { after_all: true });
    }

    fn queue(&mut self, path: PathBuf, job: Job) {
        if self.lock.is_taken() || self.protected.contains(&path) {
            return;
        }
        self.waiting.insert(path, job);
    }

    /// Whether a file exists, or will exist when the queue is empty.
    pub fn exists(&self, path: &Path) -> bool {
        match self.pending(path) {
            Some(Job::Write { .. }) => true,
            Some(Job::Remove { .. }) => false,
            None => path.exists(),
        }
    }

    /// Whether a file has a job that has not ended well yet.
    pub fn is_pending(&self, path: &Path) -> bool {
        self.pending(path).is_some()
    }

    /// The time at which the newest content of a file was queued. Returns `None` if there is no such file.
    pub fn changed_at(&self, path: &Path) -> Option<SystemTime> {
        match self.pending(path) {
            Some(Job::Write { queued_at, .. }) => Some(*queued_at),
            Some(Job::Remove { .. }) => None,
            None => fs::metadata(path).and_then(|m| m.modified()).ok(),
        }
    }

    /// Returns the files that have a job that has not ended well yet.
    pub fn waiting_paths(&self) -> impl Iterator<Item = &Path> {
        let running = self.running.iter().map(|running| &running.path);
        let paths = self.waiting.keys().chain(self.failed.keys()).chain(running);
        paths.map(PathBuf::as_path)
    }

    /// Returns the place of the newest content of a file.
    pub fn state(&self, path: &Path) -> FileState {
        if self.lock.is_taken() || self.protected.contains(path) {
            return FileState::NotKept;
        }
        match (self.failed.get(path), self.pending(path)) {
            (Some(failed), _) => FileState::Failed(failed.why.clone()),
            (None, Some(Job::Write { .. })) => FileState::Waiting,
            (None, Some(Job::Remove { .. })) => FileState::Absent,
            (None, None) if path.exists() => FileState::Saved,
            (None, None) => FileState::Absent,
        }
    }

    /// The newest job for a file that has not ended well yet.
    fn pending(&self, path: &Path) -> Option<&Job> {
        let running = self.running.as_ref().filter(|running| running.path == path);
        let failed = self.failed.get(path).map(|failed| &failed.job);
        let waiting = self.waiting.get(path);
        waiting.or(running.map(|running| &running.job)).or(failed)
    }

    /// Waits for the running job of a file, and then does its waiting job.
    fn finish(&mut self, path: &Path) {
        if let Some(running) = self.running.take_if(|running| running.path == path) {
            let result = block_on(running.task);
            self.end(running.path, running.job, result);
        }
        if let Some(job) = self.waiting.remove(path) {
            let result = job.run(path);
            self.end(path.to_owned(), job, result);
        }
    }

    /// Does all jobs before it returns, and returns their errors.
    pub fn write_all(&mut self) -> Vec<StoreError> {
        let mut errors = Vec::new();
        if let Some(running) = self.running.take() {
            let result = block_on(running.task);
            // A job that has failed is tried once more below, and the result of that counts.
            self.end(running.path, running.job, result);
        }
        for (path, failed) in std::mem::take(&mut self.failed) {
            self.waiting.entry(path).or_insert(failed.job);
        }
        let mut is_lacking = false;
        while let Some((path, job)) = self.next_job() {
            // Files are removed last, so that all errors of writing are known by then.
            if is_lacking && matches!(job, Job::Remove { after_all: true }) {
                continue;
            }
            let error = job.run(&path).err();
            is_lacking |= error.is_some() && job.writes_record(&path);
            errors.extend(error);
        }
        errors
    }

    /// Begins the next job if none is running. Returns the error of a job that has ended, if it is new.
    fn advance(&mut self, now: Instant) -> Option<StoreError> {
        let ended = self.running.take_if(|running| running.task.is_finished());
        let error = ended.and_then(|ended| {
            let result = block_on(ended.task);
            self.end(ended.path, ended.job, result)
        });
        let running = self.running.as_ref().map(|running| &running.path);
        for (path, failed) in &mut self.failed {
            // A job that waits or is being written is newer than one that has failed.
            let is_newest = !self.waiting.contains_key(path) && running != Some(path);
            if failed.retry_at <= now && is_newest {
                self.waiting.insert(path.clone(), failed.job.clone());
                failed.retry_at = now + RETRY_AFTER;
            }
        }
        if self.running.is_none()
            && let Some((path, job)) = self.next_job()
        {
            let (file, work) = (path.clone(), job.clone());
            let task = IoTaskPool::get().spawn(async move { work.run(&file) });
            self.running = Some(RunningJob { path, job, task });
        }
        error
    }

    /// Takes the next job. Files are removed last, so that a result is on the disk before the save of its game is gone.
    fn next_job(&mut self) -> Option<(PathBuf, Job)> {
        let write = |(_, job): &(&PathBuf, &Job)| matches!(job, Job::Write { .. });
        // A file that is to be removed need not be written before that.
        let is_lacking = |(path, failed): (&PathBuf, &FailedJob)| {
            let is_removed = matches!(self.waiting.get(path), Some(Job::Remove { .. }));
            failed.job.writes_record(path) && !is_removed
        };
        let is_lacking = self.failed.iter().any(is_lacking);
        let removal = |(_, job): &(&PathBuf, &Job)| match job {
            Job::Remove { after_all } => !(*after_all && is_lacking),
            Job::Write { .. } => false,
        };
        let first = self.waiting.iter().find(write);
        let path = first
            .or_else(|| self.waiting.iter().find(removal))?
            .0
            .clone();
        self.waiting.remove_entry(&path)
    }

    /// Keeps a job that has failed for later, and returns its error if the player does not know of it yet.
    fn end(
        &mut self,
        path: PathBuf,
        job: Job,
        result: Result<(), StoreError>,
    ) -> Option<StoreError> {
        let Err(error) = result else {
            self.failed.remove(&path);
            return None;
        };
        let failed = FailedJob {
            job,
            why: error.to_string(),
            retry_at: Instant::now() + RETRY_AFTER,
        };
        let is_known = self.failed.insert(path, failed).is_some();
        (!is_known).then_some(error)
    }
}

/// Locks the player's folder and tidies it. If another copy of the program has locked it, this one writes nothing.
fn claim_folder(
    folders: Option<Res<Folders>>,
    mut autosave: ResMut<Autosave>,
    mut reports: MessageWriter<FileReport>,
) {
    let Some(folders) = folders else { return };
    autosave.lock = lock::claim_folder(&folders);
    if autosave.lock.is_taken() {
        reports.write(FileReport::OtherCopy);
    }
    if autosave.lock.is_held() {
        for path in lock::tidy_folder(&folders) {
            reports.write(FileReport::Unlisted(path));
        }
    }
}

fn write_files(
    mut autosave: ResMut<Autosave>,
    mut exits: ParamSet<(MessageReader<AppExit>, MessageWriter<AppExit>)>,
    mut reports: MessageWriter<FileReport>,
) {
    let is_leaving = exits.p0().read().next().is_some();
    let errors = if is_leaving {
        autosave.write_all()
    } else {
        autosave.advance(Instant::now()).into_iter().collect()
    };
    if is_leaving && !errors.is_empty() {
        // The message on standard error says that something was lost.
        exits.p1().write(AppExit::from_code(1));
    }
    for error in errors {
        // At exit the report is not read any more, so the error goes to the log too.
        error!("{error}");
        reports.write(FileReport::NotSaved(error));
    }
}

#[cfg(test)]
mod tests;
