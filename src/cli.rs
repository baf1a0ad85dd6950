//! The command line: it starts the game, the tour, or a subcommand of a game.

mod lab;
mod replay;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::prelude::*;
use bevy::window::PresentMode;
use clap::error::ContextValue;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::EvolvariumPlugin;
use crate::base::{PlainError, QUOTE, SHORT, excerpt};
use crate::games::command::{CommandError, Output, Subcommand, Verb, report_line};
use crate::generation::pools;
use crate::session::hand_over::hand_over;
use crate::session::replay::Checker;
use crate::session::store::{StoreError, read_existing};
use crate::session::{self, Folders, Link, LinkError, RunFile, is_link, link};
use crate::shell::language::Language;
use crate::shell::notice::show_failure_of;
use crate::shell::open_file::open_file;
use crate::shell::played;
use crate::shell::settings::Settings;
use crate::shell::tour::{self, Tour};
use crate::shell::window::DESIGN;
use crate::shell::window::window_error::run_or_explain;

/// The verbs, with their names and descriptions.
const VERBS: [(Verb, &str, &str); 8] = [
    (
        Verb::Generate,
        "generate",
        "Generate content and write it to standard output",
    ),
    (
        Verb::Atlas,
        "atlas",
        "Fill an archive with the best of every kind, and write it to standard output",
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
        "Measure something many times, and report it with a plot",
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

/// The exit status for a result that is written but incomplete.
const PARTIAL: u8 = 3;

/// The number of characters of the longest error. The quotes in it are shortened where it is made.
const MAX_ERROR: usize = 10 * QUOTE;

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
        None => match matches.get_one::<Link>("id") {
            None => play(None),
            Some(link) => play_link(link),
        },
        Some(("tour", matches)) => play_tour(matches),
        Some(("run", matches)) => play_run(matches),
        Some(("open", matches)) => play_file(matches),
        Some(("replay", matches)) => replay::run(matches),
        Some(("lab", matches)) => print_result(lab::run(matches, &crate::kits())),
        Some((verb, matches)) => match run_subcommand(verb, matches, subcommands) {
            Some(result) => print_result(result),
            None => fail(&"there is no such command", USAGE),
        },
    }
}

/// Returns the definition of the command line: the program's own arguments, and the subcommands under their verbs.
pub fn command_line(subcommands: &[Subcommand]) -> Command {
    let id = Arg::new("id")
        .value_parser(game_of_argument)
        .help("A game id to start with, such as match3:9x9c6-p500#k3f9, or a link to a game");
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
    line.subcommand(lab::command(&crate::kits()))
        .subcommand(tour_command())
        .subcommand(run_command())
        .subcommand(open_command())
        .subcommand(replay::command())
}

fn tour_command() -> Command {
    let folder = Arg::new("folder")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The folder for the pictures");
    Command::new("tour")
        .about("Let the game play itself for a while and save pictures of it")
        .arg(folder)
        .arg(
            Arg::new("still")
                .long("still")
                .action(ArgAction::SetTrue)
                .help("Play nothing, and take pictures that are the same each time"),
        )
        .arg(
            Arg::new("flashes")
                .long("flashes")
                .action(ArgAction::SetTrue)
                .conflicts_with("still")
                .help("Measure how much flashes, and fail if that is more than guidelines allow"),
        )
        .arg(
            Arg::new("settings")
                .long("settings")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("A file of settings, to see all screens with another language, theme or size of texts"),
        )
}

fn run_command() -> Command {
    let file = Arg::new("file")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("A file that was saved in the theatre");
    Command::new("run")
        .about("Open a saved run of the evolution in the theatre")
        .arg(file)
}

fn open_command() -> Command {
    let file = Arg::new("file")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("A file as it can be dropped on the window, or a link such as evolvarium:match3:9x9c6-p500%23k3f9");
    Command::new("open")
        .about("Open any file, such as a run, an experiment, a replay, a level or a dungeon, or a link to a game")
        .arg(file)
}

/// Reads a game id, or a link to a game.
fn game_of_argument(text: &str) -> Result<Link, LinkError> {
    match is_link(text) {
        true => text.parse(),
        false => Ok(Link::Game(text.parse()?)),
    }
}

