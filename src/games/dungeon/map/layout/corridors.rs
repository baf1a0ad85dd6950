//! Corridors: the shortest way between the walls of two rooms that touches no other corridor.

use super::grid::{Area, Cell, Map, Tile};
use crate::games::dungeon::graph::{Graph, RoomNo};

/// Two joined rooms, and their doors if a corridor joins them.
pub type Routed = ([RoomNo; 2], Option<[Cell; 2]>);

/// Digs a corridor for every way that finds one, the shortest first; in the order of the ways.
pub fn route(map: &mut Map, graph: &Graph, rooms: &[Area]) -> Vec<Routed> {
    let mut routed: Vec<Routed> = graph.ways().map(|(a, b)| ([a, b], None)).collect();
    let gap = |[a, b]: [RoomNo; 2]| rooms[a.index()].gap(&rooms[b.index()]);
    let mut order: Vec<usize> = (0..routed.len()).collect();
    order.sort_by_key(|at| gap(routed[*at].0));
    let mut seeker = Seeker::new(map);
    for at in order {
        let [a, b] = routed[at].0.map(|room| rooms[room.index()]);
        if let Some(path) = seeker.seek(map, &a, &b) {
            routed[at].1 = Some(dig(map, &path));
        }
    }
    wall_in(map);
    routed
}

/// A door that there may be: the cell in the wall, and the one outside of it.
type Gate = (Cell, Cell);

/// Where a room may have another door, the middles of its walls first.
fn gates(map: &Map, room: &Area) -> Vec<Gate> {
    let mut gates = Vec::new();
    let Area { at, width, height } = *room;
    let across = (0..width).flat_map(|x| [(x, -1, -2), (x, height, height + 1)]);
    let down = (0..height).flat_map(|y| [(y, -1, -2), (y, width, width + 1)]);
    let mut add = |door: Cell, outside: Cell, off: i16| {
        let alone = door.around().all(|cell| map.at(cell) != Tile::Door);
        if alone && is_free(map, outside) {
            gates.push((off, (door, outside)));
        }
    };
    for (x, y, out) in across {
        add(
            at.step((x, y)),
            at.step((x, out)),
            (2 * x + 1 - width).abs(),
        );
    }
    for (y, x, out) in down {
        add(
            at.step((x, y)),
            at.step((out, y)),
            (2 * y + 1 - height).abs(),
        );
    }
    gates.sort_by_key(|(off, _)| *off);
    gates.into_iter().map(|(_, gate)| gate).collect()
}

/// Whether a corridor may be dug at a cell: rock that touches no other corridor, off the map's edge.
fn is_free(map: &Map, cell: Cell) -> bool {
    let inside = cell.x > 0 && cell.y > 0 && cell.x < map.width - 1 && cell.y < map.height - 1;
    inside && map.at(cell) == Tile::Rock && cell.around().all(|near| map.at(near) != Tile::Corridor)
}

/// Breadth-first search over the map, with its memory kept between searches.
struct Seeker {
    /// For each cell the search in which it was reached, and the step that led there.
    reached: Vec<(u16, u8)>,
    search: u16,
    queue: Vec<Cell>,
}

impl Seeker {
    fn new(map: &Map) -> Self {
        Seeker {
            reached: vec![(0, 0); map.len()],
            search: 0,
            queue: Vec::new(),
        }
    }

    /// The cells from a door of the first room to a door of the second, both included.
    fn seek(&mut self, map: &Map, from: &Area, to: &Area) -> Option<Vec<Cell>> {
        /// The step of a cell that a search begins at.
        const BEGIN: u8 = 4;
        self.search += 1;
        self.queue.clear();
        let (begins, ends) = (gates(map, from), gates(map, to));
        for (_, outside) in &begins {
            let reached = &mut self.reached[map.index(*outside)];
            if reached.0 != self.search {
                *reached = (self.search, BEGIN);
                self.queue.push(*outside);
            }
        }
        let near = to.grown(2);
        let mut at = 0;
        while let Some(cell) = self.queue.get(at).copied() {
            at += 1;
            let end = ends
                .iter()
                .find(|(_, outside)| near.has(cell) && *outside == cell);
            if let Some((door, _)) = end {
                let mut path = vec![*door, cell];
                let mut here = cell;
                while let step @ 0..BEGIN = self.reached[map.index(here)].1 {
                    let (x, y) = Cell::STEPS[usize::from(step)];
                    here = here.step((-x, -y));
                    path.push(here);
                }
                let (door, _) = begins.iter().find(|(_, outside)| *outside == here)?;
                path.push(*door);
                path.reverse();
                return Some(path);
            }
            for (step, next) in cell.beside().enumerate() {
                let index = map.index(next);
                if is_free(map, next) && self.reached[index].0 != self.search {
                    self.reached[index] = (self.search, step as u8);
                    self.queue.push(next);
                }
            }
        }
        None
    }
}

/// Digs a corridor along cells, with doors at its ends.
fn dig(map: &mut Map, path: &[Cell]) -> [Cell; 2] {
    path.iter().for_each(|cell| map.set(*cell, Tile::Corridor));
    let doors = [path[0], path[path.len() - 1]];
    for door in doors {
        map.set(door, Tile::Door);
    }
    doors
}

/// Walls around corridors.
fn wall_in(map: &mut Map) {
    for cell in map.cells() {
        let beside = |near: Cell| map.at(near) == Tile::Corridor;
        if map.at(cell) == Tile::Rock && cell.around().any(beside) {
            map.set(cell, Tile::Wall);
        }
    }
}
