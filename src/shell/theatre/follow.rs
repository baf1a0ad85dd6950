//! Follows the run that is watched, and starts the painting of its next view.

use std::sync::Arc;

use bevy::prelude::*;

use super::{Show, view};
use crate::generation::driver::RunDriver;
use crate::generation::pools::spawn_or_default;
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// The seconds between two views while a run goes on, so that painting does not slow it down.
const BETWEEN_VIEWS: f32 = 0.1;

/// The seconds in which the large picture changes from one individual to the next.
const MORPH_SECONDS: f32 = 0.25;
/// The seconds in which it changes into the outcome of the run, which is worth watching.
const OUTCOME_SECONDS: f32 = 1.6;

/// Follows the run: starts the painting of a new view when one is needed and no other is being painted.
pub(super) fn follow_run(
    time: Res<Time>,
    sprites: Res<Sprites>,
    mut show: ResMut<Show>,
    runs: Query<&RunDriver>,
    settings: Res<Settings>,
) {
    let Some(driver) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    let seconds = match show.large.turns_into_outcome {
        true if !settings.reduced_motion => OUTCOME_SECONDS,
        _ => MORPH_SECONDS,
    };
    let part = time.delta_secs() * settings.animation_speed() / seconds;
    // Time passes in every frame, and changes nothing that is laid out.
    let ticking = show.bypass_change_detection();
    ticking.large.progress = (ticking.large.progress + part).min(1.0);
    ticking.views.seconds_since += time.delta_secs();
    if ticking.take_progress(driver) {
        show.set_changed();
    }
    let ready = show.progress.records > 0 && show.views.painting.is_none();
    // Painting a large population must not take the processors away from the run.
    let pause = BETWEEN_VIEWS.max(2.0 * show.views.took);
    let soon = show.views.seconds_since >= pause || show.views.urgent;
    if show.views.stale && ready && soon {
        (show.views.stale, show.views.urgent) = (false, false);
        show.views.seconds_since = 0.0;
        show.chart.has_target = driver.watched().target().is_some();
        let request = view_request(&show, driver, &settings, &sprites);
        show.views.painting = Some(spawn_or_default(move || request.paint()));
    }
}

impl Show {
    /// Takes over the progress of the run, and asks for a new view if there is something new. Returns whether there is.
    fn take_progress(&mut self, driver: &RunDriver) -> bool {
        let progress = driver.watched().progress();
        let has_moved = progress.generation != self.progress.generation
            || progress.records != self.progress.records
            || progress.stop != self.progress.stop;
        self.views.stale |= has_moved && self.record.is_none();
        self.progress = progress;
        if self.progress.stop.is_some() && self.displayed_progress != self.progress {
            self.displayed_progress = self.progress.clone();
        }
        let newborn = self.newborn();
        let is_another = self.followed != newborn;
        if is_another {
            self.followed = newborn;
            self.repaint_now();
        }
        has_moved || is_another
    }
}

/// The request for the next view of a run.
fn view_request(
    show: &Show,
    driver: &RunDriver,
    settings: &Settings,
    sprites: &Sprites,
) -> view::ViewRequest {
    view::ViewRequest {
        run: Arc::clone(driver.watched()),
        selection: show.displayed_selection(),
        is_archive: show.archive.is_some(),
        mark: show.mark.clone(),
        grids: show.grids,
        chart_size: show.chart.size,
        chart: show.reading.chart,
        part: show.steering.marked_part(),
        last: show.reading.last.clone(),
        repaint: show.about.legend.and_then(|of| of.repaint(settings)),
        sprites: sprites.painter(),
    }
}