/// Runs the subcommand of a verb. Returns `None` if it does not exist.
fn run_subcommand(
    verb: &str,
    matches: &ArgMatches,
    subcommands: &[Subcommand],
) -> Option<Result<Output, CommandError>> {
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
    let mut text = error.to_string();
    for (_, value) in error.context() {
        if let ContextValue::String(value) = value
            && excerpt(value, QUOTE) != *value
        {
            text = text.replace(value, &excerpt(value, QUOTE));
        }
    }
    let line = text.lines().take_while(|line| !line.is_empty());
    let line = line.map(str::trim).collect::<Vec<_>>().join(" ");
    let line = excerpt(&line, MAX_ERROR);
    report_line(format_args!("{line} (see evolvarium --help)"));
    ExitCode::from(USAGE)
}

fn print_result(result: Result<Output, CommandError>) -> ExitCode {
    match result {
        Ok(output) => print_output(&output),
        Err(why) if why.is_usage() => fail(&why, USAGE),
        Err(why) => fail(&why, 1),
    }
}

/// Prints the output of a subcommand, and then its summary.
fn print_output(output: &Output) -> ExitCode {
    let mut stdout = std::io::stdout();
    let written = stdout.write_all(output.text.as_bytes());
    if let Err(error) = written.and_then(|()| stdout.flush()) {
        return fail(&format!("it cannot be written: {error}"), 1);
    }
    if !output.summary.is_empty() {
        report_line(&output.summary);
    }
    if output.is_partial {
        ExitCode::from(PARTIAL)
    } else {
        ExitCode::SUCCESS
    }
}

fn fail(error: &impl std::fmt::Display, status: u8) -> ExitCode {
    let line = excerpt(&error.to_string(), MAX_ERROR);
    report_line(format_args!("error: {line}"));
    ExitCode::from(status)
}

/// The content with which the game opens.
enum Start {
    /// The game to which an id or a link leads.
    Link(Link),
    /// A file, as if it were dropped on the window.
    File(PathBuf),
    /// The tour, which saves its pictures in a folder, with its settings.
    Tour { tour: Tour, settings: Box<Settings> },
}

/// Opens the run of a file. A file that cannot be read, or that is no run, is refused before there is a window.
fn play_run(matches: &ArgMatches) -> ExitCode {
    let Some(path) = matches.get_one::<PathBuf>("file") else {
        return fail(&"there is no file to open", USAGE);
    };
    match read_existing(path).and_then(|text| RunFile::parse(path, &text)) {
        Ok(_) => play(Some(Start::File(path.clone()))),
        Err(why) => fail(&why, 1),
    }
}

/// Opens the game for a tour.
fn play_tour(matches: &ArgMatches) -> ExitCode {
    let Some(folder) = matches.get_one::<PathBuf>("folder").cloned() else {
        return fail(&"there is no folder for the pictures", USAGE);
    };
    let settings = match matches.get_one::<PathBuf>("settings") {
        Some(path) => read_settings(path),
        None => Ok(first_settings()),
    };
    let settings = match settings {
        Ok(settings) => Box::new(settings),
        Err(why) => return fail(&why, USAGE),
    };
    let tour = match (matches.get_flag("still"), matches.get_flag("flashes")) {
        (true, _) => Tour::still(folder),
        (false, true) => Tour::of_flashes(folder),
        (false, false) => Tour::new(folder),
    };
    play(Some(Start::Tour { tour, settings }))
}

/// The settings at the first start. Later the kept settings replace them.
fn first_settings() -> Settings {
    Settings {
        language: Language::of_system(),
        ..default()
    }
}

fn read_settings(path: &Path) -> Result<Settings, StoreError> {
    Settings::of_text(path, &read_existing(path)?)
}

