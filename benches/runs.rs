//! The cost of the history and the family tree that a run keeps for the theatre: runs of the games' own problems
//! without and with them, on one thread, in turns.
//!
//! `cargo bench --bench runs`

mod measuring;

use std::sync::Arc;
use std::time::Instant;

use evolvarium::games::dungeon::enemies::problem::{self as enemies, EnemyProblem};
use evolvarium::games::dungeon::enemies::spec::{DEFAULT_ARENAS, EnemySpec};
use evolvarium::games::dungeon::graph::problem::{self as graphs, GraphProblem};
use evolvarium::games::dungeon::rules::EnemyKind;
use evolvarium::games::hexxagon::boards::{self, BoardProblem, BoardSpec};
use evolvarium::games::hexxagon::opponents::{self, OpponentSpec, WeightsProblem};
use evolvarium::games::hexxagon::players::Level;
use evolvarium::games::hexxagon::rules::{Board, BoardNumber, StuckRule};
use evolvarium::games::match3::level::{GoalKind, LevelProblem};
use evolvarium::games::tic_tac_toe::opponents::problem::{self as strategies, StrategyProblem};
use evolvarium::games::tic_tac_toe::players::StrategyGoal;
use evolvarium::generation::{EvolutionParameters, Problem, Run, Seed};
use measuring::row::{Amount, Unit};
use measuring::{Bench, measured_beside};

/// Runs each seed without and with a history, and prints the means. The first round warms up.
fn compare<P: Problem>(bench: &Bench, name: &str, runs: u64, run: impl Fn(Seed) -> Run<P>) {
    if !bench.wants(name) {
        return;
    }
    let mut seconds = [0.0; 2];
    let mut evaluations = 0;
    for _ in 0..2 {
        seconds = [0.0; 2];
        evaluations = 0;
        for seed in 1..=runs {
            for turn in 0..2 {
                let with_history = (turn + seed) % 2 == 0;
                let run = run(Seed(seed));
                let mut run = if with_history {
                    run.with_history()
                } else {
                    run
                };
                let started = Instant::now();
                run.finish();
                seconds[usize::from(with_history)] += started.elapsed().as_secs_f64();
                evaluations += run.evaluations() / 2;
            }
        }
    }
    let [bare, kept] = seconds.map(|sum| Amount::of(sum / runs as f64, Unit::Seconds));
    let evaluations = evaluations / runs;
    bench.print(
        &format!("{name} with history and family tree, {evaluations} evaluations a run"),
        kept,
        Some(measured_beside("without them", bare)),
    );
}

fn main() {
    let bench = &Bench::new("runs");
    let mut setup = LevelProblem::new(Default::default()).setup().clone();
    setup.wanted = 888;
    setup.tolerance = 0;
    setup.goals = GoalKind::Clear.into();
    let levels = Arc::new(LevelProblem::new(setup));
    let parameters = EvolutionParameters {
        generations: 1_000,
        ..EvolutionParameters::default()
    };
    compare(bench, "levels", 20, |seed| {
        Run::new(Arc::clone(&levels), parameters.clone(), seed).expect("in range")
    });
    let spec = BoardSpec {
        players: 2,
        plies: 60,
        symmetric: true,
        sharpness: 130,
    };
    compare(bench, "boards of Hexxagon", 10, |seed| {
        let problem = BoardProblem::new(spec, seed);
        Run::new(Arc::new(problem), boards::usual_parameters(), seed).expect("in range")
    });
    let parameters = EvolutionParameters {
        generations: 300,
        ..strategies::usual_parameters()
    };
    compare(bench, "strategies", 10, |seed| {
        let problem = StrategyProblem::new(StrategyGoal::Unbeaten);
        Run::new(Arc::new(problem), parameters.clone(), seed).expect("in range")
    });
    let parameters = EvolutionParameters {
        generations: 500,
        ..graphs::usual_parameters()
    };
    compare(bench, "dungeons", 10, |seed| {
        Run::new(Arc::new(GraphProblem::usual()), parameters.clone(), seed).expect("in range")
    });
    let board = Board::listed(BoardNumber(1), Seed(1)).expect("a board");
    let parameters = EvolutionParameters {
        generations: 10,
        ..opponents::usual_parameters()
    };
    let spec = OpponentSpec {
        points: 50,
        against: Level::new(2).expect("a level"),
    };
    compare(bench, "opponents of Hexxagon", 4, |seed| {
        let problem = WeightsProblem::new(spec, &board, StuckRule::Ends, seed);
        Run::new(Arc::new(problem), parameters.clone(), seed).expect("in range")
    });
    let parameters = EvolutionParameters {
        generations: 5,
        ..enemies::usual_parameters()
    };
    let spec = EnemySpec {
        kind: EnemyKind::Hunter,
        strength: 5,
        arenas: DEFAULT_ARENAS,
    };
    compare(bench, "enemies", 4, |seed| {
        let problem = EnemyProblem::new(spec, seed);
        Run::new(Arc::new(problem), parameters.clone(), seed).expect("in range")
    });
}
