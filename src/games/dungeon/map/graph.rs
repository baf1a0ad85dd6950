//! The dungeon as a graph: rooms, the ways between them, and which are special.

pub mod fitness;
pub mod locks;
pub mod operators;
pub mod picture;
pub mod problem;

use std::fmt;

/// Most rooms of a graph.
pub const MOST_ROOMS: usize = 40;

/// A room's number in its graph, from 0 without holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomNo(pub u8);

impl RoomNo {
    /// As an index.
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
    /// No room.
    pub const NONE: RoomSet = RoomSet(0);

    /// One room.
    #[inline]
    pub fn of(room: RoomNo) -> Self {
        RoomSet(1 << room.0)
    }

    /// The first so many rooms.
    pub fn first(count: usize) -> Self {
        RoomSet((1 << count) - 1)
    }

    /// Whether a room is in it.
    #[inline]
    pub fn has(self, room: RoomNo) -> bool {
        self.0 >> room.0 & 1 == 1
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rooms of either.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        RoomSet(self.0 | other.0)
    }

    /// The rooms of both.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        RoomSet(self.0 & other.0)
    }

    /// The rooms that are not in the other.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        RoomSet(self.0 & !other.0)
    }
}

/// The rooms, by number.
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

/// What a room is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Room {
    /// Cells across, without walls.
    pub width: u8,
    /// Cells down, without walls.
    pub height: u8,
    /// How many enemies wait there.
    pub enemies: u8,
    /// How many chests stand there.
    pub chests: u8,
}

/// The special rooms; three different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roles {
    /// Where one comes in.
    pub start: RoomNo,
    /// Where the key lies.
    pub key: RoomNo,
    /// Where the exit is.
    pub exit: RoomNo,
}

impl Roles {
    /// All three.
    pub fn set(&self) -> RoomSet {
        [self.start, self.key, self.exit].into_iter().collect()
    }

    fn each(&mut self) -> [&mut RoomNo; 3] {
        [&mut self.start, &mut self.key, &mut self.exit]
    }
}

/// An undirected graph of at least 3 and at most [`MOST_ROOMS`] rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graph {
    rooms: [Room; MOST_ROOMS],
    /// For each room the rooms that it is joined to.
    ways: [u64; MOST_ROOMS],
    count: u8,
    /// The special rooms.
    pub roles: Roles,
}

