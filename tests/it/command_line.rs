//! The command line, as a script sees it. The levels that it makes are tested in `command_line_levels.rs`.

use evolvarium::games::hexxagon::puzzles::Puzzle;
use evolvarium::games::tic_tac_toe::TicTacToe;
use evolvarium::shell::table::TableGame;

use crate::program::{evolvarium, text};

#[test]
fn help_explains_everything_and_succeeds() {
    let help = evolvarium(&["--help"]);
    assert!(help.status.success());
    for word in [
        "generate",
        "duel",
        "solve",
        "tour",
        "match3:9x9c6-p500#k3f9",
    ] {
        assert!(text(&help.stdout).contains(word), "{word}");
    }
    let help = text(&evolvarium(&["generate", "match3", "--help"]).stdout);
    for option in [
        "--wanted",
        "--tolerance",
        "--size",
        "--seed",
        "--count",
        "--threads",
    ] {
        assert!(help.contains(option), "{option}");
    }
}

/// Arguments that are refused, each with a part of the reason.
const REFUSED: &[(&str, &str)] = &[
    ("generate match3 --size 99x9", "from 5 to 12"),
    ("generate match3 --size nine", "ROWSxCOLUMNS"),
    (
        "generate match3 --wanted 9999",
        "wanted potential must be from 0",
    ),
    ("generate match3 --wanted -5", "-5"),
    ("generate match3 --seed !!", "is not a seed"),
    ("generate match3 --count 0", "1..=100000"),
    ("generate match3 --threads 0", "1..=256"),
    ("generate match3 --colours 9", "colours must be from 4 to 8"),
    (
        "generate match3 --kinds jelly",
        "there is no kind \"jelly\"",
    ),
    (
        "generate match3 --generations 0",
        "generations must be from 1",
    ),
    ("generate match4", "match4"),
    (
        "generate lesson --game chess",
        "there is no game \"chess\"; they are match3, hexxagon, tic-tac-toe, dungeon",
    ),
    (
        "generate lesson --game match3 --lesson 7",
        "match3 has the lessons 1 to 6, not 7",
    ),
    ("generate lesson --game match3 --lesson 0", "not 0"),
    ("generate tic-tac-toe --wanted 95", "it goes from 20 to 90"),
    ("duel tic-tac-toe rules", "<SECOND>"),
    (
        "duel tic-tac-toe rules wizard",
        "no opponent called \"wizard\"",
    ),
    (
        "duel tic-tac-toe rules nowhere.ron",
        "nowhere.ron: there is no such file",
    ),
    (
        "duel tic-tac-toe rules minimax --board 4x4k4",
        "plays on 3x3k3 only",
    ),
    ("duel tic-tac-toe rules random --games 0", "1..=1000000"),
    (
        "duel tic-tac-toe rules search5 --milliseconds 9",
        "no player is search",
    ),
    ("perft hexxagon --board 15", "there is no board 15"),
    ("perft hexxagon --depth 13", "0..=12"),
    ("duel hexxagon set9 random", "no opponent called \"set9\""),
    (
        "duel hexxagon level3.55 random",
        "there are level1.1 to level7.9",
    ),
    (
        "duel hexxagon level3.5 level3 level2 --board 40",
        "level3.5 cannot play a game of 3 players",
    ),
    (
        "duel hexxagon set1 random --board 40",
        "board 40 is for 3 players",
    ),
    ("duel hexxagon set1 random --openings book", "random:PLIES"),
    (
        "duel hexxagon set1 random --answer-timeout 9",
        "--answer-timeout is for outside engines",
    ),
    ("solve tic-tac-toe --board 0x0k0", "0x0 is not possible"),
    (
        "solve tic-tac-toe --board 100x100k5",
        "100x100 is not possible",
    ),
    ("solve tic-tac-toe --board 3x3k4", "4 in a row do not fit"),
    (
        "tour --settings no/settings.ron pictures",
        "there is no such file",
    ),
    ("tour --still --flashes pictures", "cannot be used with"),
    ("tour --settings Cargo.toml pictures", "Cargo.toml: line 1"),
    ("nonsense", "is not a game id"),
    ("--nonsense", "unexpected argument '--nonsense'"),
];

#[test]
fn bad_arguments_give_status_2_and_one_line() {
    for (arguments, part) in REFUSED {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        check_refusal(&arguments, part);
    }
    let duel = ["duel", "hexxagon", "set1", "random", "--go", "depth 3"];
    check_refusal(&duel, "--go is for outside engines, and no player is one");
    let solve = ["solve", "tic-tac-toe", "--board", "3x3k3", "--moves"];
    let why = "move 2, \"b2\", cannot be made: the cell is taken";
    check_refusal(&[&solve[..], &["b2 b2"]].concat(), why);
}

