//! The dependencies: their sources, their licences, and whether the notices that ship name all of them. `deny.toml` has
//! the rules; cargo-deny reads the same file, and knows advisories as well (`scripts/supply`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::layers::source_files;

/// A package that is linked into the program on this system.
struct Package {
    name: String,
    version: String,
    licence: String,
    source: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Asks cargo for the packages; the network is not needed, because they are all here.
fn metadata() -> Value {
    let version = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc runs");
    let version = String::from_utf8(version.stdout).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.expect("rustc names its host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", host])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{why}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Returns the packages that the program needs, but not those that only its tests need.
fn packages() -> Vec<Package> {
    let metadata = metadata();
    let by_id = |all: &[Value]| -> BTreeMap<String, Value> {
        let pairs = all
            .iter()
            .map(|value| (text(value, "id").to_owned(), value.clone()));
        pairs.collect()
    };
    let packages = by_id(list(&metadata, "packages"));
    let nodes = by_id(list(&metadata["resolve"], "nodes"));
    let start = text(&metadata["resolve"], "root").to_owned();
    let (mut seen, mut open) = (BTreeSet::new(), vec![start.clone()]);
    while let Some(id) = open.pop() {
        for needed in list(&nodes[&id], "deps") {
            let is_normal = list(needed, "dep_kinds")
                .iter()
                .any(|kind| kind["kind"].is_null());
            let id = text(needed, "pkg").to_owned();
            if is_normal && seen.insert(id.clone()) {
                open.push(id);
            }
        }
    }
    let package = |id: &String| {
        let package = &packages[id];
        let field = |key| text(package, key).to_owned();
        Package {
            name: field("name"),
            version: field("version"),
            licence: field("license"),
            source: field("source"),
        }
    };
    let needed: Vec<Package> = seen
        .iter()
        .filter(|id| **id != start)
        .map(package)
        .collect();
    assert!(needed.len() > 100, "{} packages", needed.len());
    assert!(needed.iter().any(|package| package.name == "bevy"));
    needed
}

/// Returns the strings of a list of `deny.toml`, which has one a line or all in one.
fn denied(name: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("deny.toml")).expect("it is there");
    let (_, rest) = text
        .split_once(&format!("{name} = ["))
        .expect("the list is there");
    let (list, _) = rest.split_once(']').expect("it ends");
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Returns whether an expression allows one of some licences: `AND` needs both sides, `OR` one.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace('/', " OR ");
    // An alternative with brackets stands on one side of AND, as in "(MIT OR Apache-2.0) AND Unicode-3.0".
    let mut parts = expression.split(" AND ");
    parts.all(|part| {
        let part = part.trim().trim_matches(['(', ')']);
        let mut choices = part.split(" OR ").map(str::trim);
        choices.any(|licence| allowed.iter().any(|allowed| allowed == licence))
    })
}

#[test]
fn an_expression_is_allowed_if_each_part_of_it_is() {
    let allowed = ["MIT", "Zlib", "Unicode-3.0"].map(str::to_owned);
    for (expression, wanted) in [
        ("MIT", true),
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0", false),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("GPL-2.0/Zlib", true),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), wanted, "{expression}");
    }
}

#[test]
fn all_dependencies_are_from_the_registry_and_under_licences_that_are_allowed() {
    let (allowed, banned) = (denied("allow"), denied("deny"));
    assert!(allowed.contains(&"MIT".to_owned()) && banned.contains(&"openssl".to_owned()));
    for package in packages() {
        let name = format!("{} {}", package.name, package.version);
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        assert_eq!(package.source, registry, "{name}");
        assert!(!banned.contains(&package.name), "{name}");
        let is_exception = package.name == "option-ext" && package.licence == "MPL-2.0";
        let allowed = is_exception || is_allowed(&package.licence, &allowed);
        assert!(allowed, "{name} is under {}", package.licence);
    }
}

#[test]
fn the_notices_that_ship_name_every_dependency() {
    let notices = fs::read_to_string(root().join("THIRD_PARTY.md")).expect("it is there");
    let named: BTreeSet<&str> = notices
        .lines()
        .filter_map(|line| line.strip_prefix("- "))
        .collect();
    let missing: Vec<String> = packages()
        .iter()
        .map(|package| format!("{} {}, {}", package.name, package.version, package.licence))
        .filter(|line| !named.contains(line.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "run scripts/notices, these are missing: {missing:#?}"
    );
}

#[test]
fn no_code_of_the_project_is_unsafe() {
    for file in ["src/lib.rs", "src/main.rs"] {
        let text = fs::read_to_string(root().join(file)).expect("it is there");
        assert!(text.contains("#![forbid(unsafe_code)]"), "{file}");
    }
    let mut others = Vec::new();
    for folder in ["benches", "examples", "tests", "fuzz/fuzz_targets"] {
        source_files(&root().join(folder), &mut others);
    }
    assert!(others.len() > 100, "the files were read");
    // The word is put together here, so that this file does not have it.
    let word = concat!("uns", "afe");
    for file in others {
        let text = fs::read_to_string(&file).expect("a readable file");
        let is_code = |line: &str| {
            let begins = [
                format!("{word} {{"),
                format!("{word} fn"),
                format!("{word} impl"),
            ];
            begins.iter().any(|begin| line.contains(begin))
        };
        assert!(!text.lines().any(is_code), "{}", file.display());
    }
}

/// Scripts name tests. Cargo takes a name that no test has for no test at all, and succeeds.
#[test]
fn every_test_that_a_script_names_exists() {
    let mut tests = Vec::new();
    source_files(&root().join("tests/it"), &mut tests);
    let tests = tests
        .iter()
        .map(|file| fs::read_to_string(file).expect("a readable file"));
    let tests: String = tests.collect();
    let mut names = 0;
    for entry in fs::read_dir(root().join("scripts")).expect("the scripts are there") {
        let path = entry.expect("a readable folder").path();
        let text = fs::read_to_string(&path).expect("a script");
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.windows(2).filter(|pair| pair[0] == "--exact") {
            let named = pair[1].trim_end_matches(';');
            let name = named.rsplit("::").next().unwrap_or(named);
            assert!(
                tests.contains(&format!("fn {name}()")),
                "{}: {named}",
                path.display()
            );
            names += 1;
        }
    }
    assert!(names >= 5, "{names}");
}

/// `fuzz/` is a workspace of its own, and its lock file is read nowhere else here.
#[test]
fn the_lock_file_of_the_fuzz_targets_knows_every_dependency() {
    let metadata = metadata();
    let game = list(&metadata, "packages")
        .iter()
        .find(|package| text(package, "name") == env!("CARGO_PKG_NAME"));
    let wanted: BTreeSet<String> = list(game.expect("the game is a package"), "dependencies")
        .iter()
        .filter(|dependency| text(dependency, "kind") != "dev" && dependency["optional"] != true)
        .map(|dependency| text(dependency, "name").to_owned())
        .collect();
    let lock = fs::read_to_string(root().join("fuzz/Cargo.lock")).expect("it is there");
    let start = format!("name = \"{}\"\n", env!("CARGO_PKG_NAME"));
    let (_, entry) = lock.split_once(&start).expect("the game has an entry");
    let (_, names) = entry.split_once("dependencies = [\n").expect("a list");
    let (names, _) = names.split_once("]\n").expect("its end");
    // The name of a dependency with several versions is followed by its version.
    let names = names.lines().filter_map(|line| {
        let name = line.trim_matches([' ', '"', ',']);
        name.split(' ').next()
    });
    let locked: BTreeSet<String> = names.map(str::to_owned).collect();
    assert_eq!(locked, wanted);
}
