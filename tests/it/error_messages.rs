//! Error messages in Korean: every message that the program can show to a player is known.

use std::fs;
use std::path::{Path, PathBuf};

use evolvarium::generation::StopReason;
use evolvarium::shell::words::{Language, Words};

use crate::layers::source_files;

/// The text literal at the beginning of some code, without its escapes.
fn literal(code: &str) -> Option<String> {
    let mut letters = code.trim_start().strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                // The text goes on with the first letter of the next line.
                '\n' => {
                    let rest = letters.as_str().trim_start();
                    letters = rest.chars();
                }
                letter => text.push(letter),
            },
            letter => text.push(letter),
        }
    }
}

/// A message with a value in the place of each `{name}`.
fn with_values(message: &str) -> String {
    let mut parts = message.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += "7";
        text += part.split_once('}').expect("a closed brace").1;
    }
    text
}

fn is_korean(letter: char) -> bool {
    ('가'..='힣').contains(&letter)
}

/// All messages of error types, except those of commands, which are printed, and those that only pass on another
/// message.
fn messages() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    source_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    let is_printed = |file: &PathBuf| {
        let mut parts = file.components().map(|part| part.as_os_str());
        parts.any(|part| part == "command" || part == "window_error.rs")
    };
    files.retain(|file| !is_printed(file));
    let mut found = Vec::new();
    for file in files {
        let code = fs::read_to_string(&file).expect("a readable file");
        let attributes = code.split("#[error(").skip(1).filter_map(literal);
        let says = attributes.filter(|message| {
            let own = message.split('{').map(|part| part.rsplit('}').next());
            own.flatten()
                .any(|own| own.chars().any(char::is_alphabetic))
        });
        found.extend(says.map(|message| (file.clone(), message)));
    }
    found
}

#[test]
fn every_message_of_an_error_type_is_said_in_korean() {
    let words = Words::of(Language::Korean);
    let messages = messages();
    assert!(messages.len() > 100, "{} were found", messages.len());
    let unknown: Vec<String> = messages
        .iter()
        .filter(|(_, message)| !words.error(&with_values(message)).contains(is_korean))
        .map(|(file, message)| format!("{}: {message}", file.display()))
        .collect();
    assert!(unknown.is_empty(), "\n{}\n", unknown.join("\n"));
}

#[test]
fn a_message_in_a_notice_is_said_in_korean() {
    let words = Words::of(Language::Korean);
    let why = "this game id has format 9, but this version of the game knows formats up to 2";
    let values = [("why", why.to_owned())];
    let said = words.fill("notice.not_saved", &values);
    assert!(said.contains("형식") && !said.contains("format"), "{said}");
    let english = Words::of(Language::English);
    assert!(english.fill("notice.not_saved", &values).contains(why));
}

/// Faults of files and picks that the code describes in a sentence without an error type of its own.
#[test]
fn sentences_about_faults_are_said_in_korean() {
    let words = Words::of(Language::Korean);
    let sentences = [
        "variation 2 cannot be played: the game has no 9 moves",
        "there is no problem \"x\"; the problems are match3, hexxagon",
        "there is no problem \"x\"; there are match3-levels, match3-atlas",
        "this problem has a target of its own, which ends a run",
        "the axes must be two different measures from 0 to 3, but are 1 and 1",
        "nobody can intervene in an atlas; only its axes change",
        "this is a run and no atlas, so it has no axes",
        "game 3 of hexxagon cannot have been played",
        "stop 4: it has 7 stars",
        "a weight of -700 is outside -600 to 600",
        "there is no cell 81; they go from 0 to 80",
        "this position does not have exactly one winning move; pick another one",
        "strategies play on the board 3x3 alone",
        "there is no room 9; they go from 0 to 6",
        "a room of 2 x 40 is not possible: sides go from 5 to 12",
        "\"x\" is not an opponent to evolve; one looks like 50-level2-b1: wanted points in a hundred games, the level that \
         it plays against, 1 to 3, and the board",
        "\"x\" is not an enemy to evolve; one looks like hunter5 or hunter5x12: the kind (hunter), the strength, and the \
         arenas in which it fights",
        "\"x\" is not a position to reply to: write nine of X O and . row by row, X first",
        "there is no reply to X...O....",
        "no strategy is saved under the name fox",
        "a ranking needs two players",
        "level7 cannot be ranked: only sets, five weights and level1 to level3 are fast enough",
        "no level of potential 300 was found: stopped",
    ];
    let said = sentences.map(|sentence| words.error(sentence));
    let unknown: Vec<_> = said.iter().filter(|one| !one.contains(is_korean)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn the_end_of_a_run_in_a_message_is_said_in_korean() {
    let words = Words::of(Language::Korean);
    for stop in [
        StopReason::TargetMet,
        StopReason::GenerationLimit,
        StopReason::Stagnation,
        StopReason::TimeBudget,
        StopReason::Cancelled,
        StopReason::Failed("9".to_owned()),
    ] {
        let said = words.error(&format!(
            "generation 3 has nothing that can be played ({stop})"
        ));
        let is_english = said.contains(|letter: char| letter.is_ascii_alphabetic());
        assert!(!is_english, "{said}");
    }
}
