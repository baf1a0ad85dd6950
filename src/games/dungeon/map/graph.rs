//! The dungeon as a graph: rooms, the edges between them, and the three special rooms.

use std::fmt;
use std::ops::RangeInclusive;

use super::ground::Ground;

/// The largest number of rooms of a graph.
pub const MAX_ROOMS: usize = 60;

/// The number of a room in its graph; the rooms are numbered from 0 without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomNo(pub u8);

impl RoomNo {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for RoomNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RoomSet(pub u64);

impl RoomSet {
    /// The set without rooms.
    pub const NONE: RoomSet = RoomSet(0);

    /// The set of one room.
    #[inline]
    pub fn of(room: RoomNo) -> Self {
        RoomSet(1 << room.0)
    }

    /// The set of the rooms from 0 to `count - 1`.
    pub fn first(count: usize) -> Self {
        RoomSet((1 << count) - 1)
    }

    /// Whether the set holds a room.
    #[inline]
    pub fn has(self, room: RoomNo) -> bool {
        self.0 >> room.0 & 1 == 1
    }

    /// The number of rooms in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no room.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rooms that are in at least one of the two sets.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        RoomSet(self.0 | other.0)
    }

    /// The rooms that are in both sets.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        RoomSet(self.0 & other.0)
    }

    /// The rooms of this set that are not in the other one.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        RoomSet(self.0 & !other.0)
    }
}

/// Removes and returns the rooms in the order of their numbers.
impl Iterator for RoomSet {
    type Item = RoomNo;

    #[inline]
    fn next(&mut self) -> Option<RoomNo> {
        let room = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (room < 64).then_some(RoomNo(room as u8))
    }
}

impl FromIterator<RoomNo> for RoomSet {
    fn from_iter<T: IntoIterator<Item = RoomNo>>(rooms: T) -> Self {
        rooms
            .into_iter()
            .fold(RoomSet::NONE, |set, room| set.or(RoomSet::of(room)))
    }
}

/// The size and contents of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Room {
    /// The width in cells, without walls.
    pub width: u8,
    /// The height in cells, without walls.
    pub height: u8,
    /// The number of enemies.
    pub enemies: u8,
    /// The number of chests.
    pub chests: u8,
    /// The ground that covers a part of its floor.
    pub ground: Ground,
}

impl Room {
    /// The sides that a room can have, in cells. The text of a graph has one digit for a side.
    pub const SIDES: RangeInclusive<u8> = 5..=40;
    /// The most enemies of a room. The text of a graph has one digit for the enemies and the chests.
    pub const MOST_ENEMIES: u8 = 8;
    /// The most chests of a room.
    pub const MOST_CHESTS: u8 = 3;
}

/// The three special rooms, which all differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roles {
    /// The room in which the hero enters.
    pub start: RoomNo,
    /// The room with the exit's key.
    pub key: RoomNo,
    /// The room with the exit.
    pub exit: RoomNo,
}

impl Roles {
    /// The set of the three rooms.
    pub fn set(&self) -> RoomSet {
        [self.start, self.key, self.exit].into_iter().collect()
    }

    /// The start, the key and the exit, to be changed.
    pub fn each_mut(&mut self) -> [&mut RoomNo; 3] {
        [&mut self.start, &mut self.key, &mut self.exit]
    }
}

/// An undirected graph whose number of rooms lies in [`Graph::ROOMS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graph {
    rooms: [Room; MAX_ROOMS],
    /// The neighbours of each room, as bits.
    adjacency: [u64; MAX_ROOMS],
    count: u8,
    /// The special rooms.
    pub roles: Roles,
}

impl Graph {
    /// The numbers of rooms that a graph can have: each of the three roles needs a room of its own.
    pub const ROOMS: RangeInclusive<usize> = 3..=MAX_ROOMS;

