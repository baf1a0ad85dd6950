//! The jobs of the queue: each writes or removes one file, in the background or at exit.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::{Instant, SystemTime};

use bevy::tasks::Task;

use crate::base::catch_panic;
use crate::session::store::{self, StoreError};

/// The bytes of a file, or the reason why its content cannot be written.
type Made = Result<Vec<u8>, String>;

type Make = Box<dyn FnOnce() -> Made + Send>;

/// The bytes of a file, which are made when they are first wanted: in the background, or earlier if the file is read
/// while it waits.
#[derive(Clone, Debug)]
pub(super) struct Bytes(Arc<LazyLock<Made, Make>>);

impl Bytes {
    pub(super) fn new(make: impl FnOnce() -> Made + Send + 'static) -> Self {
        // A panic would spoil the bytes for whoever wants them next.
        let make: Make = Box::new(|| {
            let made = catch_panic(make);
            made.unwrap_or_else(|why| Err(why.to_string()))
        });
        Bytes(Arc::new(LazyLock::new(make)))
    }

    /// Returns the bytes. The error is the reason why the content cannot be written.
    pub(super) fn get(&self) -> Result<&[u8], &str> {
        match &**self.0 {
            Ok(bytes) => Ok(bytes),
            Err(why) => Err(why),
        }
    }
}

/// A change that is to be made to a file.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// It gets this content. Its time is that of the queueing, so that the file that the player has changed last is the
    /// newest one.
    Write { bytes: Bytes, queued_at: SystemTime },
    /// It is removed, perhaps only after all files with records are written.
    Remove { after_all: bool },
}

impl Job {
    /// Whether it writes a file that the player cannot make again, as a picture can.
    pub(super) fn writes_record(&self, path: &Path) -> bool {
        let is_record = path.extension().is_some_and(|extension| extension == "ron");
        is_record && matches!(self, Job::Write { .. })
    }

    /// Does the job. A panic in it is an error like any other, because it must not keep the next jobs from being done.
    pub(super) fn run(&self, path: &Path) -> Result<(), StoreError> {
        let done = catch_panic(|| match self {
            Job::Write { bytes, queued_at } => match bytes.get() {
                Ok(bytes) => store::write(path, bytes, *queued_at),
                Err(what) => Err(StoreError::Unwritable {
                    path: path.to_owned(),
                    what: what.to_owned(),
                }),
            },
            Job::Remove { .. } => store::remove(path),
        });
        done.unwrap_or_else(|panic| {
            Err(StoreError::Unwritable {
                path: path.to_owned(),
                what: panic.to_string(),
            })
        })
    }
}

/// The file that is being written or removed.
pub(super) struct RunningJob {
    pub(super) path: PathBuf,
    pub(super) job: Job,
    pub(super) task: Task<Result<(), StoreError>>,
}

/// A job that has failed.
pub(super) struct FailedJob {
    pub(super) job: Job,
    pub(super) why: String,
    /// The time at which it is tried again.
    pub(super) retry_at: Instant,
}
