//! The dungeon: the evolution and the layout of a graph, its fitness beside a plain version, and the parts
//! of a turn.
//!
//! `cargo bench --bench dungeon`, or `-- evolve`, `-- fitness`, `-- turn`, `-- enemies` for one group.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use evolvarium::games::dungeon::enemies::problem::{
    DEFAULT_ARENAS, EnemyProblem, EnemySpec, usual_search as enemy_search,
};
use evolvarium::games::dungeon::enemies::{hand_written, shipped};
use evolvarium::games::dungeon::graph::fitness::{Weights, best_component};
use evolvarium::games::dungeon::graph::generator::{self, DungeonSpec};
use evolvarium::games::dungeon::graph::operators::{Bounds, founder};
use evolvarium::games::dungeon::graph::problem::{GraphProblem, original_search, usual_search};
use evolvarium::games::dungeon::map::Dungeon;
use evolvarium::games::dungeon::map::Graph;
use evolvarium::games::dungeon::map::Tile;
use evolvarium::games::dungeon::players::Player;
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::rules::distance_map::DistanceMap;
use evolvarium::games::dungeon::rules::{Breed, EnemyKind, Game, LIGHT, Move, for_strength, sight};
use evolvarium::generation::{EvolutionParameters, Pick, Purpose, Run, Seed};

/// Runs of 30 generations with a population of 30.
fn evolve(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evolve");
    let mut number = 0;
    let mut seed = || {
        number += 1;
        Seed(number)
    };
    group.bench_function("original_30x30", |b| {
        b.iter(|| {
            let problem = Arc::new(GraphProblem::original());
            let mut run = Run::new(problem, original_search(30), seed()).expect("in range");
            run.finish();
            run.best().map(|best| best.fitness)
        });
    });
    group.bench_function("usual_30x30_original_rooms", |b| {
        b.iter(|| {
            let problem = Arc::new(GraphProblem::usual());
            let mut run = Run::new(problem, usual_search(), seed()).expect("in range");
            run.finish();
            run.best().map(|best| best.fitness)
        });
    });
    group.bench_function("dungeon_with_locks_and_layout", |b| {
        b.iter(|| {
            generator::generate(&DungeonSpec::default(), &usual_search(), seed(), Pick::Best)
        });
    });
    group.bench_function("largest_dungeon_with_locks_and_layout", |b| {
        let spec = DungeonSpec {
            rooms: 40,
            side: 20,
            enemies: 4,
            chests: 2,
            locks: 3,
            ..DungeonSpec::default()
        };
        b.iter(|| generator::generate(&spec, &usual_search(), seed(), Pick::Best));
    });
    group.finish();
}

/// The fitness of GeneticGame (its README) written in the plainest way, with lists of neighbours and a search
/// for every pair of things.
fn plain_fitness(graph: &Graph) -> f64 {
    let beside: BTreeMap<u8, Vec<u8>> = graph
        .all()
        .map(|room| {
            (
                room.0,
                graph.neighbours(room).map(|other| other.0).collect(),
            )
        })
        .collect();
    let distance = |from: u8, to: u8| -> f64 {
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
    };
    let apart = |things: Vec<u8>| {
        let count = things.len() as f64;
        let mut sum = 0.0;
        for (i, a) in things.iter().enumerate() {
            for (j, b) in things.iter().enumerate() {
                if i != j {
                    sum += distance(*a, *b);
                }
            }
        }
        if count < 2.0 {
            0.0
        } else {
            sum / (count - 1.0) / count
        }
    };
    let roles = graph.roles;
    let score = |rooms: Vec<u8>| {
        let count = rooms.len() as f64;
        let special = [roles.start.0, roles.key.0, roles.exit.0];
        let together = special.iter().all(|role| rooms.contains(role));
        let way = if together {
            distance(special[0], special[1]) + distance(special[1], special[2])
        } else {
            0.0
        };
        let of = |room: &u8| graph.room(evolvarium::games::dungeon::map::RoomNo(*room));
        let degree = rooms
            .iter()
            .map(|room| beside[room].len() as f64)
            .sum::<f64>()
            / count;
        let spread = |count: fn(&evolvarium::games::dungeon::map::Room) -> u8| {
            let things = rooms
                .iter()
                .flat_map(|room| vec![*room; count(of(room)).into()]);
            apart(things.collect())
        };
        let width: f64 = rooms.iter().map(|room| f64::from(of(room).width)).sum();
        let height: f64 = rooms.iter().map(|room| f64::from(of(room).height)).sum();
        let sum = way - degree - 0.4 * count
            + spread(|room| room.chests)
            + spread(|room| room.enemies)
            + (width / height - 1.0)
            + 20.0;
        sum.max(0.0)
    };
    let parts = graph
        .components()
        .map(|part| part.map(|room| room.0).collect());
    parts.map(score).fold(0.0, f64::max)
}

