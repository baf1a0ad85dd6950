//! Every reader of data from outside, as a function of a text. No reader may panic, hang or take much memory; a value
//! that one accepts must be written and read again as the same. The suite and the fuzz target (`fuzz/`) call the same
//! readers.

mod kept;
mod lines;
mod made;
mod replays;
mod words;

use std::fmt::{Debug, Display};
use std::fs;
use std::path::Path;
use std::str::FromStr;

/// A reader, with examples that it accepts.
pub struct Reader {
    pub name: &'static str,
    /// Reads a text, and returns whether it is accepted.
    pub read: fn(&str) -> bool,
    /// Texts that it accepts, from which others are made.
    pub examples: fn() -> Vec<String>,
}

/// All readers.
pub const READERS: [Reader; 23] = [
    Reader {
        name: "ids",
        read: words::read_id,
        examples: words::ids,
    },
    Reader {
        name: "words",
        read: words::read_word,
        examples: words::words,
    },
    Reader {
        name: "settings",
        read: kept::read_settings,
        examples: || kept::saves(&["settings"]),
    },
    Reader {
        name: "statistics",
        read: kept::read_statistics,
        examples: || kept::saves(&["statistics"]),
    },
    Reader {
        name: "saves",
        read: kept::read_save,
        examples: kept::game_saves,
    },
    Reader {
        name: "glimpses",
        read: kept::read_glimpses,
        examples: kept::glimpses,
    },
    Reader {
        name: "journeys",
        read: kept::read_journey,
        examples: kept::journeys,
    },
    Reader {
        name: "skills",
        read: kept::read_skills,
        examples: kept::skills,
    },
    Reader {
        name: "swaps",
        read: kept::read_swaps,
        examples: kept::swaps,
    },
    Reader {
        name: "played",
        read: kept::read_played,
        examples: kept::played,
    },
    Reader {
        name: "replays",
        read: replays::read_replay,
        examples: replays::replays,
    },
    Reader {
        name: "levels",
        read: made::read_level,
        examples: made::levels,
    },
    Reader {
        name: "persons",
        read: made::read_person_file,
        examples: made::persons,
    },
    Reader {
        name: "strategies",
        read: made::read_strategy,
        examples: made::strategies,
    },
    Reader {
        name: "boards",
        read: made::read_board,
        examples: made::boards,
    },
    Reader {
        name: "dungeons",
        read: made::read_dungeon,
        examples: made::dungeons,
    },
    Reader {
        name: "enemies",
        read: made::read_enemies,
        examples: made::enemies,
    },
    Reader {
        name: "runs",
        read: made::read_run,
        examples: made::runs,
    },
    Reader {
        name: "experiments",
        read: made::read_experiment,
        examples: made::experiments,
    },
    Reader {
        name: "protocol",
        read: lines::read_protocol,
        examples: lines::protocols,
    },
    Reader {
        name: "arguments",
        read: lines::read_arguments,
        examples: lines::arguments,
    },
    Reader {
        name: "played-levels",
        read: kept::read_played_levels,
        examples: kept::played_levels,
    },
    Reader {
        name: "links",
        read: words::read_link,
        examples: words::links,
    },
];

fn example(path: &str) -> String {
    let path = Path::new(super::ROOT).join(path);
    fs::read_to_string(path).expect("the example is there")
}

/// Reads a text. A value that is accepted must be read again as the same from its own text. Returns whether it is
/// accepted.
fn round_trip<T: FromStr<Err: Debug> + Display + Debug + PartialEq>(text: &str) -> bool {
    let Ok(value) = text.parse::<T>() else {
        return false;
    };
    let written = value.to_string();
    let again: T = written.parse().expect("its own text");
    assert_eq!(again, value, "{written}");
    true
}

/// Calls a reader of files with a file that holds the text.
fn with_file(text: &str, read: impl FnOnce(&Path) -> bool) -> bool {
    let thread = format!("{:?}", std::thread::current().id());
    let digits: String = thread.chars().filter(char::is_ascii_digit).collect();
    let name = format!("evolvarium-read-{}-{digits}.ron", std::process::id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, text).expect("written");
    let is_accepted = read(&path);
    fs::remove_file(&path).expect("removed");
    is_accepted
}

/// The path that errors name.
fn nowhere() -> &'static Path {
    Path::new("read.ron")
}
