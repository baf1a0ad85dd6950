//! The growth of times: of generation with the board, the population, the rooms and the threads, of a collection with
//! its targets, and of the search with its nodes, its table and its threads. Writes pictures with their data into
//! docs/scaling.
//!
//! `cargo bench --bench scaling`, or `-- boards`, `-- population`, `-- collection`, `-- rooms`, `-- threads`, `--
//! nodes`, `-- table` for one picture.

mod measuring;
#[path = "works/one_max.rs"]
mod one_max;
#[path = "works/word_collection.rs"]
mod word_collection;

use std::hint::black_box;
use std::sync::Arc;

use evolvarium::games::dungeon::graph::fitness::{Weights, best_component};
use evolvarium::games::dungeon::graph::generator::{self, DungeonSpec};
use evolvarium::games::dungeon::graph::operators::{Bounds, founder};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::Graph;
use evolvarium::games::hexxagon::players::evaluation::EvaluationWeights;
use evolvarium::games::hexxagon::players::two_player_search::TwoPlayerPosition;
use evolvarium::games::hexxagon::rules::{Board, BoardNumber, StuckRule};
use evolvarium::games::match3::level::{LevelGenome, LevelProblem, Setup, generate};
use evolvarium::games::match3::rules::Size;
use evolvarium::generation::{EvolutionParameters, Pick, Problem, Purpose, Run, Seed};
use evolvarium::search::{Limits, Options, Searcher, StopToken};
use evolvarium::session::Difficulty;
use measuring::curve::{Curve, Line};
use measuring::{Bench, Timed, times_each, work, work_on};

fn main() -> Result<(), String> {
    let bench = Bench::new("scaling");
    let curves: [(&str, fn() -> Curve); 7] = [
        ("boards", boards),
        ("population", population),
        ("collection", collection),
        ("rooms", rooms),
        ("threads", threads),
        ("nodes", nodes),
        ("table", table),
    ];
    let mut wanted = curves.into_iter().filter(|(name, _)| bench.wants(name));
    wanted.try_for_each(|(_, measure)| measure().write())
}

/// Measures a work for each size.
fn line<'a>(
    name: &str,
    allowed: f64,
    why: &str,
    sizes: impl IntoIterator<Item = u32>,
    mut work: impl FnMut(u32) -> Timed<'a>,
) -> Line {
    let sizes: Vec<u32> = sizes.into_iter().collect();
    let works = sizes.iter().map(|&size| work(size)).collect();
    let amounts = times_each(works);
    Line {
        name: name.into(),
        why: why.into(),
        allowed,
        points: sizes.into_iter().map(f64::from).zip(amounts).collect(),
    }
}

/// The evaluation of 100 random boards, and the evolution of a whole level, from 5x5 to 12x12.
fn boards() -> Curve {
    let sides = [5, 6, 7, 8, 9, 10, 11, 12];
    let setup = |side: u32| {
        let size = Size::new(side as u8, side as u8).expect("a size");
        Setup::of(Difficulty::Normal, size)
    };
    let evaluation = line(
        "evaluation of 100 boards",
        0.5,
        "A board is a few words of bits, so that most of it takes as long for 25 cells as for 144; only the steps of the fill grow, with the side of the board.",
        sides,
        |side| {
            let problem = LevelProblem::new(setup(side));
            let mut rng = Seed(1).stream(Purpose::Founders);
            let boards: Vec<LevelGenome> = (0..100).map(|_| problem.random(&mut rng)).collect();
            work(move || {
                let mut rng = Seed(1).stream(Purpose::Reproduction);
                for board in &boards {
                    black_box(problem.objective(board, &mut rng));
                    black_box(problem.violation(board));
                }
            })
        },
    );
    let level = line(
        "evolution of a level",
        2.0,
        "More cells are more genes, each of which has to become right by mutation, and a random large board is hardly ever feasible: so the generations grow about with the cells, and the children's cells with them.",
        sides,
        |side| {
            let setup = setup(side);
            let mut seed = 0;
            work(move || {
                seed = (seed + 1) % 30;
                generate(&setup, &EvolutionParameters::default(), Seed(seed)).is_ok()
            })
        },
    );
    let by_cells = |line: Line| Line {
        points: line
            .points
            .into_iter()
            .map(|(side, t)| (side * side, t))
            .collect(),
        ..line
    };
    Curve::new(
        "boards",
        "Match-3: generation by the size of the board",
        "number of cells",
        "time",
        vec![by_cells(evaluation), by_cells(level)],
    )
}

/// Ten generations with 10 individuals up to as many as the settings allow.
fn population() -> Curve {
    let most = *EvolutionParameters::POPULATION.end();
    let sizes = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, most];
    let run = |history: bool| {
        move |population: u32| {
            work_on(
                move || one_max::run(population, 10, history),
                |run| run.finish().clone(),
            )
        }
    };
    let why = "Each child is selected, bred and measured by itself.";
    let history = "The family tree has one entry for each birth, and which generations are kept does not depend on their size.";
    Curve::new(
        "population",
        "Engine: ten generations by the population",
        "number of individuals",
        "time",
        vec![
            line("without history", 1.0, why, sizes, run(false)),
            line(
                "with history and family tree",
                1.0,
                history,
                sizes,
                run(true),
            ),
        ],
    )
}

/// 500 individuals for a collection of 10 to 500 targets.
fn collection() -> Curve {
    let sizes = [10, 20, 50, 100, 200, 500];
    let why =
        "An individual is held against all targets, and against the members that it may be like.";
    let offered = line("500 individuals", 1.0, why, sizes, |targets| {
        work_on(
            move || word_collection::collection(targets),
            |collection| collection.run(500),
        )
    });
    Curve::new(
        "collection",
        "Engine: a collection by its targets",
        "number of targets",
        "time",
        vec![offered],
    )
}

