//! Generates dungeons: a graph evolves, and the picked individual is locked and laid out.

use std::fmt;
use std::ops::RangeInclusive;

use super::best_part::playable_part;
use super::fitness::Weights;
use super::operators::{Bounds, ORIGINAL_ROOMS};
use super::problem::{GraphProblem, original_parameters, usual_parameters};
use super::weights::WeightsInTenths;
use crate::base::{RangeError, check_range};
use crate::games::dungeon::map::{
    Dungeon, Graph, Ground, Locks, MAX_LOCKS, MAX_ROOMS, Repairs, Room,
};
use crate::generation::{EvolutionParameters, Pick, PickError, Rerun, Seed};

/// The specification of a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DungeonSpec {
    /// The largest number of rooms, [`DungeonSpec::ROOMS`].
    pub rooms: u8,
    /// The longest side of a room in cells, [`DungeonSpec::SIDES`].
    pub side: u8,
    /// The largest number of enemies of a room, [`DungeonSpec::ENEMIES`].
    pub enemies: u8,
    /// The largest number of chests of a room, [`DungeonSpec::CHESTS`].
    pub chests: u8,
    /// The largest number of locks besides the exit's, [`DungeonSpec::LOCKS`].
    pub locks: u8,
    /// Whether rooms have ground: grass, water, oil or rubble.
    pub has_ground: bool,
    /// The ground of the theme, which about half of the rooms are to have; `None` without a theme. It is not part of
    /// ids, because the depth determines it.
    pub theme: Option<Ground>,
    /// The method of the search for the graph.
    pub method: Method,
    /// The weights of the fitness terms.
    pub weights: WeightsInTenths,
}

/// The method of the search for the graph of a dungeon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The component of the start counts, and must be playable. The operators are those that have proved best.
    #[default]
    Usual,
    /// As in GeneticGame (samus24): the best component counts, wherever the special rooms are, and becomes the
    /// dungeon. The operators are the original ones.
    Original,
}

impl Method {
    /// The weights that belong to the method.
    pub fn weights(self) -> WeightsInTenths {
        match self {
            Method::Usual => WeightsInTenths::GAME,
            Method::Original => WeightsInTenths::ORIGINAL,
        }
    }

    /// The search parameters that belong to the method.
    pub fn usual_parameters(self) -> EvolutionParameters {
        match self {
            Method::Usual => usual_parameters(),
            Method::Original => original_parameters(ORIGINAL_GENERATIONS),
        }
    }
}

/// The number of generations with which the original method is usually run.
pub const ORIGINAL_GENERATIONS: u32 = 60;

impl Default for DungeonSpec {
    fn default() -> Self {
        DungeonSpec {
            rooms: 8,
            side: 12,
            enemies: 2,
            chests: 1,
            locks: 1,
            has_ground: false,
            theme: None,
            method: Method::Usual,
            weights: WeightsInTenths::GAME,
        }
    }
}

impl DungeonSpec {
    /// The range of [`DungeonSpec::rooms`].
    pub const ROOMS: RangeInclusive<u8> = 6..=MAX_ROOMS as u8;
    /// The range of [`DungeonSpec::side`].
    pub const SIDES: RangeInclusive<u8> = 6..=*Room::SIDES.end();
    /// The range of [`DungeonSpec::enemies`].
    pub const ENEMIES: RangeInclusive<u8> = 0..=4;
    /// The range of [`DungeonSpec::chests`].
    pub const CHESTS: RangeInclusive<u8> = 0..=2;
    /// The range of [`DungeonSpec::locks`].
    pub const LOCKS: RangeInclusive<u8> = 0..=MAX_LOCKS;

    /// Returns an error for the first number outside its range.
    pub fn check(&self) -> Result<(), RangeError> {
        check_range("rooms", self.rooms, Self::ROOMS)?;
        check_range("side", self.side, Self::SIDES)?;
        check_range("enemies", self.enemies, Self::ENEMIES)?;
        check_range("chests", self.chests, Self::CHESTS)?;
        check_range("locks", self.locks, Self::LOCKS)
    }

    /// The specification with each limit raised to the largest value in the graph, if that is higher, but not above the
    /// range of the limit.
    pub fn with_room_for(self, graph: &Graph) -> Self {
        let rooms = || graph.all().map(|room| *graph.room(room));
        let most = |own: u8, found: Option<u8>, range: RangeInclusive<u8>| {
            own.max(found.unwrap_or(0)).min(*range.end())
        };
        let sides = rooms().map(|room| room.width.max(room.height));
        DungeonSpec {
            rooms: most(self.rooms, Some(graph.len() as u8), Self::ROOMS),
            side: most(self.side, sides.max(), Self::SIDES),
            enemies: most(
                self.enemies,
                rooms().map(|room| room.enemies).max(),
                Self::ENEMIES,
            ),
            chests: most(
                self.chests,
                rooms().map(|room| room.chests).max(),
                Self::CHESTS,
            ),
            has_ground: self.has_ground || graph.has_ground(),
            ..self
        }
    }

    /// The specification of the original method: up to 40 rooms, whose number the fitness itself limits.
    pub fn original(self) -> Self {
        DungeonSpec {
            rooms: ORIGINAL_ROOMS,
            has_ground: false,
            theme: None,
            method: Method::Original,
            weights: Method::Original.weights(),
            ..self
        }
    }

    /// The weights as they enter the fitness.
    pub fn fitness_weights(&self) -> Weights {
        let furthest = match self.method {
            Method::Usual => Weights::GAME.furthest,
            Method::Original => Weights::ORIGINAL.furthest,
        };
        self.weights.to_weights(furthest)
    }

