//! The fitness of a graph: the terms of GeneticGame (samus24), each a function of its own, and the number of loops and
//! the variety of ground as two more.

use serde::{Deserialize, Serialize};

use crate::games::dungeon::map::{Distances, Graph, Ground, Room, RoomNo, RoomSet};

/// The weights of the terms in the fitness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The weight of [`special_distance`].
    pub distance: f64,
    /// The weight of [`mean_degree`].
    pub degree: f64,
    /// The weight of the number of rooms.
    pub rooms: f64,
    /// The weight of the [`dispersion`] of chests.
    pub chests: f64,
    /// The weight of the [`dispersion`] of enemies.
    pub enemies: f64,
    /// The weight of [`format()`].
    pub format: f64,
    /// The weight of [`loops`], which GeneticGame does not have.
    pub loops: f64,
    /// The weight of [`ground_variety`], which GeneticGame does not have.
    pub ground: f64,
    /// The largest [`special_distance`] that counts. GeneticGame has no such limit.
    pub furthest: f64,
    /// The constant that is added so that hardly any score is negative.
    pub base: f64,
}

impl Weights {
    /// The weights in the source code of GeneticGame, which has no ground: there its weight does not count.
    pub const ORIGINAL: Weights = Weights {
        distance: 1.0,
        degree: -1.0,
        rooms: -0.4,
        chests: 1.0,
        enemies: 1.0,
        format: 1.0,
        loops: 0.0,
        ground: 1.0,
        furthest: f64::INFINITY,
        base: 20.0,
    };
    /// The weights of the game. They reward many rooms, up to the bound, and loops, on which the player has a choice. A
    /// longer way than [`Weights::furthest`] gives no more fitness, because it would make the dungeon a string.
    pub const GAME: Weights = Weights {
        rooms: 0.3,
        loops: 4.0,
        furthest: 9.0,
        ..Weights::ORIGINAL
    };
}

/// The unweighted terms of a component.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// The [`special_distance`].
    pub distance: f64,
    /// The [`mean_degree`].
    pub degree: f64,
    /// The number of rooms.
    pub rooms: f64,
    /// The [`dispersion`] of chests.
    pub chests: f64,
    /// The [`dispersion`] of enemies.
    pub enemies: f64,
    /// The [`format()`].
    pub format: f64,
    /// The number of [`loops`].
    pub loops: f64,
    /// The [`ground_variety`], and the [`theme_fit`] of a dungeon with a theme.
    pub ground: f64,
}

impl Terms {
    /// The terms of a component of a graph.
    pub fn of(graph: &Graph, component: RoomSet) -> Self {
        let distances = Distances::of(graph, component);
        Terms {
            distance: special_distance(graph, component, &distances),
            degree: mean_degree(graph, component),
            rooms: component.len() as f64,
            chests: dispersion(graph, component, &distances, |room| room.chests),
            enemies: dispersion(graph, component, &distances, |room| room.enemies),
            format: format(graph, component),
            loops: loops(graph, component),
            ground: ground_variety(graph, component),
        }
    }

    /// The terms of a component. If there is a theme, its ground counts in the term of the ground too.
    pub fn with_theme(graph: &Graph, component: RoomSet, theme: Option<Ground>) -> Self {
        let terms = Terms::of(graph, component);
        let fit = theme.map_or(0.0, |theme| theme_fit(graph, component, theme));
        Terms {
            ground: terms.ground + fit,
            ..terms
        }
    }

    /// The weighted terms, in the order of the fields.
    pub fn weighted(&self, weights: &Weights) -> [f64; 8] {
        [
            self.distance.min(weights.furthest) * weights.distance,
            self.degree * weights.degree,
            self.rooms * weights.rooms,
            self.chests * weights.chests,
            self.enemies * weights.enemies,
            self.format * weights.format,
            self.loops * weights.loops,
            self.ground * weights.ground,
        ]
    }

    /// The sum of the weighted terms and the constant, at least 0.
    pub fn score(&self, weights: &Weights) -> f64 {
        let sum: f64 = self.weighted(weights).iter().sum();
        (sum + weights.base).max(0.0)
    }
}

