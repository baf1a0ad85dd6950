//! Circles of modules that use each other.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::imports::{imports_of, module_of, root, source_files};

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

/// Returns the folder of a module. A module that has only its tests in a folder of its own lies beside the others.
fn folder_of(module: &str) -> &str {
    let own = root().join(module.replace("::", "/"));
    if has_modules(&own) {
        return module;
    }
    module.rsplit_once("::").map_or("", |(folder, _)| folder)
}

/// Whether a folder is there and holds more than tests.
fn has_modules(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    let mut names = entries.map(|entry| entry.expect("an entry").file_name());
    names.any(|name| name != "tests.rs" && name != "tests")
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
