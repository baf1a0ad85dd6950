//! The command line: playing, the tour, and generating without a display.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};
use clap::{Parser, Subcommand};

use crate::EvolvariumPlugin;
use crate::games::dungeon::command as dungeon;
use crate::games::hexxagon::command as hexxagon;
use crate::games::match3::experiment::{kinds, potential, success};
use crate::games::match3::generate::{self as match3, GenerateMatch3};
use crate::games::match3::player::simulate as match3_simulate;
use crate::games::tic_tac_toe::commands::{self as tic_tac_toe, Duel, GenerateStrategy, Solve};
use crate::session::{Folders, GameId};
use crate::shell::tour::Tour;

/// An arcade whose levels and opponents are evolved while you watch.
#[derive(Parser)]
#[command(name = "evolvarium", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    /// A game id to start with, such as match3:9x9c6-p500#k3f9
    id: Option<GameId>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Generate content and write it to standard output
    #[command(subcommand)]
    Generate(Generate),
    /// Let two players play against each other
    #[command(subcommand)]
    Duel(DuelOf),
    /// Find out what a board is worth with best play
    #[command(subcommand)]
    Solve(SolveOf),
    /// Let an automatic player play, and tell how it went
    #[command(subcommand)]
    Simulate(SimulateOf),
    /// Repeat an experiment of the documents that the project comes from
    #[command(subcommand)]
    Experiment(ExperimentOf),
    /// Count the positions that moves lead to, to compare with other programs
    #[command(subcommand)]
    Perft(PerftOf),
    /// Speak a text protocol with another program, on standard input and output
    #[command(subcommand)]
    Engine(EngineOf),
    /// Let the game play itself for a while and save pictures of it
    Tour {
        /// The folder for the pictures
        folder: PathBuf,
    },
}

#[derive(Subcommand)]
enum Generate {
    /// Levels for match-3
    Match3(Box<GenerateMatch3>),
    /// A strategy for tic-tac-toe
    TicTacToe(GenerateStrategy),
    /// A dungeon, as a map to look at
    Dungeon(dungeon::GenerateDungeonArgs),
    /// Enemies of the dungeon
    Enemies(dungeon::GenerateEnemiesArgs),
    /// A board of Hexxagon
    HexxagonBoard(hexxagon::GenerateBoard),
    /// What the search estimates positions of Hexxagon by
    HexxagonEstimate(hexxagon::GenerateEstimate),
}

#[derive(Subcommand)]
enum DuelOf {
    /// Tic-tac-toe on any board
    TicTacToe(Duel),
    /// Hexxagon for two and three players
    Hexxagon(hexxagon::duel::Duel),
}

#[derive(Subcommand)]
enum SimulateOf {
    /// Levels of match-3
    Match3(match3_simulate::Simulate),
    /// Descents into the dungeon
    Dungeon(dungeon::SimulateDungeonArgs),
}

#[derive(Subcommand)]
enum ExperimentOf {
    /// Swap potential of match-3 levels against the swaps that a player needs, and how they are found
    #[command(name = "match3-potential")]
    Potential(potential::Potential),
    /// Whether match-3 levels are won as often as was wished
    #[command(name = "match3-success")]
    Success(success::Success),
    /// What a lost pattern adds to the swaps that a player needs, by kind of special cell
    #[command(name = "match3-kinds")]
    Kinds(kinds::KindsLost),
}

#[derive(Subcommand)]
enum PerftOf {
    /// Hexxagon on any board
    Hexxagon(hexxagon::Perft),
}

#[derive(Subcommand)]
enum EngineOf {
    /// Hexxagon; the protocol is written down in the README
    Hexxagon,
}

#[derive(Subcommand)]
enum SolveOf {
    /// Tic-tac-toe on any board
    TicTacToe(Solve),
}

/// Exit status for arguments that cannot be used.
const USAGE: u8 = 2;

/// Does what the command line says.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match arguments.command {
        Some(Command::Generate(Generate::Match3(wish))) => match match3::run(&wish) {
            Err(error) if !error.is_usage() => fail(&error, 1),
            written => write(written),
        },
        Some(Command::Generate(Generate::TicTacToe(wish))) => write(tic_tac_toe::generate(&wish)),
        Some(Command::Duel(DuelOf::TicTacToe(duel))) => write(tic_tac_toe::duel(&duel)),
        Some(Command::Duel(DuelOf::Hexxagon(duel))) => write(hexxagon::duel::duel(&duel)),
        Some(Command::Engine(EngineOf::Hexxagon)) => {
            let spoken = hexxagon::engine::speak(std::io::stdin().lock(), std::io::stdout());
            write(spoken.map(|()| String::new()))
        }
        Some(Command::Generate(Generate::Dungeon(args))) => write(dungeon::generate_dungeon(&args)),
        Some(Command::Generate(Generate::Enemies(args))) => write(dungeon::generate_enemies(&args)),
        Some(Command::Generate(Generate::HexxagonBoard(wish))) => write(hexxagon::board(&wish)),
        Some(Command::Generate(Generate::HexxagonEstimate(wish))) => {
            write(hexxagon::estimate(&wish))
        }
        Some(Command::Simulate(SimulateOf::Match3(wish))) => {
            write(match3_simulate::simulate(&wish))
        }
        Some(Command::Experiment(ExperimentOf::Potential(wish))) => write(potential::run(&wish)),
        Some(Command::Experiment(ExperimentOf::Success(wish))) => write(success::run(&wish)),
        Some(Command::Experiment(ExperimentOf::Kinds(wish))) => write(kinds::run(&wish)),
        Some(Command::Simulate(SimulateOf::Dungeon(args))) => {
            write(dungeon::simulate_dungeon(&args))
        }
        Some(Command::Perft(PerftOf::Hexxagon(perft))) => write(hexxagon::perft_lines(&perft)),
        Some(Command::Solve(SolveOf::TicTacToe(solve))) => write(tic_tac_toe::solve(&solve)),
        Some(Command::Tour { folder }) => play(None, Some(folder)),
        None => play(arguments.id, None),
    }
}

/// Help goes out as it is; an error as one line.
fn refuse(error: &clap::Error) -> ExitCode {
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

/// Writes what a command gives, or says why it gives nothing.
fn write<E: std::fmt::Display>(text: Result<String, E>) -> ExitCode {
    match text.map(|text| std::io::stdout().write_all(text.as_bytes())) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => fail(&format!("it cannot be written: {error}"), 1),
        Err(error) => fail(&error, USAGE),
    }
}

fn fail(error: &impl std::fmt::Display, status: u8) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(status)
}

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
    // A tour neither reads nor changes the player's files.
    if let (Some(folders), None) = (Folders::of_user(), &tour) {
        app.insert_resource(folders);
    }
    app.add_plugins(EvolvariumPlugin);
    if let Some(folder) = tour {
        app.insert_resource(Tour::new(folder));
        app.add_plugins(crate::shell::tour::plugin);
    }
    if let Some(id) = id {
        app.add_systems(PostStartup, move |world: &mut World| {
            if let Err(why) = crate::shell::title::open(world, &id.to_string()) {
                world
                    .resource_mut::<crate::shell::notice::Notices>()
                    .say(why);
            }
        });
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}
