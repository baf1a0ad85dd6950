//! The repetition of a run that has ended, from its first generation.

use bevy::prelude::*;

use super::Show;
use crate::generation::driver::{Pace, RunDriver};

/// The progress of a repetition.
#[derive(Clone, Copy, Default)]
pub(super) struct Repetition {
    /// The generation that is shown, with the fraction of the next one.
    generation: f32,
    /// The seconds for which it has gone on.
    seconds: f32,
}

impl Repetition {
    /// The seconds for which it has gone on.
    pub(super) fn seconds(self) -> f32 {
        self.seconds
    }
}

impl Show {
    /// Whether a run that has ended is being shown again.
    pub fn is_repeating(&self) -> bool {
        self.repetition.is_some()
    }

    /// Shows the run again from its first generation.
    pub(super) fn start_repetition(&mut self) {
        self.repetition = Some(Repetition::default());
        self.reading.close_story();
        self.member = None;
        self.restart_playback();
        self.repaint_now();
    }

    /// Shows the newest generation again. A member that was selected would be another individual there, except in an
    /// archive, whose members are cells.
    pub(super) fn follow_newest(&mut self) {
        self.record = None;
        if self.archive.is_none() && self.member.take().is_some() {
            self.restart_playback();
        }
        self.repaint_now();
    }

    /// Goes on after a pause: with the run, or with its repetition if it has ended.
    pub(super) fn go_on(&mut self) {
        if self.progress.stop.is_none() {
            self.follow_newest();
        } else if self.repetition.is_none() {
            self.start_repetition();
        }
    }
}

/// Advances the repetition at the pace of the run.
pub(super) fn advance_repetition(time: Res<Time>, mut show: ResMut<Show>, runs: Query<&RunDriver>) {
    let Some(mut repetition) = show.repetition else {
        return;
    };
    let Some(driver) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    if show.chart.curve.len() < show.progress.records {
        // The view of the whole run is still being painted.
        return;
    }
    if driver.pace == Pace::Paused {
        return;
    }
    let point = show
        .record
        .filter(|at| *at > 0)
        .and_then(|at| show.chart.curve.get(at));
    let births = point.map_or(0, |point| point.feasible.size + point.infeasible.size);
    let rate = driver.pace.rate(repetition.seconds, births);
    repetition.seconds += time.delta_secs();
    repetition.generation += rate * time.delta_secs();
    let before = |generation: u32| generation as f32 <= repetition.generation;
    let passed = show
        .chart
        .curve
        .partition_point(|point| before(point.generation));
    let record = passed.saturating_sub(1);
    let is_over = record + 1 >= show.chart.curve.len();
    let record = (!is_over).then_some(record);
    show.bypass_change_detection().repetition = (!is_over).then_some(repetition);
    if show.record != record {
        show.record = record;
        show.views.stale = true;
    }
}
