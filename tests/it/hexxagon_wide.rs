//! Hexxagon on boards of more than 64 cells, among them Chang's test board with all 81.

use std::sync::Arc;

use evolvarium::games::hexxagon::boards::{BoardProblem, BoardSpec};
use evolvarium::games::hexxagon::players::Opponent;
use evolvarium::games::hexxagon::players::evaluation::EvaluationWeights;
use evolvarium::games::hexxagon::players::two_player_search::TwoPlayerPosition;
use evolvarium::games::hexxagon::rules::{
    Board, BoardNumber, Cell, Cells, Ending, Game, Pieces, Plan, Player, Position, StuckRule, Word,
    perft,
};
use evolvarium::games::hexxagon::setup::Setup;
use evolvarium::generation::{Purpose, Seed};
use evolvarium::search::{Limits, Options, Searcher, StopToken};

fn board(number: u16) -> Arc<Board> {
    Board::listed(BoardNumber(number), Seed(1)).expect("a board")
}

/// A second implementation of the rules, which knows cells and distances alone: the pieces of the player to move, and
/// those of the rival.
fn slow_perft(cells: &[Cell], own: &[Cell], rival: &[Cell], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let free = |cell: &Cell| !own.contains(cell) && !rival.contains(cell);
    let after = |from: Option<Cell>, to: Cell| {
        let (turned, kept): (Vec<Cell>, Vec<Cell>) = rival
            .iter()
            .copied()
            .partition(|cell| cell.distance(to) == 1);
        let left = own.iter().copied().filter(|cell| Some(*cell) != from);
        let own: Vec<Cell> = left.chain(turned).chain([to]).collect();
        slow_perft(cells, &kept, &own, depth - 1)
    };
    let mut leaves = 0;
    for to in cells.iter().copied().filter(free) {
        if own.iter().any(|cell| cell.distance(to) == 1) {
            leaves += after(None, to);
        }
        let jumps = own.iter().filter(|cell| cell.distance(to) == 2);
        leaves += jumps.map(|from| after(Some(*from), to)).sum::<u64>();
    }
    leaves
}

#[test]
fn a_board_of_81_cells_is_measured_in_the_editor_like_any_other() {
    let problem = BoardProblem::new(BoardSpec::usual(2), Seed(1));
    let plan = board(999).plan();
    let metrics = problem.metrics_over(&plan, 0..4).expect("it is playable");
    assert!(metrics.plies > 20.0, "{metrics:?}");
}

#[test]
fn changs_test_board_has_all_81_cells_and_its_moves() {
    let board = board(999);
    assert_eq!((board.cells().len(), board.players()), (81, 2));
    assert!(board.is_wide() && board.start::<2>().is_none());
    let start = board.wide_start::<2>().expect("a board for two");
    // Beside cell 36 lie 27, 37 and 45; two steps away lie 18, 19, 28, 38, 46, 54 and 55.
    assert_eq!(perft(&board, &start, StuckRule::Ends, 1), 3 + 7);
    for depth in 1..=4 {
        let slow = slow_perft(board.cells(), &[Cell(36)], &[Cell(44)], depth);
        assert_eq!(
            perft(&board, &start, StuckRule::Ends, depth),
            slow,
            "{depth}"
        );
    }
    // This position is in the midst of a fight over the last columns.
    let cells = |cells: &[u8]| cells.iter().map(|cell| Cell(*cell)).collect::<Vec<_>>();
    let (own, rival) = (cells(&[60, 69, 79, 63]), cells(&[61, 71, 77, 72, 45]));
    let game = Game::set_up(
        &board,
        StuckRule::Ends,
        &[own.clone(), rival.clone()],
        Player(0),
    );
    let game = game.expect("a legal position");
    let Pieces::WideTwo(position) = game.pieces() else {
        panic!("the board has more than 64 cells");
    };
    for depth in 1..=3 {
        let slow = slow_perft(board.cells(), &own, &rival, depth);
        assert_eq!(
            perft(&board, position, StuckRule::Ends, depth),
            slow,
            "{depth}"
        );
    }
}

#[test]
fn positions_in_both_words_have_the_same_moves() {
    for (number, depth, count) in [(1, 4, 476_406), (0, 4, 492_714)] {
        let board = board(number);
        let (narrow, wide) = (board.start::<2>(), board.wide_start::<2>());
        let (narrow, wide) = (narrow.expect("for two"), wide.expect("for two"));
        assert_eq!(perft(&board, &narrow, StuckRule::Skip, depth), count);
        assert_eq!(perft(&board, &wide, StuckRule::Skip, depth), count);
    }
    let board = board(40);
    let (narrow, wide) = (board.start::<3>(), board.wide_start::<3>());
    let (narrow, wide) = (narrow.expect("for three"), wide.expect("for three"));
    assert_eq!(
        perft(&board, &narrow, StuckRule::Skip, 3),
        perft(&board, &wide, StuckRule::Skip, 3)
    );
}

