//! Hexxagon without a view: boards, rules on small positions, numbers of positions, and opponents.

use std::sync::Arc;

use evolvarium::games::hexxagon::players::{Opponent, SearchSettings, Weights, score_of};
use evolvarium::games::hexxagon::rules::{
    Bitboard, Board, BoardNumber, Cell, CellIndex, CellMove, Ending, Game, Move, MoveError, Player,
    Position, StuckRule, perft,
};
use evolvarium::generation::Seed;
use evolvarium::search::{GameValue, Limits, StopToken};

/// A board of the game.
pub fn board(number: u16) -> Arc<Board> {
    Board::listed(BoardNumber(number), Seed(1)).expect("a board")
}

fn index(board: &Board, cell: u8) -> CellIndex {
    let at = board.cells().iter().position(|c| *c == Cell(cell));
    CellIndex(at.expect("it is on the board") as u8)
}

fn cell_set(board: &Board, cells: &[u8]) -> Bitboard {
    let set = |set: Bitboard, cell: &u8| set.or(index(board, *cell).alone());
    cells.iter().fold(Bitboard::none(), set)
}

/// A position of two players by the cells that they hold.
pub fn two(board: &Board, first: &[u8], second: &[u8]) -> Position<2> {
    Position::new([cell_set(board, first), cell_set(board, second)])
}

#[test]
fn all_23_boards_are_there_by_number_and_name() {
    let list = Board::list().expect("they can be read");
    let numbers: Vec<u16> = list.iter().map(|(number, _)| number.0).collect();
    assert_eq!(
        numbers,
        (0..15).chain(40..47).chain([999]).collect::<Vec<_>>()
    );
    let cells = [
        61, 58, 55, 48, 43, 25, 37, 48, 42, 36, 34, 37, 48, 54, 51, 61, 34, 37, 53, 48, 37, 43, 81,
    ];
    for ((number, name), cells) in list.into_iter().zip(cells) {
        let board = Board::listed(number, Seed(1)).expect("a board");
        assert_eq!(
            (board.name(), board.cells().len()),
            (name.as_str(), cells),
            "{number}"
        );
        let three = (40..47).contains(&number.0);
        assert_eq!(board.players(), if three { 3 } else { 2 });
    }
    assert!(
        Board::listed(BoardNumber(15), Seed(1))
            .is_err_and(|why| why.to_string().contains("no board 15"))
    );
    // The holes are drawn from the seed, and never where a player starts.
    let holes = |seed| {
        Board::listed(BoardNumber(14), Seed(seed))
            .expect("a board")
            .cells()
            .to_vec()
    };
    assert_eq!(holes(1), holes(1));
    assert_ne!(holes(1), holes(2));
    for seed in 0..50 {
        let cells = holes(seed);
        assert!(
            [2, 74, 44, 6, 36, 78]
                .iter()
                .all(|cell| cells.contains(&Cell(*cell)))
        );
    }
}

#[test]
fn neighbours_are_the_offsets_of_the_notes_without_those_that_wrap() {
    let odd: (&[i32], &[i32]) = (
        &[1, -1, 9, 10, -8, -9],
        &[2, -2, 17, 18, 19, -17, -18, -19, 8, 11, -7, -10],
    );
    let even: (&[i32], &[i32]) = (
        &[1, -1, 8, 9, -9, -10],
        &[2, -2, 17, 18, 19, -17, -18, -19, 7, 10, -8, -11],
    );
    for cell in Cell::all() {
        let (near, far) = if cell.col() % 2 == 1 { odd } else { even };
        for other in Cell::all() {
            let offset = i32::from(other.0) - i32::from(cell.0);
            // The end of one column and the start of the next are far apart.
            let wraps = cell.row().abs_diff(other.row()) > 2;
            let steps = cell.distance(other);
            assert_eq!(
                steps == 1,
                near.contains(&offset) && !wraps,
                "{cell:?} {other:?}"
            );
            assert_eq!(
                steps == 2,
                far.contains(&offset) && !wraps,
                "{cell:?} {other:?}"
            );
        }
    }
}

