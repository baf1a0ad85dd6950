//! The dungeon: the evolution and the layout of a graph, its fitness beside a plain version, and the parts
//! of a turn.
//!
//! `cargo bench --bench dungeon`, or `-- evolve`, `-- fitness`, `-- turn`, `-- enemies` for one group.

#[path = "works/crowded.rs"]
mod crowded;
mod measuring;
#[path = "../tests/it/oracle/plain_sight.rs"]
mod plain_sight;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hint::black_box;
use std::sync::Arc;

use evolvarium::games::dungeon::enemies::hand_written;
use evolvarium::games::dungeon::enemies::problem::{
    EnemyProblem, usual_parameters as enemy_parameters,
};
use evolvarium::games::dungeon::enemies::spec::{DEFAULT_ARENAS, EnemySpec};
use evolvarium::games::dungeon::graph::fitness::{Weights, best_component};
use evolvarium::games::dungeon::graph::generator::{self, DungeonSpec};
use evolvarium::games::dungeon::graph::operators::{Bounds, founder};
use evolvarium::games::dungeon::graph::problem::{
    GraphProblem, original_parameters, usual_parameters,
};
use evolvarium::games::dungeon::map::{Cell, Graph, Map, Room, RoomNo, Tile};
use evolvarium::games::dungeon::rules::distance_map::DistanceMap;
use evolvarium::games::dungeon::rules::{Breed, EnemyKind, Game, LIGHT, Move, sight};
use evolvarium::generation::{EvolutionParameters, Pick, Purpose, Run, Seed};
use measuring::row::{Amount, Unit};
use measuring::{Bench, work, work_on};

fn evolve(bench: &Bench) {
    let run = |problem: GraphProblem, parameters: EvolutionParameters| {
        let mut number = 0;
        let problem = Arc::new(problem);
        work(move || {
            number += 1;
            let run = Run::new(Arc::clone(&problem), parameters.clone(), Seed(number));
            let mut run = run.expect("in range");
            run.finish();
            run.best().map(|best| best.fitness)
        })
    };
    bench.time_beside(
        "30 generations of 30 graphs, as the game searches",
        run(GraphProblem::usual(), usual_parameters()),
        "as GeneticGame searches",
        run(GraphProblem::original(), original_parameters(30)),
    );
    let generated = |spec: DungeonSpec| {
        let mut number = 0;
        work(move || {
            number += 1;
            generator::generate(&spec, &usual_parameters(), Seed(number), Pick::Best)
        })
    };
    bench.time(
        "a dungeon with locks and map",
        generated(DungeonSpec::default()),
    );
    let largest = DungeonSpec {
        rooms: 40,
        side: 20,
        enemies: 4,
        chests: 2,
        locks: 3,
        ..DungeonSpec::default()
    };
    bench.time("the largest dungeon with locks and map", generated(largest));
}

/// The neighbours of each room of a graph.
type Neighbours = BTreeMap<u8, Vec<u8>>;

/// Returns the steps from a room to another one, or 0 if none leads there.
fn plain_distance(beside: &Neighbours, from: u8, to: u8) -> f64 {
    let mut queue = VecDeque::from([(from, 0)]);
    let mut seen = BTreeSet::from([from]);
    while let Some((room, steps)) = queue.pop_front() {
        if room == to {
            return f64::from(steps);
        }
        for next in &beside[&room] {
            if seen.insert(*next) {
                queue.push_back((*next, steps + 1));
            }
        }
    }
    0.0
}

/// Returns how far apart things are that stand in rooms.
fn plain_dispersion(beside: &Neighbours, things: &[u8]) -> f64 {
    let count = things.len() as f64;
    let mut sum = 0.0;
    for (i, a) in things.iter().enumerate() {
        for (j, b) in things.iter().enumerate() {
            if i != j {
                sum += plain_distance(beside, *a, *b);
            }
        }
    }
    if count < 2.0 {
        0.0
    } else {
        sum / (count - 1.0) / count
    }
}