/// Plays random moves, and returns the score of a full search at depth 3.
fn searched<W: Word>(board: &Arc<Board>, start: Position<2, W>, seed: u64) -> i32 {
    let mut rng = Seed(seed).stream(Purpose::Play);
    let mut position = start;
    for _ in 0..20 {
        let mut moves = Vec::new();
        position.each_move(board, |made| moves.push(made));
        let Some(made) = rng.choose(&moves) else {
            break;
        };
        position = position.after(board, *made);
    }
    let weights = EvaluationWeights::evolved();
    let root = TwoPlayerPosition::new(board, position, StuckRule::Ends, weights);
    let options = Options {
        selective: false,
        table_megabytes: 4,
        ..Options::default()
    };
    let mut searcher = Searcher::new(options).expect("in range");
    let found = searcher.search(&root, Limits::depth(3), &StopToken::default(), |_| {});
    found.expect("in range").score
}

#[test]
fn searches_in_both_words_find_the_same_scores() {
    for number in [0, 3, 6] {
        let board = board(number);
        for seed in 0..4 {
            let narrow = searched(&board, board.start().expect("for two"), seed);
            let wide = searched(&board, board.wide_start().expect("for two"), seed);
            assert_eq!(narrow, wide, "board {number}, seed {seed}");
        }
    }
}

fn play_out(mut game: Game, names: &[&str]) -> Game {
    let players: Vec<Opponent> = names.iter().map(|n| n.parse().expect(n)).collect();
    while game.ending().is_none() {
        assert!(game.move_count() < 500, "{names:?} do not end");
        let player = players[game.mover().index()];
        let seed = Seed(1).child(u64::from(game.move_count()) + 1);
        let choice = player.choose(&game, seed, &StopToken::default(), &mut |_| {});
        let made = choice.expect("there is a move").made;
        let written = game.written(made).expect("nobody passes by choice");
        assert_eq!(game.read(&written), Ok(made));
        game.make(made);
    }
    game
}

#[test]
fn searches_weights_and_chance_play_large_boards_to_the_end() {
    for names in [
        ["level4", "set6"],
        ["depth2", "plain1"],
        ["level2", "random"],
    ] {
        let game = play_out(Game::new(&board(999), StuckRule::Ends), &names);
        let all: u32 = game.counts().iter().sum();
        match game.ending() {
            Some(Ending::Full) => assert_eq!(all, 81),
            other => assert!(other.is_some() && all <= 81, "{other:?}: {all}"),
        }
        assert!(matches!(game.pieces(), Pieces::WideTwo(_)));
    }
    // Three players start in three corners of the whole grid.
    let mut starts = [Cells::default(); 3];
    for (start, cell) in starts.iter_mut().zip([0, 8, 76]) {
        start.set(Cell(cell), true);
    }
    let plan = Plan {
        cells: Cells::ALL,
        starts,
    };
    assert_eq!(plan.faults(), []);
    let large = Board::from_plan("large", &plan).expect("it can be played on");
    assert_eq!(large.plan(), plan);
    for names in [
        ["level4", "hungry1", "maxn1"],
        ["reply1", "paranoid1", "set3"],
    ] {
        let game = play_out(Game::new(&large, StuckRule::Skip), &names);
        assert!(matches!(game.pieces(), Pieces::WideThree(_)));
    }
}

#[test]
fn moves_captures_and_ids_reach_the_last_cell() {
    // The piece on 79, in the last column, clones to 80 and turns the rival on 71 over, which is beside 80.
    let board = board(999);
    assert_eq!(Cell(80).distance(Cell(71)), 1);
    let pieces = [vec![Cell(79)], vec![Cell(71), Cell(0)]];
    let game = Game::set_up(&board, StuckRule::Ends, &pieces, Player(0));
    let mut game = game.expect("a legal position");
    let event = game.make(game.read(&"80".parse().expect("a move")).expect("legal"));
    let cells = event.captured.map(|index| board.cells()[index.as_usize()]);
    assert_eq!(cells.collect::<Vec<_>>(), [Cell(71)]);
    assert_eq!(game.counts(), [3, 1]);
    let text = "b999-human-level3";
    let setup: Setup = text.parse().expect("a setup");
    assert_eq!(setup.to_string(), text);
}