#[test]
fn perft_meets_the_known_counts() {
    let count = |number, depth| {
        let board = board(number);
        perft(
            &board,
            &board.start::<2>().expect("a board for two"),
            StuckRule::Skip,
            depth,
        )
    };
    let bridge: Vec<u64> = (1..=5).map(|depth| count(1, depth)).collect();
    assert_eq!(bridge, [24, 570, 16_548, 476_406, 15_882_279]);
    assert_eq!((count(0, 4), count(0, 5)), (492_714, 16_906_239));
}

#[test]
fn a_move_clones_or_jumps_and_turns_over_what_lies_around_its_target() {
    let board = board(0);
    // Around cell 40 lie 41, 39, 48, 49, 31 and 30.
    let position = two(&board, &[39], &[41, 48, 31, 20]);
    let clone = position.after(
        &board,
        Move::Clone {
            to: index(&board, 40),
        },
    );
    assert_eq!(clone.mover(), Player(1));
    assert_eq!(
        clone.pieces(Player(0)),
        cell_set(&board, &[39, 40, 41, 48, 31])
    );
    assert_eq!(clone.pieces(Player(1)), cell_set(&board, &[20]));
    let from = index(&board, 38);
    let position = two(&board, &[38], &[41, 48, 31, 20]);
    let jump = position.after(
        &board,
        Move::Jump {
            from,
            to: index(&board, 40),
        },
    );
    assert_eq!(jump.pieces(Player(0)), cell_set(&board, &[40, 41, 48, 31]));
    assert_eq!(jump.pieces(Player(1)), cell_set(&board, &[20]));
    let third = Position::new([
        cell_set(&board, &[39]),
        cell_set(&board, &[41]),
        cell_set(&board, &[48]),
    ]);
    let both = third.after(
        &board,
        Move::Clone {
            to: index(&board, 40),
        },
    );
    assert_eq!(both.pieces(Player(0)), cell_set(&board, &[39, 40, 41, 48]));
    assert!(both.pieces(Player(1)).is_empty() && both.pieces(Player(2)).is_empty());
}

#[test]
fn games_end_full_alone_or_stuck_and_the_rule_says_who_gets_the_empty_cells() {
    let board = board(5);
    let all: Vec<u8> = board.cells().iter().map(|cell| cell.0).collect();
    let full = two(&board, &all[..10], &all[10..]);
    assert_eq!(full.ending(&board, StuckRule::Ends), Some(Ending::Full));
    assert_eq!(full.result(&board, StuckRule::Ends), [10, 15]);
    let alone = two(&board, &[36, 37], &[]);
    assert_eq!(alone.ending(&board, StuckRule::Skip), Some(Ending::Alone));
    assert_eq!(alone.result(&board, StuckRule::Ends), [2, 0]);
    // The piece on cell 36 is surrounded by rivals, and the free cell 44 is far away.
    let near: Bitboard = board
        .near(index(&board, 36))
        .or(board.far(index(&board, 36)));
    let walls = all.iter().filter(|cell| **cell != 36 && **cell != 44);
    let walls: Vec<u8> = walls.copied().collect();
    assert!(!near.has(index(&board, 44)));
    let stuck = two(&board, &[36], &walls);
    assert_eq!(stuck.ending(&board, StuckRule::Ends), Some(Ending::Stuck));
    assert_eq!(
        stuck.result(&board, StuckRule::Ends),
        [1, walls.len() as u32 + 1]
    );
    assert_eq!(stuck.ending(&board, StuckRule::Skip), None);
    let passed = stuck.after(&board, Move::Pass);
    assert_eq!((passed.mover(), passed.own()), (Player(1), stuck.rivals()));
}

#[test]
fn the_five_weights_score_a_move_as_worked_by_hand() {
    let board = board(0);
    // A jump from 38 to 40: three rivals lie around the target, one own piece and one rival around the source.
    let position = two(&board, &[38, 37], &[41, 48, 31, 29]);
    let (from, to) = (index(&board, 38), index(&board, 40));
    assert!(board.near::<u64>(from).has(index(&board, 29)));
    let normal = Weights::SETS[1];
    let score = |made| normal.score(&board, &position, made);
    assert_eq!(score(Move::Jump { from, to }), -3 + 2 * 3 + 1 - 4);
    let beside = index(&board, 39);
    let rivals = board.near(beside).and(position.rivals()).count() as i32;
    assert_eq!(score(Move::Clone { to: beside }), 1 + 2 * rivals);
}

