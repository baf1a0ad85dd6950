//! Playback of the selected individual at work: its scenes in sequence, and then those of the individual that is
//! selected by then.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::Show;
use super::tries::Tally;
use crate::generation::Picture;
use crate::generation::driver::RunDriver;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::showing::{Showing, ShownTry};
use crate::shell::settings::Settings;

/// The number of scenes per second.
const SCENES_PER_SECOND: f32 = 7.0;
/// The same for tries, at most.
const MOST_SCENES_PER_SECOND: f32 = 24.0;
/// The same for tries in which nothing glides.
const STILL_SCENES_PER_SECOND: f32 = 4.0;
/// The seconds for which the first try is shown. Later ones pass more quickly.
const FIRST_TRY: f32 = 4.5;
/// The time for which the last scene stays, in seconds.
const LAST_SCENE_HOLD: f32 = 0.9;
/// The part of that time after which the end of a try counts as seen.
const SEEN: f32 = 0.7;
/// The seconds after which an individual without scenes is asked again whether it has some.
const ASK_AGAIN: f32 = 0.25;

/// The scenes that are shown, and the task that computes the next ones.
#[derive(Default)]
pub(super) struct Playback {
    showing: Showing,
    /// The time since the first scene, in scenes, until the last scene.
    time: f32,
    /// The seconds since the last scene was reached.
    held: f32,
    /// The number of showings that were started.
    showings: u32,
    prerender: Option<Task<Showing>>,
    /// The tries so far.
    tally: Tally,
}

impl Playback {
    /// The time, and the scenes before and after it; `None` while there are no scenes.
    pub(super) fn now(&self) -> Option<(f32, &Picture, &Picture)> {
        let scenes = &self.showing.scenes;
        let last = scenes.len().checked_sub(1)?;
        let at = (self.time as usize).min(last);
        Some((self.time, &scenes[at], &scenes[(at + 1).min(last)]))
    }

    /// The try that is shown; `None` if it is something else.
    pub(super) fn shown_try(&self) -> Option<&ShownTry> {
        self.showing.shown_try.as_ref()
    }

    /// The tries so far.
    pub(super) fn tally(&self) -> Tally {
        self.tally
    }

    /// Whether the last scene is shown.
    pub(super) fn has_ended(&self) -> bool {
        self.time >= self.last_time()
    }

    /// Whether the last scene has been shown for a while.
    pub(super) fn is_end_seen(&self) -> bool {
        self.has_ended() && self.held >= SEEN * LAST_SCENE_HOLD
    }

    fn last_time(&self) -> f32 {
        self.showing.scenes.len().saturating_sub(1) as f32
    }

    /// Whether the next showing is due.
    fn is_over(&self) -> bool {
        let hold = match self.showing.scenes.is_empty() {
            true => ASK_AGAIN,
            false => LAST_SCENE_HOLD,
        };
        self.showings == 0 || self.has_ended() && self.held >= hold
    }

    /// The scenes per second. The first tries are seen move by move, and later ones pass more and more quickly.
    fn pace(&self, is_still: bool) -> f32 {
        if self.shown_try().is_none() {
            return SCENES_PER_SECOND;
        }
        if is_still {
            return STILL_SCENES_PER_SECOND;
        }
        let seconds = FIRST_TRY / (self.tally.tried as f32 + 1.0).sqrt();
        (self.last_time() / seconds).clamp(SCENES_PER_SECOND, MOST_SCENES_PER_SECOND)
    }

    /// Begins a showing.
    fn begin(&mut self, showing: Showing) {
        if let Some(shown_try) = &showing.shown_try {
            self.tally.turn_to(shown_try);
        }
        self.showing = showing;
        (self.time, self.held) = (0.0, 0.0);
    }

    /// Goes on for a time. Returns whether a try has ended in it.
    fn advance(&mut self, seconds: f32, is_still: bool) -> bool {
        if self.has_ended() {
            self.held += seconds;
            return false;
        }
        self.time = (self.time + seconds * self.pace(is_still)).min(self.last_time());
        let ends = self.has_ended();
        if let Some(shown_try) = self.showing.shown_try.as_ref().filter(|_| ends) {
            self.tally.count(shown_try);
            return true;
        }
        false
    }
}

