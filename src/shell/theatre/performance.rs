//! The lead at work: its scenes one after the other, and then those of whoever leads by then.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::Show;
use crate::generation::Picture;
use crate::generation::task::Evolution;
use crate::shell::settings::Settings;

/// Scenes a second.
const PACE: f32 = 7.0;
/// For so many scenes the last one stays.
const CURTAIN: f32 = 6.0;

/// What is being shown, and what comes next.
#[derive(Default)]
pub(super) struct Performance {
    scenes: Vec<Picture>,
    /// How many scenes have passed.
    time: f32,
    /// How many showings were begun.
    showings: u32,
    rehearsal: Option<Task<Vec<Picture>>>,
}

impl Performance {
    /// The time, and the scenes before and after it; `None` before the first one.
    pub(super) fn now(&self) -> Option<(f32, &Picture, &Picture)> {
        let last = self.scenes.len().checked_sub(1)?;
        let time = self.time.min(last as f32);
        let at = time as usize;
        Some((time, &self.scenes[at], &self.scenes[(at + 1).min(last)]))
    }

    fn is_over(&self) -> bool {
        self.time >= self.scenes.len() as f32 + CURTAIN
    }
}

impl Show {
    /// What is seen of the lead at work: see [`Performance::now`].
    pub(super) fn scene(&self) -> Option<(f32, &Picture, &Picture)> {
        self.performance.as_ref()?.now()
    }

    /// Somebody else leads: the performance begins anew.
    pub(super) fn rehearse(&mut self) {
        if let Some(performance) = &mut self.performance {
            *performance = Performance::default();
        }
    }
}

/// Watches the lead at work, or no longer.
pub(super) fn toggle(world: &mut World) {
    let mut show = world.resource_mut::<Show>();
    show.performance = match show.performance {
        None => Some(Performance::default()),
        Some(_) => None,
    };
}

/// Time passes; scenes are prepared in the background.
pub(super) fn go_on(
    time: Res<Time>,
    settings: Res<Settings>,
    mut show: ResMut<Show>,
    runs: Query<&Evolution>,
) {
    let lead = show.lead();
    let Some(evolution) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    let Some(performance) = &mut show.bypass_change_detection().performance else {
        return;
    };
    performance.time += time.delta_secs() * PACE * settings.animation_speed();
    if let Some(task) = &mut performance.rehearsal {
        if let Some(scenes) = block_on(poll_once(task)) {
            performance.rehearsal = None;
            performance.scenes = scenes;
            performance.time = 0.0;
            show.set_changed();
        }
    } else if performance.is_over() {
        let (live, showing) = (Arc::clone(evolution.live()), performance.showings);
        performance.showings += 1;
        let rehearse = async move { live.scenes(lead, showing) };
        performance.rehearsal = Some(AsyncComputeTaskPool::get().spawn(rehearse));
    }
}