#[test]
fn the_moves_since_a_players_own_are_the_last_of_each_other_player() {
    let mut game = Game::new(&board(40), StuckRule::Skip);
    let since = |game: &Game, player: u8| {
        let mut players: Vec<u8> = game
            .last_moves_since(Player(player))
            .iter()
            .map(|event| event.player.0)
            .collect();
        players.sort_unstable();
        players
    };
    assert!(since(&game, 0).is_empty());
    for (mover, seen) in [
        (0, [vec![], vec![0], vec![0]]),
        (1, [vec![1], vec![], vec![0, 1]]),
    ] {
        assert_eq!(game.mover(), Player(mover));
        game.make(game.moves()[0]);
        assert_eq!([0, 1, 2].map(|player| since(&game, player)), seen);
    }
}

/// Plays a game to its end; the rules check every move.
fn play_out(number: u16, stuck: StuckRule, players: &[&str], seed: Seed) -> Game {
    let mut game = Game::new(&board(number), stuck);
    let players: Vec<Opponent> = players.iter().map(|n| n.parse().expect(n)).collect();
    while game.ending().is_none() {
        assert!(
            game.move_count() < 400,
            "{players:?} on {number} do not end"
        );
        let player = players[game.mover().index()];
        let seed = seed.child(u64::from(game.move_count()) + 1);
        let choice = player.choose(&game, seed, &StopToken::default(), &mut |_| {});
        let made = choice.expect("there is a move").made;
        let written = game.written(made).expect("nobody passes by choice");
        assert_eq!(game.read(&written), Ok(made));
        assert_eq!(String::from(written).parse(), Ok(written));
        game.make(made);
    }
    game
}

#[test]
fn opponents_of_each_kind_make_legal_moves_to_the_end_of_the_game() {
    for number in [1, 5, 13] {
        for players in [
            ["set1", "random"],
            ["plain2", "set6"],
            ["depth2", "plain1"],
            ["search1", "level1"],
            ["level3", "w2n.1.1.3n.2"],
            ["level4", "level2"],
            ["time1", "level3"],
            ["level3.5", "level1.1"],
        ] {
            play_out(number, StuckRule::Skip, &players, Seed(1));
            play_out(number, StuckRule::Ends, &players, Seed(2));
        }
    }
    for number in 40..47 {
        for players in [
            ["reply1", "hungry1", "maxn1"],
            ["paranoid1", "set1", "random"],
            ["level2", "set3", "random"],
            ["level4", "level4", "level3"],
        ] {
            play_out(number, StuckRule::Skip, &players, Seed(3));
            play_out(number, StuckRule::Ends, &players, Seed(4));
        }
    }
}

#[test]
fn levels_play_the_same_game_from_the_same_seed_and_level_7_beats_all_sets() {
    let moves = |game: Game| [game.of(Player(0)), game.of(Player(1))];
    let play = |seed| {
        moves(play_out(
            1,
            StuckRule::Ends,
            &["level5", "level2"],
            Seed(seed),
        ))
    };
    assert_eq!(play(7), play(7));
    assert_ne!(play(7), play(8));
    let between = || {
        let players = ["level4.5", "level2.5"];
        moves(play_out(1, StuckRule::Ends, &players, Seed(7)))
    };
    assert_eq!(between(), between());
    for set in 1..=8 {
        let set = format!("set{set}");
        let first = play_out(1, StuckRule::Skip, &["level7", &set], Seed(1));
        let second = play_out(1, StuckRule::Skip, &[&set, "level7"], Seed(1));
        assert_eq!(
            (first.winner(), second.winner()),
            (Some(Player(0)), Some(Player(1))),
            "{set}"
        );
    }
}

