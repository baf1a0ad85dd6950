//! The genetic operators on graphs: those of GeneticGame (samus24) without the faults of its source code, and four more
//! mutations.

use std::ops::RangeInclusive;

use crate::games::dungeon::map::{Graph, Ground, Room, RoomNo, RoomSet};
use crate::generation::Stream;

/// The largest number of rooms in the source code of GeneticGame.
pub const ORIGINAL_ROOMS: u8 = 40;

/// The ranges of the rooms and of their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The number of rooms of a founder.
    pub founders: RangeInclusive<u8>,
    /// The largest number of rooms of any graph, at most [`MAX_ROOMS`](crate::games::dungeon::map::MAX_ROOMS).
    pub max_rooms: u8,
    /// The length of a side of a room in cells.
    pub sides: RangeInclusive<u8>,
    /// The largest number of enemies of a room.
    pub enemies: u8,
    /// The largest number of chests of a room.
    pub chests: u8,
    /// Whether rooms have ground.
    pub has_ground: bool,
    /// The ground of the theme, if there is one, which every second random room gets on average. It counts in the
    /// fitness of playable dungeons too.
    pub theme: Option<Ground>,
}

impl Bounds {
    /// The ranges in the source code of GeneticGame.
    pub fn original() -> Self {
        Bounds {
            founders: 10..=ORIGINAL_ROOMS,
            max_rooms: ORIGINAL_ROOMS,
            sides: 5..=40,
            enemies: 4,
            chests: 2,
            has_ground: false,
            theme: None,
        }
    }
}

fn random_in(range: &RangeInclusive<u8>, rng: &mut Stream) -> u8 {
    let span = u32::from(*range.end()) - u32::from(*range.start()) + 1;
    range.start() + rng.random_below(span) as u8
}

/// A random room.
fn random_room(bounds: &Bounds, rng: &mut Stream) -> Room {
    Room {
        width: random_in(&bounds.sides, rng),
        height: random_in(&bounds.sides, rng),
        enemies: rng.random_below(u32::from(bounds.enemies) + 1) as u8,
        chests: rng.random_below(u32::from(bounds.chests) + 1) as u8,
        ground: match bounds.has_ground {
            true => random_ground(bounds, rng),
            false => Ground::Stone,
        },
    }
}

/// Random ground. If there is a theme, its ground is drawn in one of two cases; otherwise stone is drawn in one of
/// three cases.
fn random_ground(bounds: &Bounds, rng: &mut Stream) -> Ground {
    if let Some(theme) = bounds.theme
        && rng.random_below(2) == 0
    {
        return theme;
    }
    let number = rng.random_below(6).saturating_sub(1) as u8;
    Ground::of_number(number).unwrap_or_default()
}

/// A random room of a set that is not empty.
fn pick_room(mut rooms: RoomSet, rng: &mut Stream) -> RoomNo {
    let at = rng.random_below(rooms.len() as u32) as usize;
    rooms.nth(at).unwrap_or(RoomNo(0))
}

/// Moves the roles to different random rooms.
fn draw_roles(graph: &mut Graph, rng: &mut Stream) {
    let all = graph.all();
    let mut taken = RoomSet::NONE;
    for role in graph.roles.each_mut() {
        *role = pick_room(all.without(taken), rng);
        taken = taken.or(RoomSet::of(*role));
    }
}

/// A random graph of n rooms with up to floor(n (n + 1) / 2 * 0.03) edges, as in the source code of GeneticGame.
pub fn founder(bounds: &Bounds, rng: &mut Stream) -> Graph {
    let count = random_in(&bounds.founders, rng);
    let rooms: Vec<Room> = (0..count).map(|_| random_room(bounds, rng)).collect();
    let mut graph = Graph::of(&rooms);
    let edges = u32::from(count) * (u32::from(count) + 1) / 2 * 3 / 100;
    for _ in 0..edges {
        connect_any(&mut graph, rng);
    }
    draw_roles(&mut graph, rng);
    graph
}

/// Adds a random edge, which may exist already.
fn connect_any(graph: &mut Graph, rng: &mut Stream) {
    let all = graph.all();
    let a = pick_room(all, rng);
    let b = pick_room(all.without(RoomSet::of(a)), rng);
    graph.connect(a, b);
}

/// A child: the rooms of the first parent before a random cut, those of the second parent after another one, and
/// some bridges between the two parts. Edges within a part stay. A role stays in its room as well: in that of the
/// first parent if the child has it, else in that of the second parent, else it moves to a random room.
///
/// The number of bridges is drawn from 1 to `bridges` times the product of the parts' sizes, or 1.
pub fn cross(
    first: &Graph,
    second: &Graph,
    bounds: &Bounds,
    bridges: f64,
    rng: &mut Stream,
) -> Graph {
    let max_rooms = usize::from(bounds.max_rooms);
    let head = 1 + rng.random_below(first.len() as u32 - 1) as usize;
    // The child needs at least three rooms, and must not have too many.
    let min_tail = 3usize.saturating_sub(head).max(1);
    let max_tail = (second.len() - 1).min(max_rooms - head.min(max_rooms - 1));
    let tail = min_tail + rng.random_below((max_tail.max(min_tail) - min_tail + 1) as u32) as usize;
    let skipped = second.len() - tail;
    let mut child = Graph::spliced(first, head, second, skipped);
    let max_bridges = (bridges * (head * tail) as f64) as u32;
    let bridges = 1 + rng.random_below(max_bridges.max(1));
    for _ in 0..bridges {
        let a = RoomNo(rng.random_below(head as u32) as u8);
        let b = RoomNo((head + rng.random_below(tail as u32) as usize) as u8);
        child.connect(a, b);
    }
    inherit_roles(&mut child, first, second, (head, skipped), rng);
    child
}

