//! A small program that does nothing but save is killed while it does so, any number of times.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use evolvarium::base::{Purpose, Seed};
use evolvarium::session::store;

use super::{program_folder, start_and_kill, times};

fn save_in(folder: &Path) -> PathBuf {
    folder.join("save.ron")
}

/// The content of saves of many lengths, up to some ten kilobytes. Every place of it holds the number of the save.
fn content(number: usize) -> Vec<usize> {
    vec![number; number * 7_919 % 3_000 + 1]
}

/// Returns the number of the save that is on the disk; 0 if there is none. It must be whole.
fn number_on_disk(folder: &Path) -> usize {
    let read = store::read::<Vec<usize>>(&save_in(folder), 1).expect("a whole save");
    let Some(numbers) = read else { return 0 };
    assert_eq!(numbers, content(numbers[0]), "parts of two saves");
    numbers[0]
}

/// The program that is killed. It prints the number of each save that is safe on the disk.
#[test]
#[ignore = "another test starts it as a program of its own"]
fn a_program_that_only_saves() {
    let folder = program_folder();
    let folder = Path::new(&folder);
    for number in number_on_disk(folder) + 1.. {
        let path = save_in(folder);
        let text = store::text(&path, 1, &content(number)).expect("it can be written");
        store::write(&path, text.as_bytes(), SystemTime::now()).expect("saved");
        println!("saved {number}");
    }
}

#[test]
fn a_save_is_whole_and_no_older_than_the_last_that_was_safe_whenever_the_program_is_killed() {
    let mut rng = Seed(4).stream(Purpose::Player);
    let folder = tempfile::tempdir().expect("a folder");
    let kills = times(10, "EVOLVARIUM_SOAK_SAVES");
    let mut in_flight = 0;
    for kill in 0..kills {
        let safe = start_and_kill("store::a_program_that_only_saves", folder.path(), &mut rng);
        let safe = safe.unwrap_or_else(|| panic!("kill {kill}: it never saved"));
        let found = number_on_disk(folder.path());
        // The save in flight may be safe although the program could no longer print its number.
        let is_last = found == safe || found == safe + 1;
        assert!(is_last, "kill {kill}: save {found}, and {safe} was safe");
        in_flight += leftovers(folder.path());
    }
    println!("killed {kills} times, {in_flight} times in the middle of a write");
}

/// Removes files that were being written when the program was killed, as the program itself does when it starts.
/// Returns their number.
fn leftovers(folder: &Path) -> u32 {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let paths = entries.map(|entry| entry.path());
    let left: Vec<PathBuf> = paths.filter(|path| *path != save_in(folder)).collect();
    for path in &left {
        fs::remove_file(path).expect("removed");
    }
    left.len() as u32
}