    /// The problem whose best graph becomes the dungeon.
    pub fn problem(&self) -> GraphProblem {
        let (fewest, problem) = match self.method {
            Method::Usual => (self.rooms / 2, GraphProblem::usual()),
            Method::Original => (self.rooms / 4, GraphProblem::original()),
        };
        let bounds = Bounds {
            founders: fewest.max(*Self::ROOMS.start())..=self.rooms,
            max_rooms: self.rooms,
            sides: *Room::SIDES.start()..=self.side,
            enemies: self.enemies,
            chests: self.chests,
            has_ground: self.has_ground,
            theme: self.theme,
        };
        let problem = match self.has_ground {
            true => problem.with_ground(),
            false => problem,
        };
        GraphProblem {
            bounds,
            weights: self.fitness_weights(),
            ..problem
        }
    }
}

/// Writes the specification as in game ids, with a g for ground, with an o for the original method, and with the
/// weights only if they are not those of the method.
impl fmt::Display for DungeonSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DungeonSpec {
            rooms,
            side,
            enemies,
            chests,
            locks,
            has_ground,
            theme: _,
            method,
            weights,
        } = self;
        write!(f, "r{rooms}s{side}e{enemies}c{chests}l{locks}")?;
        if *has_ground {
            f.write_str("g")?;
        }
        if *method == Method::Original {
            f.write_str("o")?;
        }
        if *weights == method.weights() {
            return Ok(());
        }
        write!(f, "w{weights}")
    }
}

/// The reason why no dungeon can be generated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerateError {
    /// A number of the specification or of the search is outside its range.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// The special rooms are not connected.
    #[error("the start, the key and the exit are not connected")]
    Disconnected,
    /// The run has no playable individual for the pick.
    #[error(transparent)]
    Pick(#[from] PickError),
}

/// A dungeon that is being made: the run of its graph, or the graph itself, with the specification and the seed.
pub struct DungeonRun {
    graph: GraphSource,
    spec: DungeonSpec,
    seed: Seed,
}

impl DungeonRun {
    /// Prepares the run. Refuses numbers outside their ranges.
    pub fn new(
        spec: &DungeonSpec,
        parameters: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Result<Self, GenerateError> {
        spec.check()?;
        Ok(DungeonRun {
            graph: GraphSource::Run(Box::new(Rerun::new(
                spec.problem(),
                parameters,
                seed,
                pick,
            )?)),
            spec: *spec,
            seed,
        })
    }

    /// The dungeon of a graph, with its locks if they are given. It needs no run. Refuses numbers outside their ranges.
    pub fn of_graph(
        spec: &DungeonSpec,
        graph: Graph,
        locks: Option<Locks>,
        seed: Seed,
    ) -> Result<Self, GenerateError> {
        spec.check()?;
        Ok(DungeonRun {
            graph: GraphSource::Graph(Box::new((graph, locks))),
            spec: *spec,
            seed,
        })
    }

    /// Evolves the dungeon here and now.
    pub fn finish_now(mut self) -> Result<Dungeon, GenerateError> {
        if let GraphSource::Run(run) = &mut self.graph {
            while !run.step() {}
        }
        self.dungeon()
    }

    /// Evolves the dungeon in slices, so that the work can be dropped at any time.
    pub async fn finish(mut self) -> Result<Dungeon, GenerateError> {
        if let GraphSource::Run(run) = &mut self.graph {
            run.finish().await;
        }
        self.dungeon()
    }

    fn dungeon(&self) -> Result<Dungeon, GenerateError> {
        let graph = match &self.graph {
            GraphSource::Run(run) => &run.individual()?.genome,
            GraphSource::Graph(given) => match &**given {
                (graph, None) => graph,
                (graph, Some(locks)) => {
                    let dungeon = Dungeon::with_locks(graph, locks, self.seed);
                    return dungeon.ok_or(GenerateError::Disconnected);
                }
            },
        };
        dungeon_of(graph, &self.spec, self.seed)
    }
}

/// The source of the graph of a dungeon.
enum GraphSource {
    /// The run that evolves the graph.
    Run(Box<Rerun<GraphProblem>>),
    /// The graph itself, with its locks if they are given.
    Graph(Box<(Graph, Option<Locks>)>),
}

/// Evolves a dungeon here and now, and returns the best graph with the dungeon that it gives.
pub fn generate_with_graph(
    spec: &DungeonSpec,
    parameters: &EvolutionParameters,
    seed: Seed,
) -> Result<(Graph, Dungeon), GenerateError> {
    spec.check()?;
    let mut run = Rerun::new(spec.problem(), parameters, seed, Pick::Best)?;
    while !run.step() {}
    let graph = run.individual()?.genome;
    Ok((graph, dungeon_of(&graph, spec, seed)?))
}

/// Evolves a dungeon here and now. The same arguments always give the same one.
pub fn generate(
    spec: &DungeonSpec,
    parameters: &EvolutionParameters,
    seed: Seed,
    pick: Pick,
) -> Result<Dungeon, GenerateError> {
    DungeonRun::new(spec, parameters, seed, pick)?.finish_now()
}

/// The dungeon that is made from an evolved graph.
pub fn dungeon_of(graph: &Graph, spec: &DungeonSpec, seed: Seed) -> Result<Dungeon, GenerateError> {
    let (graph, repairs) = match spec.method {
        Method::Usual => (*graph, Repairs::default()),
        Method::Original => playable_part(graph, &spec.fitness_weights()),
    };
    let dungeon = Dungeon::of(&graph, spec.locks, seed).ok_or(GenerateError::Disconnected)?;
    Ok(Dungeon { repairs, ..dungeon })
}
