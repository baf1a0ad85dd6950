//! Areas that scroll when they hold more than fits: by the wheel, by their bar, and to wherever the focus goes.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{ControlOrientation, ScrollArea, ScrollIntoView, Scrollbar, ScrollbarThumb};

use super::palette;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, scroll_to_focus);
}

/// Width of a scroll bar, in interface pixels.
const BAR: f32 = 6.0;

/// An area that scrolls up and down. `outer` says how large it is, `inner` how its content is laid out.
pub fn scroll_area(
    parent: &mut ChildSpawnerCommands,
    outer: Node,
    inner: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    parent
        .spawn(Node {
            column_gap: px(8),
            ..outer
        })
        .with_children(|frame| {
            let mut area = frame.spawn((
                Name::new("Scroll area"),
                ScrollArea,
                Node {
                    overflow: Overflow::scroll_y(),
                    flex_grow: 1.0,
                    ..inner
                },
            ));
            area.with_children(content);
            let target = area.id();
            frame
                .spawn((
                    Scrollbar::new(target, ControlOrientation::Vertical, 24.0),
                    Node {
                        width: px(BAR),
                        flex_shrink: 0.0,
                        ..default()
                    },
                ))
                .with_child((
                    ScrollbarThumb {
                        border_radius: BorderRadius::MAX,
                        ..default()
                    },
                    BackgroundColor(palette::RIM),
                ));
        });
}

/// Shows what the keyboard or the gamepad has just focused.
fn scroll_to_focus(
    focus: Res<InputFocus>,
    nodes: Query<(), With<Node>>,
    mut last: Local<Option<Entity>>,
    mut commands: Commands,
) {
    let now = focus.get();
    if now == *last {
        return;
    }
    *last = now;
    if let Some(entity) = now.filter(|entity| nodes.contains(*entity)) {
        commands.trigger(ScrollIntoView { entity });
    }
}