impl Graph {
    /// Rooms without ways; the first three are special. Takes 3 to [`MOST_ROOMS`] of them.
    pub fn of(rooms: &[Room]) -> Self {
        debug_assert!((3..=MOST_ROOMS).contains(&rooms.len()));
        let mut graph = Graph {
            rooms: [Room::default(); MOST_ROOMS],
            ways: [0; MOST_ROOMS],
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

    /// The number of rooms.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there is no room; there always are some.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All rooms.
    #[inline]
    pub fn all(&self) -> RoomSet {
        RoomSet::first(self.len())
    }

    /// A room.
    #[inline]
    pub fn room(&self, room: RoomNo) -> &Room {
        &self.rooms[room.index()]
    }

    /// A room to change.
    pub fn room_mut(&mut self, room: RoomNo) -> &mut Room {
        &mut self.rooms[room.index()]
    }

    /// The rooms that a room is joined to.
    #[inline]
    pub fn beside(&self, room: RoomNo) -> RoomSet {
        RoomSet(self.ways[room.index()])
    }

    /// Joins two different rooms.
    pub fn join(&mut self, a: RoomNo, b: RoomNo) {
        if a != b {
            self.ways[a.index()] |= RoomSet::of(b).0;
            self.ways[b.index()] |= RoomSet::of(a).0;
        }
    }

    /// Takes the way between two rooms away.
    pub fn part(&mut self, a: RoomNo, b: RoomNo) {
        self.ways[a.index()] &= !RoomSet::of(b).0;
        self.ways[b.index()] &= !RoomSet::of(a).0;
    }

    /// All ways, each once, the lower room first, in order.
    pub fn ways(&self) -> impl Iterator<Item = (RoomNo, RoomNo)> + '_ {
        self.all().flat_map(|a| {
            let later = RoomSet(u64::MAX << a.0 << 1);
            self.beside(a).and(later).map(move |b| (a, b))
        })
    }

    /// Adds a room, if there is room for it.
    pub fn add(&mut self, room: Room) -> Option<RoomNo> {
        let number = RoomNo(self.count);
        *self.rooms.get_mut(number.index())? = room;
        self.ways[number.index()] = 0;
        self.count += 1;
        Some(number)
    }

    /// Takes a room away that has no role; the last one gets its number.
    pub fn remove(&mut self, room: RoomNo) {
        debug_assert!(!self.roles.set().has(room));
        for other in self.beside(room) {
            self.part(room, other);
        }
        let last = RoomNo(self.count - 1);
        if last != room {
            let beside = self.beside(last);
            for other in beside {
                self.part(last, other);
                self.join(room, other);
            }
            self.rooms[room.index()] = self.rooms[last.index()];
            for role in self.roles.each() {
                if *role == last {
                    *role = room;
                }
            }
        }
        self.count -= 1;
    }

    /// The rooms that can be reached from one, itself too, without leaving `within`.
    pub fn reach(&self, from: RoomNo, within: RoomSet) -> RoomSet {
        let mut reached = RoomSet::of(from).and(within);
        let mut fresh = reached;
        while !fresh.is_empty() {
            let beside = fresh.fold(RoomSet::NONE, |set, room| set.or(self.beside(room)));
            fresh = beside.and(within).without(reached);
            reached = reached.or(fresh);
        }
        reached
    }

    /// The connected components, by their lowest rooms.
    pub fn components(&self) -> impl Iterator<Item = RoomSet> + '_ {
        let mut left = self.all();
        std::iter::from_fn(move || {
            let mut rooms = left;
            let component = self.reach(rooms.next()?, self.all());
            left = left.without(component);
            Some(component)
        })
    }

    /// The part that is played: the component of the start, its rooms numbered anew in order; `None`
    /// unless it holds all special rooms.
    pub fn playable(&self) -> Option<Graph> {
        let kept = self.reach(self.roles.start, self.all());
        if !self.roles.set().without(kept).is_empty() {
            return None;
        }
        let number = |room: RoomNo| RoomNo(kept.and(RoomSet::first(room.index())).len() as u8);
        let rooms: Vec<Room> = kept.map(|room| *self.room(room)).collect();
        let mut part = Graph::of(&rooms);
        for (a, b) in self.ways().filter(|(a, _)| kept.has(*a)) {
            part.join(number(a), number(b));
        }
        part.roles = Roles {
            start: number(self.roles.start),
            key: number(self.roles.key),
            exit: number(self.roles.exit),
        };
        Some(part)
    }
}

/// How many ways lie between any two rooms of a component.
#[derive(Clone, Debug)]
pub struct Distances([[u8; MOST_ROOMS]; MOST_ROOMS]);

impl Distances {
    /// Of the rooms of a component.
    pub fn of(graph: &Graph, component: RoomSet) -> Self {
        let mut table = [[0; MOST_ROOMS]; MOST_ROOMS];
        for from in component {
            let row = &mut table[from.index()];
            let mut reached = RoomSet::of(from);
            let mut fresh = reached;
            let mut steps = 0;
            while !fresh.is_empty() {
                let mut beside = RoomSet::NONE;
                for room in fresh {
                    row[room.index()] = steps;
                    beside = beside.or(graph.beside(room));
                }
                fresh = beside.without(reached);
                reached = reached.or(fresh);
                steps += 1;
            }
        }
        Distances(table)
    }

    /// Ways between two rooms.
    #[inline]
    pub fn between(&self, a: RoomNo, b: RoomNo) -> u8 {
        self.0[a.index()][b.index()]
    }
}
