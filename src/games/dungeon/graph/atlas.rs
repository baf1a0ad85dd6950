//! The atlas of dungeons: MAP-Elites over the ways and contents that a hero meets in them. All measures are exact. The
//! quality is the fitness with the weights of the setup page.

use super::generator::DungeonSpec;
use super::operators::Mutation;
use super::problem::GraphProblem;
use crate::games::dungeon::map::{Distances, Graph, RoomNo, RoomSet};
use crate::generation::archive::ArchiveProblem;
use crate::generation::measure::Axes;
use crate::generation::{Crossover, Measure, MutationGaps, Sample, Stream};

/// The mutation rate of each of the places at which a graph may mutate.
const MUTATION: f64 = 0.35;
/// The fitness at which the quality of a dungeon is one half.
const HALF_QUALITY_AT: f64 = 30.0;

/// The archive of dungeons.
pub struct DungeonAtlas {
    problem: GraphProblem,
    gaps: MutationGaps,
}

impl DungeonAtlas {
    /// An archive of dungeons with the rooms of a specification. All of them are playable, whatever the method of the
    /// specification. If rooms have ground, it mutates too.
    pub fn new(spec: &DungeonSpec) -> Self {
        let older = DungeonAtlas::without_ground_mutation(spec);
        DungeonAtlas {
            problem: match spec.has_ground {
                true => older.problem.with_ground(),
                false => older.problem,
            },
            ..older
        }
    }

    /// The same archive, in which ground never mutates by itself. A file from before it did opens as this one, so that
    /// it gives the same dungeons as then.
    pub fn without_ground_mutation(spec: &DungeonSpec) -> Self {
        let problem = GraphProblem {
            require_playable: true,
            mutations: Mutation::ALL,
            mutation_sites: GraphProblem::usual().mutation_sites,
            ..spec.problem()
        };
        DungeonAtlas {
            gaps: MutationGaps::new(MUTATION, problem.mutation_sites),
            problem,
        }
    }
}

/// The rooms of the shortest path from one room to another, both included.
fn shortest_path(graph: &Graph, distances: &Distances, from: RoomNo, to: RoomNo) -> RoomSet {
    let (mut path, mut at) = (RoomSet::of(from), from);
    while at != to {
        let left = distances.between(at, to);
        let nearer = |room: &RoomNo| distances.between(*room, to) < left;
        match graph.neighbours(at).find(nearer) {
            Some(next) => at = next,
            None => break,
        }
        path = path.or(RoomSet::of(at));
    }
    path
}

/// The rooms of a path that leave no choice, in percent: those with no more edges than one in and one out. Every edge of
/// the start leads out.
fn linearity(graph: &Graph, path: RoomSet) -> f64 {
    let leaves_no_choice = |room: &RoomNo| {
        let into = usize::from(*room != graph.roles.start);
        graph.neighbours(*room).len() <= into + 1
    };
    let count = path.filter(leaves_no_choice).count();
    100.0 * count as f64 / path.len().max(1) as f64
}

impl ArchiveProblem for DungeonAtlas {
    type Problem = GraphProblem;

    const BATCH: u32 = 200;
    const GENERATIONS: u32 = 500;

    fn problem(&self) -> &GraphProblem {
        &self.problem
    }

    /// The measures: rooms beside the shortest path in percent (exploration), chests in percent of chests and enemies
    /// (leniency), steps from the start to the key to the exit, edges that close a loop, rooms with one edge in
    /// percent, enemies, and rooms of the shortest path that leave no choice in percent (linearity).
    fn measures(&self) -> Vec<Measure> {
        let rooms = f64::from(self.problem.bounds.max_rooms);
        let enemies = rooms * f64::from(self.problem.bounds.enemies.max(1));
        vec![
            Measure::new(
                "dungeon.measure.exploration",
                "dungeon.measure.exploration.what",
                0.0,
                100.0,
            ),
            Measure::new(
                "dungeon.measure.leniency",
                "dungeon.measure.leniency.what",
                0.0,
                100.0,
            ),
            Measure::new(
                "dungeon.measure.length",
                "dungeon.measure.length.what",
                2.0,
                2.0 * rooms,
            ),
            Measure::new(
                "dungeon.measure.loops",
                "dungeon.measure.loops.what",
                0.0,
                rooms,
            ),
            Measure::new(
                "dungeon.measure.dead_ends",
                "dungeon.measure.dead_ends.what",
                0.0,
                100.0,
            ),
            Measure::new(
                "dungeon.measure.enemies",
                "dungeon.measure.enemies.what",
                0.0,
                enemies,
            ),
            Measure::new(
                "dungeon.measure.linearity",
                "dungeon.measure.linearity.what",
                0.0,
                100.0,
            ),
        ]
    }

    /// The axes: exploration across, and leniency up.
    fn usual_axes(&self) -> Axes {
        Axes { across: 0, up: 1 }
    }

