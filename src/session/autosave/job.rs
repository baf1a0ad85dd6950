//! The jobs of the queue: each writes or removes one file, in the background or at exit.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use bevy::tasks::Task;

use crate::base::catch_panic;
use crate::session::store::{self, StoreError};

/// A change that is to be made to a file.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// It gets this content. Its time is that of the queueing, so that the file that the player has changed last is the
    /// newest one.
    Write {
        bytes: Arc<[u8]>,
        queued_at: SystemTime,
    },
    /// It is removed.
    Remove,
}

impl Job {
    /// Does the job. A panic in it is an error like any other, because it must not keep the next jobs from being done.
    pub(super) fn run(&self, path: &Path) -> Result<(), StoreError> {
        let done = catch_panic(|| match self {
            Job::Write { bytes, queued_at } => store::write(path, bytes, *queued_at),
            Job::Remove => store::remove(path),
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
