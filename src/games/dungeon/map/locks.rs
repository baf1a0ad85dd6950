//! Locks besides the exit's: locked edges need the key of their colour. A solver decides whether a dungeon can
//! be escaped.

use super::graph::{Distances, Graph, RoomNo, RoomSet};
use crate::generation::Stream;

/// The colour of a lock and of the key that opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lock(pub u8);

/// The largest number of locks besides the exit's.
pub const MAX_LOCKS: u8 = 3;

/// The locked edges and the rooms of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locks {
    /// The locked edges, each once and with the lower room first.
    pub edges: Vec<(RoomNo, RoomNo, Lock)>,
    /// The room of each lock's key, in the order of the locks.
    pub keys: Vec<RoomNo>,
}

impl Locks {
    /// The lock of the edge between two rooms, if it has one.
    pub fn of(&self, a: RoomNo, b: RoomNo) -> Option<Lock> {
        let (a, b) = (a.min(b), a.max(b));
        let found = self.edges.iter().find(|(x, y, _)| (*x, *y) == (a, b));
        found.map(|(.., lock)| *lock)
    }

    /// Whether all ways and rooms that the locks name exist, and the dungeon can be escaped.
    pub fn are_valid_for(&self, graph: &Graph) -> bool {
        let known = |room: RoomNo| room.index() < graph.len();
        let is_way = |(a, b, Lock(number)): &(RoomNo, RoomNo, Lock)| {
            let is_lock = usize::from(*number) < self.keys.len();
            is_lock && a < b && known(*b) && graph.neighbours(*a).has(*b)
        };
        let exist = self.keys.iter().all(|room| known(*room)) && self.edges.iter().all(is_way);
        exist && self.is_solvable(graph, |_| false)
    }

    /// The rooms that the hero can reach from the start. The hero takes every key on the way except those for
    /// which `ignored` is true.
    pub fn reachable(&self, graph: &Graph, ignored: impl Fn(Lock) -> bool) -> RoomSet {
        let mut held = Vec::new();
        loop {
            let reached = self.reachable_with(graph, &held);
            let keys = (0u8..).map(Lock).zip(&self.keys);
            let new: Vec<Lock> = keys
                .filter(|(lock, room)| {
                    reached.has(**room) && !ignored(*lock) && !held.contains(lock)
                })
                .map(|(lock, _)| lock)
                .collect();
            if new.is_empty() {
                return reached;
            }
            held.extend(new);
        }
    }

    /// The rooms that the hero can reach with the keys in `held`.
    fn reachable_with(&self, graph: &Graph, held: &[Lock]) -> RoomSet {
        let mut unlocked = *graph;
        for (a, b, lock) in &self.edges {
            if !held.contains(lock) {
                unlocked.disconnect(*a, *b);
            }
        }
        unlocked.reachable(unlocked.roles.start, unlocked.all())
    }

    /// Whether the hero can reach the exit's key and the exit without the keys for which `ignored` is true.
    pub fn is_solvable(&self, graph: &Graph, ignored: impl Fn(Lock) -> bool) -> bool {
        let reached = self.reachable(graph, ignored);
        reached.has(graph.roles.key) && reached.has(graph.roles.exit)
    }

    /// Whether the dungeon can be escaped, and every key is needed for that.
    pub fn is_sound(&self, graph: &Graph) -> bool {
        let needed = |lock| !self.is_solvable(graph, |ignored| ignored == lock);
        self.is_solvable(graph, |_| false) && (0..self.keys.len() as u8).map(Lock).all(needed)
    }
}

