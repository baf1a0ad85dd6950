//! The widgets that lie over pictures. A picture finds the point under the pointer by itself, so that it must ask
//! whether something is in between.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

/// Marks a node that lies over pictures and takes the pointer there, such as the on-screen keyboard.
#[derive(Component, Default)]
#[require(RelativeCursorPosition)]
pub struct CoversPictures;

/// The nodes that lie over pictures.
#[derive(SystemParam)]
pub struct CoveringNodes<'w, 's> {
    nodes: Query<
        'w,
        's,
        (
            &'static RelativeCursorPosition,
            &'static InheritedVisibility,
        ),
        With<CoversPictures>,
    >,
}

impl CoveringNodes<'_, '_> {
    /// Whether the pointer is over one of them, so that it is over no picture.
    pub fn has_pointer(&self) -> bool {
        self.nodes
            .iter()
            .any(|(pointer, visibility)| visibility.get() && pointer.cursor_over)
    }

    /// The point of a picture under the pointer, from -0.5 to 0.5 to the right and down; `None` beside the picture and
    /// where something lies over it.
    pub fn point_on(&self, picture: &RelativeCursorPosition) -> Option<Vec2> {
        let at = picture.normalized.filter(|_| picture.cursor_over)?;
        (!self.has_pointer()).then_some(at)
    }
}
