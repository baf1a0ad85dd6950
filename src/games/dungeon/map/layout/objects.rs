//! Where things stand in rooms: each on a cell of its own, none before a door.

use super::grid::{Area, Cell, Map, Tile};
use crate::games::dungeon::graph::RoomNo;
use crate::generation::Stream;

/// The free cells of all rooms.
pub struct Spots {
    rooms: Vec<Room>,
}

struct Room {
    area: Area,
    free: Vec<Cell>,
    /// Of those free at first, for when there are more things than cells.
    last: Cell,
}

impl Spots {
    /// The floor of the rooms, but for what lies before doors.
    pub fn new(map: &Map, rooms: &[Area], doors: &[Cell]) -> Self {
        let room = |area: &Area| {
            let clear = |cell: &Cell| {
                map.at(*cell) == Tile::Floor && doors.iter().all(|door| door.steps_to(*cell) > 1)
            };
            Room {
                area: *area,
                free: area.cells().filter(clear).collect(),
                last: area.middle(),
            }
        };
        Spots {
            rooms: rooms.iter().map(room).collect(),
        }
    }

    fn take(&mut self, room: RoomNo, choose: impl FnOnce(&Area, &[Cell]) -> usize) -> Cell {
        let room = &mut self.rooms[room.index()];
        if room.free.is_empty() {
            return room.last;
        }
        let at = choose(&room.area, &room.free);
        room.last = room.free.swap_remove(at);
        room.last
    }

    /// Any free cell.
    pub fn anywhere(&mut self, room: RoomNo, rng: &mut Stream) -> Cell {
        self.take(room, |_, free| rng.below(free.len() as u32) as usize)
    }

    /// A free cell near the middle of a room.
    pub fn middle(&mut self, room: RoomNo, rng: &mut Stream) -> Cell {
        self.nearest(room, rng, |area, cell| cell.steps_to(area.middle()))
    }

    /// A free cell along a wall.
    pub fn aside(&mut self, room: RoomNo, rng: &mut Stream) -> Cell {
        self.nearest(room, rng, |area, cell| {
            let (x, y) = (cell.x - area.at.x, cell.y - area.at.y);
            let to_wall = x.min(y).min(area.width - 1 - x).min(area.height - 1 - y);
            to_wall as u16
        })
    }

    /// Any of the free cells for which a distance is least.
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
            rng.pick(&best).copied().unwrap_or(0)
        })
    }
}
