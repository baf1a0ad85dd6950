//! Faults on purpose: a program that is killed while it saves, a disk that takes no data, folders that vanish, and runs
//! that are started, paused and cancelled at random. The suite does a few of each; `scripts/soak` does a given number.

mod clock;
mod leaks;
mod store;

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use evolvarium::base::{Purpose, Seed, Stream};
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::session::{Autosave, FileState, Folders, Game, save};
use evolvarium::shell::games::Games;

use crate::harness::{Wait, app, app_with_resumed_game, card, notices, start, table, until};

/// The variable with the folder in which a test plays that is started as a program of its own.
const FOLDER: &str = "EVOLVARIUM_SOAK_FOLDER";
/// The id of the game that is played again and again.
const GAME: &str = "hexxagon:b1-human-human#a";

/// Returns the number of repetitions: a few, or the value of a variable.
fn times(usual: u32, variable: &str) -> u32 {
    let asked = std::env::var(variable).ok();
    asked.map_or(usual, |text| text.parse().expect("a number"))
}

/// Starts a test of this file as a program of its own, by a shell that first does `before`.
fn program(test: &str, folder: &Path, before: &str) -> Command {
    let mut command = Command::new("bash");
    let script = format!("{before}exec \"$0\" \"$@\"");
    let own = std::env::current_exe().expect("this program");
    command.args(["-c", &script]).arg(own);
    let test = format!("soak::{test}");
    command.args(["--ignored", "--exact", &test, "--nocapture"]);
    command.env(FOLDER, folder).stdin(Stdio::null());
    command
}

/// The folder that another test has given to this program.
fn program_folder() -> OsString {
    std::env::var_os(FOLDER).expect("another test starts this one with a folder")
}

fn play_one_move(world: &mut World) {
    let card = world
        .resource::<Games>()
        .find(Hexxagon::KEY)
        .expect("it is listed");
    (card.play_itself)(world);
}

fn save_state(world: &World, folder: &Path) -> FileState {
    let path = Folders::within(folder).game(Hexxagon::KEY);
    world.resource::<Autosave>().state(&path)
}

/// Plays on from the save of a folder, or from a new game.
fn app_on(folder: &Path) -> App {
    match Folders::within(folder).game(Hexxagon::KEY).exists() {
        true => app_with_resumed_game(folder, Hexxagon::KEY),
        false => {
            let mut app = app(folder);
            start(&mut app, GAME);
            app
        }
    }
}

/// The program that is killed: it plays, and prints each number of moves that is safe on the disk.
#[test]
#[ignore = "another test starts it as a program of its own"]
fn a_program_that_saves_until_it_is_killed() {
    let folder = program_folder();
    let folder = Path::new(&folder);
    let mut app = app_on(folder);
    loop {
        play_one_move(app.world_mut());
        app.update();
        let made = table::<Hexxagon>(&app).moves().len();
        // Mostly the next move is made while the last one is still being saved.
        if made.is_multiple_of(3) {
            until(&mut app, "the save", |world| {
                save_state(world, folder) == FileState::Saved
            });
            println!("saved {made}");
        }
        // Taking back keeps the game from ending.
        if made >= 40 {
            let mut table = app
                .world_mut()
                .resource_mut::<evolvarium::session::Table<Hexxagon>>();
            table.go_to(3);
        }
    }
}

/// Lets a program of this file work for a while, kills it, and returns the number that it last printed as safe.
fn start_and_kill(test: &str, folder: &Path, rng: &mut Stream) -> Option<usize> {
    let mut command = program(test, folder, "");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut told = lines.map_while(Result::ok).filter_map(|line| {
        let number = line.strip_prefix("saved ")?;
        number.parse().ok()
    });
    // The first safe number shows that the program works.
    let first = told.next();
    thread::sleep(Duration::from_micros(rng.random_below(30_000).into()));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    told.last().or(first)
}

fn play_and_kill(folder: &Path, rng: &mut Stream) -> Option<usize> {
    start_and_kill("a_program_that_saves_until_it_is_killed", folder, rng)
}

