//! The wheel over pictures that it enlarges. On a page that scrolls it scrolls the page instead, unless Ctrl is held.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::AccumulatedMouseScroll;
use bevy::picking::events::{Pointer, Scroll};
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

/// The wheel, and what it can scroll.
#[derive(SystemParam)]
pub(super) struct Wheel<'w, 's> {
    scroll: Res<'w, AccumulatedMouseScroll>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    parents: Query<'w, 's, &'static ChildOf>,
    areas: Query<'w, 's, (), With<ScrollArea>>,
}

impl Wheel<'_, '_> {
    /// The lines by which the wheel was turned in this frame to enlarge a picture; 0 if it scrolls the page around it.
    pub(super) fn lines_over(&self, picture: Entity) -> f32 {
        match self.enlarges(picture) {
            true => self.scroll.delta.y,
            false => 0.0,
        }
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
