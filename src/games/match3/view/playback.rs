//! The playback of the events of the last moves.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::games::match3::rules::Event;

/// The speed of the last match of a won level, as a part of the usual one.
const SLOW: f32 = 0.4;

/// The playback of the events of the last moves.
#[derive(Default)]
pub(super) struct Playback {
    /// Events not yet shown.
    pub events: VecDeque<Event>,
    /// Seconds until the events that are being shown have ended.
    pub busy: f32,
    /// The points counted up so far.
    pub points_shown: f32,
    /// The number of scores that float up from the step that is shown.
    pub floats: u8,
    /// The distance by which a blast has pushed the board, in cells.
    pub push: f32,
    /// The step of the cascade that is shown, from 1.
    pub step: u32,
    /// The counts of the events that are still to be shown.
    pub pending: Pending,
    /// Whether the last match of a won level is shown, which is slow.
    pub is_slow: bool,
    /// The place beside the board to which the blocks of each colour fly; `None` for colours that are not collected.
    pub goals: [Option<Vec2>; 8],
}

impl Playback {
    /// Whether no event is being shown and none waits.
    pub(super) fn is_over(&self) -> bool {
        self.events.is_empty() && self.busy <= 0.0
    }

    /// The speed of the playback, as a part of the usual one.
    pub(super) fn tempo(&self) -> f32 {
        if self.is_slow { SLOW } else { 1.0 }
    }

    /// Takes the events that happen together: matches, the blocks that they and power pieces clear, and the pieces that
    /// are made.
    pub(super) fn take_step(&mut self) -> Vec<Event> {
        let moves = |event: &Event| {
            matches!(
                event,
                Event::Swapped(_)
                    | Event::Fell(_)
                    | Event::Spawned(..)
                    | Event::Settled
                    | Event::Reshuffled(_)
            )
        };
        let end = self.events.iter().position(moves);
        let end = end.unwrap_or(self.events.len());
        self.events.drain(..end).collect()
    }

    /// Whether blocks are still to be taken.
    pub(super) fn has_further_match(&self) -> bool {
        let takes = |event: &Event| matches!(event, Event::Matched { .. } | Event::Fired { .. });
        self.events.iter().any(takes)
    }
}

/// The blocks, points and layers that the game has counted and the view has not shown yet.
#[derive(Default)]
pub(super) struct Pending {
    pub collected: [u32; 8],
    pub points: u32,
    pub layers: u32,
}

impl Pending {
    pub(super) fn add(&mut self, event: &Event) {
        self.count(event, u32::saturating_add);
    }

    pub(super) fn shown(&mut self, event: &Event) {
        self.count(event, u32::saturating_sub);
    }

    fn count(&mut self, event: &Event, with: fn(u32, u32) -> u32) {
        match event {
            Event::Matched { points, .. } | Event::Fired { points, .. } => {
                self.points = with(self.points, *points);
            }
            Event::Cleared(Some(colour), cells) => {
                let sum = &mut self.collected[usize::from(colour.0) % 8];
                *sum = with(*sum, cells.len());
            }
            Event::Chipped { .. } => self.layers = with(self.layers, 1),
            _ => {}
        }
    }
}
