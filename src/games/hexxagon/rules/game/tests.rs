use super::*;
use crate::games::hexxagon::rules::Plan;

/// A board of the middle column, whose cells 36 to 44 lie beside each other, with these start cells.
fn column(starts: [&[u8]; 3]) -> Arc<Board> {
    let set = |cells: &[u8]| cells.iter().map(|cell| Cell(*cell)).collect();
    let plan = Plan {
        cells: (36..=44).map(Cell).collect(),
        starts: starts.map(set),
    };
    Board::from_plan("column", &plan).expect("a board")
}

fn set_up(pieces: &[&[u8]], mover: u8, stuck: StuckRule) -> Game {
    let board = if pieces.len() == 2 {
        column([&[36], &[44], &[]])
    } else {
        column([&[36], &[40], &[44]])
    };
    let cells = |cells: &&[u8]| cells.iter().map(|cell| Cell(*cell)).collect();
    let pieces: Vec<Vec<Cell>> = pieces.iter().map(cells).collect();
    Game::set_up(&board, stuck, &pieces, Player(mover)).expect("a legal position")
}

fn play(game: &mut Game, text: &str) -> MoveEvent {
    let made = game.read(&text.parse().expect("a move")).expect("legal");
    game.make(made)
}

/// The cells of a set, on a board of the middle column.
fn cells(set: CellSet) -> Vec<u8> {
    set.map(|index| index.0 + 36).collect()
}

#[test]
fn moves_are_read_as_they_are_written() {
    for (text, from, to) in [
        ("41", None, 41),
        ("23-41", Some(23), 41),
        ("0-80", Some(0), 80),
    ] {
        let made = CellMove {
            from: from.map(Cell),
            to: Cell(to),
        };
        assert_eq!(text.parse(), Ok(made));
        assert_eq!(CellMove::try_from(text.to_owned()), Ok(made));
        assert_eq!(String::from(made), text);
    }
    for bad in [
        "", "-", "081", "81", "1-81", "81-1", "a", "1-2-3", "+1", " 1",
    ] {
        assert!(bad.parse::<CellMove>().is_err(), "{bad}");
    }
}

#[test]
fn any_player_of_the_board_may_begin() {
    let board = column([&[36], &[44], &[]]);
    let begin = |mover| Game::beginning_with(&board, StuckRule::Skip, Player(mover)).mover();
    assert_eq!([0, 1, 2].map(begin), [Player(0), Player(1), Player(0)]);
    let game = Game::new(&board, StuckRule::Loses);
    assert_eq!((game.mover(), game.players()), (Player(0), 2));
    assert_eq!(game.stuck(), StuckRule::Loses);
    assert_eq!(game.board().name(), "column");
    assert_eq!(
        [0, 1].map(|player| cells(game.of(Player(player)))),
        [[36], [44]]
    );
}

#[test]
fn a_position_that_does_not_fit_the_board_is_refused() {
    let board = column([&[36], &[44], &[]]);
    let refusal = |pieces: &[&[u8]], mover| {
        let cells = |cells: &&[u8]| cells.iter().map(|cell| Cell(*cell)).collect();
        let pieces: Vec<Vec<Cell>> = pieces.iter().map(cells).collect();
        Game::set_up(&board, StuckRule::Skip, &pieces, Player(mover)).err()
    };
    assert_eq!(refusal(&[&[36], &[44]], 1), None);
    assert_eq!(refusal(&[&[36], &[44]], 2), Some(PositionError::Mover(2)));
    assert_eq!(refusal(&[&[36]], 0), Some(PositionError::Players(2, 1)));
    let off = Some(PositionError::NoCell(Cell(35)));
    assert_eq!(refusal(&[&[36], &[35]], 0), off);
    let twice = Some(PositionError::Twice(Cell(36)));
    assert_eq!(refusal(&[&[36], &[44, 36]], 0), twice);
    assert_eq!(refusal(&[&[36, 36], &[44]], 0), twice);
}

#[test]
fn a_move_tells_what_it_has_done() {
    let mut game = set_up(&[&[37], &[39, 44]], 0, StuckRule::Ends);
    let event = play(&mut game, "38");
    assert_eq!((event.player, event.from), (Player(0), None));
    assert_eq!(event.to, Some(CellIndex(2)));
    assert_eq!(cells(event.captured), [39]);
    assert_eq!(game.counts(), [3, 1]);
    let event = play(&mut game, "44-42");
    assert_eq!((event.player, event.from), (Player(1), Some(CellIndex(8))));
    assert_eq!((event.to, event.captured.count()), (Some(CellIndex(6)), 0));
    assert_eq!(cells(game.free()), [36, 40, 41, 43, 44]);
    let sides = game.sides();
    assert_eq!(
        (cells(sides.0), cells(sides.1)),
        (vec![37, 38, 39], vec![42])
    );
    let owners = [0, 1, 2, 6].map(|index| game.owner(CellIndex(index)));
    assert_eq!(
        owners,
        [None, Some(Player(0)), Some(Player(0)), Some(Player(1))]
    );
}

