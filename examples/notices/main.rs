//! Writes the notices of all packages that the program is linked with, on any system: their names, and the texts of
//! their licences. `scripts/notices` puts them into THIRD_PARTY.md, which ships with the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::Value;

const HEAD: &str = "# Third-party notices

Evolvarium is linked with the packages below. `scripts/notices` makes this list from the lock file; do not edit it by hand.
The fonts and everything else in `assets/` are described in `assets/CREDITS.md`.

## Packages

";

/// A package with the texts that its licence asks to be passed on.
struct Package {
    /// Name, version and licence.
    line: String,
    /// Its authors and its source, for packages without a text.
    origin: String,
    texts: Vec<String>,
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the metadata that cargo has of all packages of the lock file.
fn metadata() -> Result<Value, String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .map_err(|why| why.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|why| why.to_string())
}

/// Returns the packages that are linked into the program, without those that only build or test it.
fn linked(metadata: &Value) -> Vec<&Value> {
    let find = |all: &'static str, of: &'static str| -> BTreeMap<&str, &Value> {
        let values = list(
            if all.is_empty() {
                metadata
            } else {
                &metadata[all]
            },
            of,
        );
        values
            .iter()
            .map(|value| (text(value, "id"), value))
            .collect()
    };
    let (packages, nodes) = (find("", "packages"), find("resolve", "nodes"));
    let root = text(&metadata["resolve"], "root");
    let (mut seen, mut open) = (BTreeSet::new(), vec![root]);
    while let Some(node) = open.pop().and_then(|id| nodes.get(id)) {
        for needed in list(node, "deps") {
            let is_linked = list(needed, "dep_kinds")
                .iter()
                .any(|kind| kind["kind"].is_null());
            if is_linked && seen.insert(text(needed, "pkg")) {
                open.push(text(needed, "pkg"));
            }
        }
    }
    seen.remove(root);
    seen.iter()
        .filter_map(|id| packages.get(id).copied())
        .collect()
}

/// Returns the texts of the licence files in the folder of a package.
fn texts(manifest: &Path) -> Vec<String> {
    let Some(folder) = manifest.parent() else {
        return Vec::new();
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let is_notice = |path: &&std::path::PathBuf| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        let begins = ["LICEN", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT"];
        path.is_file() && begins.iter().any(|begin| name.starts_with(begin))
    };
    let read = paths
        .iter()
        .filter(is_notice)
        .filter_map(|path| fs::read_to_string(path).ok());
    let tidy = |text: String| {
        text.lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    };
    read.map(|text| tidy(text).trim_matches('\n').to_owned())
        .filter(|text| !text.is_empty())
        .collect()
}

fn package(value: &Value) -> Package {
    let authors: Vec<&str> = list(value, "authors")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let (name, version, licence) = (
        text(value, "name"),
        text(value, "version"),
        text(value, "license"),
    );
    Package {
        line: format!("{name} {version}, {licence}"),
        origin: format!("{} {}", text(value, "repository"), authors.join(", "))
            .trim()
            .to_owned(),
        texts: texts(Path::new(text(value, "manifest_path"))),
    }
}

/// Returns the whole document. Equal texts are in it once.
fn document(packages: &[Package]) -> String {
    let mut document = HEAD.to_owned();
    for package in packages {
        let _ = writeln!(document, "- {}", package.line);
    }
    document += "\n## Packages that bring no text of their own\n\nThe text of their licence stands below, with other packages.\n\n";
    for package in packages.iter().filter(|package| package.texts.is_empty()) {
        let _ = writeln!(document, "* {}: {}", package.line, package.origin);
    }
    document += "\n## Texts\n";
    // Texts that differ in their line breaks alone are the same.
    let mut users: BTreeMap<String, (&str, Vec<&str>)> = BTreeMap::new();
    for package in packages {
        for text in &package.texts {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (_, lines) = users.entry(words.join(" ")).or_insert((text, Vec::new()));
            lines.push(&package.line);
        }
    }
    // The order is that of the packages.
    let mut texts: Vec<(&str, Vec<&str>)> = users.into_values().collect();
    texts.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(b.0)));
    for (text, mut users) in texts {
        users.dedup();
        let names: Vec<&str> = users
            .iter()
            .filter_map(|line| line.split(',').next())
            .collect();
        let _ = write!(
            document,
            "\n### {}\n\n~~~~\n{text}\n~~~~\n",
            names.join(", ")
        );
    }
    document
}

fn main() -> ExitCode {
    match metadata() {
        Ok(metadata) => {
            let mut packages: Vec<Package> = linked(&metadata).into_iter().map(package).collect();
            packages.sort_by(|a, b| a.line.cmp(&b.line));
            print!("{}", document(&packages));
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("the packages cannot be listed: {why}");
            ExitCode::FAILURE
        }
    }
}
