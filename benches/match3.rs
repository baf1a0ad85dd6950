//! Match-3: a potential, a feasibility, a level, and play by the second, on one core.
//!
//! `cargo bench --bench match3`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evolvarium::games::match3::level::{
    Breakdown, Feasibility, Level, Setup, generate, swap_potential,
};
use evolvarium::games::match3::rules::{Board, Game, Goal, Size};
use evolvarium::generation::{Purpose, Search, Seed};

/// The measured level of potential 429.
const ROWS: [&str; 10] = [
    ".........3",
    ".......3..",
    "...3....3.",
    ".......13.",
    "3.1..1.3..",
    "3.1.3.....",
    "......13..",
    ".........1",
    ".3.....1.3",
    "13...1...3",
];

fn potential(c: &mut Criterion) {
    let level = Level::from_rows(&ROWS, 7, Goal::Score(1), 0).expect("a level");
    let layout = level.layout();
    let free = level.size().all() - layout.blocked;
    assert_eq!(swap_potential(free, layout.overlays), 429);
    let mut group = c.benchmark_group("level_10x10");
    group.bench_function("swap_potential", |b| {
        b.iter(|| swap_potential(black_box(free), black_box(layout.overlays)));
    });
    group.bench_function("feasibility", |b| {
        b.iter(|| Feasibility::of(level.size(), black_box(&layout)).violation());
    });
    group.bench_function("breakdown_pattern_by_pattern", |b| {
        b.iter(|| Breakdown::of(level.size(), |cell| black_box(&level).kind(cell)));
    });
    group.finish();
}

fn levels(c: &mut Criterion) {
    let mut group = c.benchmark_group("fi2pop_10x10_tolerance_55");
    for wanted in [300, 500, 900] {
        let setup: Setup = format!("10x10c7-p{wanted}t55k10").parse().expect("a setup");
        let mut seed = 0;
        group.bench_function(format!("wanted_{wanted}"), |b| {
            b.iter(|| {
                seed = (seed + 1) % 30;
                generate(&setup, &Search::default(), Seed(seed))
                    .expect("a run")
                    .evaluations()
            });
        });
    }
    group.finish();
}

fn play(c: &mut Criterion) {
    let size = Size::new(9, 9).expect("a size");
    let board = Board::new(size, 6, std::iter::empty());
    let start = Game::new(
        board,
        Goal::Score(u32::MAX),
        0,
        Seed(1).stream(Purpose::Play),
    );
    let start = start.expect("an open board");
    const SWAPS: u64 = 1_000;
    let mut group = c.benchmark_group("play_9x9_6_colours");
    group.throughput(Throughput::Elements(SWAPS));
    group.bench_function("effective_swaps", |b| {
        b.iter(|| {
            let (mut game, mut rng) = (start.clone(), Seed(2).stream(Purpose::Player));
            for _ in 0..SWAPS {
                let swaps = game.board().swaps();
                let swap = swaps.nth(rng.below(swaps.len())).expect("never dead");
                game.apply(swap, &mut ()).expect("it matches");
            }
            game.score().points
        });
    });
    group.finish();
}

criterion_group!(benches, potential, levels, play);
criterion_main!(benches);