/// Returns the fitness of a component of a graph.
fn plain_score(graph: &Graph, beside: &Neighbours, rooms: &[u8]) -> f64 {
    let count = rooms.len() as f64;
    let roles = graph.roles;
    let special = [roles.start.0, roles.key.0, roles.exit.0];
    let together = special.iter().all(|role| rooms.contains(role));
    let way = if together {
        plain_distance(beside, special[0], special[1])
            + plain_distance(beside, special[1], special[2])
    } else {
        0.0
    };
    let of = |room: &u8| graph.room(RoomNo(*room));
    let degrees = rooms.iter().map(|room| beside[room].len() as f64);
    let degree = degrees.sum::<f64>() / count;
    let spread = |count: fn(&Room) -> u8| {
        let things = rooms
            .iter()
            .flat_map(|room| vec![*room; count(of(room)).into()]);
        plain_dispersion(beside, &things.collect::<Vec<u8>>())
    };
    let width: f64 = rooms.iter().map(|room| f64::from(of(room).width)).sum();
    let height: f64 = rooms.iter().map(|room| f64::from(of(room).height)).sum();
    let sum = way - degree - 0.4 * count
        + spread(|room| room.chests)
        + spread(|room| room.enemies)
        + (width / height - 1.0)
        + 20.0;
    sum.max(0.0)
}

/// The fitness of GeneticGame (its README) written in the plainest way, with lists of neighbours and a search
/// for every pair of things.
fn plain_fitness(graph: &Graph) -> f64 {
    let neighbours = |room| graph.neighbours(room).map(|other| other.0).collect();
    let rooms = graph.all();
    let beside: Neighbours = rooms.map(|room| (room.0, neighbours(room))).collect();
    let parts = graph.components();
    let scores = parts.map(|part| {
        let rooms: Vec<u8> = part.map(|room| room.0).collect();
        plain_score(graph, &beside, &rooms)
    });
    scores.fold(0.0, f64::max)
}

fn fitness(bench: &Bench) {
    let mut rng = Seed(1).stream(Purpose::Founders);
    let bounds = Bounds::original();
    let graphs: Vec<Graph> = (0..100).map(|_| founder(&bounds, &mut rng)).collect();
    for graph in &graphs {
        let (ours, plain) = (
            best_component(graph, &Weights::ORIGINAL).0,
            plain_fitness(graph),
        );
        assert!(
            (ours - plain).abs() < 1e-9,
            "both say the same: {ours} and {plain}"
        );
    }
    let all = |of: &dyn Fn(&Graph) -> f64| graphs.iter().map(of).sum::<f64>();
    bench.time_beside(
        "the fitness of 100 graphs",
        work(|| all(&|graph| best_component(black_box(graph), &Weights::ORIGINAL).0)),
        "the same written in the plainest way",
        work(|| all(&plain_fitness)),
    );
}