#[test]
fn a_program_that_is_killed_while_it_saves_loses_at_most_the_move_in_flight() {
    let mut rng = Seed(1).stream(Purpose::Player);
    let folder = tempfile::tempdir().expect("a folder");
    let kills = times(4, "EVOLVARIUM_SOAK_KILLS");
    for kill in 0..kills {
        let safe = play_and_kill(folder.path(), &mut rng);
        let safe = safe.unwrap_or_else(|| panic!("kill {kill}: it never saved"));
        let mut app = app_with_resumed_game(folder.path(), Hexxagon::KEY);
        until(&mut app, "the save", |world| {
            save_state(world, folder.path()) == FileState::Saved
        });
        let found = table::<Hexxagon>(&app).moves().len();
        // The jump back from 40 moves to 3 is saved as well.
        let is_later = found >= safe || (3..20).contains(&found) && safe >= 30;
        assert!(is_later, "kill {kill}: {found} moves, and {safe} were safe");
        let data = Folders::within(folder.path()).data;
        let names = fs::read_dir(&data).expect("a folder").flatten();
        let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
        let is_left = |name: &str| name.contains("broken") || name.starts_with(".hexxagon");
        let left = names
            .iter()
            .filter_map(|name| name.to_str())
            .find(|name| is_left(name));
        assert_eq!(left, None, "kill {kill}: {names:?}");
    }
    println!("killed {kills} times");
}

/// The program on a disk that takes no data, or takes none for a while.
#[test]
#[ignore = "another test starts it as a program of its own"]
fn a_program_whose_saves_fail() {
    let folder = program_folder();
    let folder = Path::new(&folder);
    let mut app = app_on(folder);
    // The notice goes after some seconds.
    let is_told = |world: &World| notices(world).contains("hexxagon.ron");
    let mut was_told = false;
    for _ in 0..20 {
        play_one_move(app.world_mut());
        app.update();
        was_told |= is_told(app.world());
    }
    until(&mut app, "the failure, with a notice", |world| {
        was_told |= is_told(world);
        was_told && matches!(save_state(world, folder), FileState::Failed(_))
    });
    // The game goes on.
    let made = table::<Hexxagon>(&app).moves().len();
    play_one_move(app.world_mut());
    app.update();
    assert_eq!(table::<Hexxagon>(&app).moves().len(), made + 1);
}

/// Runs a program of this file to its end, and returns what it prints. It must have passed its test.
fn succeeded(mut command: Command, what: &str) -> String {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut output = child.stdout.take().expect("its output");
    let reader = thread::spawn(move || {
        let mut said = String::new();
        output.read_to_string(&mut said).expect("it is text");
        said
    });
    let mut wait = Wait::for_work();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be awaited") {
            break status;
        }
        if wait.is_in_vain() {
            child.kill().expect("it can be killed");
            panic!("{what}: it never ends");
        }
    };
    let said = reader.join().expect("it was read");
    assert!(status.success(), "{what}: {status}\n{said}");
    // A program without a test of the wanted name succeeds as well.
    assert!(said.contains("1 passed"), "{what}: no test\n{said}");
    said
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_nothing_is_told_in_words_and_the_old_save_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut rng = Seed(2).stream(Purpose::Player);
    play_and_kill(folder.path(), &mut rng).expect("it saved");
    let path = Folders::within(folder.path()).game(Hexxagon::KEY);
    let before = fs::read(&path).expect("a save");
    // Every write fails, as on a full disk.
    let full = "trap '' XFSZ; ulimit -f 0; ";
    let command = program("a_program_whose_saves_fail", folder.path(), full);
    succeeded(command, "a full disk");
    assert_eq!(fs::read(&path).expect("a save"), before);
    let app = app_with_resumed_game(folder.path(), Hexxagon::KEY);
    assert!(!table::<Hexxagon>(&app).moves().is_empty());
}

#[test]
fn a_folder_that_vanishes_is_made_again_with_the_next_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, GAME);
    let saved = |app: &mut App| {
        play_one_move(app.world_mut());
        // Nothing else is being written into the folder that vanishes.
        until(app, "the save", |world| {
            let is_saved = save_state(world, folder.path()) == FileState::Saved;
            let autosave = world.resource::<Autosave>();
            is_saved && autosave.waiting_paths().next().is_none()
        });
    };
    saved(&mut app);
    fs::remove_dir_all(Folders::within(folder.path()).data).expect("removed");
    saved(&mut app);
    let slots = save::slots(app.world(), Hexxagon::KEY);
    let summary = (card(&app, Hexxagon::KEY).save_summary)(app.world(), slots[0])();
    assert_eq!(summary.expect("readable").moves, 2);
}
