//! A file of the player with its newest content, which may still wait for the disk.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::job::Job;
use crate::session::store::{self, StoreError};

/// A file with its newest content, as it stood at a moment. It can be read in the background.
pub struct QueuedFile {
    path: PathBuf,
    /// Its job that had not ended well.
    pending: Option<Job>,
}

impl QueuedFile {
    pub(super) fn new(path: &Path, pending: Option<&Job>) -> Self {
        QueuedFile {
            path: path.to_owned(),
            pending: pending.cloned(),
        }
    }

    /// Reads the text. Returns `None` if there is no such file.
    pub fn text(&self) -> Result<Option<String>, StoreError> {
        match &self.pending {
            Some(Job::Write { bytes, .. }) => match bytes.get() {
                Ok(bytes) => Ok(Some(String::from_utf8_lossy(bytes).into_owned())),
                Err(_) => store::read_text(&self.path),
            },
            Some(Job::Remove { .. }) => Ok(None),
            None => store::read_text(&self.path),
        }
    }

    /// Reads the text. A file that does not exist is an error.
    pub fn existing_text(&self) -> Result<String, StoreError> {
        let missing = || StoreError::Missing(self.path.clone());
        self.text()?.ok_or_else(missing)
    }

    /// Reads the content. A broken file counts as missing.
    pub fn peek<T: DeserializeOwned>(&self, version: u32) -> Option<T> {
        let text = self.text().ok()??;
        store::parse(&self.path, &text, version).ok()
    }
}
