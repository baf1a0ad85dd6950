//! The shared search on boards of tic-tac-toe: known values, plain minimax, limits.

use std::time::Duration;

use evolvarium::games::tic_tac_toe::players::look_ahead::LinePosition;
use evolvarium::games::tic_tac_toe::players::{SearchMode, search};
use evolvarium::games::tic_tac_toe::rules::{Board, Cell, Game, LineBoard, LineGame, Side, Status};
use evolvarium::generation::{Purpose, Seed};
use evolvarium::search::{GameValue, Limits, Options, Searcher, StopToken, win_in};
use proptest::prelude::*;

use crate::tic_tac_toe::{board, played};

#[test]
fn small_boards_have_their_known_values() {
    for (name, value) in [
        ("3x3k3", GameValue::Draw),
        ("3x4k3", GameValue::Win(7)),
        ("4x3k3", GameValue::Win(7)),
        ("4x4k3", GameValue::Win(5)),
        ("4x4k4", GameValue::Draw),
        ("2x2k2", GameValue::Win(3)),
        ("1x5k2", GameValue::Win(3)),
    ] {
        let game = Game::new(board(name));
        let found = search(
            &game,
            Limits::default(),
            SearchMode::Solve,
            &StopToken::default(),
            |_| {},
        );
        let found = found.expect("no limits");
        assert!(found.complete, "{name}");
        assert_eq!(found.proven_value(), Some(value), "{name}");
    }
}

/// Plain minimax to a given depth, without the methods of the search. The score of a win is 100 less
/// the plies to it, that of a loss the opposite; a draw and anything beyond the depth score 0.
fn plain(game: &Game, plies: u32) -> i32 {
    match game.status() {
        Status::Won(_) => return -100,
        Status::Drawn => return 0,
        Status::Playing if plies == 0 => return 0,
        Status::Playing => {}
    }
    let after = |cell: Cell| {
        let mut next = game.clone();
        next.play(cell).expect("it is allowed");
        let score = -plain(&next, plies - 1);
        score - score.signum()
    };
    game.legal_cells().into_iter().map(after).max().unwrap_or(0)
}

/// Returns the game value that plain minimax finds.
fn plain_value(game: &Game, plies: u32) -> GameValue {
    match plain(game, plies) {
        0 => GameValue::Draw,
        score if score > 0 => GameValue::Win((100 - score) as u32),
        score => GameValue::Loss((100 + score) as u32),
    }
}

/// Makes any playable board up to 5x5.
fn small_boards() -> impl Strategy<Value = Board> {
    (1u8..=5, 1u8..=5, 2u8..=5).prop_filter_map("it can be played", |(rows, cols, wins)| {
        format!("{rows}x{cols}k{wins}").parse().ok()
    })
}

