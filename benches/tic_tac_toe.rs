//! Tic-tac-toe: plain minimax over the whole tree beside the shared search, the exact results of a strategy,
//! the evolution of strategies, and larger boards.
//!
//! `cargo bench --bench tic_tac_toe`, or `-- tree`, `-- strategies`, `-- boards` for one part.

mod measuring;

use std::hint::black_box;

use evolvarium::games::tic_tac_toe::opponents::{problem, usual_parameters};
use evolvarium::games::tic_tac_toe::players::classes::Position3x3;
use evolvarium::games::tic_tac_toe::players::{
    Player, SearchMode, Strategy, StrategyGoal, minimax, search,
};
use evolvarium::games::tic_tac_toe::rules::{Board, Game, Side};
use evolvarium::generation::{Purpose, Seed, StopReason};
use evolvarium::search::{Limits, StopToken};
use measuring::{Bench, work, work_on};

fn tree(bench: &Bench) {
    let game = Game::new(Board::default());
    bench.time_beside(
        "3x3 is solved by the search with its table",
        work(|| solve(black_box(&game))),
        "plain minimax over the whole tree, 549,946 nodes",
        work(|| minimax::search(black_box(Position3x3::default())).nodes),
    );
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

fn boards(bench: &Bench) {
    for name in ["3x4k3", "4x4k3", "4x4k4"] {
        let game = Game::new(name.parse().expect("a board"));
        bench.time(
            &format!("{name} is solved"),
            work(|| solve(black_box(&game))),
        );
    }
    for name in ["15x15k5", "ultimate"] {
        let mut game = Game::new(name.parse().expect("a board"));
        let mut rng = Seed(1).stream(Purpose::Play);
        for _ in 0..8 {
            let cell = *rng.choose(&game.legal_cells()).expect("not over");
            game.play(cell).expect("allowed");
        }
        let strongest = evolvarium::games::tic_tac_toe::players::Opponent::Search(None);
        let player = Player::new(&strongest, game.board(), None).expect("it needs no strategy");
        bench.time(
            &format!("a move of the strongest opponent, {name}"),
            work(|| player.choose(&game, Seed(1), &StopToken::default(), |_| {})),
        );
    }
}

fn strategies(bench: &Bench) {
    let random = Strategy::random(&mut Seed(1).stream(Purpose::Founders));
    bench.time_beside(
        "the exact score of a strategy",
        work(|| black_box(&random).score()),
        "all its games as one of both sides",
        work(|| black_box(&random).games(Side::First)),
    );
    bench.time(
        "the faults of a strategy",
        work(|| black_box(&random).violation()),
    );
    for (name, goal) in [
        ("never loses", StrategyGoal::Unbeaten),
        ("scores 70 %", StrategyGoal::Score(70)),
    ] {
        let mut seed = 0;
        let run = move || {
            seed = (seed + 1) % 30;
            problem::run(goal, &usual_parameters(), Seed(seed)).expect("in range")
        };
        bench.time(
            &format!("a strategy that {name} is evolved, mean of 30 seeds"),
            work_on(run, |run| {
                assert_eq!(run.finish(), &StopReason::TargetMet);
            }),
        );
    }
}

fn main() {
    let bench = Bench::new("tic_tac_toe");
    for (part, measure) in [
        ("tree", tree as fn(&Bench)),
        ("strategies", strategies),
        ("boards", boards),
    ] {
        if bench.wants(part) {
            measure(&bench);
        }
    }
}