    /// A graph of some rooms, as many as [`Graph::ROOMS`] says, without edges. The first three rooms are the start, the key and the
    /// exit.
    pub fn of(rooms: &[Room]) -> Self {
        debug_assert!(Graph::ROOMS.contains(&rooms.len()));
        let mut graph = Graph {
            rooms: [Room::default(); MAX_ROOMS],
            adjacency: [0; MAX_ROOMS],
            count: rooms.len() as u8,
            roles: Roles {
                start: RoomNo(0),
                key: RoomNo(1),
                exit: RoomNo(2),
            },
        };
        graph.rooms[..rooms.len()].copy_from_slice(rooms);
        graph
    }

    /// The first `head` rooms of one graph followed by the rooms of another one from `tail` on. The edges within
    /// each part stay; the first three rooms are the special ones. Needs 3 to [`MAX_ROOMS`] rooms in all.
    pub fn spliced(first: &Graph, head: usize, second: &Graph, tail: usize) -> Self {
        let length = head + second.len() - tail;
        let mut rooms = [Room::default(); MAX_ROOMS];
        rooms[..head].copy_from_slice(&first.rooms[..head]);
        rooms[head..length].copy_from_slice(&second.rooms[tail..second.len()]);
        let mut graph = Graph::of(&rooms[..length]);
        let in_head = RoomSet::first(head).0;
        for at in 0..head {
            graph.adjacency[at] = first.adjacency[at] & in_head;
        }
        for at in head..length {
            graph.adjacency[at] = second.adjacency[at - head + tail] >> tail << head;
        }
        graph
    }

    /// The number of rooms.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether the graph has no room; this is never so.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The set of all rooms.
    #[inline]
    pub fn all(&self) -> RoomSet {
        RoomSet::first(self.len())
    }

    /// The room of a number.
    #[inline]
    pub fn room(&self, room: RoomNo) -> &Room {
        &self.rooms[room.index()]
    }

    /// Whether any room has ground other than stone.
    pub fn has_ground(&self) -> bool {
        self.all()
            .any(|room| self.room(room).ground != Ground::Stone)
    }

    /// The room of a number, to be changed.
    pub fn room_mut(&mut self, room: RoomNo) -> &mut Room {
        &mut self.rooms[room.index()]
    }

    /// The rooms that share an edge with a room.
    #[inline]
    pub fn neighbours(&self, room: RoomNo) -> RoomSet {
        RoomSet(self.adjacency[room.index()])
    }

    /// Adds the edge between two rooms, unless they are the same room.
    pub fn connect(&mut self, a: RoomNo, b: RoomNo) {
        if a != b {
            self.adjacency[a.index()] |= RoomSet::of(b).0;
            self.adjacency[b.index()] |= RoomSet::of(a).0;
        }
    }

    /// Removes the edge between two rooms.
    pub fn disconnect(&mut self, a: RoomNo, b: RoomNo) {
        self.adjacency[a.index()] &= !RoomSet::of(b).0;
        self.adjacency[b.index()] &= !RoomSet::of(a).0;
    }

