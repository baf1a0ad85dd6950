//! The hot loops of Hexxagon, and of the shared search, which Hexxagon uses most.

use std::hint::black_box;

use evolvarium::games::hexxagon::players::evaluation::EvaluationWeights;
use evolvarium::games::hexxagon::players::two_player_search::TwoPlayerPosition;
use evolvarium::games::hexxagon::rules::{Board, BoardNumber, StuckRule, perft};
use evolvarium::generation::Seed;
use evolvarium::search::{Limits, Options, Searcher, StopToken};

use super::Loop;

pub const LOOPS: &[Loop] = &[
    Loop {
        name: "hexxagon.perft",
        claim: "perft of Three Bridge at depth 4, 476,406 positions",
        prepare: count,
    },
    Loop {
        name: "search.nodes",
        claim: "30,000 nodes of the search, from the start of Three Bridge",
        prepare: || search(1),
    },
    Loop {
        name: "search.table",
        claim: "twenty searches of that start to depth 5, with all they need in the table",
        prepare: || search(20),
    },
];

fn count() -> Box<dyn FnMut()> {
    let board = Board::listed(BoardNumber(1), Seed(1)).expect("a board");
    let start = board.start::<2>().expect("for two");
    Box::new(move || {
        black_box(perft(&board, black_box(&start), StuckRule::Skip, 4));
    })
}

/// A search of the start, repeated. The first one is not counted if there are several.
fn search(times: u32) -> Box<dyn FnMut()> {
    let board = Board::listed(BoardNumber(1), Seed(1)).expect("a board");
    let start = board.start::<2>().expect("for two");
    let weights = EvaluationWeights::evolved();
    let root = TwoPlayerPosition::new(&board, start, StuckRule::Skip, weights);
    let options = Options {
        table_megabytes: 4,
        ..Options::default()
    };
    let mut searcher = Searcher::new(options).expect("in range");
    let mut search = move |limits: Limits| {
        let found = searcher.search(&root, limits, &StopToken::default(), |_| {});
        black_box(found.expect("in range").nodes);
    };
    if times == 1 {
        return Box::new(move || search(Limits::nodes(30_000)));
    }
    search(Limits::depth(5));
    Box::new(move || {
        for _ in 0..times {
            search(Limits::depth(5));
        }
    })
}