    fn measure(&self, graph: &Graph, _: &mut Stream) -> Option<Sample> {
        let roles = graph.roles;
        let rooms = graph.reachable(roles.start, graph.all());
        let distances = Distances::of(graph, rooms);
        let to_key = shortest_path(graph, &distances, roles.start, roles.key);
        let path = to_key.or(shortest_path(graph, &distances, roles.key, roles.exit));
        let count = rooms.len() as f64;
        let percent = |part: usize, all: f64| 100.0 * part as f64 / all.max(1.0);
        let (mut edges, mut ends, mut chests, mut enemies) = (0, 0, 0, 0);
        for room in rooms {
            let doors = graph.neighbours(room).len();
            edges += doors;
            ends += usize::from(doors == 1);
            chests += usize::from(graph.room(room).chests);
            enemies += usize::from(graph.room(room).enemies);
        }
        let steps =
            distances.between(roles.start, roles.key) + distances.between(roles.key, roles.exit);
        let fitness = self.problem.fitness(graph);
        Some(Sample::of(
            fitness / (fitness + HALF_QUALITY_AT),
            [
                percent(rooms.without(path).len(), count),
                percent(chests, (chests + enemies) as f64),
                f64::from(steps),
                ((edges / 2 + 1) as f64 - count).min(f64::from(self.problem.bounds.max_rooms)),
                percent(ends, count),
                enemies as f64,
                linearity(graph, path),
            ],
        ))
    }

    fn gaps(&self) -> &MutationGaps {
        &self.gaps
    }

    fn crossover(&self) -> Crossover {
        Crossover::OnePoint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::map::{Ground, Room};
    use crate::generation::{Problem, Purpose, Seed};

    /// The number of 2,000 mutated copies of a dungeon of stone that differ from it in their ground alone.
    fn changes_of_ground_alone(atlas: &DungeonAtlas) -> usize {
        let room = Room {
            width: 8,
            height: 8,
            ..Room::default()
        };
        let mut parent = Graph::of(&[room; 6]);
        for at in 1..6 {
            parent.connect(RoomNo(at - 1), RoomNo(at));
        }
        let mut rng = Seed(1).stream(Purpose::Reproduction);
        let mut count = 0;
        for _ in 0..2_000 {
            let mut child = parent;
            atlas.problem().mutate(&mut child, atlas.gaps(), &mut rng);
            let mut paved = child;
            for room in child.all() {
                paved.room_mut(room).ground = Ground::Stone;
            }
            count += usize::from(child != parent && paved == parent);
        }
        count
    }

    #[test]
    fn ground_mutates_by_itself_where_rooms_have_ground() {
        let without = DungeonSpec::default();
        let with = DungeonSpec {
            has_ground: true,
            ..without
        };
        let now = changes_of_ground_alone(&DungeonAtlas::new(&with));
        assert!(now > 10, "{now}");
        // A room that is drawn anew is hardly ever the same but for its ground.
        let older = changes_of_ground_alone(&DungeonAtlas::without_ground_mutation(&with));
        assert!(older < 5, "{older}");
        assert_eq!(changes_of_ground_alone(&DungeonAtlas::new(&without)), 0);
    }

    #[test]
    fn the_measures_of_a_small_dungeon_are_as_counted_by_hand() {
        let room = |enemies, chests| Room {
            width: 6,
            height: 6,
            enemies,
            chests,
            ..Room::default()
        };
        // Start 0, key 1, exit 2. A square of 0, 1, 3, 4, with the exit behind 1 and a dead end behind 3.
        let mut graph = Graph::of(&[
            room(0, 1),
            room(1, 0),
            room(1, 0),
            room(1, 0),
            room(0, 0),
            room(0, 0),
        ]);
        for (a, b) in [(0, 1), (1, 3), (3, 4), (4, 0), (1, 2), (3, 5)] {
            graph.connect(RoomNo(a), RoomNo(b));
        }
        let atlas = DungeonAtlas::new(&DungeonSpec::default());
        let mut rng = Seed(1).stream(Purpose::Play);
        let values = atlas.measure(&graph, &mut rng).expect("a place").values;
        // The way is 0, 1, 2: three of six rooms. One chest and three enemies. The exit and room 5 are dead ends.
        // On the way, 0 and 1 leave a choice, and the exit leaves none.
        let third = 100.0 / 3.0;
        assert_eq!(values, [50.0, 25.0, 2.0, 1.0, third, 3.0, third]);
    }

    #[test]
    fn a_chain_of_rooms_is_linear_and_side_rooms_off_the_way_change_nothing() {
        let linearity = |edges: &[(u8, u8)]| {
            // Start 0, key 1, exit 2.
            let room = Room {
                width: 6,
                height: 6,
                ..Room::default()
            };
            let mut graph = Graph::of(&[room; 6]);
            for (a, b) in edges {
                graph.connect(RoomNo(*a), RoomNo(*b));
            }
            let atlas = DungeonAtlas::new(&DungeonSpec::default());
            let mut rng = Seed(1).stream(Purpose::Play);
            let values = atlas.measure(&graph, &mut rng).expect("a place").values;
            values[6]
        };
        assert_eq!(linearity(&[(0, 3), (3, 1), (1, 4), (4, 5), (5, 2)]), 100.0);
        // The first step is a choice, although 0 has only two edges.
        assert_eq!(linearity(&[(0, 3), (3, 1), (1, 4), (4, 2), (0, 5)]), 80.0);
        // The room that branches behind the exit is not on the way.
        assert_eq!(linearity(&[(0, 1), (1, 2), (2, 3), (3, 4), (3, 5)]), 100.0);
    }
}
