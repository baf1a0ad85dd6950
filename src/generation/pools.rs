//! The choice between Bevy's task pools for work that is divided into pieces.

use bevy::tasks::{AsyncComputeTaskPool, ComputeTaskPool, Task};

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
