//! The program: command line in, game or levels out.

use std::process::ExitCode;

fn main() -> ExitCode {
    evolvarium::cli::main()
}
