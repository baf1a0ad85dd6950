//! The effects of gestures on the canvas on a dungeon.

use bevy::math::Vec2;

use super::canvas::{Target, target};
use super::{DungeonTool, EditAction};
use crate::games::dungeon::graph::picture::room_size;
use crate::games::dungeon::graph::plan::DungeonPlan;
use crate::games::dungeon::map::RoomNo;
use crate::shell::editor::Gesture;

/// The least distance that a pointer must go to move something, as a part of the canvas.
const MOVED: f32 = 0.012;
/// Rooms keep this distance from the rim of the canvas.
const RIM: f32 = 0.06;

/// The plan and the tool after a gesture.
pub(super) fn edited(
    plan: &DungeonPlan,
    mut tool: DungeonTool,
    gesture: &Gesture,
) -> (DungeonPlan, DungeonTool) {
    let mut new = plan.clone();
    let first = gesture.first_spot().and_then(|spot| target(plan, spot));
    match (tool.action, first) {
        (EditAction::Move, Some(Target::Room(room))) => {
            tool.selected = Some(room);
            move_room(&mut new, room, gesture.movement());
        }
        (EditAction::Move, None) => tool.selected = None,
        (EditAction::Edge, Some(Target::Room(room))) => {
            tool.selected = draw_edge(&mut new, room, tool.selected, gesture);
        }
        (EditAction::Edge, Some(Target::Edge((a, b)))) => new.toggle_edge(a, b),
        (EditAction::Role(role), Some(Target::Room(room))) => new.set_role(role, room),
        (EditAction::Lock(lock), Some(Target::Edge(edge))) => new.toggle_lock(lock, edge),
        (EditAction::Key(lock), Some(Target::Room(room))) => new.toggle_key(lock, room),
        _ => {}
    }
    (new, tool)
}

fn move_room(plan: &mut DungeonPlan, room: RoomNo, offset: Vec2) {
    if offset.length() < MOVED {
        return;
    }
    if let Some((x, y)) = plan.places.get_mut(room.index()) {
        *x = (*x + offset.x).clamp(RIM, 1.0 - RIM);
        *y = (*y + offset.y).clamp(RIM, 1.0 - RIM);
    }
}

/// Draws an edge from a room: to the room at which the pointer has arrived, or to a new room where there is none. A click
/// on one room after another does the same. Returns the room from which the next edge begins.
fn draw_edge(
    plan: &mut DungeonPlan,
    from: RoomNo,
    selected: Option<RoomNo>,
    gesture: &Gesture,
) -> Option<RoomNo> {
    let room_of = |spot: &u16| match target(plan, *spot) {
        Some(Target::Room(room)) => Some(room),
        _ => None,
    };
    let last = gesture.spots.iter().rev().find_map(room_of).unwrap_or(from);
    let end = gesture.points.map(|(_, to)| to);
    let is_outside = end.is_some_and(|end| !is_on_room(plan, last, end));
    if is_outside && last == from {
        let place = end.map_or((0.5, 0.5), |end| (end.x, end.y));
        return plan.add_room(place, Some(from)).or(Some(from));
    }
    if last != from {
        plan.toggle_edge(from, last);
        return None;
    }
    match selected {
        Some(other) if other == from => None,
        Some(other) if other.index() < plan.graph.len() => {
            plan.toggle_edge(other, from);
            None
        }
        _ => Some(from),
    }
}

/// Whether a point lies on a room, or so near to it that no room fits there.
fn is_on_room(plan: &DungeonPlan, room: RoomNo, point: Vec2) -> bool {
    let size = room_size(&plan.graph, room);
    let place = plan.places.get(room.index());
    place.is_some_and(|(x, y)| point.distance(Vec2::new(*x, *y)) < size)
}
