//! How work gets to Bevy's task pools: in pieces for both pools, or as a whole with a guard against panics.

use std::collections::VecDeque;

use bevy::log::error;
use bevy::tasks::{AsyncComputeTaskPool, ComputeTaskPool, Task};

use crate::base::{catch_panic, catch_panic_in};

/// Runs pieces of work in the background and passes their results on in order. The pieces may be made while they are
/// run. Few of them wait at a time, because the systems of a frame wait behind them on the same pool.
pub async fn run_pieces<T: Send + 'static, W: Future<Output = T> + Send + 'static>(
    pieces: impl Iterator<Item = W>,
    mut done: impl FnMut(T),
) {
    let threads = ComputeTaskPool::get().thread_num() + AsyncComputeTaskPool::get().thread_num();
    let mut waiting = VecDeque::new();
    for (number, piece) in pieces.enumerate() {
        if waiting.len() > threads
            && let Some(first) = waiting.pop_front()
        {
            let first: Task<T> = first;
            done(first.await);
        }
        waiting.push_back(spawn_piece(number, piece));
    }
    for piece in waiting {
        done(piece.await);
    }
}

/// Runs a piece of work in the background. Pieces alternate between the two pools, so that all cores take part.
fn spawn_piece<T: Send + 'static>(
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
