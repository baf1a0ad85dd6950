//! A graph as a picture: rooms as discs coloured by role, ways as lines, what is discarded grey.

use super::{Graph, RoomNo};
use crate::games::dungeon::generator::Dungeon;
use crate::games::dungeon::layout::{Cell, Tile};
use crate::generation::{Form, Picture, Shape, Tint};

/// Rounds in which the rooms find their places.
const ROUNDS: usize = 40;

/// Places of the rooms, 0 to 1: joined rooms draw each other near, all push each other away (Fruchterman
/// and Reingold 1991).
fn places(graph: &Graph) -> Vec<(f32, f32)> {
    let count = graph.len();
    // Around a circle, by number, so that a room stays about where it was in the last generation.
    let mut at: Vec<(f32, f32)> = (0..count)
        .map(|room| {
            let angle = room as f32 / count as f32 * std::f32::consts::TAU;
            (0.5 + 0.35 * angle.cos(), 0.5 + 0.35 * angle.sin())
        })
        .collect();
    let ideal = 0.8 / (count as f32).sqrt();
    let mut heat = 0.12;
    for _ in 0..ROUNDS {
        let mut push = vec![(0.0f32, 0.0f32); count];
        for a in 0..count {
            for b in a + 1..count {
                let (x, y) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                let square = (x * x + y * y).max(1e-5);
                let mut force = ideal * ideal / square;
                if graph.beside(RoomNo(a as u8)).has(RoomNo(b as u8)) {
                    force -= square.sqrt() / ideal;
                }
                push[a].0 += x * force;
                push[a].1 += y * force;
                push[b].0 -= x * force;
                push[b].1 -= y * force;
            }
        }
        for (place, (x, y)) in at.iter_mut().zip(&push) {
            // A little towards the middle, so that what is apart does not fly off.
            let (x, y) = (x + (0.5 - place.0) * 0.6, y + (0.5 - place.1) * 0.6);
            let length = (x * x + y * y).sqrt().max(1e-6);
            let step = length.min(heat) / length;
            place.0 += x * step;
            place.1 += y * step;
        }
        heat *= 0.93;
    }
    spread(&mut at);
    at
}

/// Places within the picture, as far apart as there is room.
fn spread(at: &mut [(f32, f32)]) {
    let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
    for (x, y) in at.iter() {
        low = (low.0.min(*x), low.1.min(*y));
        high = (high.0.max(*x), high.1.max(*y));
    }
    let scale = 0.88 / (high.0 - low.0).max(high.1 - low.1).max(0.1);
    let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
    for (x, y) in at {
        *x = 0.5 + (*x - middle.0) * scale;
        *y = 0.5 + (*y - middle.1) * scale;
    }
}

/// Keys of shapes that stand for rooms begin here, and of those for cells.
const ROOM: u16 = 5_000;
const CELLS: u16 = 6_000;
/// Keys above those of a floor plan.
pub const ABOVE: u16 = 60_000;

/// The colour of a room by its role.
fn tint(graph: &Graph, room: RoomNo) -> Tint {
    match room {
        room if room == graph.roles.start => Tint::Kind(8),
        room if room == graph.roles.key => Tint::Kind(0),
        room if room == graph.roles.exit => Tint::Fault,
        _ => Tint::Calm,
    }
}

/// The map that a graph has become: its rooms where they lie, and the corridors between them.
pub fn map(graph: &Graph, dungeon: &Dungeon) -> Picture {
    let kept = graph.reach(graph.roles.start, graph.all());
    let rooms: Vec<(u16, Tint)> = kept
        .map(|room| (u16::from(room.0), tint(graph, room)))
        .collect();
    Picture::of(FloorPlan::of(dungeon).shapes(dungeon, &rooms))
}

/// Where the cells of a map lie in a picture.
#[derive(Clone, Copy, Debug)]
pub struct FloorPlan {
    /// The side of a cell.
    pub cell: f32,
    shift: (f32, f32),
}

