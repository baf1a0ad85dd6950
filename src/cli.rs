//! The command line: it starts the game, the tour, or a subcommand of a game.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::EvolvariumPlugin;
use crate::games::command::{CommandError, Subcommand, Verb};
use crate::session::{Folders, GameId};
use crate::shell::notice::Notices;
use crate::shell::title;
use crate::shell::tour::{self, Tour};

/// The verbs, with their names and descriptions.
const VERBS: [(Verb, &str, &str); 7] = [
    (
        Verb::Generate,
        "generate",
        "Generate content and write it to standard output",
    ),
    (Verb::Duel, "duel", "Let players play against each other"),
    (
        Verb::Solve,
        "solve",
        "Find out what a board is worth with best play",
    ),
    (
        Verb::Simulate,
        "simulate",
        "Let an automatic player play, and report how it went",
    ),
    (
        Verb::Experiment,
        "experiment",
        "Repeat an experiment of the papers that the project builds on",
    ),
    (
        Verb::Perft,
        "perft",
        "Count the positions that moves lead to, to compare with other programs",
    ),
    (
        Verb::Engine,
        "engine",
        "Speak a text protocol with another program, on standard input and output",
    ),
];

/// The exit status for invalid arguments.
const USAGE: u8 = 2;

/// Runs the program with its arguments and the subcommands of all games.
pub fn main() -> ExitCode {
    run(std::env::args_os(), &crate::subcommands())
}

/// Runs the program with the given arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>, subcommands: &[Subcommand]) -> ExitCode {
    let matches = match command_line(subcommands).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => return print_error(&error),
    };
    match matches.subcommand() {
        None => play(matches.get_one::<GameId>("id").cloned(), None),
        Some(("tour", matches)) => play(None, matches.get_one::<PathBuf>("folder").cloned()),
        Some((verb, matches)) => match run_subcommand(verb, matches, subcommands) {
            Some(Ok(text)) => print_output(&text),
            Some(Err(why)) if why.is_usage() => fail(&why, USAGE),
            Some(Err(why)) => fail(&why, 1),
            None => fail(&"there is no such command", USAGE),
        },
    }
}

/// Returns the definition of the command line: the program's own arguments, and the subcommands under their verbs.
fn command_line(subcommands: &[Subcommand]) -> Command {
    let id = Arg::new("id")
        .value_parser(|text: &str| text.parse::<GameId>())
        .help("A game id to start with, such as match3:9x9c6-p500#k3f9");
    let folder = Arg::new("folder")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The folder for the pictures");
    let tour = Command::new("tour")
        .about("Let the game play itself for a while and save pictures of it")
        .arg(folder);
    let mut line = Command::new("evolvarium")
        .version(env!("CARGO_PKG_VERSION"))
        .about("An arcade whose levels and opponents are evolved while you watch.")
        .args_conflicts_with_subcommands(true)
        .arg(id);
    for (verb, name, about) in VERBS {
        let known = subcommands.iter().filter(|known| known.verb == verb);
        let games = known.map(|known| known.command.clone());
        line = line.subcommand(
            Command::new(name)
                .about(about)
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommands(games),
        );
    }
    line.subcommand(tour)
}

/// Runs the subcommand of a verb. Returns `None` if it does not exist.
fn run_subcommand(
    verb: &str,
    matches: &ArgMatches,
    subcommands: &[Subcommand],
) -> Option<Result<String, CommandError>> {
    let (verb, ..) = VERBS.into_iter().find(|(_, name, _)| *name == verb)?;
    let (name, matches) = matches.subcommand()?;
    let named = |known: &&Subcommand| known.verb == verb && known.command.get_name() == name;
    Some(subcommands.iter().find(named)?.run(matches))
}

/// Prints help as it is, or an error as one line.
fn print_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&format!("it cannot be written: {error}"), 1),
        };
    }
    let text = error.to_string();
    let line = text.lines().take_while(|line| !line.is_empty());
    let line = line.map(str::trim).collect::<Vec<_>>().join(" ");
    eprintln!("{line} (see evolvarium --help)");
    ExitCode::from(USAGE)
}

/// Prints the output of a subcommand.
fn print_output(text: &str) -> ExitCode {
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("it cannot be written: {error}"), 1),
    }
}

fn fail(error: &impl std::fmt::Display, status: u8) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(status)
}

/// Opens the window with the title screen, the game of an id, or the tour.
fn play(id: Option<GameId>, tour: Option<PathBuf>) -> ExitCode {
    let window = Window {
        title: "Evolvarium".into(),
        resolution: WindowResolution::new(1280, 720),
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: 640.0,
            min_height: 360.0,
            ..default()
        },
        present_mode: PresentMode::AutoVsync,
        visible: false,
        ..default()
    };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin {
        primary_window: Some(window),
        ..default()
    }));
    // The tour neither reads nor writes the player's files.
    if let (Some(folders), None) = (Folders::of_user(), &tour) {
        app.insert_resource(folders);
    }
    app.add_plugins(EvolvariumPlugin);
    if let Some(folder) = tour {
        app.insert_resource(Tour::new(folder));
        app.add_plugins(tour::plugin);
    }
    if let Some(id) = id {
        app.add_systems(PostStartup, move |world: &mut World| {
            if let Err(why) = title::open_game(world, &id) {
                world.resource_mut::<Notices>().show(why);
            }
        });
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}
