//! An experiment in the background: its runs share the background threads, in slices.

use std::sync::Arc;
use std::time::Duration;

use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::lab_run::LabRun;
use crate::generation::pools::{run_pieces, spawn_guarded};

/// The slice of work between two yields.
const SLICE: Duration = Duration::from_millis(1);

/// Makes all runs of an experiment in the background, until the end or [`LabRun::stop`]. When the task is dropped, the
/// experiment stops too.
pub fn run_in_background(lab: &Arc<LabRun>) -> Task<()> {
    let lab = StopsWhenDropped(Arc::clone(lab));
    let work = async move {
        let workers = AsyncComputeTaskPool::get().thread_num();
        let workers = (0..workers).map(|_| make_runs(Arc::clone(&lab.0)));
        run_pieces(workers, |()| ()).await;
    };
    spawn_guarded(work, |why| bevy::log::error!("the laboratory: {why}"))
}

/// Makes runs until there is none left.
async fn make_runs(lab: Arc<LabRun>) {
    while let Some(mut begun) = lab.begin() {
        while !lab.work_on(&mut begun, SLICE) {
            yield_now().await;
        }
        yield_now().await;
    }
}

/// Stops an experiment when its task is dropped.
struct StopsWhenDropped(Arc<LabRun>);

impl Drop for StopsWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}
