//! How graphs are drawn, crossed and mutated: document 002, without its faults.

use std::ops::RangeInclusive;

use super::{Graph, MOST_ROOMS, Room, RoomNo, RoomSet};
use crate::generation::Stream;

/// What rooms may be like, and how many a graph has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Rooms of a founder.
    pub founders: RangeInclusive<u8>,
    /// Most rooms of anybody, at most [`MOST_ROOMS`].
    pub most: u8,
    /// Cells of a side.
    pub sides: RangeInclusive<u8>,
    /// Most enemies of a room.
    pub enemies: u8,
    /// Most chests of a room.
    pub chests: u8,
}

impl Bounds {
    /// The document's.
    pub fn document() -> Self {
        Bounds {
            founders: 10..=40,
            most: MOST_ROOMS as u8,
            sides: 5..=40,
            enemies: 4,
            chests: 2,
        }
    }
}

fn within(range: &RangeInclusive<u8>, rng: &mut Stream) -> u8 {
    let span = u32::from(*range.end()) - u32::from(*range.start()) + 1;
    range.start() + rng.below(span) as u8
}

/// A room at random.
fn any_room(bounds: &Bounds, rng: &mut Stream) -> Room {
    Room {
        width: within(&bounds.sides, rng),
        height: within(&bounds.sides, rng),
        enemies: rng.below(u32::from(bounds.enemies) + 1) as u8,
        chests: rng.below(u32::from(bounds.chests) + 1) as u8,
    }
}

/// One of a set that is not empty.
fn one_of(rooms: RoomSet, rng: &mut Stream) -> RoomNo {
    let at = rng.below(rooms.len() as u32) as usize;
    let mut rooms = rooms;
    rooms.nth(at).unwrap_or(RoomNo(0))
}

/// Draws the roles that lie outside of `kept` anew.
fn redraw_roles(graph: &mut Graph, kept: RoomSet, rng: &mut Stream) {
    let all = graph.all();
    let mut taken = graph.roles.set().and(kept);
    for role in graph.roles.each() {
        if !kept.has(*role) {
            *role = one_of(all.without(taken), rng);
            taken = taken.or(RoomSet::of(*role));
        }
    }
}

/// A founder: rooms, floor(n (n + 1) / 2 * 0.03) ways at random, and roles.
pub fn founder(bounds: &Bounds, rng: &mut Stream) -> Graph {
    let count = within(&bounds.founders, rng);
    let rooms: Vec<Room> = (0..count).map(|_| any_room(bounds, rng)).collect();
    let mut graph = Graph::of(&rooms);
    let ways = u32::from(count) * (u32::from(count) + 1) / 2 * 3 / 100;
    for _ in 0..ways {
        join_any(&mut graph, rng);
    }
    redraw_roles(&mut graph, RoomSet::NONE, rng);
    graph
}

fn join_any(graph: &mut Graph, rng: &mut Stream) {
    let all = graph.all();
    let a = one_of(all, rng);
    let b = one_of(all.without(RoomSet::of(a)), rng);
    graph.join(a, b);
}

/// A child: the rooms of the first parent before a random place, those of the second after another one,
/// and some ways between the two halves. Ways within a half stay, and so do roles, those of the first
/// parent before those of the second; roles that belong to no room any more are redrawn.
///
/// There are from 1 to `bridges` times the rooms of one half times those of the other of them, at least 1.
pub fn cross(
    first: &Graph,
    second: &Graph,
    bounds: &Bounds,
    bridges: f64,
    rng: &mut Stream,
) -> Graph {
    let head = 1 + rng.below(first.len() as u32 - 1) as usize;
    // The tail must leave at least three rooms, and no more than there may be.
    let least = 3usize.saturating_sub(head).max(1);
    let most =
        (second.len() - 1).min(usize::from(bounds.most) - head.min(usize::from(bounds.most) - 1));
    let tail = least + rng.below((most.max(least) - least + 1) as u32) as usize;
    let skipped = second.len() - tail;
    let mut rooms = [Room::default(); MOST_ROOMS];
    rooms[..head].copy_from_slice(&first.rooms[..head]);
    rooms[head..head + tail].copy_from_slice(&second.rooms[skipped..second.len()]);
    let mut child = Graph::of(&rooms[..head + tail]);
    let heads = RoomSet::first(head).0;
    for at in 0..head {
        child.ways[at] = first.ways[at] & heads;
    }
    for at in 0..tail {
        child.ways[head + at] = second.ways[skipped + at] >> skipped << head;
    }
    let most_bridges = (bridges * (head * tail) as f64) as u32;
    let bridges = 1 + rng.below(most_bridges.max(1));
    for _ in 0..bridges {
        let a = RoomNo(rng.below(head as u32) as u8);
        let b = RoomNo((head + rng.below(tail as u32) as usize) as u8);
        child.join(a, b);
    }
    inherit_roles(&mut child, first, second, (head, skipped), rng);
    child
}

