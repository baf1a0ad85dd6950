//! The enlargement of things that are larger than the area in which they are seen.

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

/// The factor of one notch of the wheel.
pub(super) const ZOOM_STEP: f32 = 1.25;

/// The point of a texture of this size that is under the pointer.
pub(super) fn point_under(pointer: &RelativeCursorPosition, size: Vec2) -> Option<Vec2> {
    let at = pointer.normalized.filter(|_| pointer.cursor_over)?;
    Some((at + 0.5) * size)
}

/// The enlargement of something that fills an area, and the part of it that is seen there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Zoom {
    /// The factor of the enlargement, from 1.
    pub(super) factor: f32,
    /// The point of the enlarged thing that is at the upper left corner of the area, in pixels.
    pub(super) corner: Vec2,
}

impl Default for Zoom {
    fn default() -> Self {
        Zoom {
            factor: 1.0,
            corner: Vec2::ZERO,
        }
    }
}

impl Zoom {
    /// Enlarges the thing by a factor, or makes it smaller again: at most `most` times as large as the area, and never
    /// smaller than the area. The point `point` of the area, which has the size `area`, stays in its place.
    pub(super) fn enlarge(&mut self, point: Vec2, factor: f32, most: f32, area: Vec2) {
        let enlarged = (self.factor * factor).clamp(1.0, most);
        self.corner = (self.corner + point) * (enlarged / self.factor) - point;
        self.factor = enlarged;
        self.move_by(Vec2::ZERO, area);
    }

    /// Moves the visible part, within the thing.
    pub(super) fn move_by(&mut self, by: Vec2, area: Vec2) {
        let excess = area * (self.factor - 1.0);
        self.corner = (self.corner + by).clamp(Vec2::ZERO, excess);
    }
}
