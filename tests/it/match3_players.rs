//! Automatic players, whole plays, combined goals, and levels in files.

use std::fs;

use evolvarium::games::match3::level::{Level, saved};
use evolvarium::games::match3::players::Player;
use evolvarium::games::match3::playtest::{PlayStatistics, play_many};
use evolvarium::games::match3::rules::{Colour, Goal, Goals, GoalsError, Kind};
use evolvarium::generation::Seed;

const ROWS: [&str; 7] = [
    ".......", "...1...", ".......", "..1.1..", ".......", "...a...", ".......",
];

fn level(goals: &[Goal], moves: u32) -> Level {
    let goals = Goals::of(goals).expect("goals");
    Level::from_rows(&ROWS, 5, goals, moves).expect("a level")
}

fn success(level: &Level, player: Player, count: u32) -> PlayStatistics {
    PlayStatistics::of(&play_many(level, player, Seed(7), count, 2))
}

#[test]
fn the_greedy_player_beats_the_random_one_and_looking_ahead_beats_both() {
    let collect = [Goal::Collect(Colour(1), 18)];
    let both = [Goal::Collect(Colour(1), 14), Goal::ClearSpecials];
    for goals in [&collect[..], &both[..]] {
        let level = level(goals, 12);
        let [random, greedy, ahead] = [
            success(&level, Player::Random, 200),
            success(&level, Player::Greedy, 200),
            success(&level, Player::LookAhead, 60),
        ]
        .map(|sum| sum.success());
        assert!(
            random + 0.1 < greedy && greedy + 0.1 < ahead,
            "{random} {greedy} {ahead}"
        );
    }
}

#[test]
fn plays_are_the_same_on_any_number_of_threads() {
    let level = level(&[Goal::Score(900)], 15);
    let on = |threads| play_many(&level, Player::Greedy, Seed(3), 50, threads);
    assert_eq!(on(1), on(3));
    let sum = PlayStatistics::of(&on(1));
    assert!(sum.swaps.windows(2).all(|pair| pair[0] <= pair[1]));
    assert_eq!(
        (sum.quantile(0.0), sum.quantile(1.0)),
        (sum.swaps[0], sum.swaps[49])
    );
    assert!(sum.swaps.iter().all(|swaps| (1..=15).contains(swaps)));
}

#[test]
fn all_goals_have_to_be_met() {
    let one = level(&[Goal::Collect(Colour(0), 12)], 14);
    let all = level(
        &[
            Goal::Collect(Colour(0), 12),
            Goal::Collect(Colour(1), 12),
            Goal::ClearSpecials,
            Goal::Score(600),
        ],
        14,
    );
    let [one, all] = [one, all].map(|level| success(&level, Player::Greedy, 200).success());
    assert!(all > 0.0 && all + 0.1 < one, "{one} {all}");
}

#[test]
fn goals_that_make_no_game_are_refused() {
    let collect = Goal::Collect(Colour(0), 5);
    assert_eq!(Goals::of(&[]), Err(GoalsError::Count(0)));
    assert_eq!(
        Goals::of(&[collect, Goal::ClearSpecials, collect]),
        Err(GoalsError::Twice(3))
    );
    let nothing = GoalsError::Amount {
        number: 2,
        amount: 0,
    };
    assert_eq!(Goals::of(&[collect, Goal::Score(0)]), Err(nothing));
    assert_eq!(Goals::of(&[collect; 5]), Err(GoalsError::Count(5)));
}

/// Returns the error of a file with a level.
fn refused(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("level.ron");
    fs::write(&path, text).expect("a file");
    let why = saved::read(&path).expect_err("it is no level").to_string();
    assert!(why.contains("level.ron"), "{why}");
    why
}

/// Returns a level file whose rows are changed at one place.
fn file(goals: &str, moves: u32, row: usize, letters: &str) -> String {
    let mut rows = [".....", "..1..", ".....", ".....", "....."];
    rows[row] = letters;
    let rows: Vec<String> = rows
        .iter()
        .map(|row| format!("        \"{row}\",\n"))
        .collect();
    let rows = rows.concat();
    format!(
        "(\n    colours: 5,\n    goals: {goals},\n    moves: {moves},\n    rows: [\n{rows}    ],\n)\n"
    )
}

#[test]
fn broken_level_files_are_refused_with_line_and_reason() {
    let good = "[Collect((1), 12)]";
    let cases = [
        (file(good, 9, 2, "...."), "line 8", "row 3 has 4 cells"),
        (
            file(good, 9, 4, "..x.."),
            "line 10, column 12",
            "'x' is no cell",
        ),
        (
            file("[Collect((1), 4000)]", 9, 0, "....."),
            "line 3",
            "can never be collected in 9 moves",
        ),
        (
            file("[Collect((6), 4)]", 9, 0, "....."),
            "line 3",
            "only 5 colours",
        ),
        (
            file("[ClearSpecials]", 9, 1, "..#.."),
            "line 3",
            "none that can be broken",
        ),
        (file("[]", 9, 0, "....."), "line 3", "from 1 to 4"),
        (
            file("[Collect((1), 0)]", 9, 0, "....."),
            "line 3",
            "must be from 1",
        ),
        (
            file(good, 9, 0, ".....").replace("colours: 5", "colours: 99"),
            "line 2",
            "colours",
        ),
        (
            file(good, 9, 0, ".....").replace("moves", "move"),
            "line 4",
            "move",
        ),
        ("[(level: (colours: 5))]".to_owned(), "line 1", "goals"),
        (String::new(), "line 1", ""),
    ];
    for (text, line, reason) in cases {
        let why = refused(&text);
        assert!(
            why.contains(line) && why.contains(reason),
            "{line} {reason}: {why}"
        );
    }
    let huge = vec!["\".............\""; 13].join(",");
    assert!(
        refused(&format!(
            "(colours: 5, goals: {good}, moves: 9, rows: [{huge}])"
        ))
        .contains("from 5 to 12")
    );
}

#[test]
fn a_level_is_read_as_it_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("level.ron");
    let written = level(&[Goal::Collect(Colour(1), 18), Goal::Score(500)], 12);
    fs::write(&path, ron::to_string(&written).expect("RON")).expect("a file");
    assert_eq!(saved::read(&path).expect("a level"), [written]);
    fs::write(&path, file("[ClearSpecials]", 0, 0, ".....")).expect("a file");
    let read = saved::read(&path).expect("a level");
    assert_eq!(read[0].special()[0].1, Kind::Blocked1);
}
