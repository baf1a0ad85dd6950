//! How work gets to Bevy's task pools: in pieces for both pools, or as a whole with a guard against panics.

use bevy::log::error;
use bevy::tasks::{AsyncComputeTaskPool, ComputeTaskPool, Task};

use crate::base::{catch_panic, catch_panic_in};

/// Runs a piece of work in the background. Pieces alternate between the two pools, so that all cores take part.
pub fn spawn_piece<T: Send + 'static>(
    number: usize,
    work: impl Future<Output = T> + Send + 'static,
) -> Task<T> {
    if number.is_multiple_of(2) {
        ComputeTaskPool::get().spawn(work)
    } else {
        AsyncComputeTaskPool::get().spawn(work)
    }
}

/// Does long work in the background. If it panics, `on_panic` gets the message, so that who watches the work learns that
/// it has ended.
pub fn spawn_guarded(
    work: impl Future<Output = ()> + Send + 'static,
    on_panic: impl FnOnce(String) + Send + 'static,
) -> Task<()> {
    AsyncComputeTaskPool::get().spawn(async move {
        if let Err(why) = catch_panic_in(work).await {
            on_panic(why);
        }
    })
}

/// Makes something to look at in the background. If that panics, the reason goes to the log, and there is nothing to see.
pub fn spawn_or_default<T: Default + Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Task<T> {
    AsyncComputeTaskPool::get().spawn(async move {
        catch_panic(work).unwrap_or_else(|why| {
            error!("nothing can be shown: {why}");
            T::default()
        })
    })
}
