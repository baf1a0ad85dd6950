//! Buttons with a picture: in place of a caption, or beside it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::bind::{BoundText, SelectedWhen};
use super::palette;
use super::widget::{ButtonStyle, TextSize, bare_button, bound_text, spoken_name, square_picture};
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

/// Spawns a button of a row of choices with a square picture and a caption, and returns it. `layout` says whether the
/// caption is behind the picture or below it, and how wide the button is at least.
pub fn pictured_choice(
    row: &mut ChildSpawnerCommands,
    layout: Node,
    (image, side): (Handle<Image>, f32),
    caption: impl Into<BoundText>,
    selected: SelectedWhen,
    action: impl Fn(&mut World) + Clone + Send + Sync + 'static,
) -> Entity {
    let node = Node {
        padding: UiRect::axes(px(10), px(4)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        flex_shrink: 0.0,
        ..layout
    };
    let mut button = row.spawn((bare_button(ButtonStyle::Picture, node, action), selected));
    button.with_child((square_picture(image, side), Pickable::IGNORE));
    button.with_child(bound_text(TextSize::Body, palette::PAPER, caption));
    button.id()
}
