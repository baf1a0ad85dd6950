//! The layers of the program: every import points down, no game uses another one, and the pure parts of games use
//! neither Bevy nor clap.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

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

/// The parts that use neither Bevy nor clap. The files named after a part are exceptions.
const PURE: [(&str, &[&str]); 16] = [
    ("rules", &[]),
    ("level", &[]),
    ("players", &[]),
    ("opponents", &[]),
    ("boards", &[]),
    ("puzzles", &[]),
    ("map", &[]),
    ("sprite_names", &[]),
    ("names", &[]),
    ("graph", &[]),
    ("enemies", &[]),
    ("heredity", &[]),
    ("atlas", &[]),
    ("experiment", &[]),
    ("playtest", &["live.rs"]),
    ("lessons", &[]),
];

/// One `use` or path of a source file.
struct Import {
    file: PathBuf,
    line: usize,
    /// The path below the crate, such as `games::match3::rules`.
    path: Vec<String>,
}

/// Adds all files of Rust code below a folder.
pub fn source_files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            source_files(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The module of a file, such as `games::match3::rules` for `games/match3/rules/mod.rs`.
fn module_of(file: &Path) -> Vec<String> {
    let inner = file.strip_prefix(root()).expect("a file of src");
    let mut parts: Vec<String> = inner
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if parts
        .last()
        .is_some_and(|last| last == "mod" || last == "lib")
    {
        parts.pop();
    }
    parts
}

/// Returns the names of a path such as `crate::games::match3::{rules, level}` up to its brace.
fn names(text: &str) -> Vec<String> {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let path = &text[..end.unwrap_or(text.len())];
    path.split("::")
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether a line begins a `use`.
fn is_use(code: &str) -> bool {
    let code = code.trim_start();
    code.starts_with("use ") || code.starts_with("pub") && code.contains(" use ")
}

/// The lines of a text without comments, with their numbers. A `use` over several lines is one line with the number of
/// the first of them.
fn joined_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or("");
        if is_open && let Some((_, begun)) = lines.last_mut() {
            begun.push(' ');
            begun.push_str(code.trim());
        } else {
            is_open = is_use(code);
            lines.push((number + 1, code.to_owned()));
        }
        is_open &= !code.contains(';');
    }
    lines
}

/// Returns what stands in the braces after a path such as `games::match3::{rules::{Cell, Kind}, level}`: here
/// `rules::{Cell, Kind}` and `level`. `None` if no braces follow.
fn members(path: &str) -> Option<Vec<&str>> {
    let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))?;
    let (before, after) = path.split_at(end);
    let inside = after.strip_prefix('{')?;
    if !before.is_empty() && !before.ends_with("::") {
        return None;
    }
    let (mut members, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, letter) in inside.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                members.push(inside[start..at].trim());
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    members.retain(|member| !member.is_empty());
    Some(members)
}

/// Adds all paths that a path with braces stands for. It goes on from a module.
fn spread(base: &[String], path: &str, all: &mut Vec<Vec<String>>) {
    let (mut base, mut path) = (base.to_vec(), path);
    while let Some(further) = path.strip_prefix("super::") {
        base.pop();
        path = further;
    }
    base.extend(names(path));
    match members(path) {
        Some(members) => members.iter().for_each(|member| spread(&base, member, all)),
        None => all.push(base),
    }
}

