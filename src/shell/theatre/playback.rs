//! Playback of the selected individual at work: its scenes in sequence, and then those of the individual that is
//! selected by then.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::Show;
use crate::generation::Picture;
use crate::generation::driver::RunDriver;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::shell::settings::Settings;

/// The number of scenes per second.
const SCENES_PER_SECOND: f32 = 7.0;
/// The time for which the last scene stays, in scenes.
const LAST_SCENE_HOLD: f32 = 6.0;

/// The scenes that are shown, and the task that computes the next ones.
#[derive(Default)]
pub(super) struct Playback {
    scenes: Vec<Picture>,
    /// The time since the first scene, in scenes.
    time: f32,
    /// The number of sequences that were started.
    showings: u32,
    prerender: Option<Task<Vec<Picture>>>,
}

impl Playback {
    /// The time, and the scenes before and after it; `None` while there are no scenes.
    pub(super) fn now(&self) -> Option<(f32, &Picture, &Picture)> {
        let last = self.scenes.len().checked_sub(1)?;
        let time = self.time.min(last as f32);
        let at = time as usize;
        Some((time, &self.scenes[at], &self.scenes[(at + 1).min(last)]))
    }

    fn is_over(&self) -> bool {
        self.time >= self.scenes.len() as f32 + LAST_SCENE_HOLD
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
    playback.time += time.delta_secs() * SCENES_PER_SECOND * settings.animation_speed();
    if playback.prerender.is_some() {
        if let Some(scenes) = take_result(&mut playback.prerender) {
            playback.scenes = scenes;
            playback.time = 0.0;
            show.set_changed();
        }
    } else if playback.is_over() {
        let (run, showing) = (Arc::clone(driver.watched()), playback.showings);
        playback.showings += 1;
        playback.prerender = Some(spawn_or_default(move || run.scenes(selection, showing)));
    }
}
