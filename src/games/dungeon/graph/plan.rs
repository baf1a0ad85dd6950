//! Plans of dungeons: graphs with locks that a player draws. They may have faults, which they list.

use super::problem::{MIN_ROOMS, door_capacity};
use super::spread::positions;
use crate::games::dungeon::map::{Graph, Ground, Lock, Locks, MAX_LOCKS, Room, RoomNo, RoomSet};
use crate::generation::Seed;

/// An edge of the graph: two rooms that are joined, the lower room first.
pub type Edge = (RoomNo, RoomNo);

/// A dungeon that a player draws.
#[derive(Clone, Debug, PartialEq)]
pub struct DungeonPlan {
    /// The rooms, their edges and their roles.
    pub graph: Graph,
    /// The place of each room on the canvas, 0 to 1 from the left and from the top.
    pub places: Vec<(f32, f32)>,
    /// The locks; `None` for a graph alone, whose locks are drawn later.
    pub locks: Option<[PlannedLock; MAX_LOCKS as usize]>,
    /// The seed with which the rooms are laid out as a map.
    pub seed: Seed,
}

/// A lock that a player draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlannedLock {
    /// The edges that it locks.
    pub edges: Vec<Edge>,
    /// The room of its key.
    pub key: Option<RoomNo>,
}

/// A special room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The hero enters here.
    Start,
    /// The exit's key is here.
    Key,
    /// The exit is here.
    Exit,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 3] = [Role::Start, Role::Key, Role::Exit];
}

/// A reason why a dungeon that is drawn cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DungeonFault {
    /// Fewer rooms than [`MIN_ROOMS`] are joined to the start.
    FewRooms(usize),
    /// The key or the exit is not joined to the start.
    CutOff(RoomSet),
    /// These rooms have more edges than doors fit into their walls.
    TooManyEdges(RoomSet),
    /// A lock has no key in a room that is joined to the start.
    NoKey(Lock),
    /// The exit's key or the exit lies behind a lock that the hero can never open. The rooms are those that are never
    /// reached.
    Unsolvable(RoomSet),
}

/// The room that is added as a new one.
const USUAL_ROOM: Room = Room {
    width: 7,
    height: 6,
    enemies: 1,
    chests: 0,
    ground: Ground::Stone,
};

/// The edge between two rooms.
pub fn edge_between(a: RoomNo, b: RoomNo) -> Edge {
    (a.min(b), a.max(b))
}

impl Default for DungeonPlan {
    /// A small dungeon to begin with: a hall between the start, the key and the way to the exit.
    fn default() -> Self {
        let mut graph = Graph::of(&[USUAL_ROOM; 6]);
        let [start, key, exit, hall, side, far] = [0, 1, 2, 3, 4, 5].map(RoomNo);
        for (a, b) in [
            (start, hall),
            (hall, key),
            (hall, side),
            (hall, far),
            (far, exit),
        ] {
            graph.connect(a, b);
        }
        graph.room_mut(start).enemies = 0;
        graph.room_mut(side).chests = 1;
        DungeonPlan::of(graph, Some(Default::default()), Seed(1))
    }
}

impl DungeonPlan {
    /// The plan of a graph, whose rooms are spread over the picture.
    pub fn of(graph: Graph, locks: Option<[PlannedLock; MAX_LOCKS as usize]>, seed: Seed) -> Self {
        DungeonPlan {
            places: positions(&graph),
            graph,
            locks,
            seed,
        }
    }

    /// The plan of a graph with its locks.
    pub fn with_locks(graph: Graph, locks: &Locks, seed: Seed) -> Self {
        let mut planned: [PlannedLock; MAX_LOCKS as usize] = Default::default();
        for (a, b, Lock(number)) in &locks.edges {
            if let Some(lock) = planned.get_mut(usize::from(*number)) {
                lock.edges.push((*a, *b));
            }
        }
        for (lock, key) in planned.iter_mut().zip(&locks.keys) {
            lock.key = Some(*key);
        }
        DungeonPlan::of(graph, Some(planned), seed)
    }

    /// Spreads the rooms over the picture.
    pub fn arrange(&mut self) {
        self.places = positions(&self.graph);
    }

    /// Adds a room at a place, joined to another room, and returns its number, unless there are as many as there can
    /// be.
    pub fn add_room(&mut self, (x, y): (f32, f32), beside: Option<RoomNo>) -> Option<RoomNo> {
        let added = self.graph.add(USUAL_ROOM)?;
        self.places.push((x.clamp(0.08, 0.92), y.clamp(0.08, 0.92)));
        if let Some(beside) = beside {
            self.graph.connect(beside, added);
        }
        Some(added)
    }

    /// Whether a room can be removed: it has no role.
    pub fn can_remove(&self, room: RoomNo) -> bool {
        room.index() < self.graph.len() && !self.graph.roles.set().has(room)
    }

    /// Removes a room that has no role. The last room takes over its number.
    pub fn remove_room(&mut self, room: RoomNo) {
        if !self.can_remove(room) {
            return;
        }
        let last = RoomNo(self.graph.len() as u8 - 1);
        self.graph.remove(room);
        self.places.swap_remove(room.index());
        let renamed = |at: RoomNo| match at {
            at if at == room => None,
            at if at == last => Some(room),
            at => Some(at),
        };
        self.rename_in_locks(renamed);
    }

    /// Gives the rooms of locks other numbers. Keys and edges of rooms that have none are dropped.
    fn rename_in_locks(&mut self, renamed: impl Fn(RoomNo) -> Option<RoomNo>) {
        for lock in self.locks.iter_mut().flatten() {
            lock.key = lock.key.and_then(&renamed);
            let edges = lock.edges.iter();
            lock.edges = edges
                .filter_map(|(a, b)| Some(edge_between(renamed(*a)?, renamed(*b)?)))
                .collect();
        }
    }

