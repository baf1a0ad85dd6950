//! The hot loops of match-3.

use std::hint::black_box;

use evolvarium::games::match3::level::{Feasibility, LevelGenome, LevelProblem, Setup};
use evolvarium::games::match3::rules::{Board, Fill, Game, Goal, Size};
use evolvarium::generation::{Problem, Purpose, Seed};

use super::Loop;

pub const LOOPS: &[Loop] = &[
    Loop {
        name: "match3.potential",
        claim: "the swap potential of 1,000 random 10x10 boards",
        prepare: potential,
    },
    Loop {
        name: "match3.feasibility",
        claim: "the feasibility of 1,000 random 10x10 boards",
        prepare: feasibility,
    },
    Loop {
        name: "match3.fill",
        claim: "how 1,000 random 10x10 boards fill",
        prepare: fill,
    },
    Loop {
        name: "match3.evaluation",
        claim: "the whole evaluation of 1,000 random 10x10 boards",
        prepare: evaluation,
    },
    Loop {
        name: "match3.play",
        claim: "1,000 effective swaps, 9x9, six colours",
        prepare: || play(false),
    },
    Loop {
        name: "match3.play_with_powers",
        claim: "1,000 effective swaps with power pieces",
        prepare: || play(true),
    },
];

fn boards() -> (LevelProblem, Vec<LevelGenome>) {
    let setup: Setup = "10x10c7-p500t55k10".parse().expect("a setup");
    let problem = LevelProblem::new(setup);
    let mut rng = Seed(1).stream(Purpose::Founders);
    let boards = (0..1_000).map(|_| problem.random(&mut rng)).collect();
    (problem, boards)
}

/// A loop over random boards.
fn on_boards(work: fn(&LevelProblem, &LevelGenome) -> u64) -> Box<dyn FnMut()> {
    let (problem, boards) = boards();
    Box::new(move || {
        for board in &boards {
            black_box(work(&problem, black_box(board)));
        }
    })
}

fn potential() -> Box<dyn FnMut()> {
    on_boards(|problem, board| problem.potential(board).into())
}

fn feasibility() -> Box<dyn FnMut()> {
    on_boards(|problem, board| {
        let found = Feasibility::of(problem.setup().size, &board.layout());
        found.violation().into()
    })
}

fn fill() -> Box<dyn FnMut()> {
    on_boards(|problem, board| {
        let size = problem.setup().size;
        let open = size.all() - board.layout().blocked;
        Fill::new(size, open).reached().len().into()
    })
}

fn evaluation() -> Box<dyn FnMut()> {
    on_boards(|problem, board| {
        let mut rng = Seed(1).stream(Purpose::Reproduction);
        let objective = problem.objective(board, &mut rng);
        objective.to_bits() ^ u64::from(problem.violation(board))
    })
}

fn play(powers: bool) -> Box<dyn FnMut()> {
    let size = Size::new(9, 9).expect("a size");
    let mut board = Board::new(size, 6, std::iter::empty());
    let mut chance = Seed(1).stream(Purpose::Layout);
    board.deal(&mut chance).expect("it is open");
    let chance = Seed(1).stream(Purpose::Play);
    let board = board.with_powers(powers);
    let mut game = Game::resume(board, Goal::Score(u32::MAX), 0, chance);
    let mut rng = Seed(2).stream(Purpose::Player);
    Box::new(move || {
        for _ in 0..1_000 {
            let swaps = game.board().swaps();
            let swap = swaps.nth(rng.random_below(swaps.len()));
            game.apply(swap.expect("never dead"), &mut ())
                .expect("it matches");
        }
        black_box(game.score());
    })
}
