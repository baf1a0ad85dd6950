//! The hot loops of tic-tac-toe.

use std::hint::black_box;

use evolvarium::games::tic_tac_toe::players::classes::Position3x3;
use evolvarium::games::tic_tac_toe::players::{SearchMode, Strategy, minimax, search};
use evolvarium::games::tic_tac_toe::rules::Game;
use evolvarium::generation::{Purpose, Seed};
use evolvarium::search::{Limits, StopToken};

use super::Loop;

pub const LOOPS: &[Loop] = &[
    Loop {
        name: "tic_tac_toe.whole_tree",
        claim: "plain minimax over the whole tree of 3x3, 549,946 nodes",
        prepare: whole_tree,
    },
    Loop {
        name: "tic_tac_toe.solve",
        claim: "4x3 with three in a row is solved by the search",
        prepare: solve,
    },
    Loop {
        name: "tic_tac_toe.strategy",
        claim: "the exact scores of 1,000 random strategies",
        prepare: strategies,
    },
];

fn whole_tree() -> Box<dyn FnMut()> {
    Box::new(|| {
        black_box(minimax::search(black_box(Position3x3::default())).nodes);
    })
}

fn solve() -> Box<dyn FnMut()> {
    let game = Game::new("3x4k3".parse().expect("a board"));
    Box::new(move || {
        let never = StopToken::default();
        let found = search(&game, Limits::default(), SearchMode::Solve, &never, |_| {});
        black_box(found.expect("in range").nodes);
    })
}

fn strategies() -> Box<dyn FnMut()> {
    let mut rng = Seed(1).stream(Purpose::Founders);
    let all: Vec<Strategy> = (0..1_000).map(|_| Strategy::random(&mut rng)).collect();
    Box::new(move || {
        for strategy in &all {
            black_box(black_box(strategy).score());
        }
    })
}
