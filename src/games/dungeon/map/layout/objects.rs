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

    /// Takes a free cell as near to a wall of a room as possible.
    pub fn at_wall(&mut self, room: RoomNo, rng: &mut Stream) -> Cell {
        self.nearest(room, rng, |area, cell| {
            let (x, y) = (cell.x - area.origin.x, cell.y - area.origin.y);
            let to_wall = x.min(y).min(area.width - 1 - x).min(area.height - 1 - y);
            to_wall as u16
        })
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
