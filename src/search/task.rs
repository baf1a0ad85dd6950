//! Thinking in the background: on Bevy's pool for long work, watched and stopped from outside.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::limits::Stopper;
use crate::base::catch_panic as guard;

/// Something that is being thought about: `S` can be seen meanwhile, `T` comes of it. Dropping it
/// stops it.
#[derive(Component)]
pub struct Pondering<S: Send + 'static, T: Send + 'static> {
    task: Task<Result<T, String>>,
    seen: Arc<Mutex<Option<S>>>,
    stopper: Stopper,
}

impl<S: Send + 'static, T: Send + 'static> Pondering<S, T> {
    /// Begins to think. `think` gets the stopper that it must heed, and whom to show what it sees.
    pub fn begin(think: impl FnOnce(&Stopper, &mut dyn FnMut(S)) -> T + Send + 'static) -> Self {
        let (seen, stopper) = (Arc::new(Mutex::new(None)), Stopper::default());
        let (show, heed) = (Arc::clone(&seen), stopper.clone());
        let task = AsyncComputeTaskPool::get().spawn(async move {
            guard(move || {
                think(&heed, &mut |sight| {
                    *show.lock().unwrap_or_else(PoisonError::into_inner) = Some(sight);
                })
            })
        });
        Pondering {
            task,
            seen,
            stopper,
        }
    }

    /// The newest sight, if there has been one since this was asked last.
    pub fn sight(&self) -> Option<S> {
        self.seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// What came of it, once; an error tells how it broke.
    pub fn done(&mut self) -> Option<Result<T, String>> {
        block_on(poll_once(&mut self.task))
    }

    /// Asks it to come to an end; what it has found by then still comes of it.
    pub fn stop(&self) {
        self.stopper.stop();
    }
}

impl<S: Send + 'static, T: Send + 'static> Drop for Pondering<S, T> {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}
