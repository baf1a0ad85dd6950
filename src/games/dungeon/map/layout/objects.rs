//! The cells for the objects of rooms: each object gets a cell of its own, and none stands before a door.

use super::grid::{Area, Cell, Map, Tile};
use crate::games::dungeon::map::graph::RoomNo;
use crate::generation::Stream;

/// The free cells of all rooms.
pub struct FreeCells {
    rooms: Vec<FreeRoom>,
}

struct FreeRoom {
    area: Area,
    free: Vec<Cell>,
    /// The cell that was taken last, which is shared when no free cell is left.
    last: Cell,
}

impl FreeCells {
    /// The floor of the rooms, except the cells around doors.
    pub fn new(map: &Map, rooms: &[Area], doors: &[Cell]) -> Self {
        let room = |area: &Area| {
            let clear = |cell: &Cell| {
                map.at(*cell) == Tile::Floor && doors.iter().all(|door| door.distance_to(*cell) > 1)
            };
            FreeRoom {
                area: *area,
                free: area.cells().filter(clear).collect(),
                last: area.middle(),
            }
        };
        FreeCells {
            rooms: rooms.iter().map(room).collect(),
        }
    }

    /// Takes the free cell whose index `choose` returns.
    fn take(&mut self, room: RoomNo, choose: impl FnOnce(&Area, &[Cell]) -> usize) -> Cell {
        let room = &mut self.rooms[room.index()];
        if room.free.is_empty() {
            return room.last;
        }
        let at = choose(&room.area, &room.free);
        room.last = room.free.swap_remove(at);
        room.last
    }

    /// Takes a free cell at random.
    pub fn anywhere(&mut self, room: RoomNo, rng: &mut Stream) -> Cell {
        self.take(room, |_, free| rng.random_below(free.len() as u32) as usize)
    }

    /// Takes a free cell as near to the middle of a room as possible.
    pub fn near_middle(&mut self, room: RoomNo, rng: &mut Stream) -> Cell {
        self.nearest(room, rng, |area, cell| cell.distance_to(area.middle()))
    }

    /// Takes a free cell as near to the middle of a room as possible, of those that do not divide the room. It is for
    /// the exit, which the hero cannot pass without its key.
    pub fn near_middle_aside(&mut self, room: RoomNo, map: &Map, rng: &mut Stream) -> Cell {
        self.nearest(room, rng, |area, cell| {
            let divides = if separates_neighbours(map, cell) {
                1_000
            } else {
                0
            };
            cell.distance_to(area.middle()) + divides
        })
    }

    /// Takes a free cell as near to a wall of a room as possible.
    pub fn at_wall(&mut self, room: RoomNo, rng: &mut Stream) -> Cell {
        self.nearest(room, rng, |area, cell| {
            let (x, y) = (cell.x - area.origin.x, cell.y - area.origin.y);
            let to_wall = x.min(y).min(area.width - 1 - x).min(area.height - 1 - y);
            to_wall as u16
        })
    }

    /// Takes a free cell as near to a cell as possible.
    pub fn near(&mut self, room: RoomNo, to: Cell, rng: &mut Stream) -> Cell {
        self.nearest(room, rng, |_, cell| cell.distance_to(to))
    }

    /// Takes one of the free cells at the smallest distance, at random.
    fn nearest(
        &mut self,
        room: RoomNo,
        rng: &mut Stream,
        distance: impl Fn(&Area, Cell) -> u16,
    ) -> Cell {
        self.take(room, |area, free| {
            let least = free.iter().map(|cell| distance(area, *cell)).min();
            let best: Vec<usize> = (0..free.len())
                .filter(|at| Some(distance(area, free[*at])) == least)
                .collect();
            rng.choose(&best).copied().unwrap_or(0)
        })
    }
}

/// Whether the walkable cells around a cell are connected through that cell alone, as far as the eight cells around it
/// tell.
fn separates_neighbours(map: &Map, cell: Cell) -> bool {
    let around: Vec<Cell> = cell
        .neighbours()
        .filter(|to| map.is_walkable(cell, *to))
        .collect();
    let mut reached: Vec<Cell> = around.first().copied().into_iter().collect();
    let mut at = 0;
    while let Some(here) = reached.get(at).copied() {
        at += 1;
        for next in &around {
            let joined = here.distance_to(*next) == 1 && map.is_walkable(here, *next);
            if joined && !reached.contains(next) {
                reached.push(*next);
            }
        }
    }
    reached.len() < around.len()
}
