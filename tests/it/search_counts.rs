//! How many nodes searches take. Another order of moves, another cut, or another way of replacing entries of the table makes
//! no move wrong, so that no other test notices it; but it changes these numbers. They are only to change on purpose: who
//! changes the search or the evaluation writes down the new ones.

use std::fmt::Debug;
use std::sync::Arc;

use evolvarium::games::hexxagon::players::evaluation::EvaluationWeights;
use evolvarium::games::hexxagon::players::three_player_search::{
    OpponentModel, ThreePlayerPosition,
};
use evolvarium::games::hexxagon::players::two_player_search::TwoPlayerPosition;
use evolvarium::games::hexxagon::rules::{Board, BoardNumber, StuckRule};
use evolvarium::games::tic_tac_toe::players::{SearchMode, search};
use evolvarium::games::tic_tac_toe::rules::Game;
use evolvarium::generation::Seed;
use evolvarium::search::{Limits, Options, Position, Score, Searcher, StopToken};

use crate::tic_tac_toe::{board as line_board, played};

fn board(number: u16) -> Arc<Board> {
    Board::listed(BoardNumber(number), Seed(1)).expect("a board")
}

/// A table as small as it can be, so that entries are replaced.
const USUAL: Options = Options {
    table_megabytes: 1,
    threads: 1,
    selective: true,
    quiescence: true,
    seed: None,
    score_every_move: false,
};

/// The nodes and the score of three searches. After each, its best move is made, and the same searcher goes on with what it
/// remembers.
fn three_searches<P: Position>(mut root: P, depth: u32, options: Options) -> [(u64, Score); 3]
where
    P::Move: Debug,
{
    let mut searcher = Searcher::new(options).expect("in range");
    [(); 3].map(|()| {
        let found = searcher
            .search(&root, Limits::depth(depth), &StopToken::default(), |_| {})
            .expect("in range");
        root.make(found.best_move().expect("a move"));
        (found.nodes, found.score)
    })
}

fn two(number: u16, depth: u32, options: Options) -> [(u64, Score); 3] {
    let board = board(number);
    let start = board.start::<2>().expect("for two");
    let weights = &EvaluationWeights::BY_HAND;
    let root = TwoPlayerPosition::new(&board, start, StuckRule::Skip, weights);
    three_searches(root, depth, options)
}

fn three(model: OpponentModel, depth: u32) -> [(u64, Score); 3] {
    let board = board(40);
    let start = board.start::<3>().expect("for three");
    let weights = &EvaluationWeights::BY_HAND;
    let root = ThreePlayerPosition::new(&board, &start, StuckRule::Skip, model, weights);
    three_searches(root, depth, USUAL)
}

#[test]
fn searches_of_two_players_take_as_many_nodes_as_noted() {
    let plain = Options {
        selective: false,
        quiescence: false,
        ..USUAL
    };
    let every_move = Options {
        seed: Some(Seed(7)),
        score_every_move: true,
        ..USUAL
    };
    assert_eq!(
        [two(1, 7, USUAL), two(2, 5, plain), two(3, 5, every_move)],
        [
            [(48_082, 86), (20_325, 16), (26_429, 104)],
            [(21_182, 110), (14_305, 28), (33_026, 134)],
            [(17_537, 40), (19_122, -60), (20_470, 40)]
        ]
    );
}

#[test]
fn searches_of_three_players_take_as_many_nodes_as_noted() {
    use OpponentModel::{BestReply, GreedyParanoid, Paranoid};
    assert_eq!(
        [
            three(Paranoid, 5),
            three(BestReply, 6),
            three(GreedyParanoid, 7)
        ],
        [
            [(4_457, -60), (6_041, 54), (5, -54)],
            [(11_986, 124), (30_484, -160), (16_767, 60)],
            [(33_614, 0), (18_071, 140), (7, -140)]
        ]
    );
}

#[test]
fn searches_of_tic_tac_toe_take_as_many_nodes_as_noted() {
    let nodes = |game: &Game, depth: u32, mode: SearchMode| {
        let limits = Limits::depth(depth);
        let found = search(game, limits, mode, &StopToken::default(), |_| {});
        let found = found.expect("in range");
        (found.nodes, found.score)
    };
    let game = played(line_board("15x15k5"), "h8 g7 i9 g9");
    let small = Game::new(line_board("4x4k4"));
    let ultimate = Game::new(line_board("ultimate"));
    assert_eq!(
        [
            nodes(&game, 6, SearchMode::Play(Seed(1))),
            nodes(&game, 4, SearchMode::EveryMove),
            nodes(&small, 16, SearchMode::Solve),
            nodes(&ultimate, 7, SearchMode::Play(Seed(1))),
        ],
        [(13_962, 3), (59_470, -33), (1_770_994, 0), (110_323, 18)]
    );
}
