//! Areas that scroll when their content is too large: by the wheel, by the scroll bars, and to the focused widget. Keys
//! and the gamepad scroll them in the module of the input.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::InputFocus;
use bevy::picking::events::{Pointer, Scroll};
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::{ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb};

use super::large::UsualMaxHeight;
use super::palette;
use super::widget::{panel, stack};
use crate::shell::window::DESIGN;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(scroll_from_beside)
        .add_message::<ScrollTo>()
        .add_systems(PostUpdate, (scroll_to_focus, scroll_as_asked).chain())
        // By then the layout has determined whether the content is too large.
        .add_systems(
            PostUpdate,
            (show_bars, enable_areas).after(UiSystems::Layout),
        );
}

/// Width of a scroll bar, in interface pixels.
const BAR: f32 = 6.0;
/// Width of a scroll bar with the gap beside it, in interface pixels.
pub const SCROLL_BAR_SPACE: f32 = BAR + GAP;
/// Gap between the content and the scroll bar, in interface pixels.
const GAP: f32 = 8.0;
/// Gap between content that is wide and the scroll bar below it, in interface pixels.
const BAR_GAP: f32 = 2.0;
/// The largest distance of the outline of the focus from the area, in interface pixels.
const OUTLINE: f32 = 4.0;

/// An area that can scroll. It is a [`ScrollArea`] while its content is too large, so that the wheel reaches the page
/// behind a list that fits.
#[derive(Component)]
struct CanScroll;

/// Spawns a panel with a layout, and in it a column that scrolls up and down.
pub fn scroll_panel(
    parent: &mut ChildSpawnerCommands,
    layout: Node,
    gap: f32,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    parent.spawn(panel(layout)).with_children(|panel| {
        let outer = Node {
            flex_grow: 1.0,
            min_height: px(0),
            ..default()
        };
        scroll_area(panel, outer, stack(FlexDirection::Column, gap), content);
    });
}

/// Spawns an area that scrolls up and down. `outer` has its size, `inner` the layout of its content. A `max_height`
/// applies at the usual size of texts; with larger ones the page around the area scrolls. Returns the area.
pub fn scroll_area(
    parent: &mut ChildSpawnerCommands,
    outer: Node,
    inner: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let max_height = outer.max_height;
    let mut frame = parent.spawn(Node {
        column_gap: px(GAP),
        ..outer
    });
    if max_height != Val::Auto {
        frame.insert(UsualMaxHeight(max_height));
    }
    let mut target = Entity::PLACEHOLDER;
    frame.with_children(|frame| {
        let mut area = frame.spawn((
            Name::new("Scroll area"),
            (CanScroll, ScrollArea),
            Node {
                overflow: Overflow::scroll_y(),
                overflow_clip_margin: OverflowClipMargin::border_box().with_margin(OUTLINE),
                flex_grow: 1.0,
                min_width: px(0),
                ..inner
            },
        ));
        area.with_children(content).observe(pass_wheel_on);
        target = area.id();
        let bar = Node {
            width: px(BAR),
            flex_shrink: 0.0,
            ..default()
        };
        spawn_bar(frame, target, ControlOrientation::Vertical, bar);
    });
    target
}

/// Spawns an area that takes the room which is left in a column, and scrolls up and down. It holds one column with gaps,
/// which a system fills later; `marker` has the components by which the system finds this column.
pub fn spawn_filled_area(parent: &mut ChildSpawnerCommands, gap: f32, marker: impl Bundle) {
    let outer = Node {
        flex_grow: 1.0,
        min_height: px(0),
        ..default()
    };
    let filled = Node {
        width: percent(100),
        flex_shrink: 0.0,
        ..stack(FlexDirection::Column, gap)
    };
    scroll_area(parent, outer, stack(FlexDirection::Column, 0.0), |area| {
        area.spawn((marker, filled));
    });
}

/// Spawns an area that fills its parent and scrolls in both directions. `inner` is the layout of its content, which is
/// as wide as the area or wider. Its least sizes determine when the area begins to scroll.
pub fn scroll_page(
    parent: &mut ChildSpawnerCommands,
    inner: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    scroll_page_with(parent, inner, (), content);
}

/// Spawns an area like [`scroll_page`], whose content has further components.
pub fn scroll_page_with(
    parent: &mut ChildSpawnerCommands,
    inner: Node,
    further: impl Bundle,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let frame = Node {
        width: percent(100),
        height: percent(100),
        ..default()
    };
    parent.spawn(frame).with_children(|frame| {
        let mut area = frame.spawn((
            Name::new("Scroll page"),
            (CanScroll, ScrollArea),
            Node {
                overflow: Overflow::scroll(),
                width: percent(100),
                height: percent(100),
                ..default()
            },
        ));
        let page = Node {
            width: percent(100),
            flex_shrink: 0.0,
            ..inner
        };
        area.with_children(|area| {
            area.spawn((page, further)).with_children(content);
        });
        let target = area.id();
        let beside = Node {
            position_type: PositionType::Absolute,
            right: px(2),
            top: px(2),
            bottom: px(2.0 + BAR),
            width: px(BAR),
            ..default()
        };
        spawn_bar(frame, target, ControlOrientation::Vertical, beside);
        let below = Node {
            position_type: PositionType::Absolute,
            left: px(2),
            right: px(2.0 + BAR),
            bottom: px(2),
            height: px(BAR),
            ..default()
        };
        spawn_bar(frame, target, ControlOrientation::Horizontal, below);
    });
}

