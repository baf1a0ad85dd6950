//! The numbers of nodes that searches take. Another order of moves, another cut, or another way of replacing entries of
//! the table makes no move wrong, so that no other test notices it; but it changes these numbers. They may change only
//! on purpose: with a change of the search or the evaluation, the new numbers are written down.

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

/// Plays a game against itself. Every move is searched by the same searcher, which goes on with its memory. Returns the
/// number of searches, the number of those that have seen the whole tree, the nodes of all, and the sum of the scores.
fn game<P: Position>(mut root: P, depth: u32, options: Options) -> (u32, u32, u64, Score)
where
    P::Move: Debug,
{
    let mut searcher = Searcher::new(options).expect("in range");
    let mut counts = (0, 0, 0, 0);
    while root.terminal_score().is_none() {
        let found = searcher
            .search(&root, Limits::depth(depth), &StopToken::default(), |_| {})
            .expect("in range");
        root.make(found.best_move().expect("a move"));
        counts.0 += 1;
        counts.1 += u32::from(found.complete);
        counts.2 += found.nodes;
        counts.3 += found.score;
    }
    counts
}

fn two(number: u16, depth: u32, options: Options) -> (u32, u32, u64, Score) {
    let board = board(number);
    let start = board.start::<2>().expect("for two");
    let weights = &EvaluationWeights::BY_HAND;
    let root = TwoPlayerPosition::new(&board, start, StuckRule::Skip, weights);
    game(root, depth, options)
}

fn three(model: OpponentModel, depth: u32) -> (u32, u32, u64, Score) {
    let board = board(40);
    let start = board.start::<3>().expect("for three");
    let weights = &EvaluationWeights::BY_HAND;
    let root = ThreePlayerPosition::new(&board, &start, StuckRule::Skip, model, weights);
    game(root, depth, USUAL)
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
        [two(1, 5, USUAL), two(2, 3, plain), two(3, 3, every_move)],
        [
            (146, 0, 587_436, 57_687),
            (93, 3, 159_999, 48_810),
            (69, 0, 202_784, 33_657)
        ]
    );
}

#[test]
fn searches_of_three_players_take_as_many_nodes_as_noted() {
    use OpponentModel::{BestReply, GreedyParanoid, Paranoid};
    assert_eq!(
        [
            three(Paranoid, 4),
            three(BestReply, 4),
            three(GreedyParanoid, 4),
        ],
        [
            (83, 0, 64_159, 3_248),
            (109, 0, 428_056, -13_412),
            (132, 0, 40_971, 35_151)
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
