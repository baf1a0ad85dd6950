//! The search of Hexxagon: the limit on nodes, the keys of positions, and the end of a game as plain minimax sees it.

use evolvarium::games::hexxagon::players::evaluation::EvaluationWeights;
use evolvarium::games::hexxagon::players::plain;
use evolvarium::games::hexxagon::players::two_player_search::TwoPlayerPosition;
use evolvarium::games::hexxagon::rules::{Board, Move, Position, StuckRule};
use evolvarium::generation::{Purpose, Seed};
use evolvarium::search::{Limits, Options, Position as _, Searcher, StopToken};
use proptest::prelude::*;

use crate::hexxagon::{board, two};

#[test]
fn several_threads_share_the_limit_on_nodes() {
    let board = board(1);
    let start = two(&board, &[2, 74, 44], &[6, 36, 78]);
    let root = TwoPlayerPosition::new(&board, start, StuckRule::Skip, EvaluationWeights::evolved());
    let nodes = |threads: u32| {
        let options = Options {
            threads,
            table_megabytes: 4,
            ..Options::default()
        };
        let mut searcher = Searcher::new(options).expect("in range");
        let limits = Limits::nodes(100_000);
        let found = searcher.search(&root, limits, &StopToken::default(), |_| {});
        let found = found.expect("in range");
        assert!(
            root.unpack(TwoPlayerPosition::<u64>::pack(
                found.best_move().expect("a move")
            ))
            .is_some()
        );
        found.nodes
    };
    assert_eq!(nodes(1), 100_000);
    // Each thread reads the counts of the others after 1,024 nodes of its own, however the system lets them run.
    let shared = nodes(3);
    let most = 100_000 + 3 * 1_024;
    assert!((100_000..=most).contains(&shared), "{shared}");
    let nonsense = Options {
        threads: 0,
        ..Options::default()
    };
    assert!(Searcher::<TwoPlayerPosition>::new(nonsense).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// In any position: no cell is lost or held twice, and the key depends on the pieces alone.
    #[test]
    fn positions_stay_sound_and_have_keys(number in 0u16..15, seed in 0u64..100_000, plies in 0usize..60) {
        let board = board(number);
        let mut position = board.start::<2>().expect("a board for two");
        let mut rng = Seed(seed).stream(Purpose::Play);
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.each_move(&board, |made| moves.push(made));
            let Some(made) = rng.choose(&moves) else { break };
            let before = position;
            position = position.after(&board, *made);
            prop_assert!(position.own().and(position.rivals()).is_empty());
            prop_assert!(position.occupied().without(board.all()).is_empty());
            let grown = matches!(made, Move::Clone { .. }) as u32;
            prop_assert_eq!(position.occupied().count(), before.occupied().count() + grown);
        }
        let wrapped = |p: Position<2>| TwoPlayerPosition::new(&board, p, StuckRule::Skip, &EvaluationWeights::BY_HAND);
        let sides = Position::new([position.own(), position.rivals()]);
        prop_assert_eq!(wrapped(position).key(), wrapped(sides).key(), "the key depends on the pieces alone");
        position.each_move(&board, |made| {
            let packed = TwoPlayerPosition::<u64>::pack(made);
            assert_eq!(wrapped(position).unpack(packed), Some(made));
            assert_ne!(wrapped(position.after(&board, made)).key(), wrapped(position).key());
        });
    }
}

/// The position in a random game in which so few cells are free.
fn late_position(board: &Board, seed: Seed, free: u32) -> Position<2> {
    let mut position = board.start::<2>().expect("a board for two");
    let mut rng = seed.stream(Purpose::Play);
    while board.all().without(position.occupied()).count() > free {
        let mut moves = Vec::new();
        position.each_move(board, |made| moves.push(made));
        // Growing fills the board.
        let growing = moves
            .iter()
            .filter(|made| matches!(made, Move::Clone { .. }));
        let growing: Vec<Move> = growing.copied().collect();
        let Some(made) = rng.choose(&growing).or_else(|| rng.choose(&moves)) else {
            break;
        };
        position = position.after(board, *made);
    }
    position
}

/// A search to three plies sees a win or a loss where plain minimax does. A pass costs no depth in our search, so it may
/// see the end of the game sooner, but never later.
#[test]
fn a_search_sees_the_end_of_a_game_as_soon_as_plain_minimax() {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..150 {
        let board = board((seed % 15) as u16);
        let position = late_position(&board, Seed(seed), 1 + (seed % 4) as u32);
        let root = TwoPlayerPosition::new(
            &board,
            position,
            StuckRule::Skip,
            &EvaluationWeights::BY_HAND,
        );
        if root.terminal_score().is_some() {
            continue;
        }
        let options = Options {
            selective: false,
            table_megabytes: 1,
            ..Options::default()
        };
        let mut searcher = Searcher::new(options).expect("in range");
        let found = searcher.search(&root, Limits::depth(3), &StopToken::default(), |_| {});
        let found = found.expect("in range");
        let plain = plain::search(&board, &position, StuckRule::Skip, 3, -5_000, 5_000, &mut 0);
        if plain > 900 {
            won += 1;
            assert!(found.score > 29_000, "{} and {plain}", found.score);
        }
        if plain < -900 {
            lost += 1;
            assert!(found.score < -29_000, "{} and {plain}", found.score);
        }
    }
    assert!(won > 10 && lost > 4, "{won} won, {lost} lost");
}
