//! A real window: the tour runs from start to end and its pictures are not empty.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the game with a display.
pub fn on_a_display() -> Command {
    with_a_display(OsStr::new(env!("CARGO_BIN_EXE_evolvarium")))
}

/// Returns a program with a display: the existing one or a virtual one.
pub fn with_a_display(program: &OsStr) -> Command {
    if std::env::var_os("DISPLAY").is_some() || std::env::var_os("WAYLAND_DISPLAY").is_some() {
        return Command::new(program);
    }
    let mut command = Command::new("xvfb-run");
    // The pointer of a display is in its middle at first, where it must not point at anything in the window.
    command.args(["-a", "-s", "-screen 0 2700x1500x24 -nolisten tcp"]);
    command.arg(program);
    command
}

/// Runs a tour of a kind, whose files go to a folder. Returns whether it succeeded, and what it has reported.
pub fn run_tour(kind: &str, folder: &Path) -> (bool, String) {
    let output = on_a_display()
        .args(["tour", kind])
        .arg(folder)
        .stdin(Stdio::null())
        .output()
        .expect("xvfb-run is installed by scripts/setup --headless");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success(), log)
}

/// Returns the number of different colours of a picture, at most 4,096.
fn colours(path: &Path) -> usize {
    let image = bevy::image::Image::from_buffer(
        &std::fs::read(path).expect("a picture"),
        bevy::image::ImageType::Extension("png"),
        Default::default(),
        true,
        Default::default(),
        Default::default(),
    )
    .expect("a PNG");
    let pixels = image.data.expect("pixels");
    let mut seen = std::collections::HashSet::new();
    for pixel in pixels.chunks_exact(4) {
        if seen.len() < 4_096 {
            seen.insert([pixel[0], pixel[1], pixel[2]]);
        }
    }
    seen.len()
}

#[test]
fn the_tour_opens_generates_plays_and_saves_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let pictures = folder.path().join("tour");
    let output = on_a_display()
        .arg("tour")
        .arg(&pictures)
        // The working directory is another one, and all files are still found.
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("xvfb-run is installed by scripts/setup --headless");
    let log = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{log}");
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
    let mut names: Vec<String> = std::fs::read_dir(&pictures)
        .expect("pictures were saved")
        .map(|entry| {
            entry
                .expect("readable")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    names.sort();
    let stops = [
        "title",
        "setup",
        "laboratory",
        "evolving",
        "evolved",
        "start",
        "move",
        "played",
        "settings",
        "ended",
    ];
    let games = ["match3", "hexxagon", "tic-tac-toe", "dungeon"];
    let expected: Vec<String> = games
        .iter()
        .flat_map(|game| stops.iter().map(move |stop| format!("{game}-{stop}.png")))
        .enumerate()
        .map(|(at, name)| format!("{:02}-{name}", at + 1))
        .collect();
    assert_eq!(names, expected);
    for name in names {
        let found = colours(&pictures.join(&name));
        assert!(found > 200, "{name} has {found} colours");
    }
}