impl FloorPlan {
    /// As large as what can be walked fits into the picture.
    pub fn of(dungeon: &Dungeon) -> Self {
        let map = &dungeon.layout.map;
        let (mut low, mut high) = ((i16::MAX, i16::MAX), (0, 0));
        for at in map.cells().filter(|at| map.at(*at).is_open()) {
            low = (low.0.min(at.x), low.1.min(at.y));
            high = (high.0.max(at.x + 1), high.1.max(at.y + 1));
        }
        let (left, top) = (f32::from(low.0), f32::from(low.1));
        let (width, height) = (f32::from(high.0) - left, f32::from(high.1) - top);
        let cell = 0.98 / width.max(height);
        FloorPlan {
            cell,
            shift: (
                0.5 - (left + width / 2.0) * cell,
                0.5 - (top + height / 2.0) * cell,
            ),
        }
    }

    /// The place of a point of the map, in cells.
    pub fn spot(self, x: f32, y: f32) -> (f32, f32) {
        (self.shift.0 + x * self.cell, self.shift.1 + y * self.cell)
    }

    /// The middle of a cell.
    pub fn middle(self, at: Cell) -> (f32, f32) {
        self.spot(f32::from(at.x) + 0.5, f32::from(at.y) + 0.5)
    }

    /// The rooms, with a key and a tint for each, what stands in them, and the ways between them.
    pub fn shapes(self, dungeon: &Dungeon, rooms: &[(u16, Tint)]) -> Vec<Shape> {
        let map = &dungeon.layout.map;
        let areas = rooms.iter().zip(&dungeon.layout.rooms);
        let mut shapes: Vec<Shape> = areas
            .map(|((key, tint), area)| {
                let (w, h) = (f32::from(area.width), f32::from(area.height));
                let (x, y) = (f32::from(area.at.x), f32::from(area.at.y));
                let (x, y) = self.spot(x + w / 2.0, y + h / 2.0);
                Shape {
                    key: ROOM + key,
                    form: Form::Block {
                        height: h * self.cell,
                    },
                    tint: *tint,
                    x,
                    y,
                    size: w * self.cell,
                }
            })
            .collect();
        let inside = |at: Cell| dungeon.layout.rooms.iter().any(|area| area.has(at));
        let tiles = map.cells().filter_map(|at| match map.at(at) {
            Tile::Portal => Some((at, Tint::Player(0))),
            Tile::Door => Some((at, Tint::Kind(1))),
            Tile::Corridor => Some((at, Tint::Ground)),
            Tile::Wall if inside(at) => Some((at, Tint::Stone)),
            _ => None,
        });
        shapes.extend((CELLS..).zip(tiles).map(|(key, (at, tint))| {
            let (x, y) = self.middle(at);
            Shape {
                key,
                form: Form::Tile,
                tint,
                x,
                y,
                size: self.cell,
            }
        }));
        shapes
    }
}

/// The picture of a graph.
pub fn picture(graph: &Graph) -> Picture {
    let at = places(graph);
    let kept = graph.reach(graph.roles.start, graph.all());
    let ways = graph.ways().map(|(a, b)| {
        let (from, to) = (at[a.index()], at[b.index()]);
        Shape {
            key: u16::from(a.0) * 64 + u16::from(b.0),
            form: Form::Link { x: to.0, y: to.1 },
            tint: if kept.has(a) { Tint::Calm } else { Tint::Stone },
            x: from.0,
            y: from.1,
            size: 0.014,
        }
    });
    let mut shapes: Vec<Shape> = ways.collect();
    shapes.extend(graph.all().map(|room| {
        let area = f32::from(graph.room(room).width) * f32::from(graph.room(room).height);
        Shape {
            key: ROOM + u16::from(room.0),
            form: Form::Disc,
            tint: if kept.has(room) {
                tint(graph, room)
            } else {
                Tint::Stone
            },
            x: at[room.index()].0,
            y: at[room.index()].1,
            size: 0.045 + area.sqrt() * 0.0022,
        }
    }));
    Picture::of(shapes)
}