#[test]
fn a_player_of_three_who_cannot_move_is_skipped_and_an_ended_game_gives_the_empty_cells_away() {
    // The first player is surrounded on 36, the second has all cells around it, the third can move.
    let board = board(40);
    let from = index(&board, 36);
    let around = board.near(from).or(board.far(from));
    let cells =
        |set: Bitboard| -> Vec<Cell> { set.map(|index| board.cells()[index.as_usize()]).collect() };
    let third = board.all().without(around).without(from.alone()).last();
    let third = cells(third.expect("an index").alone());
    let pieces = [vec![Cell(36)], cells(around), third.clone()];
    let skipping =
        Game::set_up(&board, StuckRule::Skip, &pieces, Player(0)).expect("a legal position");
    assert_eq!((skipping.mover(), skipping.ending()), (Player(1), None));
    let ended =
        Game::set_up(&board, StuckRule::Ends, &pieces, Player(0)).expect("a legal position");
    assert_eq!(ended.ending(), Some(Ending::Stuck));
    let free = ended.free().count();
    assert!(free > 0);
    assert_eq!(
        ended.counts()[2],
        third.len() as u32 + free,
        "the last mover gets the empty cells"
    );
    for (bad, why) in [
        (vec![vec![Cell(36)], vec![Cell(36)], vec![]], "twice"),
        (vec![vec![Cell(0)], vec![], vec![]], "not on the board"),
        (vec![vec![Cell(36)]], "3 players"),
    ] {
        let error = Game::set_up(&board, StuckRule::Skip, &bad, Player(0)).expect_err(why);
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn losing_the_last_piece_ends_a_game_of_three_or_the_player_is_skipped() {
    // The first player takes the only piece of the third; the second has a piece far away.
    let board = board(40);
    let pieces = [vec![Cell(40)], vec![Cell(2)], vec![Cell(42)]];
    let take = CellMove {
        from: None,
        to: Cell(41),
    };
    let mut ended =
        Game::set_up(&board, StuckRule::Ends, &pieces, Player(0)).expect("a legal position");
    // Looking back, the move is known to have won: the second player makes no further one.
    let settings = SearchSettings {
        limits: Limits::depth(2),
        ..SearchSettings::default()
    };
    let taking = ended.read(&take).expect("it can be made");
    let score = score_of(&ended, taking, &settings, &StopToken::default());
    let value = GameValue::from_score(score.expect("in range"), true);
    assert_eq!(value, Some(GameValue::Win(0)));
    ended.make(ended.read(&take).expect("it can be made"));
    assert_eq!(ended.ending(), Some(Ending::Alone));
    assert_eq!(ended.counts(), [3, 1, 0], "nobody gets the empty cells");
    let mut goes_on =
        Game::set_up(&board, StuckRule::Skip, &pieces, Player(0)).expect("a legal position");
    goes_on.make(goes_on.read(&take).expect("it can be made"));
    assert_eq!((goes_on.ending(), goes_on.mover()), (None, Player(1)));
    goes_on.make(goes_on.moves()[0]);
    assert_eq!(goes_on.mover(), Player(0), "the third is passed over");
}

#[test]
fn moves_that_cannot_be_made_are_refused_with_the_reason() {
    let game = Game::new(&board(1), StuckRule::Ends);
    let refusal = |text: &str| {
        let made = text.parse().expect("it is written as a move");
        game.read(&made).expect_err(text)
    };
    assert_eq!(refusal("0"), MoveError::NoCell(Cell(0)));
    assert_eq!(refusal("6"), MoveError::Taken(Cell(6)));
    assert_eq!(refusal("5"), MoveError::OutOfReach(Cell(5)));
    assert_eq!(refusal("6-5"), MoveError::NotYours(Cell(6)));
    assert_eq!(refusal("2-5"), MoveError::OutOfReach(Cell(5)));
    assert!(game.read(&"3".parse().expect("a move")).is_ok());
    for bad in ["", "81", "2-", "-4", "2-3-4", "x", "+3", "003"] {
        assert!(bad.parse::<CellMove>().is_err(), "{bad}");
    }
}
