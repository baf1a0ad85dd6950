//! Reports the progress of a run to a screen reader: at its start, every ten seconds, and when it has ended; and says
//! what the individual is that the player has selected.

use bevy::prelude::*;

use super::{Show, explain, stage, tries};
use crate::shell::access::Speech;

/// The time between two sentences while a run goes on, in seconds.
const PAUSE: f32 = 10.0;

/// The last sentence about a run.
#[derive(Default)]
pub(super) struct SpokenProgress {
    run: Option<Entity>,
    /// Seconds since the last sentence.
    since: f32,
    has_ended: bool,
}

/// Says the line of figures, which at the end contains the reason why the run has ended, and how many of the tries that
/// are shown have succeeded.
pub(super) fn say_progress(world: &mut World, mut said: Local<SpokenProgress>) {
    let show = world.resource::<Show>();
    let shown = show.frame.as_ref().map(|frame| frame.generation);
    // The end is said when the last generation is shown.
    let has_ended = show.progress.stop.is_some() && shown == show.progress.generation;
    let run = show.run.filter(|_| shown.is_some());
    said.since += world.resource::<Time<Real>>().delta_secs();
    let is_new = said.run != run || said.has_ended != has_ended;
    if run.is_none() || !(is_new || (said.since > PAUSE && !has_ended)) {
        return;
    }
    let mut line = stage::figures(world);
    if let Some(tries) = tries::spoken_text(world) {
        line = format!("{line}. {tries}");
    }
    world.resource_mut::<Speech>().say(line);
    *said = SpokenProgress {
        run,
        since: 0.0,
        has_ended,
    };
}

/// Says the explanation of the individual that was selected, when it is in view.
pub(super) fn say_selected(world: &mut World) {
    let show = world.resource::<Show>();
    let is_in_view = !show.views.stale && show.views.painting.is_none();
    if !(show.reading.is_unsaid && is_in_view) {
        return;
    }
    let said = explain::text(world);
    world.resource_mut::<Speech>().say(said);
    let mut show = world.resource_mut::<Show>();
    show.bypass_change_detection().reading.is_unsaid = false;
}