/// Spawns an area that scrolls sideways if its content is wider than its parent.
pub fn wide_area(
    parent: &mut ChildSpawnerCommands,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let bar = Node {
        height: px(BAR),
        ..default()
    };
    spawn_wide_area(parent, bar, content);
}

/// Spawns an area like [`wide_area`] that is no higher than its content. Its scroll bar lies in the gap below it.
pub fn wide_part(
    parent: &mut ChildSpawnerCommands,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let bar = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        bottom: px(-(BAR_GAP + BAR)),
        height: px(BAR),
        ..default()
    };
    spawn_wide_area(parent, bar, content);
}

fn spawn_wide_area(
    parent: &mut ChildSpawnerCommands,
    bar: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let frame = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(BAR_GAP),
        max_width: percent(100),
        flex_shrink: 0.0,
        ..default()
    };
    parent.spawn(frame).with_children(|frame| {
        let mut area = frame.spawn((
            Name::new("Wide area"),
            (CanScroll, ScrollArea),
            Node {
                overflow: Overflow::scroll_x(),
                ..default()
            },
        ));
        area.with_children(content).observe(pass_wheel_on);
        let target = area.id();
        spawn_bar(frame, target, ControlOrientation::Horizontal, bar);
    });
}

/// The layout of a page that is never smaller than the window for which it is laid out, so that it scrolls where texts
/// are larger than usual.
pub fn whole_page() -> Node {
    Node {
        height: percent(100),
        min_width: px(DESIGN.x),
        min_height: px(DESIGN.y),
        ..default()
    }
}

fn spawn_bar(
    frame: &mut ChildSpawnerCommands,
    target: Entity,
    orientation: ControlOrientation,
    node: Node,
) {
    frame
        .spawn((Scrollbar::new(target, orientation, 24.0), node))
        .with_child((
            ScrollbarThumb {
                border_radius: BorderRadius::MAX,
                ..default()
            },
            BackgroundColor(palette::RIM),
        ));
}

/// The interface pixels by which content may be larger than its area before the area scrolls. Such a small overflow
/// hides no content, and rounded widths differ by a pixel or two.
const SLACK: f32 = 4.0;

/// Whether the content of an area is wider and higher than the area.
fn overflows(area: &ComputedNode) -> BVec2 {
    let slack = SLACK / area.inverse_scale_factor;
    area.content_size().cmpgt(area.size() + slack)
}

/// Shows a scroll bar only if its area can scroll.
fn show_bars(mut bars: Query<(&Scrollbar, &mut Visibility)>, areas: Query<&ComputedNode>) {
    for (bar, mut visibility) in &mut bars {
        let Ok(area) = areas.get(bar.target) else {
            continue;
        };
        let is_needed = match bar.orientation {
            ControlOrientation::Vertical => overflows(area).y,
            ControlOrientation::Horizontal => overflows(area).x,
        };
        let wanted = if is_needed {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        };
        visibility.set_if_neq(wanted);
    }
}

/// Lets an area take the wheel while its content is too large.
fn enable_areas(
    areas: Query<(Entity, &ComputedNode, &Node, Has<ScrollArea>), With<CanScroll>>,
    mut commands: Commands,
) {
    for (entity, computed, node, is_enabled) in &areas {
        let over = overflows(computed);
        let across = node.overflow.x == OverflowAxis::Scroll && over.x;
        let wanted = across || scrolls_down(node, computed);
        if wanted && !is_enabled {
            commands.entity(entity).try_insert(ScrollArea);
        } else if !wanted && is_enabled {
            commands.entity(entity).try_remove::<ScrollArea>();
        }
    }
}

/// Passes the wheel on to the page around an area that cannot scroll any further in its direction. The area itself would
/// keep it, so that the pointer over a wide picture or a short list would stop the page.
fn pass_wheel_on(
    scroll: On<Pointer<Scroll>>,
    areas: Query<(&Node, &ComputedNode, &ScrollPosition, &ChildOf), With<ScrollArea>>,
    parents: Query<&ChildOf>,
    mut commands: Commands,
) {
    let Ok((node, computed, position, parent)) = areas.get(scroll.entity) else {
        return;
    };
    let mut around = parents.iter_ancestors(scroll.entity);
    if !around.any(|one| areas.contains(one)) {
        return;
    }
    let hidden = (computed.content_size() - computed.size()) * computed.inverse_scale_factor;
    let is_at_end = match scroll.y > 0.0 {
        true => position.y <= 0.0,
        false => position.y >= hidden.y - 1.0,
    };
    if scroll.y != 0.0 && (!scrolls_down(node, computed) || is_at_end) {
        send_wheel_to(parent.parent(), &scroll, &mut commands);
    }
}

