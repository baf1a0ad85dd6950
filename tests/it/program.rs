//! The program itself, as a script runs it.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program with arguments, to its end.
pub fn evolvarium(arguments: &[&str]) -> Output {
    evolvarium_in(Path::new("."), arguments)
}

/// Runs the program in a folder.
pub fn evolvarium_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_evolvarium"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// The output of the program.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}
