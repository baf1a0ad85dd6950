//! A graph laid out as one map: rooms with their sizes, corridors for ways, and marked portals where no
//! corridor finds its way. What can be walked is exactly the graph.

pub mod furniture;
pub mod grid;
mod placing;
mod routing;
mod things;

use super::graph::locks::{Lock, Locks};
use super::graph::{Graph, RoomNo};
use crate::generation::Stream;
pub use grid::{Area, Cell, Map, Tile};

/// How two joined rooms are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// A corridor between two doors.
    Doors([Cell; 2]),
    /// Two portals, one in each room.
    Portals([Cell; 2]),
}

/// A way of the graph on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The rooms it joins, the lower one first.
    pub rooms: [RoomNo; 2],
    /// How; the ends are in the order of the rooms.
    pub passage: Passage,
    /// The lock on it.
    pub lock: Option<Lock>,
}

/// A laid out dungeon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The tiles.
    pub map: Map,
    /// The inside of each room.
    pub rooms: Vec<Area>,
    /// Every way of the graph.
    pub ways: Vec<Way>,
    /// Where one comes in.
    pub start: Cell,
    /// Where the exit is.
    pub exit: Cell,
    /// Where the exit's key lies.
    pub key: Cell,
    /// Where the keys of the locks lie, from the first lock.
    pub keys: Vec<Cell>,
    /// Where chests stand.
    pub chests: Vec<Cell>,
    /// Where enemies wait.
    pub enemies: Vec<Cell>,
}

impl Layout {
    /// Lays out a connected graph. The same graph, locks and stream give the same map.
    pub fn of(graph: &Graph, locks: &Locks, rng: &mut Stream) -> Layout {
        let (mut map, rooms) = placing::place(graph, rng);
        let routed = routing::route(&mut map, graph, &rooms);
        let mut fronts = Vec::new();
        for (_, doors) in &routed {
            fronts.extend(doors.iter().flatten().copied());
        }
        for area in &rooms {
            furniture::furnish(&mut map, area, &fronts, rng);
        }
        let mut spots = things::Spots::new(&map, &rooms, &fronts);
        let mut ways = Vec::with_capacity(routed.len());
        for ([a, b], doors) in routed {
            let passage = match doors {
                Some(doors) => Passage::Doors(doors),
                None => Passage::Portals([a, b].map(|room| spots.aside(room, rng))),
            };
            ways.push(Way {
                rooms: [a, b],
                passage,
                lock: locks.of(a, b),
            });
        }
        for way in &ways {
            if let Passage::Portals(ends) = way.passage {
                for end in ends {
                    map.set(end, Tile::Portal);
                }
            }
        }
        map.seal();
        let start = spots.middle(graph.roles.start, rng);
        let exit = spots.middle(graph.roles.exit, rng);
        let key = spots.middle(graph.roles.key, rng);
        let keys = locks
            .keys
            .iter()
            .map(|room| spots.aside(*room, rng))
            .collect();
        let (mut chests, mut enemies) = (Vec::new(), Vec::new());
        for room in graph.all() {
            let holds = *graph.room(room);
            chests.extend((0..holds.chests).map(|_| spots.aside(room, rng)));
            enemies.extend((0..holds.enemies).map(|_| spots.anywhere(room, rng)));
        }
        Layout {
            map,
            rooms,
            ways,
            start,
            exit,
            key,
            keys,
            chests,
            enemies,
        }
    }

    /// The room that a cell lies in, doors and corridors apart.
    pub fn room_at(&self, cell: Cell) -> Option<RoomNo> {
        let at = self.rooms.iter().position(|area| area.has(cell))?;
        Some(RoomNo(at as u8))
    }
}
