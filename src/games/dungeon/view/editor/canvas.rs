//! The canvas of the editor: the graph with its locks, and the map beside it.

use super::DungeonTool;
use crate::games::dungeon::graph::picture::{graph_picture_at, map_picture, room_size};
use crate::games::dungeon::graph::plan::{DungeonPlan, Edge};
use crate::games::dungeon::map::floor_plan::{FloorPlan, TileStyle, key_sprite, lock_sprite};
use crate::games::dungeon::map::{Dungeon, Lock, Passage, RoomNo};
use crate::generation::{Form, Picture, Shape, Tint};
use crate::shell::editor::Spot;
use crate::shell::words::Words;

/// The key of the rim that the editor adds to the picture below the selected room.
const SELECTED_KEY: u16 = 4_100;
/// The first key of the signs that the editor adds above everything.
const SIGN_KEYS: u16 = 61_000;

/// The size of a lock, as a part of the canvas.
const LOCK_SIZE: f32 = 0.05;
/// The size of a key, as a part of the canvas.
const KEY_SIZE: f32 = 0.045;
/// The side of the spot of an edge.
const EDGE_SPOT: f32 = 0.055;
/// The numbers of the spots of edges begin here, above those of rooms.
const EDGE_SPOTS: u16 = 64;

/// The thing that a spot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Room(RoomNo),
    Edge(Edge),
}

/// The number of the spot of an edge.
fn edge_spot((low, high): Edge) -> u16 {
    let before = u16::from(high.0) * (u16::from(high.0).saturating_sub(1)) / 2;
    EDGE_SPOTS + before + u16::from(low.0)
}

/// The thing that the spot with a number stands for in a plan; `None` if there is none.
pub(super) fn target(plan: &DungeonPlan, spot: u16) -> Option<Target> {
    if spot < EDGE_SPOTS {
        let room = RoomNo(spot as u8);
        return (room.index() < plan.graph.len()).then_some(Target::Room(room));
    }
    let edge = plan.graph.edges().find(|edge| edge_spot(*edge) == spot);
    edge.map(Target::Edge)
}

fn place(plan: &DungeonPlan, room: RoomNo) -> (f32, f32) {
    plan.places.get(room.index()).copied().unwrap_or((0.5, 0.5))
}

fn middle(plan: &DungeonPlan, (a, b): Edge) -> (f32, f32) {
    let (from, to) = (place(plan, a), place(plan, b));
    ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)
}

/// A spot for each room and for the middle of each edge.
pub(super) fn spots(plan: &DungeonPlan) -> Vec<Spot> {
    let rooms = plan.graph.all().map(|room| {
        let (x, y) = place(plan, room);
        Spot {
            id: room.0.into(),
            x,
            y,
            size: room_size(&plan.graph, room),
        }
    });
    let edges = plan.graph.edges().map(|edge| {
        let (x, y) = middle(plan, edge);
        Spot {
            id: edge_spot(edge),
            x,
            y,
            size: EDGE_SPOT,
        }
    });
    rooms.chain(edges).collect()
}

/// The name of a spot: a room with its roles and what is in it, or an edge with its lock.
pub(super) fn spot_name(plan: &DungeonPlan, spot: u16, words: &Words) -> String {
    match target(plan, spot) {
        Some(Target::Room(room)) => room_name(plan, room, words),
        Some(Target::Edge(edge)) => edge_name(plan, edge, words),
        None => String::new(),
    }
}

fn room_name(plan: &DungeonPlan, number: RoomNo, words: &Words) -> String {
    let (room, roles) = (plan.graph.room(number), plan.graph.roles);
    let mut parts = vec![words.fill("dungeon.editor.room", &[("room", number.to_string())])];
    let roles = [
        (roles.start, "dungeon.legend.start"),
        (roles.key, "dungeon.legend.key"),
        (roles.exit, "dungeon.legend.exit"),
    ];
    parts.extend(
        roles
            .into_iter()
            .filter(|(role, _)| *role == number)
            .map(|(_, key)| words.get(key)),
    );
    let counts = [
        ("dungeon.editor.enemies", room.enemies),
        ("dungeon.editor.chests", room.chests),
    ];
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    parts.extend(counts.map(|(key, count)| format!("{}: {count}", words.get(key))));
    let locks = plan.locks.iter().flatten().zip(1..);
    let keys = locks.filter(|(lock, _)| lock.key == Some(number));
    parts.extend(keys.map(|(_, lock): (_, u8)| {
        words.fill("dungeon.editor.key", &[("number", lock.to_string())])
    }));
    parts.join(", ")
}