/// Draws up to `max_locks` locks for a connected graph. Each lock cuts a room that must be visited off from the start:
/// at a bridge of the graph if possible, otherwise at all edges of the room. Its key lies on the side of the start,
/// where it must be fetched, preferably in a guarded room or a dead end; without such a room there is no lock.
pub fn draw(graph: &Graph, max_locks: u8, rng: &mut Stream) -> Locks {
    let mut locks = Locks::default();
    // The rooms that must be visited: the key and the exit, and later the rooms of the keys, so that keys lie
    // behind locks too.
    let mut needed = vec![graph.roles.exit, graph.roles.key];
    for number in 0..max_locks.min(MAX_LOCKS) {
        let mut choices = needed.clone();
        rng.shuffle(&mut choices);
        let cuts: Vec<Vec<(RoomNo, RoomNo)>> = choices
            .iter()
            .flat_map(|target| cuts_between_start_and(graph, &locks, *target, rng))
            .collect();
        let found = cuts
            .iter()
            .find_map(|edges| with_key(graph, &locks, edges, Lock(number), rng));
        let Some(more) = found else { break };
        if let Some(key) = more.keys.last() {
            needed.push(*key);
        }
        locks = more;
    }
    locks
}

/// The sets of unlocked edges that cut a room off from the start: every single edge that does so, and all edges
/// of the room.
fn cuts_between_start_and(
    graph: &Graph,
    locks: &Locks,
    target: RoomNo,
    rng: &mut Stream,
) -> Vec<Vec<(RoomNo, RoomNo)>> {
    let start = graph.roles.start;
    if target == start {
        return Vec::new();
    }
    let cuts_off = |(a, b): &(RoomNo, RoomNo)| {
        let mut without = *graph;
        without.disconnect(*a, *b);
        !without.reachable(start, without.all()).has(target)
    };
    let mut sets: Vec<Vec<_>> = graph
        .edges()
        .filter(cuts_off)
        .map(|edge| vec![edge])
        .collect();
    rng.shuffle(&mut sets);
    let neighbours = graph.neighbours(target);
    sets.push(
        neighbours
            .map(|other| (target.min(other), target.max(other)))
            .collect(),
    );
    sets.retain(|edges| edges.iter().all(|(a, b)| locks.of(*a, *b).is_none()));
    sets
}

/// The locks with one more lock, on the edges in `cut`; `None` if no room for its key makes the locks sound. The key
/// must be fetched: it lies neither at the start nor on a shortest way from there to its lock.
fn with_key(
    graph: &Graph,
    locks: &Locks,
    cut: &[(RoomNo, RoomNo)],
    lock: Lock,
    rng: &mut Stream,
) -> Option<Locks> {
    let mut more = locks.clone();
    more.edges.extend(cut.iter().map(|(a, b)| (*a, *b, lock)));
    more.edges.sort();
    let near = more.reachable(graph, |_| false);
    let on_the_way = rooms_before(graph, near, cut);
    let allowed = |room: &RoomNo| !locks.keys.contains(room) && !on_the_way.has(*room);
    let mut rooms: Vec<RoomNo> = near.filter(allowed).collect();
    rng.shuffle(&mut rooms);
    // Guarded rooms and dead ends come first, because a key is a reason to visit them.
    let degree = |room: RoomNo| graph.neighbours(room).len().min(3);
    rooms.sort_by_key(|room| {
        let is_guarded = graph.room(*room).enemies > 0;
        (!is_guarded, degree(*room))
    });
    rooms.into_iter().find_map(|room| {
        let mut with = more.clone();
        with.keys.push(room);
        with.is_sound(graph).then_some(with)
    })
}

/// The rooms on the shortest ways from the start to the locked doors. Only rooms in `near` are used, which can be
/// reached without the keys. The start and the rooms with the doors are included.
pub fn rooms_before(graph: &Graph, near: RoomSet, cut: &[(RoomNo, RoomNo)]) -> RoomSet {
    let start = graph.roles.start;
    let mut part = *graph;
    for (a, b) in cut {
        part.disconnect(*a, *b);
    }
    for room in graph.all().without(near) {
        for other in part.neighbours(room) {
            part.disconnect(room, other);
        }
    }
    let distances = Distances::of(&part, near);
    let ends = cut.iter().flat_map(|(a, b)| [*a, *b]);
    let doors: RoomSet = ends.filter(|room| near.has(*room)).collect();
    let is_between = |room: &RoomNo| {
        let via = |door: RoomNo| distances.between(start, *room) + distances.between(*room, door);
        doors
            .into_iter()
            .any(|door| via(door) == distances.between(start, door))
    };
    let between = near.filter(is_between);
    between.collect::<RoomSet>().or(RoomSet::of(start))
}
