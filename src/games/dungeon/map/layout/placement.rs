//! Where rooms lie: each beside one that it is joined to, near the others, overlapping none.

use super::grid::{Area, Cell, Map, Tile};
use crate::games::dungeon::graph::{Graph, RoomNo, RoomSet};
use crate::generation::Stream;

/// Cells between the insides of two rooms: their walls, and lanes for corridors.
const APART: i16 = 5;
/// Cells around the outermost rooms: a wall, lanes, and rock.
const MARGIN: i16 = 5;
/// Distances from the room beside, nearest first; a far one always is free.
const GAPS: [i16; 9] = [5, 7, 9, 12, 16, 24, 40, 80, 160];

/// Places all rooms; returns the map with their floors and walls, and where each lies.
pub fn place(graph: &Graph, rng: &mut Stream) -> (Map, Vec<Area>) {
    let mut areas: Vec<Option<Area>> = vec![None; graph.len()];
    for room in in_order(graph) {
        let placed = |other: RoomNo| areas[other.index()];
        let joined: Vec<Area> = graph.beside(room).filter_map(placed).collect();
        let all: Vec<Area> = areas.iter().flatten().copied().collect();
        let size = graph.room(room);
        let size = (i16::from(size.width), i16::from(size.height));
        areas[room.index()] = Some(best_place(size, &joined, &all, rng));
    }
    let areas: Vec<Area> = areas.into_iter().flatten().collect();
    dig(areas)
}

/// The rooms in the order in which they are reached from the start.
fn in_order(graph: &Graph) -> Vec<RoomNo> {
    let start = graph.roles.start;
    let mut order = vec![start];
    let mut seen = RoomSet::of(start);
    let mut at = 0;
    while let Some(room) = order.get(at) {
        let fresh = graph.beside(*room).without(seen);
        seen = seen.or(fresh);
        order.extend(fresh);
        at += 1;
    }
    order
}

/// The place that lies nearest to the rooms it is joined to, and then to all.
fn best_place(size: (i16, i16), joined: &[Area], all: &[Area], rng: &mut Stream) -> Area {
    let origin = Area {
        at: Cell::default(),
        width: size.0,
        height: size.1,
    };
    let mut best = (i32::MAX, origin);
    for beside in joined {
        for gap in GAPS {
            for area in places_beside(size, beside, gap, rng) {
                let free = all.iter().all(|other| !area.grown(APART).meets(other));
                if !free {
                    continue;
                }
                let near: i32 = joined.iter().map(|other| area.gap(other)).sum();
                let spread: i32 = all.iter().map(|other| area.gap(other)).sum();
                let cost = near * 16 + spread * 8 / all.len().max(1) as i32;
                if cost < best.0 {
                    best = (cost, area);
                }
            }
            // Further away is only for those that find no place here.
            if best.0 < i32::MAX && gap >= GAPS[3] {
                break;
            }
        }
    }
    best.1
}

/// Places on the four sides of a room: level with its ends and middle, and somewhere between.
fn places_beside(
    (width, height): (i16, i16),
    beside: &Area,
    gap: i16,
    rng: &mut Stream,
) -> Vec<Area> {
    let mut places = Vec::with_capacity(20);
    let area = |x: i16, y: i16| Area {
        at: beside.at.step((x, y)),
        width,
        height,
    };
    let slides = |long: i16, own: i16, rng: &mut Stream| {
        let last = long - own;
        let span = (long + own - 2).max(1) as u32;
        [
            0,
            last,
            last / 2,
            rng.below(span) as i16 + 1 - own,
            rng.below(span) as i16 + 1 - own,
        ]
    };
    for y in slides(beside.height, height, rng) {
        places.push(area(beside.width + gap, y));
        places.push(area(-gap - width, y));
    }
    for x in slides(beside.width, width, rng) {
        places.push(area(x, beside.height + gap));
        places.push(area(x, -gap - height));
    }
    places
}

/// The smallest map around the rooms, with their floors and walls.
fn dig(areas: Vec<Area>) -> (Map, Vec<Area>) {
    let bound = |edge: fn(&Area) -> i16| areas.iter().map(edge);
    let left = bound(|area| area.at.x).min().unwrap_or(0) - MARGIN;
    let top = bound(|area| area.at.y).min().unwrap_or(0) - MARGIN;
    let right = bound(|area| area.at.x + area.width).max().unwrap_or(0) + MARGIN;
    let bottom = bound(|area| area.at.y + area.height).max().unwrap_or(0) + MARGIN;
    let mut map = Map::new(right - left, bottom - top);
    let moved = areas.into_iter().map(|area| Area {
        at: area.at.step((-left, -top)),
        ..area
    });
    let areas: Vec<Area> = moved.collect();
    for area in &areas {
        area.grown(1)
            .cells()
            .for_each(|cell| map.set(cell, Tile::Wall));
        area.cells().for_each(|cell| map.set(cell, Tile::Floor));
    }
    (map, areas)
}
