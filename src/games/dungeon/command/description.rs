//! A generated dungeon as data: its graph, roles, sizes, ways, locks and terms.

use serde::Serialize;

use crate::games::dungeon::graph::fitness::{Terms, Weights};
use crate::games::dungeon::map::{Cell, Connection, Dungeon, Graph, Ground, Passage, RoomNo};
use crate::games::dungeon::rules::points;
use crate::generation::Seed;

/// A dungeon as RON. Rooms and locks are numbered from 1, cells are (column, row) from the upper left one.
#[derive(Serialize)]
pub(super) struct Description {
    seed: String,
    /// The fitness of the evolved graph.
    fitness: f64,
    /// The terms of the played rooms, after the start has lost its enemies, each with its weight and the product.
    terms: Vec<TermEntry>,
    start: RoleEntry,
    key: RoleEntry,
    exit: RoleEntry,
    rooms: Vec<RoomEntry>,
    ways: Vec<WayEntry>,
    /// The room and the cell of each lock's key.
    locks: Vec<LockEntry>,
    /// The points for everything in the dungeon.
    points: u32,
    /// The map, row by row.
    map: Vec<String>,
}

#[derive(Serialize)]
struct TermEntry {
    name: &'static str,
    value: f64,
    weight: f64,
    product: f64,
}

#[derive(Serialize)]
struct RoleEntry {
    room: usize,
    cell: (i16, i16),
}

#[derive(Serialize)]
struct RoomEntry {
    number: usize,
    /// The upper left cell inside.
    origin: (i16, i16),
    width: u8,
    height: u8,
    enemies: u8,
    chests: u8,
    ground: Ground,
    neighbours: Vec<usize>,
}

#[derive(Serialize)]
enum WayKind {
    Corridor,
    Portal,
}

#[derive(Serialize)]
struct WayEntry {
    rooms: (usize, usize),
    kind: WayKind,
    /// The doors or the portals, in the order of the rooms.
    ends: ((i16, i16), (i16, i16)),
    lock: Option<usize>,
}

#[derive(Serialize)]
struct LockEntry {
    number: usize,
    /// The room of its key.
    key: RoleEntry,
}

fn pair(cell: Cell) -> (i16, i16) {
    (cell.x, cell.y)
}

impl RoomEntry {
    /// The entry of a room whose upper left cell is `origin`.
    fn of(graph: &Graph, room: RoomNo, origin: Cell) -> Self {
        let content = graph.room(room);
        let neighbours = graph.neighbours(room);
        RoomEntry {
            number: room.index() + 1,
            origin: pair(origin),
            width: content.width,
            height: content.height,
            enemies: content.enemies,
            chests: content.chests,
            ground: content.ground,
            neighbours: neighbours.map(|next| next.index() + 1).collect(),
        }
    }
}

impl WayEntry {
    fn of(way: &Connection) -> Self {
        let (kind, [a, b]) = match way.passage {
            Passage::Doors(ends) => (WayKind::Corridor, ends),
            Passage::Portals(ends) => (WayKind::Portal, ends),
        };
        WayEntry {
            rooms: (way.rooms[0].index() + 1, way.rooms[1].index() + 1),
            kind,
            ends: (pair(a), pair(b)),
            lock: way.lock.map(|lock| usize::from(lock.0) + 1),
        }
    }
}

impl Description {
    /// The description of a dungeon, with its seed, the fitness of its graph, the weights of its search, and its map.
    pub(super) fn of(
        dungeon: &Dungeon,
        seed: Seed,
        fitness: f64,
        weights: &Weights,
        map: &str,
    ) -> Self {
        let (graph, layout) = (&dungeon.graph, &dungeon.layout);
        let role = |cell: Cell| RoleEntry {
            room: layout.room_at(cell).map_or(0, |room| room.index() + 1),
            cell: pair(cell),
        };
        let terms = Terms::of(graph, graph.all());
        let rooms = graph.all().zip(&layout.rooms);
        let rooms = rooms.map(|(room, area)| RoomEntry::of(graph, room, area.origin));
        let keys = (1..).zip(&layout.keys);
        let count = |things: usize, each: u32| things as u32 * each;
        Description {
            seed: seed.to_string(),
            fitness,
            terms: terms_of(&terms, weights),
            start: role(layout.start),
            key: role(layout.key),
            exit: role(layout.exit),
            rooms: rooms.collect(),
            ways: layout.connections.iter().map(WayEntry::of).collect(),
            locks: keys
                .map(|(number, cell)| LockEntry {
                    number,
                    key: role(*cell),
                })
                .collect(),
            points: points::KEY
                + points::DUNGEON
                + count(layout.enemies.len(), points::KILL)
                + count(layout.chests.len(), points::CHEST),
            map: map.lines().map(str::to_owned).collect(),
        }
    }
}

/// The terms with their weights and products.
fn terms_of(terms: &Terms, weights: &Weights) -> Vec<TermEntry> {
    let one = |name, value, weight| (name, value, weight);
    let all = [
        one("distance", terms.distance, weights.distance),
        one("ways", terms.degree, weights.degree),
        one("rooms", terms.rooms, weights.rooms),
        one("chests", terms.chests, weights.chests),
        one("enemies", terms.enemies, weights.enemies),
        one("format", terms.format, weights.format),
        one("loops", terms.loops, weights.loops),
        one("ground", terms.ground, weights.ground),
    ];
    // The products are those that count: the distance has a limit.
    let products = terms.weighted(weights);
    let entry = |((name, value, weight), product)| TermEntry {
        name,
        value,
        weight,
        product,
    };
    all.into_iter().zip(products).map(entry).collect()
}