    /// Joins two rooms, or removes the edge between them with its lock.
    pub fn toggle_edge(&mut self, a: RoomNo, b: RoomNo) {
        if !self.graph.neighbours(a).has(b) {
            self.graph.connect(a, b);
            return;
        }
        self.graph.disconnect(a, b);
        for lock in self.locks.iter_mut().flatten() {
            lock.edges.retain(|other| *other != edge_between(a, b));
        }
    }

    /// Gives a room a role. If the room has another role already, the room that loses the role gets that one.
    pub fn set_role(&mut self, role: Role, room: RoomNo) {
        let mut roles = self.graph.roles.each_mut();
        let old = *roles[role as usize];
        for other in &mut roles {
            if **other == room {
                **other = old;
            }
        }
        *roles[role as usize] = room;
    }

    /// Locks an edge, or unlocks it if it has this lock. An edge has one lock at most.
    pub fn toggle_lock(&mut self, Lock(number): Lock, locked: Edge) {
        for (at, lock) in self.locks.iter_mut().flatten().enumerate() {
            let has_it = lock.edges.contains(&locked);
            lock.edges.retain(|other| *other != locked);
            if at == usize::from(number) && !has_it {
                lock.edges.push(locked);
            }
        }
    }

    /// Puts the key of a lock into a room, or takes it away from there.
    pub fn toggle_key(&mut self, Lock(number): Lock, room: RoomNo) {
        let lock = self
            .locks
            .as_mut()
            .and_then(|locks| locks.get_mut(usize::from(number)));
        if let Some(lock) = lock {
            lock.key = (lock.key != Some(room)).then_some(room);
        }
    }

    /// The part that is played.
    pub fn played(&self) -> RoomSet {
        self.graph
            .reachable(self.graph.roles.start, self.graph.all())
    }

    /// The graph and the locks of the part that is played, with its rooms renumbered in order; `None` if the key or the
    /// exit is not joined to the start. Locks without edges or keys are left out.
    pub fn content(&self) -> Option<(Graph, Locks)> {
        let graph = self.graph.playable()?;
        let played = self.played();
        let number = |room: RoomNo| {
            let before = played.and(RoomSet::first(room.index())).len();
            played.has(room).then_some(RoomNo(before as u8))
        };
        let mut locks = Locks::default();
        for lock in self.locks.iter().flatten() {
            let edges = lock.edges.iter();
            let edges = edges.filter_map(|(a, b)| Some((number(*a)?, number(*b)?)));
            let edges: Vec<Edge> = edges.collect();
            if let (Some(key), false) = (lock.key.and_then(number), edges.is_empty()) {
                let own = Lock(locks.keys.len() as u8);
                locks
                    .edges
                    .extend(edges.into_iter().map(|(a, b)| (a, b, own)));
                locks.keys.push(key);
            }
        }
        locks.edges.sort();
        Some((graph, locks))
    }

    /// All faults.
    pub fn faults(&self) -> Vec<DungeonFault> {
        let (mut faults, played) = (Vec::new(), self.played());
        if played.len() < MIN_ROOMS {
            faults.push(DungeonFault::FewRooms(played.len()));
        }
        let cut_off = self.graph.roles.set().without(played);
        if !cut_off.is_empty() {
            faults.push(DungeonFault::CutOff(cut_off));
        }
        let is_crowded = |room: &RoomNo| {
            self.graph.neighbours(*room).len() > door_capacity(self.graph.room(*room))
        };
        let crowded: RoomSet = played.filter(is_crowded).collect();
        if !crowded.is_empty() {
            faults.push(DungeonFault::TooManyEdges(crowded));
        }
        let locks = (0u8..).map(Lock).zip(self.locks.iter().flatten());
        // A lock of a part that is not played is left out.
        let is_played = |lock: &PlannedLock| lock.edges.iter().any(|(a, _)| played.has(*a));
        let has_no_key = |lock: &PlannedLock| lock.key.is_none_or(|key| !played.has(key));
        let keyless = locks.filter(|(_, lock)| is_played(lock) && has_no_key(lock));
        faults.extend(keyless.map(|(lock, _)| DungeonFault::NoKey(lock)));
        let never = self.never_reached();
        let roles = self.graph.roles;
        if cut_off.is_empty() && (never.has(roles.key) || never.has(roles.exit)) {
            faults.push(DungeonFault::Unsolvable(never));
        }
        faults
    }

    /// The rooms that are joined to the start, but lie behind locks that the hero can never open.
    pub fn never_reached(&self) -> RoomSet {
        let mut locks = Locks::default();
        for (number, lock) in (0u8..).zip(self.locks.iter().flatten()) {
            let edges = lock.edges.iter();
            locks
                .edges
                .extend(edges.map(|(a, b)| (*a, *b, Lock(number))));
            // A missing key is put into a room that no graph has, so that the hero never reaches it.
            locks.keys.push(lock.key.unwrap_or(RoomNo(NOWHERE)));
        }
        self.played()
            .without(locks.reachable(&self.graph, |_| false))
    }

    /// The locks whose keys the hero does not need.
    pub fn unneeded_locks(&self) -> Vec<Lock> {
        let Some((graph, locks)) = self.content() else {
            return Vec::new();
        };
        let unneeded = |lock: &Lock| locks.is_solvable(&graph, |ignored| ignored == *lock);
        let numbers = 0..locks.keys.len() as u8;
        numbers.map(Lock).filter(unneeded).collect()
    }
}

/// The number of a room that no graph has.
const NOWHERE: u8 = 63;
