//! The rules of match-3 on positions made by hand.

use evolvarium::games::match3::rules::{
    Board, Cell, Colour, Event, Game, Goal, Goals, Kind, MoveError, Size, Status, Swap,
};
use evolvarium::generation::{Purpose, Seed};

fn at(row: usize, col: usize) -> Cell {
    Size::new(12, 12)
        .expect("a size")
        .cell(row, col)
        .expect("a cell of the board")
}

fn swap(a: (usize, usize), b: (usize, usize)) -> Swap {
    Swap::new(at(a.0, a.1), at(b.0, b.1)).expect("neighbours")
}

/// Makes a game with given blocks: digits are colours, and `special` gives the special cells.
fn game(rows: &[&str], special: &[((usize, usize), Kind)], goal: Goal, limit: u32) -> Game {
    let size = Size::new(rows.len() as u8, rows[0].len() as u8).expect("a size");
    let special = special.iter().map(|&((r, c), k)| (at(r, c), k));
    let mut board = Board::new(size, 8, special);
    for cell in size.cells() {
        let letter = rows[cell.row()].as_bytes()[cell.col()];
        if letter.is_ascii_digit() {
            board.place(cell, Colour(letter - b'0'));
        }
    }
    Game::resume(board, goal, limit, Seed(4).stream(Purpose::Play))
}

const CALM: [&str; 5] = ["01234", "12340", "00123", "34512", "45676"];

#[test]
fn a_swap_without_a_match_changes_nothing() {
    let mut game = game(&CALM, &[], Goal::Score(1_000), 5);
    let before: Vec<_> = game
        .board()
        .size()
        .cells()
        .map(|c| game.board().colour(c))
        .collect();
    let tried = game.apply(swap((0, 3), (0, 4)), &mut ());
    assert_eq!(tried, Err(MoveError::NoMatch));
    let after: Vec<_> = game
        .board()
        .size()
        .cells()
        .map(|c| game.board().colour(c))
        .collect();
    assert_eq!((before, game.score().moves), (after, 0));
}

#[test]
fn three_in_a_row_go_and_the_columns_fall() {
    let rows = ["56756", "12340", "12034", "00512", "45676"];
    let mut game = game(&rows, &[], Goal::Score(100_000), 5);
    let mut events = Vec::new();
    game.apply(swap((2, 2), (3, 2)), &mut events)
        .expect("0 completes 0 0 0");
    assert_eq!(events[0], Event::Swapped(swap((2, 2), (3, 2))));
    let row: Vec<Cell> = (0..3).map(|c| at(3, c)).collect();
    let Event::Matched {
        colour,
        cells,
        cascade,
        points,
    } = &events[1]
    else {
        panic!("a match comes second, not {:?}", events[1]);
    };
    assert_eq!((colour.0, *cascade, *points), (0, 1, 30));
    assert_eq!(cells.iter().collect::<Vec<_>>(), row);
    // Each of the three columns falls by one: three blocks and a new one.
    let first = events
        .iter()
        .position(|e| *e == Event::Settled)
        .expect("it settles");
    let fell: Vec<&Vec<Cell>> = events[..first]
        .iter()
        .filter_map(|e| match e {
            Event::Fell(path) => Some(path),
            _ => None,
        })
        .collect();
    assert_eq!(fell.len(), 9);
    assert!(
        fell.iter()
            .all(|path| path.len() == 2 && path[0].col() == path[1].col())
    );
    let spawned = events[..first]
        .iter()
        .filter(|e| matches!(e, Event::Spawned(_, p) if p.len() == 1));
    assert_eq!(spawned.count(), 3);
    assert_eq!(game.score().moves, 1);
}

#[test]
fn blocked_cells_lose_one_layer_for_each_match_beside_them() {
    let rows = ["56756", "12340", "12034", "00512", "45.76"];
    let special = [((4, 2), Kind::Blocked2)];
    let mut game = game(&rows, &special, Goal::ClearSpecials, 5);
    assert_eq!(game.remaining(Goal::ClearSpecials), 2);
    let mut events = Vec::new();
    game.apply(swap((2, 2), (3, 2)), &mut events)
        .expect("a match");
    let chips: Vec<&Event> = events
        .iter()
        .filter(|e| matches!(e, Event::Chipped { .. }))
        .collect();
    assert_eq!(
        chips[0],
        &Event::Chipped {
            cell: at(4, 2),
            left: Some(Kind::Blocked1)
        }
    );
}

