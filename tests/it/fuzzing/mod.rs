//! Every reader of data from outside, fed with examples that were changed at random. No reader may panic, and each must
//! refuse some of the changed texts. The suite tries a few hundred texts of each kind;
//! `EVOLVARIUM_FUZZ_TEXTS=1000000 cargo test --release fuzzing` tries that many.

mod mutation;
mod readers;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;

use evolvarium::base::{Purpose, Seed, Stream};
use evolvarium::session::PlayerFile;
use evolvarium::session::skill::{SkillSample, SkillSamples, Skills};
use evolvarium::session::statistics::GameResult;

use mutation::mutated;
use readers::READERS;

/// The folder of the project.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The most bytes of address space that a command may take that reads a file as large as any may be, 16 MB. The program
/// itself and the stacks of its threads take a part of them.
const MEMORY: u64 = 1 << 30;

fn one_of<'a>(texts: &'a [String], rng: &mut Stream) -> &'a str {
    rng.choose(texts).expect("an example")
}

#[test]
fn readers_accept_their_examples_refuse_some_changed_ones_and_never_panic() {
    let asked = std::env::var("EVOLVARIUM_FUZZ_TEXTS").ok();
    let count = asked.map_or(300, |text| text.parse().expect("a number of texts"));
    let mut refused = Vec::new();
    for (number, reader) in (0u64..).zip(&READERS) {
        let examples = (reader.examples)();
        assert!(!examples.is_empty(), "{}", reader.name);
        let refusals = examples.iter().filter(|text| !(reader.read)(text));
        refused.extend(refusals.map(|text| format!("{}: {text}", reader.name)));
        let mut rng = Seed(number).stream(Purpose::Player);
        let mut changed_and_refused = 0;
        for _ in 0..count {
            let text = mutated(
                one_of(&examples, &mut rng),
                one_of(&examples, &mut rng),
                &mut rng,
            );
            let read = catch_unwind(AssertUnwindSafe(|| (reader.read)(&text)));
            let is_accepted = read.unwrap_or_else(|_| panic!("{} panics on {text:?}", reader.name));
            changed_and_refused += u32::from(!is_accepted);
        }
        assert!(changed_and_refused > 0, "{} refuses nothing", reader.name);
    }
    assert!(refused.is_empty(), "refused examples: {refused:#?}");
}

/// Texts as large as a file may be, each of another shape.
fn huge_texts() -> Vec<(&'static str, String)> {
    let size = 15 << 20;
    let many = |piece: &str| piece.repeat(size / piece.len());
    vec![
        ("brackets", many("[")),
        ("lists", format!("[{}]", many("[],"))),
        (
            "a string",
            format!("(version: 1, content: \"{}\")", many("a")),
        ),
        (
            "strings",
            format!("(version: 1, content: (rows: [{}]))", many("\"a\",")),
        ),
        (
            "rows",
            format!(
                "(colours: 5, goals: [], moves: 1, rows: [{}])",
                many("\"\",")
            ),
        ),
        (
            "fields that nobody reads",
            format!(
                "[(other: [{}], level: (colours: 5, goals: [], moves: 1, rows: [])), ]",
                many("1,")
            ),
        ),
        ("names", format!("({}: 1)", many("a"))),
        ("a comment", format!("/*{}*/ 1", many("*"))),
        ("digits", format!("(version: {})", many("9"))),
        ("lines", many("\n")),
    ]
}

/// The commands that read a file, without its name.
const READING: [&[&str]; 6] = [
    &["simulate", "match3"],
    &["replay", "--check"],
    &["duel", "tic-tac-toe", "random"],
    &["duel", "hexxagon", "random"],
    &["lab"],
    &["run"],
];

#[cfg(target_os = "linux")]
#[test]
fn the_largest_files_are_refused_in_bounded_memory() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("huge.ron");
    for (shape, text) in huge_texts() {
        fs::write(&path, text).expect("written");
        for words in READING {
            let (status, why) = refused_within(MEMORY, words, &path);
            let is_refused = status == Some(1) || status == Some(2);
            assert!(is_refused, "{words:?}, {shape}: {status:?} {why:.300}");
            let is_short = why.lines().count() == 1 && why.len() < 2_000;
            assert!(is_short, "{words:?}, {shape}: {why:.300}");
        }
    }
}

/// Runs a command on a file with `memory` bytes of address space. Returns its status and its errors.
#[cfg(target_os = "linux")]
fn refused_within(memory: u64, words: &[&str], path: &Path) -> (Option<i32>, String) {
    let script = format!("ulimit -v {} && exec \"$0\" \"$@\"", memory >> 10);
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_evolvarium")]);
    command
        .args(words)
        .arg(path)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    let output = command.output().expect("it starts");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// The estimates for one game take twenty kilobytes, so a file of a few megabytes could fill the memory.
#[test]
fn a_file_of_tries_may_name_only_so_many_games() {
    let samples = |games: u32| -> SkillSamples {
        let game = |number: u32| (format!("game{number}"), vec![rival_beaten()]);
        (0..games).map(game).collect()
    };
    let hundred = samples(100);
    assert_eq!(hundred.check(), Ok(()));
    let read = Skills::of_samples(hundred);
    assert_eq!(read.of("game7").map(|skill| skill.samples()), Some(1));
    let why = samples(101).check().expect_err("more games");
    assert!(why.to_string().contains("101 games"), "{why}");
}

fn rival_beaten() -> SkillSample {
    SkillSample::Game {
        rival: 1_000.0,
        result: GameResult::Won,
    }
}
