//! `evolvarium replay`: shows a finished game again, or checks that it is what its file says.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::{Start, USAGE, fail, find_checker, play, print_output};
use crate::games::command::Output;
use crate::session::ReplayFile;
use crate::session::replay::Field;
use crate::session::store::read_existing;
use crate::session::{ReplayError, StoreError};

/// The definition of the subcommand.
pub(super) fn command() -> Command {
    let file = Arg::new("file")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("A file of a finished game, or one with the line of text that was shared");
    let check = Arg::new("check")
        .long("check")
        .action(ArgAction::SetTrue)
        .help("Make the moves again without a window, and compare the result with the file");
    Command::new("replay")
        .about("Show a finished game again, or check it")
        .arg(file)
        .arg(check)
}

/// Shows or checks the replay. A file that cannot be read at all is refused before there is a window.
pub(super) fn run(matches: &ArgMatches) -> ExitCode {
    let Some(path) = matches.get_one::<PathBuf>("file") else {
        return fail(&"there is no file to open", USAGE);
    };
    let refused = |why: StoreError| fail(&why, 1);
    let text = match read_existing(path) {
        Ok(text) => text,
        Err(why) => return refused(why),
    };
    let file = match ReplayFile::parse(path, &text) {
        Ok(file) => file,
        Err(why) => return refused(why),
    };
    if !matches.get_flag("check") {
        return play(Some(Start::File(path.clone())));
    }
    match check(&file) {
        Ok(output) => print_output(&output),
        Err(why) => refused(why.in_file(path, &text)),
    }
}

/// Makes the moves again, and says in a line what came of them.
fn check(file: &ReplayFile) -> Result<Output, ReplayError> {
    let checker = find_checker(file.game()).map_err(|why| ReplayError::new(Field::Id, why))?;
    let checked = (checker.check)(file)?;
    let points = match checked.points {
        0 => String::new(),
        points => format!(" and {points} points"),
    };
    let (game, moves, ending) = (checker.game, checked.moves, checked.ending);
    let made = match moves {
        1 => "1 move gives".to_owned(),
        moves => format!("{moves} moves give"),
    };
    Ok(format!("{game}: {made} {ending}{points}, as the file says\n").into())
}
