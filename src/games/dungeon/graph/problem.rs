//! The problem of evolving a dungeon's graph.

use super::best_part::playable_part;
use super::fitness::{Terms, Weights, best_component};
use super::operators::{Bounds, Mutation, cross, founder, mutate};
use super::picture::{graph_picture, lit_map_picture};
use crate::games::dungeon::map::{Dungeon, Graph, Repairs, Room, RoomSet};
use crate::generation::{
    Crossover, EvolutionParameters, Fact, MutationGaps, Picture, Problem, Scheme, Seed, Selection,
    Steering, Stream,
};

/// The smallest number of rooms of a dungeon, as in the source code of GeneticGame.
pub const MIN_ROOMS: usize = 5;

/// The search space, the fitness and the operators.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphProblem {
    /// The ranges of the rooms.
    pub bounds: Bounds,
    /// The weights of the fitness terms.
    pub weights: Weights,
    /// The probability of crossover, 0 to 1; otherwise the child is a copy of its first parent.
    pub crossover_rate: f64,
    /// The largest number of edges between the two parts of a child, as a part of all possible ones.
    pub bridges: f64,
    /// The kinds of mutation.
    pub mutations: &'static [Mutation],
    /// The number of times that a child may mutate.
    pub mutation_sites: usize,
    /// Whether a dungeon must be playable. Otherwise the fitness is that of the best component, wherever the
    /// special rooms are, as in GeneticGame.
    pub require_playable: bool,
    /// The number of locks and the seed with which the outcome of a run is laid out to be shown; `None` if it is not
    /// shown.
    pub layout_preview: Option<(u8, Seed)>,
}

impl GraphProblem {
    /// The problem of GeneticGame, for [`original_parameters`].
    pub fn original() -> Self {
        GraphProblem {
            bounds: Bounds::original(),
            weights: Weights::ORIGINAL,
            crossover_rate: 0.6,
            bridges: 0.1,
            mutations: Mutation::ORIGINAL,
            mutation_sites: 1,
            require_playable: false,
            layout_preview: None,
        }
    }

    /// The same problem in which ground mutates too, if the operators are not the original ones.
    pub fn with_ground(self) -> Self {
        let has_all = self.mutations == Mutation::ALL;
        GraphProblem {
            mutations: if has_all {
                Mutation::WITH_GROUND
            } else {
                self.mutations
            },
            ..self
        }
    }

    /// The problem with the rooms and the weights of GeneticGame and with the operators that have proved best, for
    /// [`usual_parameters`]. Its dungeons must be playable.
    pub fn usual() -> Self {
        GraphProblem {
            crossover_rate: 0.4,
            bridges: 0.2,
            mutations: Mutation::ALL,
            mutation_sites: 8,
            require_playable: true,
            ..GraphProblem::original()
        }
    }
}

impl GraphProblem {
    /// The component whose score is the fitness: that of the start, or the best one.
    fn part_that_counts(&self, graph: &Graph) -> RoomSet {
        if self.require_playable {
            graph.reachable(graph.roles.start, graph.all())
        } else {
            best_component(graph, &self.weights).1
        }
    }

    /// The terms of the component that counts.
    fn terms(&self, graph: &Graph) -> Terms {
        let theme = self.bounds.theme.filter(|_| self.require_playable);
        Terms::with_theme(graph, self.part_that_counts(graph), theme)
    }

    /// The score of the component that counts.
    pub fn fitness(&self, graph: &Graph) -> f64 {
        if self.require_playable {
            self.terms(graph).score(&self.weights)
        } else {
            best_component(graph, &self.weights).0
        }
    }

    /// The graph whose component of the start is played, and the repairs that this needed.
    pub fn playable(&self, graph: &Graph) -> (Graph, Repairs) {
        if self.require_playable {
            (*graph, Repairs::default())
        } else {
            playable_part(graph, &self.weights)
        }
    }
}

/// The search parameters in the source code of GeneticGame.
pub fn original_parameters(generations: u32) -> EvolutionParameters {
    EvolutionParameters {
        population: 30,
        elitism: 0,
        mutation: 0.02,
        crossover: Crossover::OnePoint,
        selection: Selection::Tournament(3),
        scheme: Scheme::OnePopulation,
        generations,
        ..EvolutionParameters::default()
    }
}

/// The search parameters that have proved best at the same number of evaluations.
pub fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: 30,
        elitism: 2,
        mutation: 0.35,
        crossover: Crossover::OnePoint,
        selection: Selection::Tournament(4),
        scheme: Scheme::TwoPopulations,
        generations: 30,
        ..EvolutionParameters::default()
    }
}

/// The number of edges of a room for which its walls have no space for a door.
fn surplus_edges(room: &Room, edges: usize) -> usize {
    edges.saturating_sub(door_capacity(room))
}