/// The paths that a text uses: `crate::…` and `super::…`, with braces spread out, comments left out.
fn imports_of(file: &Path, text: &str) -> Vec<Import> {
    let module = module_of(file);
    let mut imports = Vec::new();
    for (number, code) in joined_lines(text) {
        for (start, word) in code
            .match_indices("crate::")
            .chain(code.match_indices("super::"))
        {
            let before = code[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let base = if word == "crate::" {
                Vec::new()
            } else {
                let mut base = module.clone();
                // In `mod.rs`, `super` is the folder above; in another file it is its own folder.
                base.pop();
                base
            };
            let mut paths = Vec::new();
            spread(&base, &code[start + word.len()..], &mut paths);
            imports.extend(paths.into_iter().map(|path| Import {
                file: file.to_owned(),
                line: number,
                path,
            }));
        }
    }
    imports
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
    let part = module.get(2).map(String::as_str).unwrap_or("");
    let pure = module.first().is_some_and(|first| first == "games")
        && PURE
            .iter()
            .any(|(pure, except)| *pure == part && !except.contains(&name.as_str()));
    let command =
        name == "command.rs" || module.iter().any(|part| part == "command" || part == "cli");
    let base = module.first().is_some_and(|first| first == "base");
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
        } else if uses("bevy") && (pure || base) {
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

#[test]
fn each_kind_of_fault_is_found() {
    let faults = |file: &str, text: &str| faults_of(&root().join(file), text);
    for (file, text, part) in [
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
    ] {
        let found = faults(file, text);
        assert!(
            found.iter().any(|fault| fault.contains(part)),
            "{file}: {text}: {found:?}"
        );
    }
    for (file, text) in [
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
    ] {
        assert_eq!(faults(file, text), Vec::<String>::new(), "{file}: {text}");
    }
}

/// The modules that each module uses.
type Graph = BTreeMap<String, Vec<String>>;

/// Returns the modules of different folders that use each other, directly or by detours.
fn circles_in(graph: &Graph) -> Vec<String> {
    let mut circles = Vec::new();
    for (module, used) in graph {
        for other in used {
            if reaches(graph, other, module) && folder_of(module) != folder_of(other) {
                circles.push(format!("{module} and {other}"));
            }
        }
    }
    circles
}

#[test]
fn a_circle_is_found_only_if_it_runs_through_different_folders() {
    let graph = |arrows: &[(&str, &str)]| -> Graph {
        let mut graph = Graph::new();
        for (from, to) in arrows {
            graph.entry((*from).into()).or_default().push((*to).into());
            graph.entry((*to).into()).or_default();
        }
        graph
    };
    let [task, run, table] = ["generation::task", "generation::run", "session::table"];
    assert_eq!(circles_in(&graph(&[(table, task), (task, run)])).len(), 0);
    assert_eq!(circles_in(&graph(&[(task, run), (run, task)])).len(), 0);
    let detour = graph(&[(table, task), (task, run), (run, table)]);
    assert_eq!(
        circles_in(&detour),
        [
            "generation::run and session::table",
            "session::table and generation::task"
        ]
    );
}

#[test]
fn no_circle_runs_through_files_of_different_folders() {
    let mut files = Vec::new();
    source_files(&root(), &mut files);
    let modules: Vec<String> = files
        .iter()
        .map(|file| module_of(file).join("::"))
        .collect();
    let mut graph = Graph::new();
    for (file, module) in files.iter().zip(&modules) {
        let text = fs::read_to_string(file).expect("a readable file");
        let used = imports_of(file, &text).into_iter().filter_map(|import| {
            // The file is the longest module with which the path begins.
            (1..=import.path.len())
                .rev()
                .map(|length| import.path[..length].join("::"))
                .find(|path| modules.contains(path))
        });
        graph.insert(module.clone(), used.filter(|used| used != module).collect());
    }
    let circles = circles_in(&graph);
    assert!(
        circles.is_empty(),
        "these modules use each other, directly or by detours:\n{}",
        circles.join("\n")
    );
}

/// Returns the folder of a module.
fn folder_of(module: &str) -> &str {
    let path = root().join(module.replace("::", "/"));
    if path.is_dir() {
        return module;
    }
    module.rsplit_once("::").map_or("", |(folder, _)| folder)
}

fn reaches(graph: &Graph, from: &str, to: &str) -> bool {
    let (mut seen, mut next) = (vec![from.to_owned()], vec![from.to_owned()]);
    while let Some(module) = next.pop() {
        if module == to {
            return true;
        }
        for other in graph.get(&module).into_iter().flatten() {
            if !seen.contains(other) {
                seen.push(other.clone());
                next.push(other.clone());
            }
        }
    }
    false
}