/// Lets the wheel scroll the nearest area from beside it: from the margins of its page, and from its scroll bar. Every
/// widget that handles the wheel itself stops the event before it reaches the root of the page.
fn scroll_from_beside(
    scroll: On<Pointer<Scroll>>,
    parents: Query<&ChildOf>,
    children: Query<&Children>,
    nodes: Query<(), With<Node>>,
    areas: Query<(&Node, &ComputedNode), With<ScrollArea>>,
    mut commands: Commands,
) {
    let is_root = nodes.contains(scroll.entity) && !parents.contains(scroll.entity);
    if !is_root || scroll.y == 0.0 {
        return;
    }
    let scrolls = |one: &Entity| {
        let area = areas.get(*one);
        area.is_ok_and(|(node, computed)| scrolls_down(node, computed))
    };
    let pointed = scroll.original_event_target();
    let mut around = std::iter::once(pointed).chain(parents.iter_ancestors(pointed));
    if let Some(area) = around.find_map(|one| children.iter_descendants(one).find(scrolls)) {
        send_wheel_to(area, &scroll, &mut commands);
    }
}

/// Whether an area scrolls down as it is now.
fn scrolls_down(node: &Node, computed: &ComputedNode) -> bool {
    node.overflow.y == OverflowAxis::Scroll && overflows(computed).y
}

/// Lets the wheel act on another node than the one over which it was turned.
fn send_wheel_to(entity: Entity, scroll: &On<Pointer<Scroll>>, commands: &mut Commands) {
    let mut sent = scroll.event().clone();
    sent.entity = entity;
    commands.trigger(sent);
}

/// The areas that can scroll now.
type ScrollAreas<'w, 's> = Query<
    'w,
    's,
    (
        &'static Node,
        &'static ComputedNode,
        &'static UiGlobalTransform,
        &'static mut ScrollPosition,
    ),
    With<ScrollArea>,
>;

/// Asks to scroll to a node, in all areas around it.
#[derive(Message, Clone, Copy, Debug)]
pub struct ScrollTo(pub Entity);

/// Asks to scroll to a widget that has just got the focus.
fn scroll_to_focus(
    focus: Res<InputFocus>,
    mut last: Local<Option<Entity>>,
    mut asked: MessageWriter<ScrollTo>,
) {
    let now = focus.get();
    if now == *last {
        return;
    }
    *last = now;
    asked.write_batch(now.map(ScrollTo));
}

/// Scrolls to the last node that was asked for, so that its outline is seen.
fn scroll_as_asked(
    mut asked: MessageReader<ScrollTo>,
    widgets: Query<(&ComputedNode, &UiGlobalTransform), With<Node>>,
    parents: Query<&ChildOf>,
    mut areas: ScrollAreas,
) {
    let asked = asked.read().last().map(|ScrollTo(node)| *node);
    let Some((widget, (node, at))) = asked.and_then(|node| Some((node, widgets.get(node).ok()?)))
    else {
        return;
    };
    let mut place = place_of(node, at).inflate(OUTLINE);
    for around in parents.iter_ancestors(widget) {
        let Ok((node, computed, at, mut position)) = areas.get_mut(around) else {
            continue;
        };
        let area = place_of(computed, at);
        let hidden = computed.content_size() * computed.inverse_scale_factor - area.size();
        let scrolls = |axis| f32::from(u8::from(axis == OverflowAxis::Scroll));
        let wanted =
            shift_into(area, place) * Vec2::new(scrolls(node.overflow.x), scrolls(node.overflow.y));
        let scrolled = (position.0 + wanted).clamp(Vec2::ZERO, hidden.max(Vec2::ZERO));
        let shift = scrolled - position.0;
        if shift != Vec2::ZERO {
            position.0 = scrolled;
            place = Rect::from_corners(place.min - shift, place.max - shift);
        }
    }
}

/// The place of a node, in interface pixels.
fn place_of(node: &ComputedNode, at: &UiGlobalTransform) -> Rect {
    let scale = node.inverse_scale_factor;
    Rect::from_center_size(at.translation * scale, node.size() * scale)
}

/// The least shift of an area by which it shows a place, or the beginning of a place that is larger than the area.
fn shift_into(area: Rect, place: Rect) -> Vec2 {
    let before = place.min - area.min;
    let behind = (place.max - area.max).max(Vec2::ZERO);
    before.min(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_scrolls_no_further_than_it_must() {
        let area = Rect::new(0.0, 0.0, 100.0, 50.0);
        let shift = |x: f32, y: f32, width: f32, height: f32| {
            shift_into(area, Rect::new(x, y, x + width, y + height))
        };
        assert_eq!(shift(10.0, 10.0, 20.0, 20.0), Vec2::ZERO);
        assert_eq!(shift(-5.0, 45.0, 20.0, 20.0), Vec2::new(-5.0, 15.0));
        assert_eq!(shift(90.0, -30.0, 20.0, 20.0), Vec2::new(10.0, -30.0));
        // The beginning of something that is too large is shown.
        assert_eq!(shift(20.0, 10.0, 20.0, 90.0), Vec2::new(0.0, 10.0));
    }
}
