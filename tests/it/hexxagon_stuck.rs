//! Hexxagon's third rule for a player who cannot move: the player has lost.

use std::sync::Arc;

use evolvarium::games::hexxagon::players::{Opponent, Reason};
use evolvarium::games::hexxagon::rules::{
    Board, BoardNumber, Cell, Ending, Game, Hexxagon, Move, Player, StuckRule, perft,
};
use evolvarium::games::hexxagon::setup::{BoardChoice, Seat, Setup};
use evolvarium::generation::Seed;
use evolvarium::search::StopToken;
use evolvarium::session::{Origin, Table};
use evolvarium::shell::table::TableGame;
use evolvarium::shell::words::{Language, Words};

fn board(number: u16) -> Arc<Board> {
    Board::listed(BoardNumber(number), Seed(1)).expect("a board")
}

/// Returns the cells of a board at most two steps from one of them, without it.
fn ring(board: &Board, cell: u8) -> Vec<Cell> {
    let middle = Cell(cell);
    let cells = board.cells().iter().copied();
    cells
        .filter(|other| *other != middle && other.distance(middle) <= 2)
        .collect()
}

/// Returns the cells of a board without others.
fn rest(board: &Board, without: &[&[Cell]]) -> Vec<Cell> {
    let cells = board.cells().iter().copied();
    cells
        .filter(|cell| without.iter().all(|set| !set.contains(cell)))
        .collect()
}

fn set_up(board: &Arc<Board>, stuck: StuckRule, pieces: &[Vec<Cell>], mover: u8) -> Game {
    Game::set_up(board, stuck, pieces, Player(mover)).expect("a legal position")
}

#[test]
fn a_stuck_player_has_lost_however_many_pieces_they_have() {
    // Only cell 44, a corner, is free. All cells within two steps of it belong to the second player.
    let board = board(0);
    let few = ring(&board, 44);
    let many = rest(&board, &[&few, &[Cell(44)]]);
    assert!(many.len() > 5 * few.len(), "{} {}", many.len(), few.len());
    let (most, least) = (many.len() as u32, few.len() as u32);
    let game = |stuck| set_up(&board, stuck, &[many.clone(), few.clone()], 0);
    let loses = game(StuckRule::Loses);
    assert_eq!(loses.ending(), Some(Ending::Stuck));
    assert_eq!(loses.winner(), Some(Player(1)));
    assert_eq!(
        loses.counts(),
        [most, least],
        "the pieces are shown as they are"
    );
    assert_eq!(loses.result(), [0, least]);
    // The other rules count the pieces.
    let ends = game(StuckRule::Ends);
    assert_eq!(
        (ends.ending(), ends.winner()),
        (Some(Ending::Stuck), Some(Player(0)))
    );
    assert_eq!(ends.counts(), [most, least + 1]);
    assert_eq!(game(StuckRule::Skip).mover(), Player(1), "it is skipped");
    // At the rival's turn the player is not stuck.
    let other = set_up(&board, StuckRule::Loses, &[many, few], 1);
    assert_eq!((other.ending(), other.winner()), (None, None));
}

#[test]
fn of_the_two_others_the_one_with_more_pieces_wins() {
    let board = board(40);
    let near = ring(&board, 44);
    let far = rest(&board, &[&near, &[Cell(44)]]);
    // The first player is stuck and has the most pieces. The second and the third share the cells around 44.
    let game = |second: usize| {
        let (second, third) = near.split_at(second);
        let pieces = [far.clone(), second.to_vec(), third.to_vec()];
        set_up(&board, StuckRule::Loses, &pieces, 0)
    };
    let winner = |second| game(second).winner();
    assert_eq!(game(1).ending(), Some(Ending::Stuck));
    assert_eq!(winner(1), Some(Player(2)));
    assert_eq!(winner(near.len() - 1), Some(Player(1)));
    assert_eq!(near.len(), 8);
    assert_eq!(winner(4), None, "a draw of the two others");
}

#[test]
fn a_full_board_and_a_player_without_pieces_are_decided_as_ever() {
    let board = board(5);
    let all = board.cells().to_vec();
    let full = [all[..10].to_vec(), all[10..].to_vec()];
    let full = set_up(&board, StuckRule::Loses, &full, 0);
    assert_eq!(full.ending(), Some(Ending::Full));
    assert_eq!(
        (full.result(), full.winner()),
        (vec![10, 15], Some(Player(1)))
    );
    let alone = [vec![Cell(36)], vec![]];
    let alone = set_up(&board, StuckRule::Loses, &alone, 1);
    assert_eq!(alone.ending(), Some(Ending::Alone));
    assert_eq!(alone.winner(), Some(Player(0)));
}

/// A position in which the player to move has few pieces and wins by one move alone: a clone to cell 42 fills the last
/// cell that the rival reaches. Cell 44 stays free, and only the own pieces reach it.
fn nearly_stuck(stuck: StuckRule) -> Game {
    let board = board(0);
    assert_eq!(Cell(42).distance(Cell(44)), 2);
    let mut few = ring(&board, 44);
    let many = rest(&board, &[&few, &[Cell(44)]]);
    few.retain(|cell| *cell != Cell(42));
    set_up(&board, stuck, &[many, few], 1)
}

