//! A graph laid out as one map: rooms of the right sizes, corridors for edges, and pairs of portals for some edges
//! and for those that no corridor fits. The walkable connections are exactly the edges of the graph.

mod corridors;
mod cover;
mod furniture;
mod grid;
mod objects;
mod placement;

use corridors::RoutedPair;
use objects::FreeCells;

use super::graph::{Graph, RoomNo};
use super::locks::{Lock, Locks};
use crate::generation::Stream;
pub use grid::{Area, Cell, Map, Tile};

/// One of this many edges is a pair of portals by choice.
const PORTAL_ONE_OF: u32 = 6;

/// The passage between two neighbouring rooms on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// A corridor between two doors.
    Doors([Cell; 2]),
    /// A pair of portals, one in each room.
    Portals([Cell; 2]),
}

/// An edge of the graph on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The two rooms, the lower one first.
    pub rooms: [RoomNo; 2],
    /// The passage, with its ends in the order of the rooms.
    pub passage: Passage,
    /// The lock, if there is one.
    pub lock: Option<Lock>,
}

/// The map of a dungeon and the positions of everything on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The tiles.
    pub map: Map,
    /// The inside of each room.
    pub rooms: Vec<Area>,
    /// The connections, one for every edge of the graph.
    pub connections: Vec<Connection>,
    /// The cell on which the hero enters.
    pub start: Cell,
    /// The cell of the exit.
    pub exit: Cell,
    /// The cell of the exit's key.
    pub key: Cell,
    /// The cells of the locks' keys, in the order of the locks.
    pub keys: Vec<Cell>,
    /// The cells of the chests.
    pub chests: Vec<Cell>,
    /// The cells on which enemies wait.
    pub enemies: Vec<Cell>,
}

/// The edges that become portals by choice.
fn portals_by_choice(graph: &Graph, rng: &mut Stream) -> Vec<(RoomNo, RoomNo)> {
    let chosen = |_: &(RoomNo, RoomNo)| rng.random_below(PORTAL_ONE_OF) == 0;
    graph.edges().filter(chosen).collect()
}

/// The connections of neighbouring rooms: corridors where there are doors, else pairs of portals, which get their cells
/// here.
fn connections_of(
    routed: Vec<RoutedPair>,
    locks: &Locks,
    free: &mut FreeCells,
    rng: &mut Stream,
) -> Vec<Connection> {
    let connection = |([a, b], doors): RoutedPair| Connection {
        rooms: [a, b],
        passage: match doors {
            Some(doors) => Passage::Doors(doors),
            None => Passage::Portals([a, b].map(|room| free.at_wall(room, rng))),
        },
        lock: locks.of(a, b),
    };
    routed.into_iter().map(connection).collect()
}

/// Places the chests and the enemies of all rooms, and returns their cells. The first enemy of a room in `guarded`
/// stands near the key whose cell is given there.
fn place_contents(
    graph: &Graph,
    guarded: &[(RoomNo, Cell)],
    free: &mut FreeCells,
    rng: &mut Stream,
) -> (Vec<Cell>, Vec<Cell>) {
    let (mut chests, mut enemies) = (Vec::new(), Vec::new());
    for room in graph.all() {
        let contents = *graph.room(room);
        chests.extend((0..contents.chests).map(|_| free.at_wall(room, rng)));
        let key = guarded.iter().find(|(with_key, _)| *with_key == room);
        enemies.extend((0..contents.enemies).map(|number| match key {
            Some((_, key)) if number == 0 => free.near(room, *key, rng),
            _ => free.anywhere(room, rng),
        }));
    }
    (chests, enemies)
}

impl Layout {
    /// Lays out a connected graph. The same arguments always give the same layout.
    pub fn of(graph: &Graph, locks: &Locks, rng: &mut Stream) -> Layout {
        let (mut map, rooms) = placement::place_rooms(graph, rng);
        let portals = portals_by_choice(graph, rng);
        let routed = corridors::dig_corridors(&mut map, graph, &rooms, &portals);
        let mut all_doors = Vec::new();
        for (_, doors) in &routed {
            all_doors.extend(doors.iter().flatten().copied());
        }
        for area in &rooms {
            furniture::furnish(&mut map, area, &all_doors, rng);
        }
        let mut free = FreeCells::new(&map, &rooms, &all_doors);
        let connections = connections_of(routed, locks, &mut free, rng);
        for connection in &connections {
            if let Passage::Portals(ends) = connection.passage {
                for end in ends {
                    map.set(end, Tile::Portal);
                }
            }
        }
        map.seal();
        for (room, area) in graph.all().zip(&rooms) {
            cover::cover(&mut map, area, graph.room(room).ground, rng);
        }
        let start = free.near_middle(graph.roles.start, rng);
        let exit = free.near_middle_aside(graph.roles.exit, &map, rng);
        let key = free.near_middle(graph.roles.key, rng);
        let keys = locks.keys.iter().map(|room| free.at_wall(*room, rng));
        let keys: Vec<Cell> = keys.collect();
        let guarded = locks.keys.iter().copied().zip(keys.iter().copied());
        let guarded: Vec<(RoomNo, Cell)> = guarded.chain([(graph.roles.key, key)]).collect();
        let (chests, enemies) = place_contents(graph, &guarded, &mut free, rng);
        Layout {
            map,
            rooms,
            connections,
            start,
            exit,
            key,
            keys,
            chests,
            enemies,
        }
    }

    /// The connection whose corridor has a door on a cell.
    pub fn connection_of_door(&self, door: Cell) -> Option<&Connection> {
        let has_it =
            |passage: Passage| matches!(passage, Passage::Doors(doors) if doors.contains(&door));
        self.connections.iter().find(|way| has_it(way.passage))
    }

    /// The ends of each pair of portals, with the lock of the pair if there is one.
    pub fn portal_pairs(&self) -> impl Iterator<Item = ([Cell; 2], Option<Lock>)> + '_ {
        self.connections.iter().filter_map(|way| match way.passage {
            Passage::Portals(ends) => Some((ends, way.lock)),
            Passage::Doors(_) => None,
        })
    }

    /// The room that a cell lies in; doors and corridors belong to no room.
    pub fn room_at(&self, cell: Cell) -> Option<RoomNo> {
        let at = self.rooms.iter().position(|area| area.contains(cell))?;
        Some(RoomNo(at as u8))
    }
}
