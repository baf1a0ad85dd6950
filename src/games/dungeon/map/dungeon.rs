//! A dungeon that can be played: its graph, its locks and its map.

use super::graph::Graph;
use super::layout::Layout;
use super::locks::{self, Locks};
use crate::generation::{Purpose, Seed, Stream};

/// A dungeon to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Dungeon {
    /// The rooms and the edges between them.
    pub graph: Graph,
    /// The locked edges and the rooms of their keys.
    pub locks: Locks,
    /// The map.
    pub layout: Layout,
    /// The repairs that made the evolved graph playable.
    pub repairs: Repairs,
}

/// The changes to an evolved graph that make it playable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// The number of special rooms that moved into the part that is played.
    pub moved: u8,
    /// The number of parts that were joined to it because it had fewer than three rooms.
    pub joined: u8,
    /// The number of rooms that were made larger because their walls had too few places for doors.
    pub enlarged: u8,
}

impl Dungeon {
    /// Locks and lays out the playable part of a graph, with up to `max_locks` locks. The same arguments
    /// always give the same dungeon. Returns `None` if the special rooms are not connected.
    pub fn of(graph: &Graph, max_locks: u8, seed: Seed) -> Option<Self> {
        Dungeon::locked_by(graph, seed, |graph, rng| locks::draw(graph, max_locks, rng))
    }

    /// Whether a graph can have these locks: all its rooms are connected, because the locks name them by their numbers,
    /// and the hero can escape.
    pub fn can_have(graph: &Graph, locks: &Locks) -> bool {
        let is_whole = graph.reachable(graph.roles.start, graph.all()) == graph.all();
        is_whole && locks.are_valid_for(graph)
    }

    /// Lays out a graph with given locks. Returns `None` if it cannot have them.
    pub fn with_locks(graph: &Graph, locks: &Locks, seed: Seed) -> Option<Self> {
        let locked = || Dungeon::locked_by(graph, seed, |_, _| locks.clone());
        Dungeon::can_have(graph, locks).then(locked)?
    }

    /// Locks and lays out the playable part of a graph.
    fn locked_by(
        graph: &Graph,
        seed: Seed,
        lock: impl FnOnce(&Graph, &mut Stream) -> Locks,
    ) -> Option<Self> {
        let mut graph = graph.playable()?;
        // No enemy may stand in the room in which the hero enters.
        graph.room_mut(graph.roles.start).enemies = 0;
        let mut rng = seed.stream(Purpose::Layout);
        let locks = lock(&graph, &mut rng);
        let layout = Layout::of(&graph, &locks, &mut rng);
        Some(Dungeon {
            graph,
            locks,
            layout,
            repairs: Repairs::default(),
        })
    }

    /// The number of edges of the graph that are pairs of portals on the map.
    pub fn portals(&self) -> usize {
        self.layout.portal_pairs().count()
    }
}
