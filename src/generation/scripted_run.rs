//! A run for tests, which writes down what is asked of it.

use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::run::StopReason;
use super::showing::Showing;
use super::watch::{CurvePoint, DisplaySelection, Frame, Progress, RunControl, WatchedRun};
use crate::base::{Seed, lock};

/// The work of the tasks of a run.
#[derive(Clone, Copy, Default)]
pub enum Work {
    /// The tasks end at once.
    #[default]
    None,
    /// The tasks never end.
    Endless,
    /// The tasks end when the gate of the run is opened.
    UntilGateOpens,
}

/// A run that makes no generations. A test says how far it has come.
#[derive(Default)]
pub struct ScriptedRun {
    pub control: RunControl,
    progress: Mutex<Progress>,
    /// The numbers of generations for which tasks were started.
    tasks: Mutex<Vec<u32>>,
    pub is_behind: AtomicBool,
    work: Work,
    pub is_gate_open: AtomicBool,
    pub is_done: AtomicBool,
}

impl ScriptedRun {
    pub fn with_work(work: Work) -> Arc<Self> {
        Arc::new(ScriptedRun {
            work,
            ..ScriptedRun::default()
        })
    }

    pub fn tasks(&self) -> Vec<u32> {
        lock(&self.tasks).clone()
    }

    /// Says which generation is complete, and why the run has ended. The history holds all generations.
    pub fn set_progress(&self, generation: Option<u32>, stop: Option<StopReason>) {
        let mut progress = lock(&self.progress);
        progress.records = generation.map_or(0, |generation| generation as usize + 1);
        (progress.generation, progress.stop) = (generation, stop);
    }
}

impl WatchedRun for ScriptedRun {
    fn advance(self: Arc<Self>, generations: u32) -> Task<()> {
        lock(&self.tasks).push(generations);
        AsyncComputeTaskPool::get_or_init(Default::default).spawn(async move {
            match self.work {
                Work::None => {}
                Work::Endless => pending().await,
                Work::UntilGateOpens => {
                    while !self.is_gate_open.load(Ordering::Relaxed) {
                        yield_now().await;
                    }
                }
            }
            self.is_done.store(true, Ordering::Relaxed);
        })
    }

    fn control(&self) -> &RunControl {
        &self.control
    }

    fn progress(&self) -> Progress {
        lock(&self.progress).clone()
    }

    fn frame(&self, _: DisplaySelection, _: usize) -> Option<Frame> {
        None
    }

    fn showing(&self, _: DisplaySelection, _: u32) -> Showing {
        Showing::default()
    }

    fn curve(&self) -> Vec<CurvePoint> {
        Vec::new()
    }

    fn is_behind(&self) -> bool {
        self.is_behind.load(Ordering::Relaxed)
    }

    fn seed(&self) -> Seed {
        Seed(1)
    }
}