#[test]
fn an_overlaid_block_stays_until_its_last_layer_and_cannot_be_swapped() {
    let rows = ["56756", "12340", "12034", "00512", "45676"];
    let special = [((3, 1), Kind::Overlay2)];
    let mut game = game(&rows, &special, Goal::Score(100_000), 5);
    assert_eq!(
        game.apply(swap((3, 1), (4, 1)), &mut ()),
        Err(MoveError::NotMovable)
    );
    let mut events = Vec::new();
    game.apply(swap((2, 2), (3, 2)), &mut events)
        .expect("a match");
    let cleared = events
        .iter()
        .find_map(|e| match e {
            Event::Cleared(_, cells) => Some(*cells),
            _ => None,
        })
        .expect("blocks were cleared");
    assert!(!cleared.has(at(3, 1)) && cleared.has(at(3, 0)) && cleared.has(at(3, 2)));
    assert_eq!(game.board().colour(at(3, 1)), Some(Colour(0)));
    assert_eq!(game.board().kind(at(3, 1)), Some(Kind::Overlay1));
}

#[test]
fn blocks_slide_in_from_the_side_under_a_wall() {
    let rows = ["56756", "123#0", "12004", "33012", "45676"];
    let special = [((1, 3), Kind::Obstacle)];
    let game = game(&rows, &special, Goal::Score(100_000), 5);
    // Column 3 is cut off by the obstacle in row 1, so (2, 3) is fed from its left side.
    let from = game.board().fill().reached();
    assert!(from.has(at(2, 3)));
    let mut board = Board::new(
        Size::new(5, 5).expect("a size"),
        4,
        [(at(1, 3), Kind::Obstacle)].into_iter(),
    );
    let mut rng = Seed(1).stream(Purpose::Play);
    board.deal(&mut rng).expect("room to play");
    board.clear([at(2, 3)].into_iter().collect());
    let mut events: Vec<Event> = Vec::new();
    board.refill(&mut rng, &mut events);
    let Event::Fell(path) = &events[0] else {
        panic!("a block falls, not {:?}", events[0]);
    };
    assert_eq!(path, &vec![at(2, 2), at(2, 3)]);
}

#[test]
fn deals_have_no_match_and_a_swap_on_every_size() {
    for rows in 5..=12 {
        for cols in 5..=12 {
            for colours in [4, 8] {
                let size = Size::new(rows, cols).expect("a size");
                let mut board = Board::new(size, colours, std::iter::empty());
                let seed = u64::from(rows) * 100 + u64::from(cols);
                board
                    .deal(&mut Seed(seed).stream(Purpose::Play))
                    .expect("an open board");
                assert!(!board.has_match() && !board.swaps().is_empty());
                assert_eq!(board.blocks(), size.all());
            }
        }
    }
}

#[test]
fn a_board_on_which_no_swap_can_match_says_so() {
    // Two open columns side by side, cut into pairs: never three in a line.
    let size = Size::new(5, 5).expect("a size");
    let walls = size.cells().filter(|c| c.col() > 1 || c.row() > 1);
    let mut board = Board::new(size, 4, walls.map(|c| (c, Kind::Obstacle)));
    let error = board
        .deal(&mut Seed(1).stream(Purpose::Play))
        .expect_err("no deal has a swap");
    assert_eq!(
        error.to_string(),
        "no swap can ever make a match on this board"
    );
}

