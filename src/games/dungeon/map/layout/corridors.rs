//! Corridors: each one is the shortest path between the walls of two rooms that touches no other corridor.

use super::grid::{Area, Cell, Map, Tile};
use crate::games::dungeon::map::graph::{Graph, RoomNo};

/// Two neighbouring rooms, and their doors if a corridor connects them.
pub type RoutedPair = ([RoomNo; 2], Option<[Cell; 2]>);

/// Digs a corridor for every edge that has room for one, except those in `portals`, the shortest first. Returns the
/// edges in the order of the graph.
pub fn dig_corridors(
    map: &mut Map,
    graph: &Graph,
    rooms: &[Area],
    portals: &[(RoomNo, RoomNo)],
) -> Vec<RoutedPair> {
    let mut routed: Vec<RoutedPair> = graph.edges().map(|(a, b)| ([a, b], None)).collect();
    let gap = |[a, b]: [RoomNo; 2]| rooms[a.index()].gap(&rooms[b.index()]);
    let is_corridor = |at: &usize| !portals.contains(&routed[*at].0.into());
    let mut order: Vec<usize> = (0..routed.len()).filter(is_corridor).collect();
    order.sort_by_key(|at| gap(routed[*at].0));
    let mut search = PathSearch::new(map);
    for at in order {
        let [a, b] = routed[at].0.map(|room| rooms[room.index()]);
        if let Some(path) = search.find(map, &a, &b) {
            routed[at].1 = Some(dig_corridor(map, &path));
        }
    }
    add_walls(map);
    routed
}

/// A possible door: the cell in the wall and the cell outside of it.
type Gate = (Cell, Cell);

/// The possible doors of a room; those nearest to the middle of a wall come first.
fn gates(map: &Map, room: &Area) -> Vec<Gate> {
    let mut gates = Vec::new();
    let Area {
        origin,
        width,
        height,
    } = *room;
    let across = (0..width).flat_map(|x| [(x, -1, -2), (x, height, height + 1)]);
    let down = (0..height).flat_map(|y| [(y, -1, -2), (y, width, width + 1)]);
    let mut add = |door: Cell, outside: Cell, off_centre: i16| {
        let no_door_near = door.neighbours().all(|cell| map.at(cell) != Tile::Door);
        if no_door_near && is_free(map, outside) {
            gates.push((off_centre, (door, outside)));
        }
    };
    for (x, y, out) in across {
        add(
            origin.step((x, y)),
            origin.step((x, out)),
            (2 * x + 1 - width).abs(),
        );
    }
    for (y, x, out) in down {
        add(
            origin.step((x, y)),
            origin.step((out, y)),
            (2 * y + 1 - height).abs(),
        );
    }
    gates.sort_by_key(|(off_centre, _)| *off_centre);
    gates.into_iter().map(|(_, gate)| gate).collect()
}

/// Whether a corridor may be dug at a cell: the cell is rock, touches no corridor, and does not lie at the edge
/// of the map.
fn is_free(map: &Map, cell: Cell) -> bool {
    let inside = cell.x > 0 && cell.y > 0 && cell.x < map.width - 1 && cell.y < map.height - 1;
    inside
        && map.at(cell) == Tile::Rock
        && cell.neighbours().all(|near| map.at(near) != Tile::Corridor)
}

/// A breadth-first search over the map that reuses its memory.
struct PathSearch {
    /// The number of the search that last reached each cell, and the step that led there.
    reached: Vec<(u16, u8)>,
    search: u16,
    queue: Vec<Cell>,
}

impl PathSearch {
    fn new(map: &Map) -> Self {
        PathSearch {
            reached: vec![(0, 0); map.len()],
            search: 0,
            queue: Vec::new(),
        }
    }

    /// The cells from a door of the first room to a door of the second one, both included.
    fn find(&mut self, map: &Map, from: &Area, to: &Area) -> Option<Vec<Cell>> {
        /// Marks the cells at which a search begins.
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
                .find(|(_, outside)| near.contains(cell) && *outside == cell);
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
            for (step, next) in cell.orthogonal_neighbours().enumerate() {
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

/// Digs a corridor along a path, with a door at each end, and returns the doors.
fn dig_corridor(map: &mut Map, path: &[Cell]) -> [Cell; 2] {
    path.iter().for_each(|cell| map.set(*cell, Tile::Corridor));
    let doors = [path[0], path[path.len() - 1]];
    for door in doors {
        map.set(door, Tile::Door);
    }
    doors
}

/// Turns the rock around corridors into walls.
fn add_walls(map: &mut Map) {
    for cell in map.cells() {
        let beside = |near: Cell| map.at(near) == Tile::Corridor;
        if map.at(cell) == Tile::Rock && cell.neighbours().any(beside) {
            map.set(cell, Tile::Wall);
        }
    }
}
