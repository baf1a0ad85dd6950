//! The imports of the sources: the modules that each file uses.

use std::fs;
use std::path::{Path, PathBuf};

/// One `use` or path of a source file.
pub struct Import {
    pub file: PathBuf,
    pub line: usize,
    /// The path below the crate, such as `games::match3::rules`.
    pub path: Vec<String>,
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

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The module of a file, such as `games::match3::rules` for `games/match3/rules/mod.rs`.
pub fn module_of(file: &Path) -> Vec<String> {
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
pub fn imports_of(file: &Path, text: &str) -> Vec<Import> {
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
