//! The layers of the program: every import points down, no game uses another one, and the pure parts of games use
//! neither Bevy nor clap.

mod circles;
mod imports;

use std::fs;
use std::path::Path;

pub use imports::source_files;
use imports::{Import, imports_of, module_of, root};

/// The layers, the lowest first. Two modules in one line do not use each other.
const LAYERS: [&[&str]; 6] = [
    &["base"],
    &["generation", "search", "plot"],
    &["experiment"],
    &["session"],
    &["shell"],
    &["games"],
];

/// The parts of a game, the lowest first. A part is a folder or file of the game. A part that is not
/// listed may use all parts of its game.
const PARTS: [(&str, &[&str]); 4] = [
    (
        "match3",
        &[
            "rules",
            "players",
            "level",
            "playtest",
            "atlas",
            "experiment",
        ],
    ),
    (
        "hexxagon",
        &[
            "rules",
            "players",
            "opponents",
            "boards",
            "openings",
            "puzzles",
            "setup",
        ],
    ),
    ("tic_tac_toe", &["rules", "players", "opponents", "setup"]),
    (
        "dungeon",
        &[
            "map",
            "rules",
            "sprite_names",
            "graph",
            "players",
            "enemies",
            "heredity",
            "trace",
            "setup",
            "descent",
        ],
    ),
];

/// The files and folders that may use Bevy, from the folder of the sources. All others know nothing of it.
const WITH_BEVY: [&str; 37] = [
    "main.rs",
    "lib.rs",
    "cli.rs",
    "session",
    "shell",
    // The half of evolution and search that works on Bevy's background threads.
    "generation/archive_task",
    "generation/archive_task.rs",
    "generation/driver",
    "generation/driver.rs",
    "generation/laboratory/task.rs",
    "generation/laboratory/tests.rs",
    "generation/pools.rs",
    "generation/rerun.rs",
    "generation/scripted_run.rs",
    "generation/steering/tests.rs",
    "generation/task",
    "generation/task.rs",
    "generation/watch.rs",
    "search/background.rs",
    // The half of a game that is part of the program: its plugin, what it evolves and learns, and what it shows.
    "view",
    "mod.rs",
    "evolve.rs",
    "evolve",
    "laboratory.rs",
    "learner.rs",
    "played_levels.rs",
    "journey/mod.rs",
    "playtest/live.rs",
    "playtest/on_pools.rs",
    "compare.rs",
    "insight",
    "insight.rs",
    "own_openings.rs",
    "puzzle_book.rs",
    "walk.rs",
    "custom_enemies.rs",
    "next_dungeon.rs",
];

/// Whether a file may use Bevy.
fn may_use_bevy(file: &Path) -> bool {
    let inner = file.strip_prefix(root()).unwrap_or(file);
    // The parts of a game are listed without its folder.
    let mut parts = inner.components();
    let is_game = parts
        .next()
        .is_some_and(|first| first.as_os_str() == "games");
    let part = match is_game {
        true => {
            parts.next();
            parts.as_path()
        }
        false => inner,
    };
    // The root of all games has no part.
    let is_root = is_game && part.as_os_str().is_empty();
    is_root || WITH_BEVY.iter().any(|allowed| part.starts_with(allowed))
}

fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn where_it_is(import: &Import) -> String {
    let file = import.file.strip_prefix(root()).unwrap_or(&import.file);
    format!(
        "{}:{} uses {}",
        file.display(),
        import.line,
        import.path.join("::")
    )
}

/// Returns the faults of the imports of a file.
fn faults_of(file: &Path, text: &str) -> Vec<String> {
    let module = module_of(file);
    let Some(own) = module.first().cloned() else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    for import in imports_of(file, text) {
        let Some(used) = import.path.first() else {
            continue;
        };
        let up = match (layer_of(&own), layer_of(used)) {
            (Some(layer), Some(other)) => other > layer || other == layer && own != *used,
            // The command line and the crate's root stand above all.
            (Some(_), None) => used == "cli",
            (None, _) => false,
        };
        if up {
            faults.push(format!("up: {}", where_it_is(&import)));
        }
        if own == "games" && used == "games" {
            faults.extend(fault_between_games(&module, &import));
        }
    }
    faults.extend(impurities(file, &module, text));
    faults
}

/// Finds a game that uses another one, or a part that uses a part above it.
fn fault_between_games(module: &[String], import: &Import) -> Option<String> {
    let (game, used) = (module.get(1)?, import.path.get(1)?);
    let is_game = |name: &String| PARTS.iter().any(|(game, _)| game == name);
    if !is_game(game) || !is_game(used) {
        return None;
    }
    if game != used {
        return Some(format!("another game: {}", where_it_is(import)));
    }
    let (_, parts) = PARTS.iter().find(|(name, _)| name == game)?;
    let place = |name: &String| parts.iter().position(|part| part == name);
    let (own, other) = (place(module.get(2)?)?, import.path.get(2)?);
    // A part that is not listed lies above all listed ones.
    let above = place(other).is_none_or(|other| other > own);
    let is_part = root().join("games").join(game).join(other).is_dir()
        || root()
            .join("games")
            .join(game)
            .join(other)
            .with_extension("rs")
            .is_file();
    (above && is_part).then(|| format!("a part above: {}", where_it_is(import)))
}

