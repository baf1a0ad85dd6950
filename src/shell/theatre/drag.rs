//! Dragging what is larger than the area in which it is seen.

use bevy::prelude::*;

/// A mouse that moves further than this while its button is down drags, in window pixels. It selects otherwise.
const LEAST: f32 = 6.0;

/// A press of the mouse that goes on. Its places are in window pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drag {
    from: Vec2,
    last: Vec2,
    has_moved: bool,
}

impl Drag {
    /// A press that begins under the mouse.
    pub(super) fn begin(cursor: Vec2) -> Self {
        Drag {
            from: cursor,
            last: cursor,
            has_moved: false,
        }
    }

    /// Follows the mouse, and returns by how far the visible part moves; zero while the press may still be a click.
    pub(super) fn follow(&mut self, cursor: Vec2) -> Vec2 {
        self.has_moved |= self.from.distance(cursor) > LEAST;
        let by = std::mem::replace(&mut self.last, cursor) - cursor;
        if self.has_moved { by } else { Vec2::ZERO }
    }

    /// Whether the mouse has hardly moved since the press.
    pub(super) fn is_click(self) -> bool {
        !self.has_moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_that_hardly_moves_is_a_click_and_a_drag_stays_one() {
        let mut drag = Drag::begin(Vec2::splat(50.0));
        assert_eq!(drag.follow(Vec2::new(54.0, 50.0)), Vec2::ZERO);
        assert!(drag.is_click());
        // The movement before the press became a drag is not made up for.
        assert_eq!(drag.follow(Vec2::new(58.0, 50.0)), Vec2::new(-4.0, 0.0));
        assert_eq!(drag.follow(Vec2::splat(50.0)), Vec2::new(8.0, 0.0));
        assert!(!drag.is_click());
    }
}