#[test]
fn moves_are_counted_without_passes_and_the_last_ones_are_known() {
    // The first player is walled in, so that the second one moves.
    let mut game = set_up(&[&[36], &[37, 38]], 0, StuckRule::Skip);
    assert_eq!((game.mover(), game.move_count()), (Player(1), 0));
    assert_eq!(game.last(), None);
    let first = play(&mut game, "39");
    assert_eq!((game.mover(), game.move_count()), (Player(1), 1));
    assert_eq!(
        [0, 1, 2].map(|player| game.moves_of(Player(player))),
        [0, 1, 0]
    );
    assert_eq!(game.last(), Some(&first));
    assert_eq!(game.last_moves_since(Player(0)), [&first]);
    assert!(game.last_moves_since(Player(1)).is_empty());
    let second = play(&mut game, "38-40");
    assert_eq!((game.mover(), game.move_count()), (Player(0), 2));
    assert_eq!(game.last(), Some(&second));
    let third = play(&mut game, "36-38");
    assert_eq!([0, 1].map(|player| game.moves_of(Player(player))), [1, 2]);
    assert_eq!(game.last(), Some(&third));
    assert_eq!(game.last_moves_since(Player(1)), [&third]);
    assert!(game.last_moves_since(Player(0)).is_empty());
}

#[test]
fn the_only_player_with_the_most_points_has_won() {
    let winner = |pieces: &[&[u8]]| set_up(pieces, 0, StuckRule::Ends).winner();
    let full: [&[u8]; 3] = [&[36, 37, 38, 39], &[40, 41, 42, 43, 44], &[]];
    assert_eq!(winner(&full[..2]), Some(Player(1)));
    assert_eq!(winner(&[full[1], full[0]]), Some(Player(0)));
    // Two of three players share the most points.
    let shared: [&[u8]; 3] = [&[36], &[37, 38, 39, 40], &[41, 42, 43, 44]];
    assert_eq!(winner(&shared), None);
    let third: [&[u8]; 3] = [&[36, 37], &[38, 39], &[40, 41, 42, 43, 44]];
    assert_eq!(winner(&third), Some(Player(2)));
    // The game goes on.
    assert_eq!(winner(&[&[36, 37], &[44]]), None);
}

#[test]
fn a_finished_game_has_no_moves() {
    let game = set_up(&[&[36, 37], &[]], 0, StuckRule::Ends);
    assert_eq!(game.ending(), Some(Ending::Alone));
    assert!(game.moves().is_empty());
    let refused = game.read(&"38".parse().expect("a move"));
    assert_eq!(refused, Err(MoveError::Over));
    // A player who is stuck has lost, if the rule says so.
    let game = set_up(&[&[36], &[37, 38]], 0, StuckRule::Loses);
    assert_eq!(
        (game.result(), game.winner()),
        (vec![0, 2], Some(Player(1)))
    );
}

#[test]
fn moves_and_their_texts_name_the_same_cells() {
    let game = set_up(&[&[37], &[44]], 0, StuckRule::Ends);
    let written: Vec<String> = game
        .moves()
        .into_iter()
        .filter_map(|made| game.written(made))
        .map(String::from)
        .collect();
    assert_eq!(written, ["36", "38", "37-39"]);
    assert_eq!(game.written(Move::Pass), None);
    // The board has nine cells.
    let beyond = CellIndex(9);
    let from = CellIndex(1);
    assert_eq!(game.written(Move::Clone { to: beyond }), None);
    assert_eq!(game.written(Move::Jump { from, to: beyond }), None);
    let read = |text: &str| game.read(&text.parse().expect("a move"));
    for (at, text) in written.iter().enumerate() {
        assert_eq!(read(text), Ok(game.moves()[at]));
    }
    for (text, why) in [
        ("35", MoveError::NoCell(Cell(35))),
        ("35-36", MoveError::NoCell(Cell(35))),
        ("44", MoveError::Taken(Cell(44))),
        ("39", MoveError::OutOfReach(Cell(39))),
        ("44-42", MoveError::NotYours(Cell(44))),
        ("37-38", MoveError::OutOfReach(Cell(38))),
        ("37-40", MoveError::OutOfReach(Cell(40))),
    ] {
        assert_eq!(read(text), Err(why), "{text}");
    }
}

#[test]
fn the_rules_of_a_session_check_a_move_and_make_it() {
    let mut game = set_up(&[&[37], &[44]], 0, StuckRule::Ends);
    let made = |text: &str| text.parse().expect("a move");
    assert_eq!(
        Hexxagon::apply(&mut game, &made("44")),
        Err(MoveError::Taken(Cell(44)))
    );
    assert_eq!(game.move_count(), 0);
    let event = Hexxagon::apply(&mut game, &made("38")).expect("legal");
    assert_eq!((event.to, game.move_count()), (Some(CellIndex(2)), 1));
}

#[test]
fn three_players_on_all_boards_take_turns() {
    let wide = Plan {
        cells: crate::games::hexxagon::rules::Cells::ALL,
        starts: [[36], [40], [44]].map(|start| start.into_iter().map(Cell).collect()),
    };
    let wide = Board::from_plan("wide", &wide).expect("a board");
    for board in [column([&[36], &[40], &[44]]), wide] {
        let mut game = Game::beginning_with(&board, StuckRule::Skip, Player(2));
        assert_eq!(
            matches!(game.pieces(), Pieces::WideThree(_)),
            board.is_wide()
        );
        play(&mut game, "43");
        assert_eq!(game.mover(), Player(0));
        play(&mut game, "36-38");
        assert_eq!((game.mover(), game.counts()), (Player(1), vec![1, 1, 2]));
        play(&mut game, "39");
        // The second player has captured the piece on 38.
        assert_eq!((game.mover(), game.counts()), (Player(2), vec![0, 3, 2]));
    }
}