fn fitness(criterion: &mut Criterion) {
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
    let mut group = criterion.benchmark_group("fitness");
    let all = |of: &dyn Fn(&Graph) -> f64| graphs.iter().map(of).sum::<f64>();
    group.bench_function("ours_100_founders", |b| {
        b.iter(|| all(&|graph| best_component(black_box(graph), &Weights::ORIGINAL).0));
    });
    group.sample_size(10);
    group.bench_function("plain_100_founders", |b| b.iter(|| all(&plain_fitness)));
    group.finish();
}

/// A large dungeon with 40 enemies that all hunt the hero.
fn crowded() -> Game {
    let spec = DungeonSpec {
        rooms: 40,
        side: 20,
        enemies: 4,
        chests: 0,
        locks: 0,
        ..DungeonSpec::default()
    };
    let dungeon = (1..).find_map(|seed| {
        let dungeon = generator::generate(&spec, &usual_search(), Seed(seed), Pick::Best).ok()?;
        (dungeon.layout.enemies.len() >= 40).then_some(dungeon)
    });
    let mut dungeon: Dungeon = dungeon.expect("one has enough");
    dungeon.layout.enemies.truncate(40);
    let breeds = for_strength(shipped::shipped(), 5);
    Game::new(Arc::new(dungeon), &breeds, 5, Seed(1))
}

fn turn(criterion: &mut Criterion) {
    let mut game = crowded();
    let (mut player, mut events) = (Automatic::default(), Vec::new());
    // The hero is on the way, so that enemies are near.
    for _ in 0..60 {
        if let Some(made) = player.choose(&game) {
            game.hero.life = game.hero.max_life;
            let _ = game.apply(made, &mut events);
        }
    }
    let map = game.dungeon().layout.map.clone();
    let mut group = criterion.benchmark_group("turn");
    group.bench_function("field_of_view", |b| {
        let opaque = |cell| matches!(map.at(cell), Tile::Rock | Tile::Wall | Tile::Door);
        b.iter(|| {
            let mut seen = 0;
            sight::look(black_box(game.hero.at), LIGHT, opaque, |_| seen += 1);
            seen
        });
    });
    group.bench_function("ways_across_the_whole_map", |b| {
        let mut distances = DistanceMap::default();
        b.iter(|| distances.compute(&map, black_box(game.hero.at), u16::MAX - 1, |_| true));
    });
    group.bench_function("whole_turn_40_enemies", |b| {
        b.iter_batched_ref(
            || game.clone(),
            |game| {
                game.hero.life = game.hero.max_life;
                events.clear();
                game.apply(Move::Wait, &mut events)
            },
            criterion::BatchSize::SmallInput,
        );
    });
    let remembering = remembering(&game);
    group.bench_function(
        "whole_turn_40_enemies_that_remember_different_places",
        |b| {
            b.iter_batched_ref(
                || remembering.clone(),
                |game| {
                    events.clear();
                    game.apply(Move::Wait, &mut events)
                },
                criterion::BatchSize::SmallInput,
            );
        },
    );
    group.bench_function("what_40_enemies_will_do_next", |b| {
        b.iter(|| black_box(&remembering).forecast());
    });
    group.finish();
}

/// The same dungeon, in which every enemy goes to where another one stands, because it believes the hero to be there.
fn remembering(game: &Game) -> Game {
    let mut game = game.clone();
    let places: Vec<_> = game.enemies.iter().map(|enemy| enemy.at).collect();
    let rush = hand_written::simplest().expect("a program");
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

/// Ten generations of 100 programs in twelve arenas, on two threads.
fn enemies(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("enemies");
    group.sample_size(10);
    group.bench_function("10_generations_of_100_in_12_arenas", |b| {
        let mut number = 0;
        b.iter(|| {
            number += 1;
            let spec = EnemySpec {
                kind: EnemyKind::Hunter,
                strength: 5,
                arenas: DEFAULT_ARENAS,
            };
            let search = EvolutionParameters {
                generations: 9,
                ..enemy_search()
            };
            let problem = Arc::new(EnemyProblem::new(spec, Seed(number)));
            let mut run = Run::new(problem, search, Seed(number)).expect("in range");
            while run.stop_reason().is_none() {
                run.step_parallel(2);
            }
            run.best().map(|best| best.fitness)
        });
    });
    group.finish();
}

/// Prints the memory of a run with its history. It times nothing.
fn memory(_: &mut Criterion) {
    let held = || -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    for generations in [30, 100_000] {
        let before = held();
        let search = EvolutionParameters {
            generations,
            ..usual_search()
        };
        let run = Run::new(Arc::new(GraphProblem::usual()), search, Seed(1));
        let mut run = run.expect("in range").with_history();
        run.finish();
        if let (Some(before), Some(after)) = (before, held()) {
            let grown = after.saturating_sub(before) as f64 / 1e3;
            println!("a history of {generations} generations: {grown:.1} MB more");
        }
        black_box(run);
    }
}

criterion_group!(benches, memory, evolve, fitness, turn, enemies);
criterion_main!(benches);
