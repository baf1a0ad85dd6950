//! The sound of progress: a note each time the run finds a better individual, a little higher than the one before, and
//! a chord at its end; and the pulse of the music, which gets louder on the way to the target.

use bevy::prelude::*;

use super::Show;
use crate::generation::StopReason;
use crate::generation::driver::RunDriver;
use crate::generation::watch::CurvePoint;
use crate::shell::audio::music::{Mood, Stakes};
use crate::shell::audio::{PlaySound, Sound};

/// The least seconds between two notes, so that a fast run does not make a noise.
const PAUSE: f32 = 0.22;

/// The notes about the progress of a run.
#[derive(Default)]
pub struct GrowthNotes {
    /// The fitness of the best feasible individual and of the best infeasible one at the last notes; `None` before the
    /// first values.
    best: Option<[f64; 2]>,
    /// The number of notes about both.
    notes: [u32; 2],
    /// The seconds since the last note.
    silence: f32,
}

impl GrowthNotes {
    /// Returns a note if the newest values are better than all for which there was one, `seconds` after the last call.
    /// The values at the start of a run are no progress. As long as no individual is feasible, the infeasible ones have
    /// notes of their own.
    pub fn note(&mut self, best: [f64; 2], seconds: f32) -> Option<Sound> {
        self.silence += seconds;
        let sounded = self.best.get_or_insert(best);
        let half = usize::from(best[0] == 0.0);
        if best[half] <= sounded[half] || self.silence < PAUSE {
            return None;
        }
        (sounded[half], self.silence) = (best[half], 0.0);
        self.notes[half] += 1;
        Some([Sound::Grow, Sound::Mend][half](self.notes[half]))
    }
}

/// The progress of a run that was sounded.
#[derive(Default)]
pub(super) struct SoundedProgress {
    /// The run.
    run: Option<Entity>,
    notes: GrowthNotes,
    /// Whether the run had ended.
    has_ended: bool,
}

/// Plays the notes of the run that is shown, and a chord at its end.
pub(super) fn play_growth(
    time: Res<Time>,
    show: Res<Show>,
    mut heard: Local<SoundedProgress>,
    mut sounds: MessageWriter<PlaySound>,
) {
    let has_ended = show.progress.stop.is_some();
    if heard.run != show.run {
        *heard = SoundedProgress {
            run: show.run,
            notes: GrowthNotes::default(),
            has_ended,
        };
    }
    if has_ended && !heard.has_ended {
        sounds.write_batch(sound_of_end(show.progress.stop.as_ref()).map(PlaySound));
    }
    heard.has_ended = has_ended;
    if let Some(newest) = show.chart.curve.last() {
        let best = [&newest.feasible, &newest.infeasible].map(|half| half.best);
        let note = heard.notes.note(best, time.delta_secs());
        sounds.write_batch(note.map(PlaySound));
    }
}

/// Lets the music follow the run that is shown. After its end the pulse is silent again.
pub(super) fn set_mood(show: Res<Show>, runs: Query<&RunDriver>, mut mood: ResMut<Mood>) {
    let driver = show.run.and_then(|run| runs.get(run).ok());
    let target = driver.and_then(|driver| driver.watched().target());
    let ending = match target {
        Some(target) if show.progress.stop.is_none() => progress_to(target, &show.chart.curve),
        _ => 0.0,
    };
    let stakes = Stakes {
        danger: 0.0,
        ending,
    };
    mood.set_if_neq(Mood { stakes, ..*mood });
}

/// The part of the way from the first feasible individuals to the target that the best one has gone, 0 to 1.
fn progress_to(target: f64, curve: &[CurvePoint]) -> f32 {
    let mut feasible = curve.iter().filter(|point| point.feasible.size > 0);
    let Some(first) = feasible.next() else {
        return 0.0;
    };
    let newest = feasible.next_back().unwrap_or(first);
    let whole = target - first.feasible.best;
    if whole <= 0.0 {
        return 1.0;
    }
    ((newest.feasible.best - first.feasible.best) / whole).clamp(0.0, 1.0) as f32
}

/// The sound of the end of a run; `None` if the player has ended it.
pub fn sound_of_end(stop: Option<&StopReason>) -> Option<Sound> {
    match stop? {
        StopReason::TargetMet => Some(Sound::Found),
        StopReason::Cancelled => None,
        StopReason::Failed(_) => Some(Sound::Refuse),
        _ => Some(Sound::Ended),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Summary;

    #[test]
    fn the_way_to_the_target_begins_with_the_first_feasible_individuals() {
        let point = |best: &[f64]| CurvePoint {
            generation: 0,
            feasible: Summary::of(best.to_vec()),
            infeasible: Summary::of(vec![0.9]),
        };
        let [none, low, middle, high] = [&[][..], &[0.2], &[0.4], &[0.6]].map(point);
        assert_eq!(progress_to(0.6, &[]), 0.0);
        assert_eq!(progress_to(0.6, &[none, none]), 0.0);
        assert_eq!(progress_to(0.6, &[none, low]), 0.0);
        let half = progress_to(0.6, &[none, low, middle]);
        assert!((half - 0.5).abs() < 1e-6, "{half}");
        assert_eq!(progress_to(0.6, &[low, middle, high]), 1.0);
        assert_eq!(progress_to(0.6, &[high]), 1.0, "nothing is left to do");
    }

    #[test]
    fn each_better_value_has_a_higher_note_but_the_first_values_have_none() {
        let mut notes = GrowthNotes::default();
        assert_eq!(notes.note([0.0, 2.0], 1.0), None, "the start");
        assert_eq!(notes.note([0.0, 2.0], 1.0), None);
        assert_eq!(notes.note([0.0, 3.0], 1.0), Some(Sound::Mend(1)));
        assert_eq!(notes.note([1.0, 3.0], 1.0), Some(Sound::Grow(1)));
        // The infeasible ones are not heard any more.
        assert_eq!(notes.note([1.0, 9.0], 1.0), None);
        assert_eq!(notes.note([2.0, 9.0], 0.0), Some(Sound::Grow(2)));
        // A note that comes too soon waits.
        assert_eq!(notes.note([3.0, 9.0], 0.1), None);
        assert_eq!(notes.note([3.0, 9.0], 0.2), Some(Sound::Grow(3)));
    }
}