/// Finds Bevy or clap where they are not allowed.
fn impurities(file: &Path, module: &[String], text: &str) -> Vec<String> {
    let name = file
        .file_name()
        .map_or(String::new(), |n| n.to_string_lossy().into_owned());
    let is_pure = !may_use_bevy(file);
    let command =
        name == "command.rs" || module.iter().any(|part| part == "command" || part == "cli");
    let mut faults = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or("");
        let uses = |name: &str| {
            let path = format!("{name}::");
            code.match_indices(&path).any(|(at, _)| {
                let before = code[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            })
        };
        let fault = if uses("clap") && !command {
            Some("clap outside of command/ and cli.rs")
        } else if uses("bevy") && is_pure {
            Some("Bevy in a pure part")
        } else {
            None
        };
        if let Some(fault) = fault {
            let inner = file.strip_prefix(root()).unwrap_or(file);
            faults.push(format!("{fault}: {}:{}", inner.display(), number + 1));
        }
    }
    faults
}

#[test]
fn every_import_points_down_and_pure_parts_stay_pure() {
    let mut files = Vec::new();
    source_files(&root(), &mut files);
    assert!(files.len() > 200, "the sources were read");
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable file");
        faults.extend(faults_of(&file, &text));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_folder_of_the_sources_has_a_layer() {
    // The command line and the roots of the crate stand above all layers.
    let above = ["cli", "lib", "main"];
    for entry in fs::read_dir(root()).expect("the sources are there") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let is_known = layer_of(&name).is_some() || above.contains(&&*name);
        assert!(is_known, "{} has no layer", path.display());
    }
    for name in LAYERS.concat() {
        assert!(root().join(name).is_dir(), "there is no {name}");
    }
}

/// Lines of files that break a rule, each with a part of what is said about it.
const FAULTY: &[(&str, &str, &str)] = &[
    (
        "base/range.rs",
        "use crate::generation::Run;",
        "up: base/range.rs:1",
    ),
    (
        "generation/run.rs",
        "use crate::shell::screen::Screen;",
        "up:",
    ),
    (
        "session/table.rs",
        "\nfn f() { crate::shell::game_id::open_id() }",
        "session/table.rs:2",
    ),
    (
        "shell/title/mod.rs",
        "use crate::games::match3::Match3;",
        "up:",
    ),
    (
        "games/match3/mod.rs",
        "use super::hexxagon::Hexxagon;",
        "another game",
    ),
    (
        "games/match3/rules/board.rs",
        "use crate::games::match3::{level::Level, rules::Kind};",
        "a part above",
    ),
    (
        "games/match3/rules/board.rs",
        "\nuse crate::games::match3::{\n    rules::Kind, // its own part\n    level::Level,\n};",
        "a part above: games/match3/rules/board.rs:2 uses games::match3::level::Level",
    ),
    (
        "games/match3/rules/board.rs",
        "use crate::{\n    base::Seed,\n    games::match3::{\n        rules::{Cell, Kind},\n \
             level::{Level, Setup},\n    },\n};",
        "board.rs:1 uses games::match3::level::Setup",
    ),
    (
        "games/match3/view/mod.rs",
        "pub(super) use crate::games::{\n    match3::{self, rules::Board},\n    hexxagon::Hexxagon,\n};",
        "another game: games/match3/view/mod.rs:1",
    ),
    (
        "session/table.rs",
        "use crate::base::{\n    Purpose,\n    Seed,\n};\nuse crate::shell::screen::Screen;",
        "up: session/table.rs:5",
    ),
    (
        "games/dungeon/map/graph.rs",
        "use super::super::rules::Game;",
        "a part above",
    ),
    (
        "games/hexxagon/players/level.rs",
        "use bevy::prelude::*;",
        "Bevy in a pure part",
    ),
    (
        "games/hexxagon/setup.rs",
        "#[derive(clap::Args)]",
        "clap outside",
    ),
    (
        "base/lock.rs",
        "use bevy::tasks::Task;",
        "Bevy in a pure part",
    ),
    (
        "games/dungeon/simulate.rs",
        "use bevy::prelude::*;",
        "Bevy in a pure part",
    ),
    (
        "generation/run.rs",
        "use bevy::prelude::*;",
        "Bevy in a pure part",
    ),
];

/// Lines of files that break no rule.
const FAULTLESS: &[(&str, &str)] = &[
    ("session/table.rs", "use crate::generation::Pick;"),
    (
        "games/match3/view/mod.rs",
        "use super::rules::Board; // crate::games::hexxagon",
    ),
    ("games/match3/level/mod.rs", "use super::rules::Board;"),
    (
        "games/match3/level/mod.rs",
        "use super::{\n    players::Player,\n    rules::{Board, Cell},\n};",
    ),
    ("games/match3/command/mod.rs", "use clap::Args;"),
    ("games/dungeon/next_dungeon.rs", "use bevy::prelude::*;"),
    ("games/match3/playtest/live.rs", "use bevy::prelude::*;"),
];

#[test]
fn each_kind_of_fault_is_found() {
    let faults = |file: &str, text: &str| faults_of(&root().join(file), text);
    for (file, text, part) in FAULTY {
        let found = faults(file, text);
        assert!(
            found.iter().any(|fault| fault.contains(part)),
            "{file}: {text}: {found:?}"
        );
    }
    for (file, text) in FAULTLESS {
        assert_eq!(faults(file, text), Vec::<String>::new(), "{file}: {text}");
    }
}