/// Opens a link or any file. A broken link and a file that cannot be read at all are refused before there is a window;
/// the window shows other faults.
fn play_file(matches: &ArgMatches) -> ExitCode {
    let Some(path) = matches.get_one::<PathBuf>("file") else {
        return fail(&"there is no file to open", USAGE);
    };
    let text = path.to_string_lossy();
    if is_link(&text) {
        return match text.parse::<Link>() {
            Ok(link) => play_link(&link),
            Err(why) => fail(&why, USAGE),
        };
    }
    match read_existing(path) {
        Ok(_) => play(Some(Start::File(path.clone()))),
        Err(StoreError::Missing(_)) if link::has_scheme(&text) => {
            fail(&LinkError::scheme(&text), USAGE)
        }
        Err(why) => fail(&why, USAGE),
    }
}

/// Opens the game to which a link leads, in the window of the copy of the program that runs already, if there is one. A
/// link to a game that does not exist is refused before there is a window.
fn play_link(link: &Link) -> ExitCode {
    if let Err(why) = find_checker(&link.game()) {
        return fail(&why, USAGE);
    }
    if Folders::of_user().is_some_and(|folders| hand_over(&folders, link)) {
        report_line(format_args!(
            "the game opens in the window that is open already"
        ));
        return ExitCode::SUCCESS;
    }
    play(Some(Start::Link(link.clone())))
}

/// Returns the checker of the replays of a game. The error lists the games that there are.
fn find_checker(game: &str) -> Result<Checker, PlainError> {
    let checkers = crate::replay_checkers();
    let found = checkers.iter().find(|known| known.game == game);
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = checkers.iter().map(|known| known.game).collect();
        let known = known.join(", ");
        let game = excerpt(game, SHORT);
        PlainError::new(format!("there is no game \"{game}\"; there are {known}"))
    })
}

/// The longest time that the end of the program waits for what is computed in the background.
const LONGEST_END: Duration = Duration::from_secs(3);

/// Plays until the player leaves. If there can be no window, a line gives the reason.
fn play(start: Option<Start>) -> ExitCode {
    end_cleanly_on_signals();
    let ended = run_or_explain(|| app(start).run());
    // The driver of the graphics card may still compile shaders, and would crash if the program ended meanwhile.
    pools::wait_for_background_threads(LONGEST_END);
    match ended {
        Ok(AppExit::Success) => ExitCode::SUCCESS,
        Ok(AppExit::Error(code)) => ExitCode::from(code.get()),
        Err(why) => fail(&why, 1),
    }
}

/// Lets Ctrl-C, a log-out and a shutdown end the game as its player would. Bevy does so too, but handles none of these
/// signals if one of them is ignored from the start, as in a game that a script starts in the background. If this
/// fails, Bevy still tries.
fn end_cleanly_on_signals() {
    let _ = ctrlc::set_handler(TerminalCtrlCHandlerPlugin::gracefully_exit);
}

/// Makes the game with a window for the title screen, or for the content with which it opens.
fn app(start: Option<Start>) -> App {
    let size = match &start {
        Some(Start::Tour { tour, .. }) => tour.window_size(),
        _ => DESIGN,
    };
    let window = Window {
        title: "Evolvarium".into(),
        // The name of the desktop file, by which a desktop finds the icon.
        name: Some("org.evolvarium.Evolvarium".into()),
        resolution: size.as_uvec2().into(),
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
    let windows = WindowPlugin {
        primary_window: Some(window),
        ..default()
    };
    app.add_plugins(DefaultPlugins.set(windows).set(pools::task_pools()));
    // The tour neither reads nor writes the player's files.
    if !matches!(start, Some(Start::Tour { .. })) {
        session::keep_files_in(&mut app, Folders::of_user());
    }
    app.insert_resource(first_settings());
    app.add_plugins(EvolvariumPlugin);
    let open: Box<dyn Fn(&mut World) -> Result<(), PlainError> + Send + Sync> = match start {
        None => return app,
        Some(Start::Tour { tour, settings }) => {
            app.insert_resource(*settings);
            app.insert_resource(tour);
            app.add_plugins(tour::plugin);
            return app;
        }
        Some(Start::Link(link)) => Box::new(move |world| played::open_link(world, &link)),
        Some(Start::File(path)) => Box::new(move |world| {
            open_file(world, &path);
            Ok(())
        }),
    };
    app.add_systems(PostStartup, move |world: &mut World| {
        show_failure_of(world, &open);
    });
    app
}