fn inherit_roles(
    child: &mut Graph,
    first: &Graph,
    second: &Graph,
    (head, skipped): (usize, usize),
    rng: &mut Stream,
) {
    let (mut of_first, mut of_second) = (first.roles, second.roles);
    let mut kept = RoomSet::NONE;
    let pairs = child.roles.each().into_iter().zip(of_first.each());
    let roles = pairs.zip(of_second.each());
    let mut vacant = [true; 3];
    for (at, ((role, a), b)) in roles.enumerate() {
        let inherited = if a.index() < head {
            Some(*a)
        } else if b.index() >= skipped {
            Some(RoomNo((b.index() - skipped + head) as u8))
        } else {
            None
        };
        if let Some(room) = inherited.filter(|room| !kept.has(*room)) {
            *role = room;
            kept = kept.or(RoomSet::of(room));
            vacant[at] = false;
        }
    }
    let all = child.all();
    for (role, vacant) in child.roles.each().into_iter().zip(vacant) {
        if vacant {
            *role = one_of(all.without(kept), rng);
            kept = kept.or(RoomSet::of(*role));
        }
    }
}

/// The kinds of mutation; the document has the first three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A room is added or taken away.
    Room,
    /// A way is added or taken away.
    Way,
    /// A role moves to another room.
    Role,
    /// A room is drawn anew; its ways stay.
    Contents,
    /// A way gets another room at one end.
    Detour,
    /// A way gets a new room in its middle.
    Between,
}

impl Mutation {
    /// The document's.
    pub const DOCUMENT: &'static [Mutation] = &[Mutation::Room, Mutation::Way, Mutation::Role];
    /// All.
    pub const ALL: &'static [Mutation] = &[
        Mutation::Room,
        Mutation::Way,
        Mutation::Role,
        Mutation::Contents,
        Mutation::Detour,
        Mutation::Between,
    ];
}

/// Changes one thing.
pub fn mutate(graph: &mut Graph, mutation: Mutation, bounds: &Bounds, rng: &mut Stream) {
    let all = graph.all();
    match mutation {
        Mutation::Room if rng.below(2) == 0 => {
            if graph.len() < usize::from(bounds.most) {
                let beside = one_of(all, rng);
                if let Some(room) = graph.add(any_room(bounds, rng)) {
                    graph.join(room, beside);
                }
            }
        }
        Mutation::Room => {
            let plain = all.without(graph.roles.set());
            if !plain.is_empty() {
                graph.remove(one_of(plain, rng));
            }
        }
        Mutation::Way if rng.below(2) == 0 => join_any(graph, rng),
        Mutation::Way => {
            if let Some((a, b)) = any_way(graph, rng) {
                graph.part(a, b);
            }
        }
        Mutation::Role => {
            let room = one_of(all, rng);
            let which = rng.below(3) as usize;
            let old = *graph.roles.each()[which];
            // Who had the room takes the other's.
            for role in graph.roles.each() {
                if *role == room {
                    *role = old;
                }
            }
            *graph.roles.each()[which] = room;
        }
        Mutation::Between => {
            let way = any_way(graph, rng);
            if graph.len() < usize::from(bounds.most)
                && let Some((a, b)) = way
                && let Some(room) = graph.add(any_room(bounds, rng))
            {
                graph.part(a, b);
                graph.join(a, room);
                graph.join(room, b);
            }
        }
        Mutation::Contents => *graph.room_mut(one_of(all, rng)) = any_room(bounds, rng),
        Mutation::Detour => {
            if let Some((a, b)) = any_way(graph, rng) {
                let to = one_of(all.without(RoomSet::of(a)), rng);
                graph.part(a, b);
                graph.join(a, to);
            }
        }
    }
}

fn any_way(graph: &Graph, rng: &mut Stream) -> Option<(RoomNo, RoomNo)> {
    let joined = graph.all().filter(|room| !graph.beside(*room).is_empty());
    let joined: RoomSet = joined.collect();
    if joined.is_empty() {
        return None;
    }
    let a = one_of(joined, rng);
    Some((a, one_of(graph.beside(a), rng)))
}
