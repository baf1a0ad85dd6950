//! Hexxagon's protocol for other programs: its answers and its errors.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::sync::{Arc, Mutex};

use evolvarium::games::hexxagon::command::engine;
use evolvarium::games::hexxagon::rules::{Board, BoardNumber};
use evolvarium::generation::Seed;

use crate::harness::Wait;

/// The output, which the test reads.
#[derive(Clone, Default)]
struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl SharedOutput {
    /// The lines so far.
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().expect("no thread has panicked").clone();
        let text = String::from_utf8(bytes).expect("text");
        text.lines().map(str::to_owned).collect()
    }

    /// The number of searches that have ended.
    fn moves(&self) -> usize {
        let lines = self.lines();
        let moved = lines.iter().filter(|line| line.starts_with("bestmove "));
        moved.count()
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .expect("no thread has panicked")
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Input that holds each line back until all searches of the lines before it have ended by themselves.
struct PatientInput {
    lines: VecDeque<String>,
    /// The number of searches that the lines so far have begun.
    searches: usize,
    output: SharedOutput,
}

impl Read for PatientInput {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut wait = Wait::for_work();
        while self.output.moves() < self.searches {
            assert!(!wait.is_in_vain(), "the search does not end");
        }
        let Some(line) = self.lines.pop_front() else {
            return Ok(0);
        };
        self.searches += usize::from(line.starts_with("go "));
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

fn answers_to(input: impl BufRead, output: SharedOutput) -> Vec<String> {
    engine::run(input, output.clone()).expect("the boards can be read");
    output.lines()
}

/// Returns the answers to lines of input that come at once. A line after the beginning of a search comes while it is
/// under way, and the end of the input stops the search.
fn answers(said: &[&str]) -> Vec<String> {
    let input: String = said.iter().map(|line| format!("{line}\n")).collect();
    answers_to(Cursor::new(input), SharedOutput::default())
}

/// Returns the answers to lines of input of which each comes when the searches before it have ended by themselves, as
/// those within limits do.
fn patient_answers(said: &[&str]) -> Vec<String> {
    let output = SharedOutput::default();
    let input = PatientInput {
        lines: said.iter().map(|line| format!("{line}\n")).collect(),
        searches: 0,
        output: output.clone(),
    };
    answers_to(BufReader::new(input), output)
}

/// The word after another one in a line.
fn word_after<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace().skip_while(|word| *word != name);
    words.nth(1)
}

#[test]
fn it_introduces_itself_and_moves_within_limits() {
    let lines = patient_answers(&["uai", "isready", "position startpos moves 3", "go depth 3"]);
    assert!(lines[0].starts_with("id name Evolvarium"));
    assert!(lines.contains(&"uaiok".to_owned()) && lines.contains(&"readyok".to_owned()));
    for option in ["Board", "Stuck", "Level", "Hash", "Threads"] {
        let told = format!("option name {option} ");
        assert!(lines.iter().any(|line| line.starts_with(&told)), "{option}");
    }
    let info = |depth: u32| {
        let start = format!("info depth {depth} ");
        lines.iter().find(|line| line.starts_with(&start))
    };
    let last = info(3).expect("an info line of the last depth");
    for word in ["score cp", "nodes", "nps", "pv"] {
        assert!(last.contains(word), "{last}");
    }
    assert_eq!(info(4), None, "it goes no deeper than it was told");
    let best = lines.last().expect("an answer");
    let made = best.strip_prefix("bestmove ").expect(best);
    // It is a move of the second player from this position.
    let there = format!("position startpos moves 3 {made}");
    assert_eq!(answers(&[&there]), Vec::<String>::new());
    // The other limits end a search too.
    let lines = patient_answers(&["go nodes 2000", "go movetime 20"]);
    let is_move = |line: &str| line.starts_with("bestmove ");
    let moves = lines.iter().filter(|line| is_move(line));
    assert_eq!(moves.count(), 2, "{lines:?}");
    let first: Vec<&String> = lines.iter().take_while(|line| !is_move(line)).collect();
    assert!(!first.is_empty(), "an info line");
    for line in first {
        let nodes = word_after(line, "nodes").and_then(|nodes| nodes.parse::<u64>().ok());
        assert!(nodes.is_some_and(|nodes| nodes <= 2_000), "{line}");
    }
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_is_heard() {
    let long = format!("position startpos moves{}", " 3".repeat(100_000));
    let why = "error the line is longer than 64 KiB";
    assert_eq!(answers(&[&long, "isready"]), [why, "readyok"]);
}

#[test]
fn boards_rules_and_positions_are_set_and_counted() {
    let perft = |lines: &[&str]| answers(lines).last().cloned().unwrap_or_default();
    let skip = "setoption name Stuck value skip";
    assert_eq!(perft(&[skip, "perft 3"]), "perft 3 16548");
    let vanilla = "setoption name Board value 0";
    assert_eq!(perft(&[skip, vanilla, "perft 4"]), "perft 4 492714");
    let three = "setoption name Board value 40";
    let shown = answers(&[three, "show"]);
    let last = shown.last().expect("a line");
    assert!(last.ends_with("player 1 to move"), "{last}");
    // Two pieces on an otherwise empty board: the player to move can only win by taking the other piece.
    let near = "position cells 40/42 1";
    let lines = patient_answers(&["setoption name Board value 0", near, "go depth 4"]);
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 41"));
    let over = answers(&["position cells 40/- 1", "go depth 2"]);
    assert_eq!(over, ["error the game is over"]);
}

#[test]
fn what_is_wrong_gets_an_error_with_the_reason_and_changes_nothing() {
    for (bad, why) in [
        ("fly", "no command \"fly\""),
        ("go depth 0", "depth must be from 1 to"),
        ("go depth", "needs a value"),
        ("go movetime -5", "\"-5\""),
        ("go movetime 0", "milliseconds must be from 1 to"),
        ("go nodes many", "\"many\""),
        ("go sideways", "nodes, depth, movetime or infinite"),
        ("setoption name Hash value 99999", "from 1 to 1024"),
        ("setoption name Threads value 65", "from 1 to 64"),
        ("setoption name Board value 15", "no board 15"),
        (
            "setoption name Stuck value maybe",
            "usual, ends, skip or loses",
        ),
        ("setoption name Level value 9", "from 1 to 8"),
        ("setoption name Colour value red", "no option \"Colour\""),
        ("setoption Board 3", "name NAME value VALUE"),
        ("position startpos moves 3 99", "move 2, \"99\""),
        ("position startpos moves 41", "out of reach"),
        ("position startpos 3", "\"3\" is not moves"),
        ("position cells 2/6", "player to move"),
        ("position cells 2/6/74 1", "for 2 players"),
        ("position cells 2/2 1", "twice"),
        ("position cells 2/0 1", "not on the board"),
        ("position cells 2/200 1", "\"200\""),
        ("position cells 2/6 3", "from 1 to 2"),
        ("perft 99", "from 0 to 6"),
    ] {
        let lines = answers(&[bad, "perft 2"]);
        assert_eq!(lines.len(), 2, "{bad}: {lines:?}");
        assert!(lines[0].starts_with("error "), "{bad}: {}", lines[0]);
        assert!(lines[0].contains(why), "{bad}: {}", lines[0]);
        assert_eq!(lines[1], "perft 2 570", "{bad} changed something");
    }
}

#[test]
fn several_threads_prove_what_one_does() {
    // The only piece of the rival can be taken, which wins; the search finds that with any number of threads.
    let [one, four] = [1, 4].map(|threads| {
        let threads = format!("setoption name Threads value {threads}");
        let lines = patient_answers(&[
            "setoption name Board value 0",
            &threads,
            "position cells 40/42 1",
            "go depth 6",
        ]);
        let mut infos = lines.iter().filter(|line| line.starts_with("info depth "));
        let last = infos.next_back().expect("an info line");
        let value = |name| word_after(last, name).expect(last).to_owned();
        // The result is proven, so that the search goes no deeper.
        assert_ne!(value("depth"), "6", "{lines:?}");
        (value("cp"), lines.last().cloned())
    });
    assert_eq!(one.1.as_deref(), Some("bestmove 41"));
    assert_eq!(one, four);
}

#[test]
fn a_count_that_takes_long_is_stopped_and_other_lines_are_answered_meanwhile() {
    // All plies together take about twenty minutes.
    let large = "position cells 75,15,51,76,24,64,28,43,74,37,3,29,68,67/\
                 27,14,42,69,12,40,23,58,4,13,36,2,56,25 1";
    let lines = answers(&[large, "perft 6", "isready", "show", "stop", "isready"]);
    let wanted = [
        "readyok",
        "error a search is under way; send stop first",
        "error perft was stopped",
        "readyok",
    ];
    assert_eq!(lines, wanted);
    let lines = answers(&[large, "perft 6", "quit", "isready"]);
    assert_eq!(lines, ["error perft was stopped"]);
}

#[test]
fn a_search_without_limits_is_stopped_and_moves() {
    let lines = answers(&["go infinite", "go depth 1", "stop", "isready"]);
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("error a search is under way"))
    );
    let moved = lines.iter().filter(|line| line.starts_with("bestmove "));
    assert_eq!(moved.count(), 1);
    assert_eq!(lines.last().map(String::as_str), Some("readyok"));
}

#[test]
fn a_stuck_player_has_lost_where_the_option_says_so() {
    // Board 5 with all cells taken but 44. The only piece of the first player, on 36, is far from it.
    let board = Board::listed(BoardNumber(5), Seed(1)).expect("a board");
    let walls = board
        .cells()
        .iter()
        .filter(|cell| ![36, 44].contains(&cell.0));
    let walls: Vec<String> = walls.map(|cell| cell.0.to_string()).collect();
    let position = format!("position cells {}/36 2", walls.join(","));
    let shown = |rule: &str| {
        let rule = format!("setoption name Stuck value {rule}");
        let lines = answers(&["setoption name Board value 5", &rule, &position, "show"]);
        lines.last().cloned().unwrap_or_default()
    };
    assert_eq!(shown("loses"), "show pieces 23 1, player 1 has won");
    assert_eq!(shown("ends"), "show pieces 24 1, player 1 has won");
    assert_eq!(shown("skip"), "show pieces 23 1, player 1 to move");
    let refused = answers(&["setoption name Stuck value wins"]);
    assert!(
        refused[0].contains("usual, ends, skip or loses"),
        "{refused:?}"
    );
}