#[test]
fn a_dead_board_is_reshuffled_with_the_same_blocks() {
    let rows = ["01230", "12301", "23012", "30123", "01230"];
    let size = Size::new(5, 5).expect("a size");
    let mut board = Board::new(size, 4, std::iter::empty());
    for cell in size.cells() {
        board.place(cell, Colour(rows[cell.row()].as_bytes()[cell.col()] - b'0'));
    }
    assert!(board.swaps().is_empty() && !board.has_match());
    let count = |board: &Board| [0, 1, 2, 3].map(|c| board.of_colour(Colour(c)).len());
    let before = count(&board);
    board
        .reshuffle(&mut Seed(2).stream(Purpose::Play))
        .expect("the board can be reshuffled");
    assert_eq!(count(&board), before);
    assert!(!board.swaps().is_empty() && !board.has_match());
}

#[test]
fn the_moves_run_out_and_the_goal_wins() {
    let rows = ["56756", "12340", "12034", "00512", "45676"];
    let mut lost = game(&rows, &[], Goal::Score(100_000), 1);
    lost.apply(swap((2, 2), (3, 2)), &mut ()).expect("a match");
    assert_eq!(
        (lost.status(), lost.moves_left()),
        (Status::OutOfMoves, Some(0))
    );
    assert_eq!(
        lost.apply(swap((0, 0), (0, 1)), &mut ()),
        Err(MoveError::Over)
    );
    let mut won = game(&rows, &[], Goal::Collect(Colour(0), 3), 1);
    won.apply(swap((2, 2), (3, 2)), &mut ()).expect("a match");
    assert_eq!((won.status(), won.goals_met()), (Status::Won, true));
    assert_eq!((won.stars(), lost.stars()), (1, 0), "no move was left");
    for (limit, stars) in [(0, 1), (3, 3)] {
        let mut won = game(&rows, &[], Goal::Collect(Colour(0), 3), limit);
        assert_eq!(won.stars(), 0, "not won yet");
        won.apply(swap((2, 2), (3, 2)), &mut ()).expect("a match");
        assert_eq!(won.stars(), stars, "{limit} moves");
    }
    // A win that leaves 8, 7, 3, 2 and 0 of 24 moves: a third, less, an eighth, less.
    let at = |made: u32| {
        let mut game = game(&rows, &[], Goal::Score(100_000), 24);
        for _ in 0..made {
            let swap = game.board().swaps().nth(0).expect("a swap");
            game.apply(swap, &mut ()).expect("a swap");
        }
        game.stars_if_won()
    };
    assert_eq!([15, 16, 20, 21, 23].map(at), [3, 2, 2, 1, 1]);
}

#[test]
fn a_game_with_another_stream_gets_other_blocks() {
    let rows = ["56756", "12340", "12034", "00512", "45676"];
    let game = game(&rows, &[], Goal::Score(100_000), 5);
    let after = |seed: u64| {
        let mut copy = game.with_rng(Seed(seed).stream(Purpose::Play));
        copy.apply(swap((2, 2), (3, 2)), &mut ())
            .expect("0 completes 0 0 0");
        let cells = copy.board().size().cells();
        cells.map(|c| copy.board().colour(c)).collect::<Vec<_>>()
    };
    assert_eq!(after(1), after(1));
    assert!((2..6).any(|seed| after(seed) != after(1)));
}

#[test]
fn a_game_for_points_has_no_goals_and_ends_with_its_moves() {
    assert_eq!(Goals::none()[..], []);
    let rows = ["56756", "12340", "12034", "00512", "45676"];
    let board = game(&rows, &[], Goal::Score(1), 1).board().clone();
    let mut game = Game::resume(board, Goals::none(), 1, Seed(4).stream(Purpose::Play));
    assert_eq!((game.status(), game.goals_met()), (Status::Playing, false));
    game.apply(swap((2, 2), (3, 2)), &mut ()).expect("a match");
    assert!(game.score().points >= 30, "{}", game.score().points);
    assert_eq!(
        (game.status(), game.goals_met(), game.stars()),
        (Status::OutOfMoves, false, 0)
    );
}

#[test]
fn a_size_is_written_as_rows_and_columns() {
    let size = Size::new(7, 9).expect("a size");
    let text = ron::to_string(&size).expect("a text");
    assert_eq!(text, "(7,9)");
    assert_eq!(ron::from_str(&text), Ok(size));
}
