//! Locks beyond the exit's: doors that need a key of their colour, and a solver that says whether a
//! dungeon can be escaped.

use super::{Graph, RoomNo, RoomSet};
use crate::generation::Stream;

/// The colour of a lock and of the key that opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lock(pub u8);

/// Most locks beyond the exit's.
pub const MOST_LOCKS: u8 = 3;

/// Locked ways and where the keys lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locks {
    /// Ways that are locked, the lower room first, each once.
    pub ways: Vec<(RoomNo, RoomNo, Lock)>,
    /// For each lock from the first, the room of its key.
    pub keys: Vec<RoomNo>,
}

impl Locks {
    /// The lock of a way.
    pub fn of(&self, a: RoomNo, b: RoomNo) -> Option<Lock> {
        let (a, b) = (a.min(b), a.max(b));
        let found = self.ways.iter().find(|(x, y, _)| (*x, *y) == (a, b));
        found.map(|(.., lock)| *lock)
    }

    /// The rooms that can be reached from the start, taking every key that is met but those in `left`.
    pub fn reach(&self, graph: &Graph, left: impl Fn(Lock) -> bool) -> RoomSet {
        let mut held = Vec::new();
        loop {
            let reached = self.reach_with(graph, &held);
            let met = (0u8..).map(Lock).zip(&self.keys);
            let new: Vec<Lock> = met
                .filter(|(lock, room)| reached.has(**room) && !left(*lock) && !held.contains(lock))
                .map(|(lock, _)| lock)
                .collect();
            if new.is_empty() {
                return reached;
            }
            held.extend(new);
        }
    }

    fn reach_with(&self, graph: &Graph, held: &[Lock]) -> RoomSet {
        let mut open = *graph;
        for (a, b, lock) in &self.ways {
            if !held.contains(lock) {
                open.part(*a, *b);
            }
        }
        open.reach(open.roles.start, open.all())
    }

    /// Whether the exit's key and the exit can be reached; `left` are keys that stay where they are.
    pub fn solvable(&self, graph: &Graph, left: impl Fn(Lock) -> bool) -> bool {
        let reached = self.reach(graph, left);
        reached.has(graph.roles.key) && reached.has(graph.roles.exit)
    }

    /// Whether the dungeon can be escaped, but not without any one of its keys.
    pub fn sound(&self, graph: &Graph) -> bool {
        let needed = |lock| !self.solvable(graph, |left| left == lock);
        self.solvable(graph, |_| false) && (0..self.keys.len() as u8).map(Lock).all(needed)
    }
}

/// Draws up to `wanted` locks for a connected graph. Each shuts something that must be reached off from the
/// start: at one way where the graph hangs on one, else at all ways of a room. Its key lies on the near
/// side, where it takes a detour if there is one.
pub fn draw(graph: &Graph, wanted: u8, rng: &mut Stream) -> Locks {
    let mut locks = Locks::default();
    // What must be reached: the special rooms first, then keys, which are best found behind locks too.
    let mut needed = vec![graph.roles.exit, graph.roles.key];
    for number in 0..wanted.min(MOST_LOCKS) {
        let mut choices = needed.clone();
        rng.shuffle(&mut choices);
        let found = choices.iter().find_map(|target| {
            let shut = shut_off(graph, &locks, *target, rng);
            shut.iter()
                .find_map(|ways| with_key(graph, &locks, ways, Lock(number), rng))
        });
        let Some(more) = found else { break };
        if let Some(key) = more.keys.last() {
            needed.push(*key);
        }
        locks = more;
    }
    locks
}

/// Sets of ways, none locked yet, that shut a room off from the start: each of the single ways that do, and
/// all ways of the room.
fn shut_off(
    graph: &Graph,
    locks: &Locks,
    target: RoomNo,
    rng: &mut Stream,
) -> Vec<Vec<(RoomNo, RoomNo)>> {
    let start = graph.roles.start;
    if target == start {
        return Vec::new();
    }
    let alone = |(a, b): &(RoomNo, RoomNo)| {
        let mut without = *graph;
        without.part(*a, *b);
        !without.reach(start, without.all()).has(target)
    };
    let mut sets: Vec<Vec<_>> = graph.ways().filter(alone).map(|way| vec![way]).collect();
    rng.shuffle(&mut sets);
    let around = graph.beside(target);
    sets.push(
        around
            .map(|other| (target.min(other), target.max(other)))
            .collect(),
    );
    sets.retain(|ways| ways.iter().all(|(a, b)| locks.of(*a, *b).is_none()));
    sets
}

/// These locks and one more with its key, if that is sound.
fn with_key(
    graph: &Graph,
    locks: &Locks,
    shut: &[(RoomNo, RoomNo)],
    lock: Lock,
    rng: &mut Stream,
) -> Option<Locks> {
    let mut more = locks.clone();
    more.ways.extend(shut.iter().map(|(a, b)| (*a, *b, lock)));
    more.ways.sort();
    let near = more.reach(graph, |_| false);
    let free = |room: &RoomNo| !locks.keys.contains(room);
    let mut rooms: Vec<RoomNo> = near.filter(free).collect();
    rng.shuffle(&mut rooms);
    // Dead ends first: there a key is a reason to go. The start last.
    let ways = |room: RoomNo| graph.beside(room).len().min(3);
    rooms.sort_by_key(|room| (*room == graph.roles.start, ways(*room)));
    rooms.into_iter().find_map(|room| {
        let mut with = more.clone();
        with.keys.push(room);
        with.sound(graph).then_some(with)
    })
}
