//! Readers of lines of another program, and of the command line.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use evolvarium::cli;
use evolvarium::games::hexxagon::command::engine;

use super::example;

/// The answers of the engine.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<u8>>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().expect("no thread has panicked");
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads a session of the engine. A search is kept short, whatever limits the text gives. The text is accepted if no
/// answer is an error, except that a count was stopped.
pub fn read_protocol(text: &str) -> bool {
    let mut session = String::new();
    for line in text.split('\n') {
        session += line;
        session += match line.split_whitespace().next() {
            Some("go") => " nodes 50\nstop\n",
            Some("perft") => "\nstop\n",
            _ => "\n",
        };
    }
    let answers = Answers::default();
    let input = io::Cursor::new(session);
    engine::run(input, answers.clone()).expect("it needs no file");
    let bytes = answers.0.lock().expect("no thread has panicked");
    let text = String::from_utf8_lossy(&bytes);
    let is_refusal = |line: &str| line.starts_with("error") && !line.contains("was stopped");
    !text.lines().any(is_refusal)
}

pub fn protocols() -> Vec<String> {
    let moves = "position startpos moves 3 5 2-20";
    let cells = "position cells 2,44,74/6,36,78 1 moves 3\nshow\ngo depth 2";
    let options = "setoption name Board value 1\nsetoption name Stuck value skip\nsetoption name Seed value abc\n\
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

pub fn read_arguments(text: &str) -> bool {
    let words = std::iter::once("evolvarium").chain(text.split(' '));
    let parsed = cli::command_line(&evolvarium::subcommands()).try_get_matches_from(words);
    parsed.is_ok()
}

pub fn arguments() -> Vec<String> {
    let manual = example("docs/command_line.md");
    let commands = manual
        .lines()
        .filter_map(|line| line.strip_prefix("evolvarium "))
        // An argument with a space would need a shell.
        .filter(|line| !line.contains('"'));
    let commands = commands.map(|line| line.split(['#', '>']).next().unwrap_or(line).trim());
    commands.map(str::to_owned).collect()
}