    /// All edges in order, each once and with the lower room first.
    pub fn edges(&self) -> impl Iterator<Item = (RoomNo, RoomNo)> + '_ {
        self.all().flat_map(|a| {
            let later = RoomSet(u64::MAX << a.0 << 1);
            self.neighbours(a).and(later).map(move |b| (a, b))
        })
    }

    /// Adds a room without edges and returns its number, or `None` if the graph is full.
    pub fn add(&mut self, room: Room) -> Option<RoomNo> {
        let number = RoomNo(self.count);
        *self.rooms.get_mut(number.index())? = room;
        self.adjacency[number.index()] = 0;
        self.count += 1;
        Some(number)
    }

    /// Removes a room that has no role. The last room takes over its number.
    pub fn remove(&mut self, room: RoomNo) {
        debug_assert!(!self.roles.set().has(room));
        for other in self.neighbours(room) {
            self.disconnect(room, other);
        }
        let last = RoomNo(self.count - 1);
        if last != room {
            let neighbours = self.neighbours(last);
            for other in neighbours {
                self.disconnect(last, other);
                self.connect(room, other);
            }
            self.rooms[room.index()] = self.rooms[last.index()];
            for role in self.roles.each_mut() {
                if *role == last {
                    *role = room;
                }
            }
        }
        self.count -= 1;
    }

    /// The rooms that are connected with `from` inside of `within`, `from` included.
    pub fn reachable(&self, from: RoomNo, within: RoomSet) -> RoomSet {
        let mut reached = RoomSet::of(from).and(within);
        let mut fresh = reached;
        while !fresh.is_empty() {
            let neighbours = fresh.fold(RoomSet::NONE, |set, room| set.or(self.neighbours(room)));
            fresh = neighbours.and(within).without(reached);
            reached = reached.or(fresh);
        }
        reached
    }

    /// The connected components, ordered by their lowest rooms.
    pub fn components(&self) -> impl Iterator<Item = RoomSet> + '_ {
        let mut left = self.all();
        std::iter::from_fn(move || {
            let mut rooms = left;
            let component = self.reachable(rooms.next()?, self.all());
            left = left.without(component);
            Some(component)
        })
    }

    /// The part that is played: the component of the start, with its rooms renumbered in order. Returns `None`
    /// unless it holds all special rooms.
    pub fn playable(&self) -> Option<Graph> {
        let component = self.reachable(self.roles.start, self.all());
        if !self.roles.set().without(component).is_empty() {
            return None;
        }
        let number = |room: RoomNo| RoomNo(component.and(RoomSet::first(room.index())).len() as u8);
        let rooms: Vec<Room> = component.map(|room| *self.room(room)).collect();
        let mut part = Graph::of(&rooms);
        for (a, b) in self.edges().filter(|(a, _)| component.has(*a)) {
            part.connect(number(a), number(b));
        }
        part.roles = Roles {
            start: number(self.roles.start),
            key: number(self.roles.key),
            exit: number(self.roles.exit),
        };
        Some(part)
    }
}

/// The lengths of the shortest paths between the rooms of a component, in edges.
#[derive(Clone, Debug)]
pub struct Distances {
    component: RoomSet,
    /// The distances from each room of the component, in the order of their numbers. Most components of random graphs
    /// are small, so a table for all rooms of a graph would take longer to clear than to fill.
    rows: Vec<[u8; MAX_ROOMS]>,
}

impl Distances {
    /// The distances within a component.
    pub fn of(graph: &Graph, component: RoomSet) -> Self {
        let mut rows = Vec::with_capacity(component.len());
        rows.extend(component.map(|from| distances_from(graph, from)));
        Distances { component, rows }
    }

    /// The distance between two rooms of the component.
    #[inline]
    pub fn between(&self, a: RoomNo, b: RoomNo) -> u8 {
        self.from(a)[b.index()]
    }

    /// The distances from a room of the component to its rooms, by their numbers.
    #[inline]
    pub fn from(&self, room: RoomNo) -> &[u8; MAX_ROOMS] {
        let before = self.component.and(RoomSet::first(room.index()));
        &self.rows[before.len()]
    }
}

/// The distances from a room to those that can be reached from it, by their numbers; 0 for the others.
fn distances_from(graph: &Graph, room: RoomNo) -> [u8; MAX_ROOMS] {
    let mut row = [0; MAX_ROOMS];
    let mut reached = RoomSet::of(room);
    let mut fresh = reached;
    let mut steps = 0;
    while !fresh.is_empty() {
        let mut neighbours = RoomSet::NONE;
        for room in fresh {
            row[room.index()] = steps;
            neighbours = neighbours.or(graph.neighbours(room));
        }
        fresh = neighbours.without(reached);
        reached = reached.or(fresh);
        steps += 1;
    }
    row
}