/// Checks that arguments are refused in one line, which contains `part`.
pub fn check_refusal(arguments: &[&str], part: &str) {
    let output = evolvarium(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(error.contains(part), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty());
}

/// Solves a position of tic-tac-toe, and checks that the positions and the time are told. Returns the value and the best
/// moves in the order of their names.
fn solve(arguments: &[&str]) -> (String, Vec<String>) {
    // A tenth of this time is enough for the values of all moves of a small board, however busy the machine is.
    let solve = ["solve", "tic-tac-toe", "--seconds", "6000", "--board"];
    let output = evolvarium(&[&solve[..], arguments].concat());
    let text = text(&output.stdout);
    assert!(output.status.success(), "{arguments:?}: {text}");
    let lines: Vec<&str> = text.lines().collect();
    let [value, best, _, effort] = lines[..] else {
        panic!("{arguments:?}: {text}");
    };
    let (positions, time) = effort.split_once(" positions in ").expect("a count");
    assert!(
        positions.parse().is_ok_and(|count: u64| count > 0),
        "{text}"
    );
    let (seconds, _) = time.split_once(" s, ").expect("a time");
    assert!(seconds.parse::<f64>().is_ok(), "{text}");
    let value = value.strip_prefix(&format!("{}: ", arguments[0]));
    let best = best.strip_prefix("best: ").expect("the best moves");
    let mut best: Vec<String> = best.split(' ').map(str::to_owned).collect();
    best.sort_unstable();
    (value.expect("the value of the board").to_owned(), best)
}

#[test]
fn boards_are_solved_with_value_best_moves_positions_and_time() {
    for (arguments, value, best) in [
        ("3x3k3", "draw", "a1 a2 a3 b1 b2 b3 c1 c2 c3"),
        ("3x4k3", "the first player wins in 7", "b1 b2 b3 c1 c2 c3"),
        ("4x4k3", "the first player wins in 5", "b2 b3 c2 c3"),
        (
            "3x3k3 --moves a1 b1",
            "the first player wins in 5",
            "a2 a3 b2",
        ),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let found = solve(&words);
        assert_eq!(
            (&*found.0, &*found.1.join(" ")),
            (value, best),
            "{arguments}"
        );
    }
    // Whether all moves of this board are valued depends on the time, which is enough for its value.
    let (value, best) = solve(&["4x4k4"]);
    assert_eq!(value, "draw");
    assert!(best.iter().any(|one| one == "b2"), "{best:?}");
}

#[test]
fn duels_count_games_and_take_evolved_strategies_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mossy.ron");
    let file = path.to_str().expect("a name");
    let output = evolvarium(&["generate", "tic-tac-toe", "--seed", "k3f9"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("0 of 1329 lines lost"));
    std::fs::write(&path, &output.stdout).expect("written");
    let duel = |first: &str, second: &str| {
        let output = evolvarium(&["duel", "tic-tac-toe", first, second, "--games", "200"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    // Neither the strategy nor minimax ever loses.
    let drawn = duel(file, "minimax");
    assert!(
        drawn.contains("together: 0 won, 200 drawn, 0 lost: 50.0 %"),
        "{drawn}"
    );
    let random = duel(file, "random");
    assert!(random.contains(" 0 lost: "), "{random}");
    assert_eq!(random, duel(file, "random"), "the seed decides");
    // A reply on a taken cell is refused.
    let good = text(&output.stdout);
    let line = good
        .lines()
        .find(|line| line.contains("\"X........\""))
        .expect("a line");
    std::fs::write(&path, good.replace(line, "\"X........\": 1,")).expect("written");
    let output = evolvarium(&["duel", "tic-tac-toe", file, "random"]);
    assert_eq!(output.status.code(), Some(2));
    let why = text(&output.stderr);
    assert!(
        why.contains("the reply to X........ is cell 1, which is taken"),
        "{why}"
    );
}

#[test]
fn perft_and_duels_of_hexxagon_are_told_in_lines() {
    let output = evolvarium(&["perft", "hexxagon", "--stuck", "skip", "--depth", "3"]);
    let counts = text(&output.stdout);
    for count in [" 24 ", " 570 ", " 16548 "] {
        assert!(counts.contains(count), "{counts}");
    }
    let duel = ["duel", "hexxagon", "search2", "set6", "--games", "20"];
    let result = text(&evolvarium(&duel).stdout);
    assert!(
        result.contains("search2: 20 won, 0 drawn, 0 lost, 100.0 %"),
        "{result}"
    );
    // The times differ, but not the winners.
    let without_times = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.split(';').next());
        lines.flatten().map(str::to_owned).collect()
    };
    let again = text(&evolvarium(&duel).stdout);
    assert_eq!(
        without_times(&result),
        without_times(&again),
        "the seed decides"
    );
}

#[test]
fn puzzles_of_hexxagon_are_written_as_text_that_is_read_again() {
    let arguments = ["generate", "hexxagon-puzzle", "--count", "2", "--seed"];
    let output = evolvarium(&[&arguments[..], &["k3f9"]].concat());
    let puzzles: Vec<Puzzle> = ron::from_str(&text(&output.stdout)).expect("puzzles");
    assert_eq!(puzzles.len(), 2);
    assert_ne!(puzzles[0].position, puzzles[1].position);
    let summary = text(&output.stderr);
    assert!(summary.contains("stood a search 10 times as long"));
    // The ratings that were found need not be near the one that was asked for.
    let ratings = puzzles.iter().map(|puzzle| puzzle.difficulty.rating);
    let [least, most] = [f64::min, f64::max].map(|of| ratings.clone().reduce(of));
    let (least, most) = (least.expect("two"), most.expect("two"));
    let rated = format!("; rated {least:.0} to {most:.0}, 1000 wanted");
    assert!(summary.contains(&rated), "{summary}");
    let refused = evolvarium(&["generate", "hexxagon-puzzle", "--rating", "9999"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("0..=3500"));
}

#[test]
fn the_ranking_of_hexxagon_writes_a_plot_beside_its_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let plot = folder.path().join("ranking.svg");
    let path = plot.to_str().expect("text");
    let arguments = ["experiment", "hexxagon-ranking", "set6", "set7"];
    let mut arguments = arguments.to_vec();
    arguments.extend(["--games", "2", "--plot", path]);
    let output = evolvarium(&arguments);
    assert!(output.status.success());
    let lines = text(&output.stdout);
    let rows = lines.lines().filter(|line| line.starts_with("  "));
    let names: Vec<_> = rows
        .map(|row| row.split_whitespace().next().unwrap_or_default())
        .collect();
    assert_eq!(names, ["player", "set6", "set7"], "{lines}");
    let svg = std::fs::read_to_string(&plot).expect("it is written");
    assert!(svg.contains("<svg") && svg.contains("set6") && svg.contains("against each"));
    let folder = folder.path().to_str().expect("text");
    let refused = evolvarium(&["experiment", "hexxagon-ranking", "--plot", folder]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("cannot be written"));
}

#[test]
fn an_atlas_tells_the_seed_that_fills_it_again() {
    let fill = |more: &[&str]| {
        let arguments = ["atlas", "tic-tac-toe", "--generations", "3"];
        let output = evolvarium(&[&arguments[..], &["--batch", "8"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (cells, said) = fill(&[]);
    assert!(cells.lines().count() > 1, "{cells}");
    let told = said.lines().find_map(|line| line.strip_prefix("seed "));
    let (seed, _) = told.and_then(|rest| rest.split_once(',')).expect("a seed");
    assert_eq!(cells, fill(&["--seed", seed]).0);
}

#[test]
fn a_lesson_evolves_as_lines_for_the_sources() {
    let arguments = ["generate", "lesson", "--game", "tic-tac-toe"];
    let output = evolvarium(&[&arguments[..], &["--lesson", "2"]].concat());
    let summary = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{summary}");
    let lesson = TicTacToe::LESSONS[1];
    let line = format!("genome: LessonGenome::of(\"{}\"),", lesson.genome);
    let lines = text(&output.stdout);
    assert!(lines.starts_with("// ttt.lesson.block\n"), "{lines}");
    assert!(lines.lines().any(|written| written == line), "{lines}");
    assert!(summary.contains("of 1000 plays, "), "{summary}");
    assert!(summary.contains(" evaluations"), "{summary}");
    // One generation after the first is not enough for this lesson.
    let arguments = ["generate", "lesson", "--game", "hexxagon", "--lesson", "2"];
    let few = ["--generations", "1", "--seed", "1"];
    let output = evolvarium(&[&arguments[..], &few].concat());
    let summary = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{summary}");
    let says_why = ["no position was found", "that teaches too little"]
        .iter()
        .any(|why| summary.contains(why));
    assert!(says_why, "{summary}");
}
