//! A button with a picture in place of a caption.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::bind::SelectedWhen;
use super::widget::{ButtonStyle, bare_button, spoken_name};
use crate::shell::words::Words;

/// Spawns a square button with a picture, and returns it. Its name is for screen readers.
pub fn picture_button(
    row: &mut ChildSpawnerCommands,
    (image, side): (Handle<Image>, f32),
    name: impl Fn(&Words) -> String + Send + Sync + 'static,
    selected: SelectedWhen,
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> Entity {
    let node = Node {
        width: px(side),
        height: px(side),
        padding: UiRect::all(px(4)),
        ..default()
    };
    let mut button = row.spawn((bare_button(ButtonStyle::Chip, node, action), selected));
    button.with_child(spoken_name(move |world: &World| {
        name(world.resource::<Words>())
    }));
    button.with_child((
        ImageNode::new(image),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        Pickable::IGNORE,
    ));
    button.id()
}
