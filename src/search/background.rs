//! A search in the background: it runs on Bevy's task pool for long work, and its owner can watch and
//! stop it.

use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::stop_token::StopToken;
use crate::base::{PanicError, catch_panic, lock};

/// A search that is under way. It sends reports of type `R` while it runs and ends with a result of
/// type `T`. Dropping it stops it.
#[derive(Component)]
pub struct BackgroundSearch<R: Send + 'static, T: Send + 'static> {
    /// The task; `None` once its result has been taken.
    task: Option<Task<Result<T, PanicError>>>,
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
        BackgroundSearch {
            task: Some(task),
            latest,
            stop,
        }
    }

    /// Takes the latest report; `None` if the search has published none since the last call.
    pub fn latest_report(&self) -> Option<R> {
        lock(&self.latest).take()
    }

    /// Takes the result once the search has ended; after that, always `None`. The error is a panic
    /// in the search.
    pub fn take_result(&mut self) -> Option<Result<T, PanicError>> {
        let result = check_ready(self.task.as_mut()?)?;
        self.task = None;
        Some(result)
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

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::tasks::TaskPool;

    type Search = BackgroundSearch<u32, Option<u32>>;

    fn start(
        search: impl FnOnce(&StopToken, &mut dyn FnMut(u32)) -> Option<u32> + Send + 'static,
    ) -> Search {
        AsyncComputeTaskPool::get_or_init(TaskPool::new);
        BackgroundSearch::start(search)
    }

    /// Waits until a search has ended, and takes its result.
    fn wait(search: &mut Search) -> Result<Option<u32>, PanicError> {
        loop {
            if let Some(result) = search.take_result() {
                return result;
            }
            std::thread::yield_now();
        }
    }

    /// Spawns a search, takes the newest result once it has ended, and tells whether its entity is still there.
    fn take_latest(search: Search) -> (Option<u32>, bool) {
        let mut world = World::new();
        let entity = world.spawn_empty().id();
        let mut search = search;
        let is_finished = |search: &Search| search.task.as_ref().is_some_and(Task::is_finished);
        while !is_finished(&search) {
            std::thread::yield_now();
        }
        let found = search.take_latest(&mut world.commands(), entity, "a test");
        world.flush();
        (found, world.get_entity(entity).is_ok())
    }

    #[test]
    fn the_last_report_and_the_result_are_taken_once() {
        let mut search = start(|_, report| {
            report(1);
            report(2);
            Some(3)
        });
        assert_eq!(wait(&mut search), Ok(Some(3)));
        assert_eq!(search.take_result(), None);
        assert_eq!(search.latest_report(), Some(2));
        assert_eq!(search.latest_report(), None);
    }

    #[test]
    fn a_search_that_is_stopped_or_dropped_learns_it() {
        let until_stopped = |stop: &StopToken, _: &mut dyn FnMut(u32)| {
            while !stop.is_stopped() {
                std::thread::yield_now();
            }
            Some(5)
        };
        let mut search = start(until_stopped);
        assert_eq!(search.take_result(), None);
        search.stop();
        assert_eq!(wait(&mut search), Ok(Some(5)));
        let search = start(|_, _| None);
        let token = search.stop.clone();
        assert!(!token.is_stopped());
        drop(search);
        assert!(token.is_stopped());
    }

    #[test]
    fn a_search_under_way_gives_its_latest_report_and_keeps_its_entity() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut search = start(move |stop, report| {
            report(1);
            sender.send(()).expect("the test waits");
            while !stop.is_stopped() {
                std::thread::yield_now();
            }
            None
        });
        receiver.recv().expect("the search has begun");
        let mut world = World::new();
        let entity = world.spawn_empty().id();
        for expected in [Some(1), None] {
            let found = search.take_latest(&mut world.commands(), entity, "a test");
            assert_eq!(found, expected);
        }
        world.flush();
        assert!(world.get_entity(entity).is_ok());
    }

    #[test]
    fn a_search_that_has_ended_gives_its_result_and_loses_its_entity() {
        let ended = start(|_, report| {
            report(1);
            Some(2)
        });
        assert_eq!(take_latest(ended), (Some(2), false));
        assert_eq!(take_latest(start(|_, _| None)), (None, false));
        assert_eq!(
            take_latest(start(|_, _| panic!("no result"))),
            (None, false)
        );
        let mut failed = start(|_, _| panic!("no result"));
        assert!(wait(&mut failed).is_err_and(|why| why.to_string().contains("no result")));
    }
}
