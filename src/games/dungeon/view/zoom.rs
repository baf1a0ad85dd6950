//! The size of the map's cells: the wheel over the map changes it. It is a setting, so that the next dungeon has it too.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;

use super::View;
use super::hand::Mouse;
use crate::shell::settings::Settings;

/// The number of rows of cells that fit into the height of a window at the usual size.
const ROWS: f32 = 17.0;
/// The change of the size for a line of the wheel, in percent of the usual size.
const STEP: f32 = 10.0;
/// The movement on a touchpad that counts as a line of the wheel, in pixels.
const LINE: f32 = 40.0;
/// The difference from the wanted rows that cannot be seen.
const UNSEEN: f32 = 0.02;

/// The rows of the map in the window: those that the settings ask for, and those that are shown on the way there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rows {
    wanted: f32,
    shown: f32,
}

impl Default for Rows {
    fn default() -> Self {
        Rows {
            wanted: ROWS,
            shown: ROWS,
        }
    }
}

impl Rows {
    /// The height of a cell in a window of a height.
    pub fn cell(self, height: f32) -> f32 {
        let cell = height / self.shown;
        // The pixels of a map at rest are those of its sprites.
        match self.is_at_rest() {
            true => Rows::cell_at_rest(cell),
            false => cell,
        }
    }

    /// The height that a cell will have at rest.
    pub fn last_cell(self, height: f32) -> f32 {
        Rows::cell_at_rest(height / self.wanted)
    }

    fn cell_at_rest(cell: f32) -> f32 {
        cell.round().max(16.0)
    }

    /// Whether the size does not change now.
    pub fn is_at_rest(self) -> bool {
        self.shown == self.wanted
    }
}

/// Lets the wheel over the map enlarge or shrink it.
pub(super) fn zoom_with_wheel(
    mouse: Mouse,
    view: Res<View>,
    scroll: Res<AccumulatedMouseScroll>,
    mut lines: Local<f32>,
    mut commands: Commands,
) {
    if scroll.delta.y == 0.0 || !mouse.is_over_map(&view) {
        return;
    }
    *lines += match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / LINE,
    };
    let whole = lines.trunc();
    *lines -= whole;
    if whole != 0.0 {
        commands.queue(move |world: &mut World| enlarge(world, whole * STEP));
    }
}

/// Makes the map larger by some percent of its usual size, or smaller.
fn enlarge(world: &mut World, percent: f32) {
    let mut settings = world.resource_mut::<Settings>();
    let (least, most) = Settings::MAP_PERCENT;
    let wanted = (settings.map_percent as f32 + percent).round() as u32;
    settings.map_percent = wanted.clamp(least, most);
}

/// Moves the shown size towards the one that the settings ask for.
pub(super) fn follow_settings(time: Res<Time>, settings: Res<Settings>, mut view: ResMut<View>) {
    let wanted = ROWS * 100.0 / settings.map_percent as f32;
    let rows = view.rows;
    let step = 1.0 - (-12.0 * time.delta_secs() * settings.animation_speed()).exp();
    let shown = rows.shown + (wanted - rows.shown) * step;
    let is_there = settings.reduced_motion || view.eye.is_none() || (wanted - shown).abs() < UNSEEN;
    let shown = if is_there { wanted } else { shown };
    if rows != (Rows { wanted, shown }) {
        view.rows = Rows { wanted, shown };
    }
}
