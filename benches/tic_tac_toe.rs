//! Tic-tac-toe: plain minimax over the whole tree beside the shared search, the exact results of a strategy,
//! the evolution of strategies, and larger boards.
//!
//! `cargo bench --bench tic_tac_toe`

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use evolvarium::games::tic_tac_toe::opponents::{problem, usual_search};
use evolvarium::games::tic_tac_toe::players::classes::Position3x3;
use evolvarium::games::tic_tac_toe::players::{
    Player, SearchMode, Strategy, StrategyGoal, minimax, search,
};
use evolvarium::games::tic_tac_toe::rules::{Board, Game, Side};
use evolvarium::generation::{Purpose, Seed, StopReason};
use evolvarium::search::{Limits, StopToken};

fn tree(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole_tree_3x3");
    group.bench_function("plain_minimax_549946_nodes", |b| {
        b.iter(|| minimax::search(black_box(Position3x3::default())).nodes);
    });
    let game = Game::new(Board::default());
    group.bench_function("search_with_table", |b| {
        b.iter(|| solve(black_box(&game)));
    });
    group.finish();
}

fn solve(game: &Game) -> u64 {
    let found = search(
        game,
        Limits::default(),
        SearchMode::Solve,
        &StopToken::default(),
        |_| {},
    );
    found.map_or(0, |found| found.nodes)
}

fn boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve");
    group.sample_size(10);
    for name in ["3x4k3", "4x4k3", "4x4k4"] {
        let game = Game::new(name.parse().expect("a board"));
        group.bench_function(name, |b| b.iter(|| solve(black_box(&game))));
    }
    group.finish();
    let mut group = c.benchmark_group("move");
    group.sample_size(10);
    for name in ["15x15k5", "ultimate"] {
        let mut game = Game::new(name.parse().expect("a board"));
        let mut rng = Seed(1).stream(Purpose::Play);
        for _ in 0..8 {
            let cell = *rng.choose(&game.legal_cells()).expect("not over");
            game.play(cell).expect("allowed");
        }
        let strongest = evolvarium::games::tic_tac_toe::players::Opponent::Search(None);
        let player = Player::new(&strongest, game.board(), None).expect("it needs no strategy");
        group.bench_function(name, |b| {
            b.iter(|| player.choose(&game, Seed(1), &StopToken::default(), |_| {}));
        });
    }
    group.finish();
}

fn strategies(c: &mut Criterion) {
    let mut group = c.benchmark_group("strategy");
    let random = Strategy::random(&mut Seed(1).stream(Purpose::Founders));
    group.bench_function("exact_score", |b| b.iter(|| black_box(&random).score()));
    group.bench_function("games_of_one_side", |b| {
        b.iter(|| black_box(&random).games(Side::First));
    });
    group.bench_function("violation", |b| b.iter(|| black_box(&random).violation()));
    group.sample_size(30);
    for (name, goal) in [
        ("never_loses", StrategyGoal::Unbeaten),
        ("scores_70", StrategyGoal::Score(70)),
    ] {
        let mut seed = 0;
        group.bench_function(name, |b| {
            b.iter_batched(
                || {
                    seed = (seed + 1) % 30;
                    problem::run(goal, &usual_search(), Seed(seed)).expect("in range")
                },
                |mut run| assert_eq!(run.finish(), &StopReason::TargetMet),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, tree, strategies, boards);
criterion_main!(benches);
