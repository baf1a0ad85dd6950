//! Runs that go on at a chosen pace: a system starts a task for each run that has generations due.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::run::StopReason;
use super::watch::WatchedRun;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, drive_runs);
}

/// The most seconds that a frame counts as, so that a run does not leap.
const LONGEST_FRAME: f32 = 0.25;

/// The speed of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// The run waits; [`RunDriver::step`] does one generation.
    Paused,
    /// So slow that every birth can be seen: the more births, the slower. See [`slow_rate`].
    Slow,
    /// This number of generations per second.
    PerSecond(f32),
    /// Slow at first and then faster, so that the beginning can be followed and even a long run ends soon: see
    /// [`usual_rate`].
    Usual,
    /// As fast as possible.
    FlatOut,
}

impl Pace {
    /// The generations per second after `seconds` of work, with a number of births in each generation: 0 or more, and
    /// infinity if only the machine sets a limit.
    pub fn rate(self, seconds: f32, births: usize) -> f32 {
        match self {
            Pace::Paused => 0.0,
            Pace::Slow => slow_rate(births),
            Pace::PerSecond(rate) => rate,
            Pace::Usual => usual_rate(seconds),
            Pace::FlatOut => f32::INFINITY,
        }
    }
}

/// The generations per second of the slow pace with few births.
const SLOW_RATE: f32 = 0.2;
/// The least number of seconds that the slow pace takes for each birth.
const SLOW_BIRTH: f32 = 0.042;

/// The generations per second of the slow pace: a generation takes 5 seconds for up to 119 births, and 84 for 2,000.
pub fn slow_rate(births: usize) -> f32 {
    SLOW_RATE.min(1.0 / (SLOW_BIRTH * births as f32))
}

/// The generations per second of the usual pace at first.
const FIRST_RATE: f32 = 1.0;
/// The seconds in which the usual pace doubles.
const DOUBLING: f32 = 2.5;

/// The generations per second of the usual pace after `seconds` of work: 5 generations are made in 3 seconds, 50 in
/// 10, 500 in 18.
pub fn usual_rate(seconds: f32) -> f32 {
    FIRST_RATE * (seconds / DOUBLING).exp2()
}

/// The event that a run has ended. It is triggered once, on the entity of the run's [`RunDriver`].
#[derive(EntityEvent, Clone, Debug)]
pub struct RunEnded {
    /// The entity of the driver.
    pub entity: Entity,
    /// The reason why the run ended.
    pub stop: StopReason,
}

/// Drives a background run at a pace.
#[derive(Component)]
pub struct RunDriver {
    run: Arc<dyn WatchedRun>,
    /// The speed.
    pub pace: Pace,
    /// The generation at which the run pauses by itself; `None` if it goes on.
    pub until: Option<u32>,
    /// The number of generations that are due but not started, with the fraction of the next one.
    due: f32,
    /// The seconds for which the run has gone on at a pace.
    seconds: f32,
    task: Option<Task<()>>,
    /// Whether the player asked for a single generation. The task completes it although the run is paused.
    is_step: bool,
    /// Whether [`RunEnded`] has been triggered.
    end_reported: bool,
}

impl RunDriver {
    /// Drives `run` at `pace`.
    pub fn new(run: Arc<dyn WatchedRun>, pace: Pace) -> Self {
        RunDriver {
            run,
            pace,
            until: None,
            due: 0.0,
            seconds: 0.0,
            task: None,
            is_step: false,
            end_reported: false,
        }
    }

    /// The run.
    pub fn watched(&self) -> &Arc<dyn WatchedRun> {
        &self.run
    }

    /// The generations per second that the run makes now, with a number of births in each: see [`Pace::rate`].
    pub fn rate(&self, births: usize) -> f32 {
        self.pace.rate(self.seconds, births)
    }

    /// Does one generation and then pauses.
    pub fn step(&mut self) {
        self.pace = Pace::Paused;
        self.due = 1.0;
    }

    /// Cancels the run. Its results so far stay.
    pub fn cancel(&mut self) {
        self.run.cancel();
    }

    /// The number of `due` generations that are made before the run pauses by itself. The run pauses if there are none.
    fn up_to_pause(&mut self, due: u32) -> u32 {
        let Some(until) = self.until else { return due };
        let made = self.run.progress().generation.map_or(0, |made| made + 1);
        let left = until.saturating_add(1).saturating_sub(made);
        if left == 0 {
            self.until = None;
            self.pace = Pace::Paused;
        }
        due.min(left)
    }

    /// The number of generations that are due after another `delta` seconds, with a number of births in each
    /// generation.
    fn generations_due(&mut self, delta: f32, births: usize) -> u32 {
        match self.pace {
            Pace::Paused => return std::mem::take(&mut self.due) as u32,
            Pace::FlatOut => return u32::MAX,
            Pace::Slow | Pace::PerSecond(_) | Pace::Usual => {}
        }
        let rate = self.rate(births);
        self.seconds += delta;
        self.due += rate * delta;
        let due = self.due.floor();
        self.due -= due;
        due as u32
    }
}

impl Drop for RunDriver {
    /// Pauses the run and lets its task end by itself. Dropping the task would lose the run, which is inside the task
    /// while it works.
    fn drop(&mut self) {
        if let Some(task) = self.task.take().filter(|_| !self.run.is_cancelled()) {
            self.run.pause();
            task.detach();
        }
    }
}

/// Starts a task for each run whose last task is over and that has generations due.
fn drive_runs(
    mut commands: Commands,
    time: Res<Time>,
    mut drivers: Query<(Entity, &mut RunDriver)>,
) {
    for (entity, mut driver) in &mut drivers {
        let driver = &mut *driver;
        if driver.task.as_ref().is_some_and(|t| !t.is_finished()) {
            if driver.pace == Pace::Paused && !driver.is_step {
                driver.run.pause();
            }
            continue;
        }
        driver.task = None;
        let progress = driver.run.progress();
        let stop = progress.stop;
        // A run in which a player intervenes may go on after its end.
        driver.end_reported &= stop.is_some();
        if let Some(stop) = stop {
            if !driver.end_reported {
                driver.end_reported = true;
                commands.trigger(RunEnded { entity, stop });
            }
            continue;
        }
        let due = driver.generations_due(time.delta_secs().min(LONGEST_FRAME), progress.births);
        let generations = driver.up_to_pause(due);
        if generations > 0 || driver.run.is_cancelled() || driver.run.is_behind() {
            driver.is_step = generations > 0 && driver.pace == Pace::Paused;
            driver.task = Some(Arc::clone(&driver.run).advance(generations));
        }
    }
}

#[cfg(test)]
mod tests;
