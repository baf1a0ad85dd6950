//! The program: command line in, game or levels out.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    evolvarium::cli::main()
}