/// The number of doors that fit into the walls of a room, each with a wall on both sides.
pub fn door_capacity(room: &Room) -> usize {
    let along = |side: u8| usize::from(side).div_ceil(3);
    2 * (along(room.width) + along(room.height))
}

impl Problem for GraphProblem {
    type Genome = Graph;

    fn genes(&self) -> usize {
        self.mutation_sites
    }

    fn random(&self, rng: &mut Stream) -> Graph {
        founder(&self.bounds, rng)
    }

    fn cross(&self, first: &Graph, second: &Graph, _: Crossover, rng: &mut Stream) -> Graph {
        if rng.random_f64() < self.crossover_rate {
            cross(first, second, &self.bounds, self.bridges, rng)
        } else {
            *first
        }
    }

    fn mutate(&self, graph: &mut Graph, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |_, rng| {
            if let Some(mutation) = rng.choose(self.mutations) {
                mutate(graph, *mutation, &self.bounds, rng);
            }
        });
    }

    /// The number of special rooms that are not connected with the start, of missing rooms, and of edges without
    /// a door.
    fn violation(&self, graph: &Graph) -> u32 {
        if !self.require_playable {
            return 0;
        }
        let component = graph.reachable(graph.roles.start, graph.all());
        let unreachable = graph.roles.set().without(component).len();
        let missing = MIN_ROOMS.saturating_sub(component.len());
        let blocked: usize = component
            .map(|room| surplus_edges(graph.room(room), graph.neighbours(room).len()))
            .sum();
        (unreachable + missing + blocked) as u32
    }

    fn objective(&self, graph: &Graph, _: &mut Stream) -> f64 {
        self.fitness(graph)
    }

    fn has_comparable_pictures(&self) -> bool {
        false
    }

    fn picture(&self, graph: &Graph) -> Picture {
        graph_picture(graph, self.part_that_counts(graph))
    }

    fn outcome(&self, graph: &Graph) -> Option<Picture> {
        let (locks, seed) = self.layout_preview?;
        let (graph, _) = self.playable(graph);
        let dungeon = Dungeon::of(&graph, locks, seed)?;
        Some(lit_map_picture(&graph, &dungeon))
    }

    fn facts(&self, graph: &Graph) -> Vec<Fact> {
        let component = self.part_that_counts(graph);
        let weighted = self.terms(graph).weighted(&self.weights);
        let largest = weighted
            .iter()
            .fold(1.0f64, |largest, term| largest.max(term.abs()));
        let bar = |at: usize| Some((weighted[at] / largest) as f32);
        let rooms = component.len();
        let first = if self.require_playable {
            let value = format!("{rooms} ({})", signed(weighted[2]));
            Fact::new("dungeon.fact.rooms", value)
        } else {
            let value = format!("{rooms} / {} ({})", graph.len(), signed(weighted[2]));
            Fact::new("dungeon.fact.part", value)
        };
        let mut facts = vec![Fact {
            bar: bar(2),
            ..first
        }];
        let terms = [
            ("dungeon.fact.distance", 0),
            ("dungeon.fact.degree", 1),
            ("dungeon.fact.chests", 3),
            ("dungeon.fact.enemies", 4),
            ("dungeon.fact.format", 5),
            ("dungeon.fact.loops", 6),
            ("dungeon.fact.ground", 7),
        ];
        let shown = terms.into_iter().filter(|(_, at)| match at {
            6 => self.weights.loops != 0.0,
            7 => self.bounds.has_ground,
            _ => true,
        });
        facts.extend(shown.map(|(key, at)| Fact {
            bar: bar(at),
            ..Fact::new(key, signed(weighted[at]))
        }));
        if !self.require_playable {
            facts.extend(facts_of_repairs(self.playable(graph).1));
        }
        facts
    }

    fn steering(&self) -> Option<&dyn Steering<Self>> {
        Some(self)
    }
}

/// A number with its sign and one decimal. A number that is rounded to zero has a plus.
fn signed(number: f64) -> String {
    let tenths = (10.0 * number).round() + 0.0;
    format!("{:+.1}", tenths / 10.0)
}

/// The facts about the repairs that the best component needs to be played.
fn facts_of_repairs(repairs: Repairs) -> Vec<Fact> {
    let needs = [
        ("dungeon.fact.moved", repairs.moved),
        ("dungeon.fact.joined", repairs.joined),
        ("dungeon.fact.enlarged", repairs.enlarged),
    ];
    let needed = needs.into_iter().filter(|(_, count)| *count > 0);
    let facts: Vec<Fact> = needed
        .map(|(key, count)| Fact::new(key, count.to_string()))
        .collect();
    if facts.is_empty() {
        vec![Fact::new("dungeon.fact.playable", String::new())]
    } else {
        facts
    }
}
