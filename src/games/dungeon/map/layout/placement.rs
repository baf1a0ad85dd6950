//! Places rooms on the map: each one lies beside a neighbour, near the other rooms, and overlaps none.

use super::grid::{Area, Cell, Map, Tile};
use crate::games::dungeon::map::graph::{Graph, RoomNo, RoomSet};
use crate::generation::Stream;

/// The least number of cells between the insides of two rooms, which is room for walls and corridors.
const MIN_GAP: i16 = 5;
/// The number of cells around the outermost rooms, which is room for walls, corridors and rock.
const MARGIN: i16 = 5;
/// The gaps to a neighbour that are tried, in cells. The widest one is always free.
const GAPS: [i16; 9] = [5, 7, 9, 12, 16, 24, 40, 80, 160];

/// Places all rooms. Returns the map with their floors and walls, and the area of each room.
pub fn place_rooms(graph: &Graph, rng: &mut Stream) -> (Map, Vec<Area>) {
    let mut areas: Vec<Option<Area>> = vec![None; graph.len()];
    for room in breadth_first(graph) {
        let placed = |other: RoomNo| areas[other.index()];
        let neighbours: Vec<Area> = graph.neighbours(room).filter_map(placed).collect();
        let all: Vec<Area> = areas.iter().flatten().copied().collect();
        let size = graph.room(room);
        let size = (i16::from(size.width), i16::from(size.height));
        areas[room.index()] = Some(best_area(size, &neighbours, &all, rng));
    }
    let areas: Vec<Area> = areas.into_iter().flatten().collect();
    dig_rooms(areas)
}

/// The rooms in breadth-first order from the start.
fn breadth_first(graph: &Graph) -> Vec<RoomNo> {
    let start = graph.roles.start;
    let mut order = vec![start];
    let mut seen = RoomSet::of(start);
    let mut at = 0;
    while let Some(room) = order.get(at) {
        let fresh = graph.neighbours(*room).without(seen);
        seen = seen.or(fresh);
        order.extend(fresh);
        at += 1;
    }
    order
}

/// The free area with the lowest cost, which is mostly its distance to the placed neighbours, and in part its mean
/// distance to all placed rooms.
fn best_area(size: (i16, i16), neighbours: &[Area], all: &[Area], rng: &mut Stream) -> Area {
    let origin = Area {
        origin: Cell::default(),
        width: size.0,
        height: size.1,
    };
    let mut best = (i32::MAX, origin);
    for beside in neighbours {
        for gap in GAPS {
            for area in areas_beside(size, beside, gap, rng) {
                let free = all
                    .iter()
                    .all(|other| !area.grown(MIN_GAP).intersects(other));
                if !free {
                    continue;
                }
                let near: i32 = neighbours.iter().map(|other| area.gap(other)).sum();
                let spread: i32 = all.iter().map(|other| area.gap(other)).sum();
                let cost = near * 16 + spread * 8 / all.len().max(1) as i32;
                if cost < best.0 {
                    best = (cost, area);
                }
            }
            // The wider gaps are only for rooms that fit nowhere else.
            if best.0 < i32::MAX && gap >= GAPS[3] {
                break;
            }
        }
    }
    best.1
}

/// Areas on the four sides of a room: aligned with its ends and its middle, and at random positions between.
fn areas_beside(
    (width, height): (i16, i16),
    beside: &Area,
    gap: i16,
    rng: &mut Stream,
) -> Vec<Area> {
    let mut areas = Vec::with_capacity(20);
    let area = |x: i16, y: i16| Area {
        origin: beside.origin.step((x, y)),
        width,
        height,
    };
    let offsets = |long: i16, own: i16, rng: &mut Stream| {
        let last = long - own;
        let span = (long + own - 2).max(1) as u32;
        [
            0,
            last,
            last / 2,
            rng.random_below(span) as i16 + 1 - own,
            rng.random_below(span) as i16 + 1 - own,
        ]
    };
    for y in offsets(beside.height, height, rng) {
        areas.push(area(beside.width + gap, y));
        areas.push(area(-gap - width, y));
    }
    for x in offsets(beside.width, width, rng) {
        areas.push(area(x, beside.height + gap));
        areas.push(area(x, -gap - height));
    }
    areas
}

/// Makes the smallest map that holds the rooms and the margin, with the rooms' floors and walls.
fn dig_rooms(areas: Vec<Area>) -> (Map, Vec<Area>) {
    let bound = |edge: fn(&Area) -> i16| areas.iter().map(edge);
    let left = bound(|area| area.origin.x).min().unwrap_or(0) - MARGIN;
    let top = bound(|area| area.origin.y).min().unwrap_or(0) - MARGIN;
    let right = bound(|area| area.origin.x + area.width).max().unwrap_or(0) + MARGIN;
    let bottom = bound(|area| area.origin.y + area.height).max().unwrap_or(0) + MARGIN;
    let mut map = Map::new(right - left, bottom - top);
    let moved = areas.into_iter().map(|area| Area {
        origin: area.origin.step((-left, -top)),
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