/// The fitness of 100 random graphs, and the generation of a whole dungeon, from 10 rooms to as many as a dungeon can
/// have.
fn rooms() -> Curve {
    let most = u32::from(*DungeonSpec::ROOMS.end());
    let sizes: Vec<u32> = [10, 15, 20, 30, 40, 50, 60]
        .into_iter()
        .filter(|&rooms| rooms <= most)
        .collect();
    let fitness = line(
        "fitness of 100 graphs",
        2.0,
        "The fitness needs the distance between every two rooms, whose number grows with the square. A set of rooms is one word of bits, so that the distances from a room take as many steps as the furthest one is away, and small dungeons spend their time elsewhere: up to 40 rooms the power is about 0.8, and beyond that about 2.",
        sizes.iter().copied(),
        |rooms| {
            let bounds = Bounds {
                founders: rooms as u8..=rooms as u8,
                max_rooms: rooms as u8,
                ..Bounds::original()
            };
            let mut rng = Seed(1).stream(Purpose::Founders);
            let graphs: Vec<Graph> = (0..100).map(|_| founder(&bounds, &mut rng)).collect();
            work(move || {
                for graph in &graphs {
                    black_box(best_component(graph, &Weights::ORIGINAL));
                }
            })
        },
    );
    let dungeon = line(
        "generation of a dungeon",
        2.0,
        "More rooms have more genes, and the way between two rooms is looked for on a map that grows with the rooms.",
        sizes.iter().copied(),
        |rooms| {
            let spec = DungeonSpec {
                rooms: rooms as u8,
                side: 12,
                ..DungeonSpec::default()
            };
            let mut seed = 0;
            work(move || {
                seed = seed % 30 + 1;
                generator::generate(&spec, &usual_parameters(), Seed(seed), Pick::Best).is_ok()
            })
        },
    );
    Curve::new(
        "rooms",
        "Dungeon: generation by the number of rooms",
        "number of rooms",
        "time",
        vec![fitness, dungeon],
    )
}

/// The numbers of threads to measure: one, two, four and so on, up to twice the number that can work at the same time.
fn thread_counts() -> Vec<u32> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let counts = std::iter::successors(Some(1), |count| Some(count * 2));
    counts
        .take_while(|&count| count <= 2 * cores.max(2))
        .collect()
}

/// One generation of levels, and the nodes of a search, by the number of threads.
fn threads() -> Curve {
    let parameters = EvolutionParameters {
        population: 1_000,
        ..EvolutionParameters::default()
    };
    let size = Size::new(12, 12).expect("a size");
    let problem = Arc::new(LevelProblem::new(Setup::of(Difficulty::Normal, size)));
    let generations = line(
        "20 generations of 1,000 levels",
        0.0,
        "Children are bred and measured on all threads; the threads are started anew for each generation, and what they made is put together on one. Beyond the cores of the machine nothing is gained.",
        thread_counts(),
        |threads| {
            let (problem, parameters) = (Arc::clone(&problem), parameters.clone());
            work_on(
                move || {
                    Run::new(Arc::clone(&problem), parameters.clone(), Seed(1)).expect("in range")
                },
                move |run| (0..20).for_each(|_| run.step_parallel(threads as usize)),
            )
        },
    );
    let nodes = line(
        "200,000 nodes of the search",
        0.0,
        "The threads share nothing but the table, and the nodes that they are to search in all. The table has 7 MB, as players take it for so many nodes: a larger one costs more to get from the system, and threads that ask for new memory wait for each other.",
        thread_counts(),
        |threads| {
            let options = Options {
                threads,
                table_megabytes: 7,
                ..Options::default()
            };
            searched(options, Limits::nodes(200_000))
        },
    );
    Curve::new(
        "threads",
        "Engine and search by the number of threads",
        "number of threads",
        "time",
        vec![generations, nodes],
    )
}

/// A search of the start of Three Bridge with a new table.
fn searched(options: Options, limits: Limits) -> Timed<'static> {
    let board = Board::listed(BoardNumber(1), Seed(1)).expect("a board");
    let start = board.start::<2>().expect("for two");
    let weights = EvaluationWeights::evolved();
    let root = TwoPlayerPosition::new(&board, start, StuckRule::Skip, weights);
    work_on(
        move || Searcher::new(options).expect("in range"),
        move |searcher| {
            let found = searcher.search(&root, limits, &StopToken::default(), |_| {});
            found.expect("in range").nodes
        },
    )
}

/// A search by the nodes that it may take.
fn nodes() -> Curve {
    let sizes = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
    let why = "A node takes as long wherever it lies; a table that no longer fits into the caches of the processor costs a little more.";
    let time = line("search with a table of 64 MB", 1.0, why, sizes, |nodes| {
        searched(Options::default(), Limits::nodes(nodes.into()))
    });
    Curve::new(
        "nodes",
        "Search by its nodes",
        "number of nodes",
        "time",
        vec![time],
    )
}

/// A search to depth 9 by the size of its table.
fn table() -> Curve {
    let sizes = [1, 4, 16, 64, 256];
    let why = "A table that is too small forgets, so that nodes are searched twice. One that holds all nodes gains nothing by being larger, and costs time where it no longer fits into the caches of the processor, because nearly every look into it waits for the memory. So the players take no larger table than their nodes need.";
    let time = line("time to depth 9", 0.2, why, sizes, |table_megabytes| {
        let options = Options {
            table_megabytes,
            ..Options::default()
        };
        searched(options, Limits::depth(9))
    });
    Curve::new(
        "table",
        "Search by the size of its table",
        "megabytes of the table",
        "time",
        vec![time],
    )
}
