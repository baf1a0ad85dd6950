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
        let mut around = self.parents.iter_ancestors(picture);
        let scrolls = around.any(|one| self.areas.contains(one));
        match scrolls && !is_ctrl_held(&self.keys) {
            true => 0.0,
            false => self.scroll.delta.y,
        }
    }
}

/// Keeps the page where it is while the wheel enlarges a picture on it.
pub(super) fn hold_page(mut scroll: On<Pointer<Scroll>>, keys: Res<ButtonInput<KeyCode>>) {
    if is_ctrl_held(&keys) {
        scroll.propagate(false);
    }
}

fn is_ctrl_held(keys: &ButtonInput<KeyCode>) -> bool {
    keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight])
}
