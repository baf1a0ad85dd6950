//! A search in the background: it runs on Bevy's task pool for long work, and its owner can watch and
//! stop it.

use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::stop_token::StopToken;
use crate::base::{catch_panic, lock};

/// A search that is under way. It sends reports of type `R` while it runs and ends with a result of
/// type `T`. Dropping it stops it.
#[derive(Component)]
pub struct BackgroundSearch<R: Send + 'static, T: Send + 'static> {
    task: Task<Result<T, String>>,
    latest: Arc<Mutex<Option<R>>>,
    stop: StopToken,
}

impl<R: Send + 'static, T: Send + 'static> BackgroundSearch<R, T> {
    /// Starts `search` on the task pool. `search` gets a token that it must check, and a function
    /// that publishes a report.
    pub fn start(search: impl FnOnce(&StopToken, &mut dyn FnMut(R)) -> T + Send + 'static) -> Self {
        let (latest, stop) = (Arc::new(Mutex::new(None)), StopToken::default());
        let (published, token) = (Arc::clone(&latest), stop.clone());
        let task = AsyncComputeTaskPool::get().spawn(async move {
            catch_panic(move || {
                search(&token, &mut |report| {
                    *lock(&published) = Some(report);
                })
            })
        });
        BackgroundSearch { task, latest, stop }
    }

    /// Takes the latest report; `None` if the search has published none since the last call.
    pub fn latest_report(&self) -> Option<R> {
        lock(&self.latest).take()
    }

    /// Takes the result once the search has ended; after that, always `None`. The error is the
    /// message of a panic in the search.
    pub fn take_result(&mut self) -> Option<Result<T, String>> {
        check_ready(&mut self.task)
    }

    /// Takes the newest result: the final one if the search has ended, or else its latest report. Despawns the entity
    /// of a search that has ended. `purpose` names the search in the log if it panics.
    pub fn take_latest(
        &mut self,
        commands: &mut Commands,
        entity: Entity,
        purpose: &str,
    ) -> Option<R>
    where
        T: Into<Option<R>>,
    {
        let Some(result) = self.take_result() else {
            return self.latest_report();
        };
        commands.entity(entity).despawn();
        match result {
            Ok(result) => result.into(),
            Err(why) => {
                error!("{purpose} failed: {why}");
                None
            }
        }
    }

    /// Asks the search to end soon. Its result so far can still be taken.
    pub fn stop(&self) {
        self.stop.stop();
    }
}

impl<R: Send + 'static, T: Send + 'static> Drop for BackgroundSearch<R, T> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
