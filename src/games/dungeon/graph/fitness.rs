//! How good a dungeon is as a graph: the terms of document 002, each a function of its own, and one
//! of ours.

use serde::{Deserialize, Serialize};

use super::{Distances, Graph, Room, RoomSet};

/// What one more of each term is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Of [`special_distance`].
    pub distance: f64,
    /// Of [`mean_degree`].
    pub degree: f64,
    /// Of each room.
    pub rooms: f64,
    /// Of [`dispersion`] of chests.
    pub chests: f64,
    /// Of [`dispersion`] of enemies.
    pub enemies: f64,
    /// Of [`format()`].
    pub format: f64,
    /// Of [`junctions`]; none in the document.
    pub junctions: f64,
    /// What every dungeon gets, so that no score is negative.
    pub base: f64,
}

impl Weights {
    /// The document's.
    pub const DOCUMENT: Weights = Weights {
        distance: 1.0,
        degree: -1.0,
        rooms: -0.4,
        chests: 1.0,
        enemies: 1.0,
        format: 1.0,
        junctions: 0.0,
        base: 20.0,
    };
    /// Those of the game: for as many rooms as are wished for, and for dungeons in which there is a way to
    /// choose.
    pub const GAME: Weights = Weights {
        rooms: 0.3,
        junctions: 18.0,
        ..Weights::DOCUMENT
    };
}

/// The terms of a component, before they are weighed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// [`special_distance`]
    pub distance: f64,
    /// [`mean_degree`]
    pub degree: f64,
    /// How many rooms there are.
    pub rooms: f64,
    /// [`dispersion`] of chests.
    pub chests: f64,
    /// [`dispersion`] of enemies.
    pub enemies: f64,
    /// [`format()`]
    pub format: f64,
    /// [`junctions`]
    pub junctions: f64,
}

impl Terms {
    /// Of the rooms of a component.
    pub fn of(graph: &Graph, component: RoomSet) -> Self {
        let distances = Distances::of(graph, component);
        Terms {
            distance: special_distance(graph, component, &distances),
            degree: mean_degree(graph, component),
            rooms: component.len() as f64,
            chests: dispersion(graph, component, &distances, |room| room.chests),
            enemies: dispersion(graph, component, &distances, |room| room.enemies),
            format: format(graph, component),
            junctions: junctions(graph, component),
        }
    }

    /// What each adds to the score, in the order of the fields.
    pub fn weighed(&self, weights: &Weights) -> [f64; 7] {
        [
            self.distance * weights.distance,
            self.degree * weights.degree,
            self.rooms * weights.rooms,
            self.chests * weights.chests,
            self.enemies * weights.enemies,
            self.format * weights.format,
            self.junctions * weights.junctions,
        ]
    }

    /// The score, at least 0.
    pub fn score(&self, weights: &Weights) -> f64 {
        let sum: f64 = self.weighed(weights).iter().sum();
        (sum + weights.base).max(0.0)
    }
}

/// The score of the best component: the fitness of document 002.
pub fn best_component(graph: &Graph, weights: &Weights) -> f64 {
    let scores = graph
        .components()
        .map(|component| Terms::of(graph, component).score(weights));
    scores.fold(0.0, f64::max)
}

/// The ways from the start to the key and on to the exit; 0 unless the component holds all three.
pub fn special_distance(graph: &Graph, component: RoomSet, distances: &Distances) -> f64 {
    let roles = graph.roles;
    if !roles.set().without(component).is_empty() {
        return 0.0;
    }
    let to_key = distances.between(roles.start, roles.key);
    let to_exit = distances.between(roles.key, roles.exit);
    f64::from(to_key) + f64::from(to_exit)
}

/// The ways a room has, in the mean.
pub fn mean_degree(graph: &Graph, component: RoomSet) -> f64 {
    let degrees: usize = component.map(|room| graph.beside(room).len()).sum();
    degrees as f64 / component.len().max(1) as f64
}

/// How far things lie apart: for each thing the mean distance to all others, and of these the mean. Things in
/// one room are at distance 0; with fewer than two things it is 0. It divides by the others, as both
/// worked examples of the document do.
pub fn dispersion(
    graph: &Graph,
    component: RoomSet,
    distances: &Distances,
    things: impl Fn(&Room) -> u8,
) -> f64 {
    let (mut all, mut sum) = (0, 0);
    for a in component {
        let here = u32::from(things(graph.room(a)));
        if here == 0 {
            continue;
        }
        all += here;
        let far = component
            .map(|b| u32::from(things(graph.room(b))) * u32::from(distances.between(a, b)));
        sum += here * far.sum::<u32>();
    }
    if all < 2 {
        return 0.0;
    }
    f64::from(sum) / f64::from(all * (all - 1))
}

/// By how much rooms are wider than they are high: mean width / mean height - 1.
pub fn format(graph: &Graph, component: RoomSet) -> f64 {
    let sum = |size: fn(&Room) -> u8| -> f64 {
        component
            .map(|room| f64::from(size(graph.room(room))))
            .sum()
    };
    sum(|room| room.width) / sum(|room| room.height).max(1.0) - 1.0
}

/// The share of rooms that have three ways or more, where one has to choose.
pub fn junctions(graph: &Graph, component: RoomSet) -> f64 {
    let many = component.filter(|room| graph.beside(*room).len() >= 3);
    many.count() as f64 / component.len().max(1) as f64
}
