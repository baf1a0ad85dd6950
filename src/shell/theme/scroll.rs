//! Areas that scroll when their content is too high: by the wheel, by the scroll bar, and to the focused widget.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::{ControlOrientation, ScrollArea, ScrollIntoView, Scrollbar, ScrollbarThumb};

use super::palette;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, scroll_to_focus)
        // After the layout, which says whether the content is too high.
        .add_systems(PostUpdate, hide_idle_bars.after(UiSystems::Layout));
}

/// Width of a scroll bar, in interface pixels.
const BAR: f32 = 6.0;
/// Width of a scroll bar with the gap beside it, in interface pixels.
pub const SCROLL_BAR_SPACE: f32 = BAR + GAP;
/// Gap between the content and the scroll bar, in interface pixels.
const GAP: f32 = 8.0;
/// How far the outline of the focus may reach beyond the area, in interface pixels.
const OUTLINE: f32 = 4.0;

/// Spawns an area that scrolls up and down. `outer` has its size, `inner` the layout of its content.
pub fn scroll_area(
    parent: &mut ChildSpawnerCommands,
    outer: Node,
    inner: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    parent
        .spawn(Node {
            column_gap: px(GAP),
            ..outer
        })
        .with_children(|frame| {
            let mut area = frame.spawn((
                Name::new("Scroll area"),
                ScrollArea,
                Node {
                    overflow: Overflow::scroll_y(),
                    overflow_clip_margin: OverflowClipMargin::border_box().with_margin(OUTLINE),
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

/// Shows a scroll bar only where there is something to scroll.
fn hide_idle_bars(
    mut bars: Query<(&Scrollbar, &mut Visibility)>,
    areas: Query<&ComputedNode, With<ScrollArea>>,
) {
    for (bar, mut visibility) in &mut bars {
        let Ok(area) = areas.get(bar.target) else {
            continue;
        };
        let wanted = if area.content_size().y > area.size().y + 0.5 {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        };
        visibility.set_if_neq(wanted);
    }
}

/// Scrolls to a widget that has just got the focus.
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