/// Gives a child of [`cross`] the roles of its parents.
fn inherit_roles(
    child: &mut Graph,
    first: &Graph,
    second: &Graph,
    (head, skipped): (usize, usize),
    rng: &mut Stream,
) {
    let (mut of_first, mut of_second) = (first.roles, second.roles);
    let mut taken = RoomSet::NONE;
    let pairs = child.roles.each_mut().into_iter().zip(of_first.each_mut());
    let roles = pairs.zip(of_second.each_mut());
    let mut vacant = [true; 3];
    for (at, ((role, a), b)) in roles.enumerate() {
        let inherited = if a.index() < head {
            Some(*a)
        } else if b.index() >= skipped {
            Some(RoomNo((b.index() - skipped + head) as u8))
        } else {
            None
        };
        if let Some(room) = inherited.filter(|room| !taken.has(*room)) {
            *role = room;
            taken = taken.or(RoomSet::of(room));
            vacant[at] = false;
        }
    }
    let all = child.all();
    for (role, vacant) in child.roles.each_mut().into_iter().zip(vacant) {
        if vacant {
            *role = pick_room(all.without(taken), rng);
            taken = taken.or(RoomSet::of(*role));
        }
    }
}

/// The kinds of mutation. The first three are those of the source code of GeneticGame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// Adds or removes a room.
    Room,
    /// Adds or removes an edge.
    Edge,
    /// Moves a role to another room.
    Role,
    /// Replaces the size and contents of a room.
    Contents,
    /// Moves one end of an edge to another room.
    Rewire,
    /// Puts a new room into the middle of an edge.
    Split,
    /// Replaces the ground of a room.
    Ground,
}

impl Mutation {
    /// The kinds in the source code of GeneticGame.
    pub const ORIGINAL: &'static [Mutation] = &[Mutation::Room, Mutation::Edge, Mutation::Role];
    /// All kinds but those of ground.
    pub const ALL: &'static [Mutation] = &[
        Mutation::Room,
        Mutation::Edge,
        Mutation::Role,
        Mutation::Contents,
        Mutation::Rewire,
        Mutation::Split,
    ];
    /// All kinds, for dungeons with ground.
    pub const WITH_GROUND: &'static [Mutation] = &[
        Mutation::Room,
        Mutation::Edge,
        Mutation::Role,
        Mutation::Contents,
        Mutation::Rewire,
        Mutation::Split,
        Mutation::Ground,
    ];
}

/// Applies one mutation. The graph stays as it is where the mutation is impossible.
pub fn mutate(graph: &mut Graph, mutation: Mutation, bounds: &Bounds, rng: &mut Stream) {
    let all = graph.all();
    match mutation {
        Mutation::Room if rng.random_below(2) == 0 => {
            if graph.len() < usize::from(bounds.max_rooms) {
                let neighbour = pick_room(all, rng);
                if let Some(room) = graph.add(random_room(bounds, rng)) {
                    graph.connect(room, neighbour);
                }
            }
        }
        Mutation::Room => {
            let plain = all.without(graph.roles.set());
            if !plain.is_empty() {
                graph.remove(pick_room(plain, rng));
            }
        }
        Mutation::Edge if rng.random_below(2) == 0 => connect_any(graph, rng),
        Mutation::Edge => {
            if let Some((a, b)) = random_edge(graph, rng) {
                graph.disconnect(a, b);
            }
        }
        Mutation::Role => {
            let room = pick_room(all, rng);
            let which = rng.random_below(3) as usize;
            let old = *graph.roles.each_mut()[which];
            // If the new room has a role already, the two roles swap.
            for role in graph.roles.each_mut() {
                if *role == room {
                    *role = old;
                }
            }
            *graph.roles.each_mut()[which] = room;
        }
        Mutation::Split => {
            let edge = random_edge(graph, rng);
            if graph.len() < usize::from(bounds.max_rooms)
                && let Some((a, b)) = edge
                && let Some(room) = graph.add(random_room(bounds, rng))
            {
                graph.disconnect(a, b);
                graph.connect(a, room);
                graph.connect(room, b);
            }
        }
        Mutation::Contents => *graph.room_mut(pick_room(all, rng)) = random_room(bounds, rng),
        Mutation::Ground => graph.room_mut(pick_room(all, rng)).ground = random_ground(bounds, rng),
        Mutation::Rewire => {
            if let Some((a, b)) = random_edge(graph, rng) {
                let to = pick_room(all.without(RoomSet::of(a)), rng);
                graph.disconnect(a, b);
                graph.connect(a, to);
            }
        }
    }
}

/// A random edge: a random room that has neighbours, and a random one of these.
fn random_edge(graph: &Graph, rng: &mut Stream) -> Option<(RoomNo, RoomNo)> {
    let connected = graph
        .all()
        .filter(|room| !graph.neighbours(*room).is_empty());
    let connected: RoomSet = connected.collect();
    if connected.is_empty() {
        return None;
    }
    let a = pick_room(connected, rng);
    Some((a, pick_room(graph.neighbours(a), rng)))
}
