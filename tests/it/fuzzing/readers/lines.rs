//! Readers of lines of another program, and of the command line.

use evolvarium::cli;
use evolvarium::games::hexxagon::command::engine;

use super::example;

/// Reads a session of the engine. A search is kept short, whatever was asked for.
pub fn read_protocol(text: &str) {
    let is_long = |line: &&str| {
        let mut words = line.split_whitespace();
        matches!(words.next(), Some("go" | "perft"))
    };
    let mut session = String::new();
    for line in text.split('\n') {
        session += line;
        session += if is_long(&line) {
            " nodes 50\nstop\n"
        } else {
            "\n"
        };
    }
    engine::run(session.as_bytes(), std::io::sink()).expect("it needs no file");
}

pub fn protocols() -> Vec<String> {
    let moves = "position startpos moves 41 23-41 2,3";
    let cells = "position cells 2,44,74/6,36,78 1 moves 3\nshow\ngo depth 2";
    let options = "setoption name Board value 40\nsetoption name Stuck value skip\nsetoption name Seed value abc\n\
                   setoption name Level value 3\nsetoption name Hash value 1\nsetoption name Threads value 2";
    let all = format!(
        "uai\nisready\n{options}\n{cells}\nuainewgame\n{moves}\nperft 2\ngo infinite\nstop\nquit"
    );
    vec![
        all,
        cells.into(),
        moves.into(),
        "position cells 40/42 1\ngo nodes 9".into(),
    ]
}

pub fn read_arguments(text: &str) {
    let words = std::iter::once("evolvarium").chain(text.split(' '));
    let _ = cli::command_line(&evolvarium::subcommands()).try_get_matches_from(words);
}

pub fn arguments() -> Vec<String> {
    let manual = example("docs/command_line.md");
    let commands = manual
        .lines()
        .filter_map(|line| line.strip_prefix("evolvarium "));
    let commands = commands.map(|line| line.split(['#', '>']).next().unwrap_or(line).trim());
    commands.map(|line| line.replace('"', "")).collect()
}