#[test]
fn who_was_passed_over_is_known_after_the_move() {
    for (stuck, passed) in [
        (StuckRule::Skip, vec![Player(0)]),
        (StuckRule::Loses, Vec::new()),
    ] {
        let mut game = nearly_stuck(stuck);
        assert_eq!(game.passed_over(), []);
        let to = game.board().index_of(Cell(42)).expect("on the board");
        game.make(Move::Clone { to });
        assert_eq!(game.passed_over(), passed, "{stuck:?}");
    }
    // The first of three players is passed over after the move of the last, and the second is to move.
    let board = board(40);
    let ring = ring(&board, 44);
    let first = rest(&board, &[&ring, &[Cell(44)]]);
    let mut others = ring;
    others.retain(|cell| *cell != Cell(42));
    let lone = others.iter().position(|cell| cell.distance(Cell(42)) > 1);
    let second = vec![others.remove(lone.expect("a cell that the move does not touch"))];
    let mut game = set_up(&board, StuckRule::Skip, &[first, second, others], 2);
    let to = game.board().index_of(Cell(42)).expect("on the board");
    game.make(Move::Clone { to });
    assert_eq!(
        (game.passed_over(), game.mover()),
        (vec![Player(0)], Player(1))
    );
    // A usual move passes nobody over.
    let mut game = Game::new(&self::board(0), StuckRule::Skip);
    let first = game.moves()[0];
    game.make(first);
    assert_eq!(game.passed_over(), []);
}

#[test]
fn a_screen_reader_says_who_is_passed_over() {
    for (stuck, is_passed) in [(StuckRule::Skip, true), (StuckRule::Loses, false)] {
        let setup = Setup {
            board: BoardChoice::Custom(nearly_stuck(stuck).plan()),
            seats: vec![Seat::Human, Seat::Human],
            stuck,
            first: Player(1),
            ..Setup::default()
        };
        let origin = Origin::<Hexxagon>::new(setup, Seed(1));
        let mut table = Table::new(origin, (), Default::default()).expect("a game");
        let made = "42".parse().expect("a move");
        let events = table.play(made).expect("legal");
        let said = Hexxagon::spoken_move(&table, &events, &Words::of(Language::English));
        assert!(said.starts_with("Pearl grows on "), "{said}");
        assert_eq!(said.ends_with(" Ruby passes."), is_passed, "{said}");
    }
}

#[test]
fn players_that_look_ahead_win_by_leaving_the_rival_without_a_move() {
    let game = nearly_stuck(StuckRule::Loses);
    let to = game.board().index_of(Cell(42)).expect("on the board");
    let winning = Move::Clone { to };
    let wins = |made: &Move| {
        let mut after = game.clone();
        after.make(*made);
        after.winner() == Some(Player(1))
    };
    let moves = game.moves();
    assert!(moves.len() > 3);
    let winners: Vec<Move> = moves.into_iter().filter(wins).collect();
    assert_eq!(winners, [winning]);
    for name in ["level4", "level6", "plain1", "depth1", "depth4", "search1"] {
        let player: Opponent = name.parse().expect(name);
        let choice = player.choose(&game, Seed(3), &StopToken::default(), &mut |_| {});
        let choice = choice.expect("a move");
        assert_eq!(choice.made, winning, "{name}");
        if let Reason::Search(report) = choice.reason {
            assert!(report.score > 29_000, "{name}: {}", report.score);
        }
    }
    // Under the usual rule the same move does not win, because the rival has far more pieces.
    let pieces = [Player(0), Player(1)].map(|player| {
        let cells = game.of(player);
        let cells = cells.map(|index| game.board().cells()[index.as_usize()]);
        cells.collect::<Vec<Cell>>()
    });
    let mut ends = set_up(game.board(), StuckRule::Ends, &pieces, 1);
    ends.make(winning);
    assert_eq!(ends.winner(), Some(Player(0)));
}

#[test]
fn three_players_play_by_the_rule_to_the_end() {
    let mut stuck = 0;
    for number in [41, 46] {
        for names in [
            ["level4", "hungry1", "maxn1"],
            ["reply1", "paranoid1", "set5"],
        ] {
            let players = names.map(|name| name.parse::<Opponent>().expect(name));
            let mut game = Game::new(&board(number), StuckRule::Loses);
            while game.ending().is_none() {
                assert!(game.move_count() < 400, "{names:?} on {number} do not end");
                let player = players[game.mover().index()];
                let seed = Seed(5).child(u64::from(game.move_count()));
                let choice = player.choose(&game, seed, &StopToken::default(), &mut |_| {});
                game.make(choice.expect("a move").made);
            }
            if game.ending() == Some(Ending::Stuck) {
                assert_ne!(
                    game.winner(),
                    Some(game.mover()),
                    "whoever is stuck has lost"
                );
                stuck += 1;
            }
        }
    }
    assert!(stuck > 0, "no game ended that way");
}

#[test]
fn the_rule_has_a_name_in_ids_and_changes_no_count_of_positions() {
    let text = "b0-human-level3-loses";
    let setup: Setup = text.parse().expect("a setup");
    assert_eq!(
        (setup.stuck, setup.to_string()),
        (StuckRule::Loses, text.into())
    );
    let three: Setup = "b40-human-set1-set2-loses".parse().expect("a setup");
    assert_eq!(three.stuck, StuckRule::Loses);
    let board = board(1);
    let start = board.start::<2>().expect("a board for two");
    for depth in 1..=4 {
        let count = |stuck| perft(&board, &start, stuck, depth);
        assert_eq!(count(StuckRule::Loses), count(StuckRule::Ends));
    }
}