impl Show {
    /// The scenes around the current time of the playback: see [`Playback::now`].
    pub(super) fn scene(&self) -> Option<(f32, &Picture, &Picture)> {
        self.playback.as_ref()?.now()
    }

    /// Starts the playback again, because another individual is selected.
    pub(super) fn restart_playback(&mut self) {
        if let Some(playback) = &mut self.playback {
            *playback = Playback::default();
        }
    }
}

/// Switches the playback on or off.
pub(super) fn toggle_playback(world: &mut World) {
    let mut show = world.resource_mut::<Show>();
    show.playback = match show.playback {
        None => Some(Playback::default()),
        Some(_) => None,
    };
}

/// Advances the time of the playback, and computes the next scenes in the background.
pub(super) fn advance_playback(
    time: Res<Time>,
    settings: Res<Settings>,
    mut show: ResMut<Show>,
    runs: Query<&RunDriver>,
) {
    let selection = show.selection();
    let Some(driver) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    let Some(playback) = &mut show.bypass_change_detection().playback else {
        return;
    };
    let seconds = time.delta_secs() * settings.animation_speed();
    let has_ended = playback.advance(seconds, settings.reduced_motion);
    let mut has_begun = false;
    if playback.prerender.is_some() {
        if let Some(showing) = take_result(&mut playback.prerender) {
            playback.begin(showing);
            has_begun = true;
        }
    } else if playback.is_over() {
        let (run, number) = (Arc::clone(driver.watched()), playback.showings);
        playback.showings += 1;
        playback.prerender = Some(spawn_or_default(move || run.showing(selection, number)));
    }
    if has_begun || has_ended {
        show.set_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Fact;

    fn showing(scenes: usize, succeeds: bool) -> Showing {
        Showing {
            scenes: vec![Picture::default(); scenes],
            shown_try: Some(ShownTry {
                of: 1,
                succeeds,
                wanted: 0.5,
                end: Fact::new("", String::new()),
            }),
        }
    }

    #[test]
    fn a_try_is_counted_once_at_its_end_and_the_next_one_waits_until_it_was_seen() {
        let mut playback = Playback::default();
        assert!(playback.is_over(), "the first showing is due at once");
        playback.showings = 1;
        playback.begin(showing(60, true));
        let mut ends = 0;
        let mut seconds = 0.0;
        while !playback.is_over() {
            ends += u32::from(playback.advance(0.05, false));
            seconds += 0.05;
            assert_eq!(playback.tally().tried, u32::from(playback.has_ended()));
        }
        assert_eq!((ends, playback.tally().won), (1, 1));
        assert!((5.0..6.0).contains(&seconds), "{seconds}");
        playback.begin(showing(60, false));
        assert!(!playback.has_ended() && !playback.is_end_seen());
        assert!(
            playback.pace(false) > 60.0 / FIRST_TRY,
            "the second is quicker"
        );
        assert_eq!(playback.pace(true), STILL_SCENES_PER_SECOND);
        while !playback.is_end_seen() {
            playback.advance(0.05, true);
        }
        assert_eq!((playback.tally().won, playback.tally().tried), (1, 2));
    }

    #[test]
    fn scenes_without_a_try_are_neither_counted_nor_hurried() {
        let mut playback = Playback {
            showings: 1,
            ..default()
        };
        playback.begin(Showing::of(vec![Picture::default(); 200]));
        assert_eq!(playback.pace(true), SCENES_PER_SECOND);
        while !playback.is_over() {
            assert!(!playback.advance(0.1, false));
        }
        assert_eq!(playback.tally(), Tally::default());
        // Without scenes the next showing is asked for after a while.
        playback.begin(Showing::default());
        assert!(playback.now().is_none() && !playback.is_over());
        playback.advance(LAST_SCENE_HOLD, false);
        assert!(playback.is_over());
    }
}
