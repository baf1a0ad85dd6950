//! The sound of progress: a note each time the run finds a better individual, a little higher than the one before, and
//! a chord at its end.

use bevy::prelude::*;

use super::Show;
use crate::generation::StopReason;
use crate::shell::audio::{PlaySound, Sound};

/// The least seconds between two notes, so that a fast run does not make a noise.
const PAUSE: f32 = 0.22;

/// The progress of a run that was sounded.
#[derive(Default)]
pub(super) struct SoundedProgress {
    /// The run.
    run: Option<Entity>,
    /// The fitness of the best feasible individual and of the best infeasible one at the last notes.
    best: [f64; 2],
    /// The number of notes about both.
    notes: [u32; 2],
    /// The seconds since the last note.
    silence: f32,
    /// Whether the run had ended.
    has_ended: bool,
}

/// Plays a note if the newest generation is better than all for which a note was played. As long as no individual is
/// feasible, the infeasible ones have notes of their own. The end of the run has a chord.
pub(super) fn play_growth(
    time: Res<Time>,
    show: Res<Show>,
    mut heard: Local<SoundedProgress>,
    mut sounds: MessageWriter<PlaySound>,
) {
    heard.silence += time.delta_secs();
    let newest = show.curve.last();
    let best = newest.map_or([0.0; 2], |point| {
        [&point.feasible, &point.infeasible].map(|half| half.best)
    });
    let has_ended = show.progress.stop.is_some();
    if heard.run != show.run {
        // The values at the start of a run are no progress, and make no sound.
        *heard = SoundedProgress {
            run: show.run,
            best,
            has_ended,
            ..SoundedProgress::default()
        };
        return;
    }
    if has_ended && !heard.has_ended {
        sounds.write_batch(sound_of_end(show.progress.stop.as_ref()).map(PlaySound));
    }
    heard.has_ended = has_ended;
    let half = usize::from(best[0] == 0.0);
    if best[half] > heard.best[half] && heard.silence >= PAUSE {
        (heard.best[half], heard.silence) = (best[half], 0.0);
        heard.notes[half] += 1;
        let note = [Sound::Grow, Sound::Mend][half](heard.notes[half]);
        sounds.write(PlaySound(note));
    }
}

/// The sound of the end of a run; `None` if the player has ended it.
fn sound_of_end(stop: Option<&StopReason>) -> Option<Sound> {
    match stop? {
        StopReason::TargetMet => Some(Sound::Found),
        StopReason::Cancelled => None,
        StopReason::Failed(_) => Some(Sound::Refuse),
        _ => Some(Sound::Ended),
    }
}
