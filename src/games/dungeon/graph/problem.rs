//! The problem of evolving a dungeon's graph.

use super::fitness::{Terms, Weights, best_component};
use super::operators::{Bounds, Mutation, cross, founder, mutate};
use super::picture::{map, picture};
use super::{Graph, Room};
use crate::games::dungeon::generator::Dungeon;
use crate::generation::{
    Crossover, Fact, Gaps, Picture, Problem, Scheme, Search, Seed, Selection, Stream,
};

/// Fewest rooms of a dungeon.
pub const LEAST_ROOMS: usize = 5;

/// What is to be evolved, and by which means.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphProblem {
    /// What rooms may be like.
    pub bounds: Bounds,
    /// What the terms of the fitness are worth.
    pub weights: Weights,
    /// How often two parents mix; else the first one alone is copied.
    pub crossing: f64,
    /// Most ways between the two halves of a child, as part of all that there could be.
    pub bridges: f64,
    /// The kinds of mutation.
    pub mutations: &'static [Mutation],
    /// How often a child may mutate.
    pub chances: usize,
    /// Whether a dungeon must be playable. Without, the fitness is that of the best component, wherever
    /// the special rooms are, as in the document.
    pub playable: bool,
    /// The locks and the seed with which the best one is laid out when the run has ended, to be shown.
    pub laid_out: Option<(u8, Seed)>,
}

impl GraphProblem {
    /// The document's problem, to be searched with [`document_search`].
    pub fn document() -> Self {
        GraphProblem {
            bounds: Bounds::document(),
            weights: Weights::DOCUMENT,
            crossing: 0.6,
            bridges: 0.1,
            mutations: Mutation::DOCUMENT,
            chances: 1,
            playable: false,
            laid_out: None,
        }
    }

    /// The same rooms and fitness, with the means that have proved best, to be searched with
    /// [`usual_search`].
    pub fn usual() -> Self {
        GraphProblem {
            crossing: 0.4,
            bridges: 0.2,
            mutations: Mutation::ALL,
            chances: 8,
            playable: true,
            ..GraphProblem::document()
        }
    }
}

/// The document's search: population 30, tournaments of 3, no elites, mutation 2 %.
pub fn document_search(generations: u32) -> Search {
    Search {
        population: 30,
        elitism: 0,
        mutation: 0.02,
        crossover: Crossover::OnePoint,
        selection: Selection::Tournament(3),
        scheme: Scheme::OnePopulation,
        generations,
        ..Search::default()
    }
}

/// The search that has proved best at the same number of evaluations.
pub fn usual_search() -> Search {
    Search {
        population: 30,
        elitism: 2,
        mutation: 0.35,
        crossover: Crossover::OnePoint,
        selection: Selection::Tournament(4),
        scheme: Scheme::TwoPopulations,
        generations: 30,
        ..Search::default()
    }
}

/// How many ways a room has beyond those that its walls have doors for.
fn too_many_ways(room: &Room, ways: usize) -> usize {
    ways.saturating_sub(doors(room))
}

/// How many doors the walls of a room hold, each with a wall to either side of it.
pub fn doors(room: &Room) -> usize {
    let along = |side: u8| usize::from(side).div_ceil(3);
    2 * (along(room.width) + along(room.height))
}

impl Problem for GraphProblem {
    type Genome = Graph;

    fn genes(&self) -> usize {
        self.chances
    }

    fn random(&self, rng: &mut Stream) -> Graph {
        founder(&self.bounds, rng)
    }

    fn cross(&self, first: &Graph, second: &Graph, _: Crossover, rng: &mut Stream) -> Graph {
        if rng.unit() < self.crossing {
            cross(first, second, &self.bounds, self.bridges, rng)
        } else {
            *first
        }
    }

    fn mutate(&self, graph: &mut Graph, gaps: &Gaps, rng: &mut Stream) {
        gaps.each(rng, |_, rng| {
            if let Some(mutation) = rng.pick(self.mutations) {
                mutate(graph, *mutation, &self.bounds, rng);
            }
        });
    }

    /// Special rooms that cannot be reached from the start, rooms that are missing, and ways that find no
    /// door.
    fn violation(&self, graph: &Graph) -> u32 {
        if !self.playable {
            return 0;
        }
        let component = graph.reach(graph.roles.start, graph.all());
        let lost = graph.roles.set().without(component).len();
        let missing = LEAST_ROOMS.saturating_sub(component.len());
        let blocked: usize = component
            .map(|room| too_many_ways(graph.room(room), graph.beside(room).len()))
            .sum();
        (lost + missing + blocked) as u32
    }

    fn objective(&self, graph: &Graph, _: &mut Stream) -> f64 {
        if self.playable {
            let component = graph.reach(graph.roles.start, graph.all());
            Terms::of(graph, component).score(&self.weights)
        } else {
            best_component(graph, &self.weights)
        }
    }

    fn picture(&self, graph: &Graph) -> Picture {
        picture(graph)
    }

    fn outcome(&self, graph: &Graph) -> Option<Picture> {
        let (locks, seed) = self.laid_out?;
        let dungeon = Dungeon::of(graph, locks, seed)?;
        Some(map(graph, &dungeon))
    }

    fn facts(&self, graph: &Graph) -> Vec<Fact> {
        let component = graph.reach(graph.roles.start, graph.all());
        let terms = Terms::of(graph, component);
        let weighed = terms.weighed(&self.weights);
        let most = weighed
            .iter()
            .fold(1.0f64, |most, term| most.max(term.abs()));
        let bar = |at: usize| Some((weighed[at] / most) as f32);
        let signed = |key, at: usize| Fact {
            key,
            value: format!("{:+.1}", weighed[at]),
            bar: bar(at),
        };
        vec![
            Fact {
                key: "dungeon.fact.rooms",
                value: format!("{} ({:+.1})", component.len(), weighed[2]),
                bar: bar(2),
            },
            signed("dungeon.fact.distance", 0),
            signed("dungeon.fact.degree", 1),
            signed("dungeon.fact.chests", 3),
            signed("dungeon.fact.enemies", 4),
            signed("dungeon.fact.format", 5),
            signed("dungeon.fact.junctions", 6),
        ]
    }
}
