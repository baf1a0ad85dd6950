//! The sound of progress: each time the run finds a better individual, a note sounds that is a little higher.

use bevy::prelude::*;

use super::Show;
use crate::shell::audio::{PlaySound, Sound};

/// The least seconds between two notes, so that a fast run does not make a noise.
const PAUSE: f32 = 0.22;

/// The progress of a run that was sounded.
#[derive(Default)]
pub(super) struct SoundedProgress {
    /// The run.
    run: Option<Entity>,
    /// The fitness of the best individual at the last note.
    best: f64,
    /// The number of notes.
    notes: u32,
    /// The seconds since the last note.
    silence: f32,
}

/// Plays a note if the newest generation is better than all for which a note was played.
pub(super) fn play_growth(
    time: Res<Time>,
    show: Res<Show>,
    mut heard: Local<SoundedProgress>,
    mut sounds: MessageWriter<PlaySound>,
) {
    heard.silence += time.delta_secs();
    let newest = show.curve.last().map(|point| point.feasible);
    let newest = newest.filter(|feasible| feasible.size > 0);
    if heard.run != show.run {
        // The values at the start of a run are no progress, and make no sound.
        *heard = SoundedProgress {
            run: show.run,
            best: newest.map_or(0.0, |feasible| feasible.best),
            ..SoundedProgress::default()
        };
        return;
    }
    let Some(best) = newest.map(|feasible| feasible.best) else {
        return;
    };
    if best > heard.best && heard.silence >= PAUSE {
        (heard.best, heard.silence) = (best, 0.0);
        heard.notes += 1;
        sounds.write(PlaySound(Sound::Grow(heard.notes)));
    }
}