/// The distances of all cells from a goal.
fn plain_ways(map: &Map, goal: Cell) -> BTreeMap<Cell, u16> {
    let mut steps = BTreeMap::from([(goal, 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(cell) = queue.pop_front() {
        let next = steps[&cell] + 1;
        for (_, beside) in map.steps_from(map.index(cell), cell) {
            if let Entry::Vacant(place) = steps.entry(beside) {
                place.insert(next);
                queue.push_back(beside);
            }
        }
    }
    steps
}

fn turn(bench: &Bench) {
    let game = crowded::under_way();
    let map = game.dungeon().layout.map.clone();
    let opaque = |cell| matches!(map.at(cell), Tile::Rock | Tile::Wall | Tile::Door);
    let at = game.hero.at;
    let look = || {
        let mut seen = 0;
        sight::look(black_box(at), LIGHT, opaque, |_| seen += 1);
        seen
    };
    let rays = plain_sight::wedges(LIGHT.into());
    let place = |cell: Cell| (i64::from(cell.x), i64::from(cell.y));
    let (x, y) = place(at);
    let is_wall = |dx, dy| {
        opaque(Cell {
            x: (x + dx) as i16,
            y: (y + dy) as i16,
        })
    };
    let plain = || plain_sight::seen(black_box(&rays), LIGHT.into(), is_wall);
    let mut seen = BTreeSet::new();
    sight::look(at, LIGHT, opaque, |cell| {
        let (cell_x, cell_y) = place(cell);
        seen.insert((cell_x - x, cell_y - y));
    });
    assert_eq!(seen, plain(), "both see the same");
    bench.time_beside(
        "what is in sight",
        work(look),
        "ray by ray with exact fractions",
        work(plain),
    );
    let mut distances = DistanceMap::default();
    let ways = || distances.compute(&map, black_box(at), u16::MAX - 1, |_| true);
    bench.time_beside(
        "ways across the whole map",
        work(ways),
        "a queue, and an ordered map of the distances",
        work(|| plain_ways(&map, black_box(at))),
    );
    let wait = |game: &mut Game| {
        let mut events = Vec::new();
        game.apply(Move::Wait, &mut events)
    };
    let rested = || {
        let mut game = game.clone();
        game.hero.life = game.hero.max_life;
        game
    };
    bench.time("a turn with 40 enemies", work_on(rested, wait));
    let remembering = remembering(&game);
    bench.time(
        "a turn with 40 enemies that remember different places",
        work_on(|| remembering.clone(), wait),
    );
    bench.time(
        "what 40 enemies will do next",
        work(|| black_box(&remembering).forecast()),
    );
}

/// The same dungeon, in which every enemy goes to the cell of another enemy, because it believes the hero to be there.
fn remembering(game: &Game) -> Game {
    let mut game = game.clone();
    let places: Vec<_> = game.enemies.iter().map(|enemy| enemy.at).collect();
    let rush = hand_written::simplest_program().expect("a program");
    for enemy in &mut game.enemies {
        let others = places.iter().filter(|at| **at != enemy.at);
        let nearest = others.min_by_key(|at| at.distance_to(enemy.at));
        enemy.target = *nearest.expect("there are others");
        (enemy.aware, enemy.memory) = (true, 20);
        enemy.breed = Arc::new(Breed {
            program: rush.clone(),
            ..*enemy.breed
        });
    }
    game
}

fn enemies(bench: &Bench) {
    let mut number = 0;
    let bred = || {
        number += 1;
        let spec = EnemySpec {
            kind: EnemyKind::Hunter,
            strength: 5,
            arenas: DEFAULT_ARENAS,
        };
        let parameters = EvolutionParameters {
            generations: 9,
            ..enemy_parameters()
        };
        let problem = Arc::new(EnemyProblem::new(spec, Seed(number)));
        let mut run = Run::new(problem, parameters, Seed(number)).expect("in range");
        while run.stop_reason().is_none() {
            run.step_parallel(2);
        }
        run.best().map(|best| best.fitness)
    };
    bench.time(
        "ten generations of 100 programs in twelve arenas, two threads",
        work(bred),
    );
}

/// The memory of a run with its history.
fn memory(bench: &Bench) {
    let held = || -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    for generations in [30, 100_000] {
        let before = held();
        let parameters = EvolutionParameters {
            generations,
            ..usual_parameters()
        };
        let run = Run::new(Arc::new(GraphProblem::usual()), parameters, Seed(1));
        let mut run = run.expect("in range").with_history();
        run.finish();
        if let (Some(before), Some(after)) = (before, held()) {
            let grown = after.saturating_sub(before) as f64 * 1_024.0;
            let claim = format!("the history of {generations} generations of 30 graphs");
            bench.print(&claim, Amount::of(grown, Unit::Bytes), None);
        }
        black_box(run);
    }
}

fn main() {
    let bench = Bench::new("dungeon");
    // Memory is measured first, before other work has held and given back any.
    for (part, measure) in [
        ("memory", memory as fn(&Bench)),
        ("evolve", evolve),
        ("fitness", fitness),
        ("turn", turn),
        ("enemies", enemies),
    ] {
        if bench.wants(part) {
            measure(&bench);
        }
    }
}