/// Makes a game by random moves until `free` cells are left; the game is not over.
fn random_game(board: Board, free: usize, seed: u64) -> Option<Game> {
    let mut game = Game::new(board);
    let mut rng = Seed(seed).stream(Purpose::Play);
    while board.cells() - game.mark_count() > free {
        let cell = *rng.choose(&game.legal_cells())?;
        game.play(cell).expect("allowed");
    }
    (game.status() == Status::Playing).then_some(game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// On random boards with few free cells the search finds the same result and distance as plain minimax, for the
    /// position and for every move of it.
    #[test]
    fn the_search_agrees_with_plain_minimax_on_any_board(
        board in small_boards(), seeds in proptest::collection::vec(0u64..1_000_000, 20),
    ) {
        // Random moves often end the game, so this takes the first seed with which they do not.
        let game = seeds.into_iter().find_map(|seed| random_game(board, 7, seed));
        let Some(game) = game else { return Err(TestCaseError::reject("every game ends early")) };
        for way in [SearchMode::Solve, SearchMode::EveryMove] {
            let found = search(&game, Limits::default(), way, &StopToken::default(), |_| {});
            let found = found.expect("no limits");
            prop_assert_eq!(found.proven_value(), Some(plain_value(&game, 9)), "{:?}", found);
            for candidate in found.candidates.iter().filter(|_| way == SearchMode::EveryMove) {
                let mut after = game.clone();
                after.play(candidate.mv).expect("allowed");
                let reply = match plain_value(&after, 9) {
                    GameValue::Win(plies) => GameValue::Loss(plies + 1),
                    GameValue::Draw => GameValue::Draw,
                    GameValue::Loss(plies) => GameValue::Win(plies + 1),
                };
                prop_assert_eq!(found.proven_value_of(candidate.score), Some(reply));
            }
        }
    }

    /// After moves are made and unmade, every count is the same as one that is made from scratch.
    #[test]
    fn counts_of_lines_are_those_from_scratch(
        rows in 1u8..=15, cols in 1u8..=15, wins in 2u8..=8, seed in 0u64..1_000_000,
    ) {
        let Ok(board) = LineBoard::new(rows, cols, wins) else { return Ok(()) };
        let mut rng = Seed(seed).stream(Purpose::Play);
        let mut game = LineGame::new(board);
        let mut made = Vec::new();
        for _ in 0..60 {
            let free: Vec<Cell> = game.free().collect();
            let forward = !game.is_over() && (made.is_empty() || rng.random_below(3) > 0);
            if forward {
                let cell = *rng.choose(&free).expect("not over");
                let (side, before) = (game.to_move(), game.balance(game.to_move()));
                let gain = game.gain(cell, side);
                game.make(cell);
                prop_assert_eq!(game.balance(side) - before, gain, "what a mark gains is what changes");
                made.push(cell);
            } else if let Some(cell) = made.pop() {
                game.unmake(cell);
            }
        }
        let mut fresh = LineGame::new(board);
        made.iter().for_each(|cell| fresh.make(*cell));
        prop_assert_eq!(format!("{game:?}"), format!("{fresh:?}"));
        for side in Side::BOTH {
            let wins: Vec<Cell> = game.free().filter(|cell| game.completes(*cell, side)).collect();
            if game.winner().is_none() {
                prop_assert_eq!(wins.len(), game.threats(side));
            }
            let open = game.lines().iter();
            let open = open.filter(|line| line.iter().all(|c| game.mark(*c) != Some(side.other())));
            prop_assert_eq!(open.count(), game.open(side));
        }
        let place = |cell: &Cell| (cell.0 / cols, cell.0 % cols);
        for cell in game.free() {
            let near = |other: &Cell| {
                let ((row, col), (other_row, other_col)) = (place(&cell), place(other));
                row.abs_diff(other_row) <= 2 && col.abs_diff(other_col) <= 2
            };
            prop_assert_eq!(game.is_near(cell), made.iter().any(near));
        }
    }
}

/// Makes random moves of Ultimate. Each is on the board that the last cell names, unless that board is decided.
fn random_game_of_ultimate(seed: u64, moves: u64) -> Game {
    let mut game = Game::new(Board::Ultimate);
    let mut rng = Seed(seed).stream(Purpose::Play);
    for _ in 0..moves {
        let allowed = game.legal_cells();
        let Some(cell) = rng.choose(&allowed) else {
            break;
        };
        assert_eq!(game.check(*cell), Ok(()));
        game.play(*cell).expect("allowed");
        let ultimate = game.ultimate().expect("the board is Ultimate");
        let (row, col) = Board::Ultimate.place(*cell);
        let named = row % 3 * 3 + col % 3;
        let open = ultimate.boards_decided() >> named & 1 == 0;
        if open && game.status() == Status::Playing {
            assert_eq!(ultimate.boards_allowed(), 1 << named);
        }
    }
    game
}

/// Ultimate: to a depth of two plies the search finds the same as plain minimax, in any position.
#[test]
fn ultimate_is_searched_by_its_rules() {
    let (mut won, mut lost, mut ended) = (0, 0, 0);
    for seed in 0..160 {
        // Most positions that are decided within two plies come late.
        let moves = if seed % 2 == 0 {
            seed % 70
        } else {
            40 + seed % 30
        };
        let game = random_game_of_ultimate(seed, moves);
        if game.status() != Status::Playing {
            assert!(game.legal_cells().is_empty());
            ended += 1;
            continue;
        }
        let stop = StopToken::default();
        let found = search(&game, Limits::depth(2), SearchMode::Solve, &stop, |_| {});
        let found = found.expect("in range");
        let seen = match found.assumed_value() {
            Some(GameValue::Win(plies)) if plies <= 2 => GameValue::Win(plies),
            Some(GameValue::Loss(plies)) if plies <= 2 => GameValue::Loss(plies),
            _ => GameValue::Draw,
        };
        assert_eq!(seen, plain_value(&game, 2), "seed {seed}, {moves} moves");
        won += u32::from(matches!(seen, GameValue::Win(_)));
        lost += u32::from(matches!(seen, GameValue::Loss(_)));
    }
    assert!(won > 0 && lost > 0 && ended > 0, "{won} {lost} {ended}");
}

#[test]
fn a_search_of_one_ply_sees_a_win_by_a_chain_of_threats() {
    // The first side has three in rows 5 and 8, both closed at d, and two in column h, closed at h4. With h8 it
    // threatens i8, which is taken at once; then h5 threatens i5 and h9 together. Each fourth mark in row 5 or 8 wins
    // in this way, and no move threatens two cells now.
    let moves = "e8 d8 f8 d5 g8 h4 h6 a1 h7 a15 e5 o1 f5 o15 g5 o8";
    let game = played(board("15x15k5"), moves);
    let root = LinePosition::new(game.lines().expect("it has lines"));
    let score = |quiescence| {
        let options = Options {
            table_megabytes: 1,
            quiescence,
            ..Options::default()
        };
        let mut searcher = Searcher::new(options).expect("in range");
        let found = searcher.search(&root, Limits::depth(1), &StopToken::default(), |_| {});
        let found = found.expect("in range");
        let best = found.best_move().expect("a move");
        (found.score, game.board().name(best))
    };
    // The fifth mark in a row is made by the fifth move from here.
    let (found, best) = score(true);
    assert_eq!(found, win_in(5));
    assert!(["h5", "h8", "i5", "i8"].contains(&best.as_str()), "{best}");
    // The static evaluation alone does not tell a win from an advantage.
    let (found, _) = score(false);
    assert!((1..win_in(100)).contains(&found), "{found}");
    // A player whose depth is limited looks no further; one whose nodes are limited sees the win in its first look.
    let first_score = |limits| {
        let mut first = None;
        let stop_token = StopToken::default();
        search(&game, limits, SearchMode::Solve, &stop_token, |found| {
            first = first.or(Some(found.score));
            stop_token.stop();
        });
        first.expect("a first look")
    };
    assert_eq!(first_score(Limits::nodes(1_000_000)), win_in(5));
    assert!((1..win_in(100)).contains(&first_score(Limits::depth(3))));
}

#[test]
fn a_search_keeps_its_limits_obeys_its_stop_token_and_repeats_itself() {
    let game = played(board("15x15k5"), "h8 g7 i9 g9");
    let limits = Limits::nodes(20_000);
    let first = search(
        &game,
        limits,
        SearchMode::Solve,
        &StopToken::default(),
        |_| {},
    )
    .expect("in range");
    assert!(first.nodes <= 20_000, "{}", first.nodes);
    let again = search(
        &game,
        limits,
        SearchMode::Solve,
        &StopToken::default(),
        |_| {},
    )
    .expect("in range");
    assert_eq!(
        (first.score, &first.principal_variation),
        (again.score, &again.principal_variation)
    );
    let stop_token = StopToken::default();
    let mut looks = 0;
    let stopped = search(
        &game,
        Limits::time(Duration::from_secs(600)),
        SearchMode::Solve,
        &stop_token,
        |_| {
            looks += 1;
            stop_token.stop();
        },
    );
    assert_eq!(
        stopped.and_then(|t| t.stop_reason),
        Some(evolvarium::search::StopReason::Stopped)
    );
    assert_eq!(looks, 1);
    for nonsense in [
        Limits::depth(0),
        Limits::depth(10_000),
        Limits::nodes(0),
        Limits::time(Duration::ZERO),
    ] {
        let why = nonsense.check().expect_err("nonsense");
        assert!(why.to_string().contains("must be from 1 to"), "{why}");
        assert!(
            search(
                &game,
                nonsense,
                SearchMode::Solve,
                &StopToken::default(),
                |_| {}
            )
            .is_none()
        );
    }
}
