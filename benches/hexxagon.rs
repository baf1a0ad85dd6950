//! Hexxagon: perft, and our search beside a plain alpha-beta at the same depth.
//!
//! `cargo bench --bench hexxagon`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evolvarium::games::hexxagon::opponent::look_ahead::DuelPosition;
use evolvarium::games::hexxagon::opponent::plain;
use evolvarium::games::hexxagon::rules::{Board, BoardNumber, Position, Stuck, perft};
use evolvarium::generation::{Purpose, Seed};
use evolvarium::search::{Limits, Options, Searcher, Stopper};

fn count(c: &mut Criterion) {
    let board = Board::of(BoardNumber(1), Seed(1)).expect("a board");
    let start = board.start::<2>().expect("for two");
    let mut group = c.benchmark_group("perft_three_bridge");
    group.throughput(Throughput::Elements(15_882_279));
    group.sample_size(20);
    group.bench_function("depth_5", |b| {
        b.iter(|| perft(&board, black_box(&start), Stuck::Skip, 5));
    });
    group.finish();
}

/// A position in the middle of a game.
fn midgame(board: &Board) -> Position<2> {
    let mut position = board.start::<2>().expect("for two");
    let mut rng = Seed(4).stream(Purpose::Play);
    for _ in 0..16 {
        let mut moves = Vec::new();
        position.each_move(board, |made| moves.push(made));
        position = position.after(board, *rng.pick(&moves).expect("a move"));
    }
    position
}

fn same_depth(c: &mut Criterion) {
    let board = Board::of(BoardNumber(1), Seed(1)).expect("a board");
    let position = midgame(&board);
    let mut group = c.benchmark_group("three_bridge_midgame");
    group.sample_size(10);
    for depth in [4, 5, 6] {
        group.bench_function(format!("plain_depth_{depth}"), |b| {
            b.iter(|| plain::choose(&board, black_box(&position), Stuck::Skip, depth));
        });
        let root = DuelPosition::new(&board, position, Stuck::Skip);
        group.bench_function(format!("search_depth_{depth}"), |b| {
            b.iter(|| {
                let options = Options {
                    table_megabytes: 8,
                    ..Options::default()
                };
                let mut searcher = Searcher::new(options).expect("in range");
                searcher.think(
                    black_box(&root),
                    Limits::depth(depth),
                    &Stopper::default(),
                    |_| {},
                )
            });
        });
    }
    group.finish();
}

criterion_group!(benches, count, same_depth);
criterion_main!(benches);