/// The variety of ground in a component: the number of its kinds besides stone, and the share of its edges that join
/// rooms of different ground. It goes from 0, if all rooms have stone, to 5.
pub fn ground_variety(graph: &Graph, component: RoomSet) -> f64 {
    let ground = |room| graph.room(room).ground;
    let mut found = [false; Ground::ALL.len()];
    for room in component {
        found[usize::from(ground(room).number())] = true;
    }
    let kinds = found.iter().skip(1).filter(|found| **found).count();
    if kinds == 0 {
        return 0.0;
    }
    let edges = || graph.edges().filter(|(a, _)| component.has(*a));
    let differ = edges().filter(|(a, b)| ground(*a) != ground(*b)).count();
    kinds as f64 + differ as f64 / edges().count().max(1) as f64
}

/// The factor by which the share of rooms with the ground of a theme counts.
const THEME_WORTH: f64 = 4.0;
/// The largest share of rooms with the ground of a theme that counts.
const THEME_SHARE: f64 = 0.5;

/// The fit of a component to the ground of a theme, from 0 to 2. It is 2 if at least half of its rooms have that
/// ground.
pub fn theme_fit(graph: &Graph, component: RoomSet, theme: Ground) -> f64 {
    let suits = |room: &RoomNo| graph.room(*room).ground == theme;
    let share = component.filter(suits).count() as f64 / component.len().max(1) as f64;
    THEME_WORTH * share.min(THEME_SHARE)
}

/// The score of the best component, which is the fitness of GeneticGame, and that component; the first of equally good
/// ones.
pub fn best_component(graph: &Graph, weights: &Weights) -> (f64, RoomSet) {
    let mut best = (f64::NEG_INFINITY, RoomSet::NONE);
    for component in graph.components() {
        let score = Terms::of(graph, component).score(weights);
        if score > best.0 {
            best = (score, component);
        }
    }
    best
}

/// The distance from the start to the key plus that from the key to the exit, in edges; 0 unless the component
/// holds all three.
pub fn special_distance(graph: &Graph, component: RoomSet, distances: &Distances) -> f64 {
    let roles = graph.roles;
    if !roles.set().without(component).is_empty() {
        return 0.0;
    }
    let to_key = distances.between(roles.start, roles.key);
    let to_exit = distances.between(roles.key, roles.exit);
    f64::from(to_key) + f64::from(to_exit)
}

/// The mean number of edges of a room.
pub fn mean_degree(graph: &Graph, component: RoomSet) -> f64 {
    let degrees: usize = component.map(|room| graph.neighbours(room).len()).sum();
    degrees as f64 / component.len().max(1) as f64
}

/// The mean over all objects of an object's mean distance to the other ones. Objects in one room are at distance
/// 0, and the dispersion of fewer than two objects is 0. The divisor is the number of the other objects, as in
/// both worked examples of the README of GeneticGame.
pub fn dispersion(
    graph: &Graph,
    component: RoomSet,
    distances: &Distances,
    count: impl Fn(&Room) -> u8,
) -> f64 {
    let (mut total, mut sum) = (0, 0);
    for a in component {
        let here = u32::from(count(graph.room(a)));
        if here == 0 {
            continue;
        }
        total += here;
        let from_here = distances.from(a);
        let distances_sum =
            component.map(|b| u32::from(count(graph.room(b))) * u32::from(from_here[b.index()]));
        sum += here * distances_sum.sum::<u32>();
    }
    if total < 2 {
        return 0.0;
    }
    f64::from(sum) / f64::from(total * (total - 1))
}

/// The format of rooms, which is above 0 if they are wider than high: mean width / mean height - 1, as in the source
/// code of GeneticGame.
pub fn format(graph: &Graph, component: RoomSet) -> f64 {
    let sum = |size: fn(&Room) -> u8| -> f64 {
        component
            .map(|room| f64::from(size(graph.room(room))))
            .sum()
    };
    sum(|room| room.width) / sum(|room| room.height).max(1.0) - 1.0
}

/// The largest number of loops that counts. With more, most rooms would be beside each other, and hardly a key would lie
/// out of the way.
pub const MOST_LOOPS: usize = 2;

/// The number of loops, that is, of edges that could be removed without cutting the component, up to [`MOST_LOOPS`].
pub fn loops(graph: &Graph, component: RoomSet) -> f64 {
    let ends: usize = component.map(|room| graph.neighbours(room).len()).sum();
    let spare = (ends / 2 + 1).saturating_sub(component.len());
    spare.min(MOST_LOOPS) as f64
}
