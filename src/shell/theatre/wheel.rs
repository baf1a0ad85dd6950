//! The wheel over pictures that it enlarges. On a page that scrolls it scrolls the page instead, unless Ctrl is held.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::AccumulatedMouseScroll;
use bevy::picking::events::{Pointer, Scroll};
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::zoom::ZOOM_STEP;

/// The wheel, and what it can scroll.
#[derive(SystemParam)]
pub(super) struct Wheel<'w, 's> {
    scroll: Res<'w, AccumulatedMouseScroll>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    parents: Query<'w, 's, &'static ChildOf>,
    areas: Query<'w, 's, (), With<ScrollArea>>,
}

impl Wheel<'_, '_> {
    /// The factor by which the wheel enlarges a picture in this frame; `None` if it was not turned, or scrolls the page
    /// around the picture.
    pub(super) fn factor_over(&self, picture: Entity) -> Option<f32> {
        let lines = self.scroll.delta.y;
        (lines != 0.0 && self.enlarges(picture)).then(|| ZOOM_STEP.powf(lines.signum()))
    }

    /// Whether the wheel over a picture enlarges it.
    fn enlarges(&self, picture: Entity) -> bool {
        let held = [KeyCode::ControlLeft, KeyCode::ControlRight];
        let mut around = self.parents.iter_ancestors(picture);
        self.keys.any_pressed(held) || !around.any(|one| self.areas.contains(one))
    }
}

/// Keeps the page where it is while the wheel enlarges a picture on it.
pub(super) fn hold_page(mut scroll: On<Pointer<Scroll>>, wheel: Wheel) {
    if wheel.enlarges(scroll.entity) {
        scroll.propagate(false);
    }
}