fn edge_name(plan: &DungeonPlan, edge: Edge, words: &Words) -> String {
    let ends = [("from", edge.0.to_string()), ("to", edge.1.to_string())];
    let name = words.fill("dungeon.editor.way_between", &ends);
    let mut locks = plan.locks.iter().flatten().zip(1..);
    match locks.find(|(lock, _)| lock.edges.contains(&edge)) {
        Some((_, lock)) => {
            let lock: u8 = lock;
            let lock = words.fill("dungeon.editor.lock", &[("number", lock.to_string())]);
            format!("{name}, {lock}")
        }
        None => name,
    }
}

/// Signs above the picture, with ascending keys.
struct Signs(Vec<Shape>);

impl Signs {
    fn add(&mut self, form: Form, tint: Tint, (x, y): (f32, f32), size: f32) {
        self.0.push(Shape {
            key: SIGN_KEYS + self.0.len() as u16,
            form,
            tint,
            x,
            y,
            size,
        });
    }
}

/// The graph with the selected room, the locks and their keys, and crosses on rooms that are never reached.
pub(super) fn picture(plan: &DungeonPlan, tool: DungeonTool) -> Picture {
    let mut picture = graph_picture_at(&plan.graph, plan.played(), &plan.places);
    if let Some(room) = tool.selected.filter(|room| room.index() < plan.graph.len()) {
        let (x, y) = place(plan, room);
        picture.shapes.push(Shape {
            key: SELECTED_KEY,
            form: Form::Disc,
            tint: Tint::Kind(0),
            x,
            y,
            size: room_size(&plan.graph, room) + 0.028,
        });
    }
    let mut signs = Signs(Vec::new());
    for (lock, planned) in (0u8..).map(Lock).zip(plan.locks.iter().flatten()) {
        for edge in &planned.edges {
            let form = Form::Sprite(lock_sprite(lock));
            signs.add(form, Tint::Kind(1), middle(plan, *edge), LOCK_SIZE);
        }
        if let Some(room) = planned.key {
            let (x, y) = place(plan, room);
            let half = room_size(&plan.graph, room) / 2.0;
            let aside = half + (f32::from(lock.0) - 1.0) * KEY_SIZE;
            let form = Form::Sprite(key_sprite(lock));
            signs.add(form, Tint::Kind(1), (x + aside, y + half), KEY_SIZE);
        }
    }
    for room in plan.never_reached() {
        let size = 0.6 * room_size(&plan.graph, room);
        signs.add(Form::Cross, Tint::Fault, place(plan, room), size);
    }
    picture.shapes.extend(signs.0);
    picture.shapes.sort_by_key(|shape| shape.key);
    picture
}

/// The map with the locks and their keys.
pub(super) fn map(plan: &DungeonPlan, dungeon: &Dungeon) -> Picture {
    let mut picture = map_picture(&plan.graph, dungeon, TileStyle::Plain);
    let floor = FloorPlan::of(dungeon);
    let size = (2.4 * floor.cell).max(KEY_SIZE);
    let mut signs = Signs(Vec::new());
    for connection in &dungeon.layout.connections {
        let (Passage::Doors(ends) | Passage::Portals(ends)) = connection.passage;
        if let Some(lock) = connection.lock {
            let form = Form::Sprite(lock_sprite(lock));
            ends.iter()
                .for_each(|end| signs.add(form, Tint::Kind(1), floor.middle(*end), size));
        }
    }
    for (lock, cell) in (0u8..).map(Lock).zip(&dungeon.layout.keys) {
        let form = Form::Sprite(key_sprite(lock));
        signs.add(form, Tint::Kind(1), floor.middle(*cell), size);
    }
    picture.shapes.extend(signs.0);
    picture.shapes.sort_by_key(|shape| shape.key);
    picture
}
