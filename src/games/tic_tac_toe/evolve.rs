//! Evolving an opponent in the theatre.

use std::sync::Arc;

use bevy::prelude::*;

use super::opponents::atlas::StrategyAtlas;
use super::opponents::{StrategyProblem, code, file, usual_search};
use super::players::{Opponent, Strategy, StrategyGoal};
use super::rules::TicTacToe;
use super::setup::{Seat, Setup, SetupError};
use super::table::{Content, Series};
use crate::session::run_file::Field;
use crate::session::{FileName, Folders, Game, Origin, RunFile, RunFileError};
use crate::shell::games::Evolved;
use crate::shell::notice::Notices;
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::save_row::save_file;
use crate::shell::table::{self, NewGame, new_game};
use crate::shell::theatre::run_file::{Picked, RunKind, add_run_kind, evolve_file};
use crate::shell::theatre::{self, About, ArchiveSize};
use crate::shell::words::Words;

/// The name of the atlas's parameters in the settings.
const ATLAS: &str = "tic-tac-toe-atlas";

/// What evolves with parameters from the settings.
pub(super) const EVOLVED: &[Evolved] = &[
    Evolved::usual(TicTacToe::KEY, "ttt.name", usual_search),
    Evolved::atlas(
        ATLAS,
        "ttt.atlas",
        theatre::usual_archive_search::<StrategyAtlas>,
    ),
];

/// The key of runs of strategies in files.
const STRATEGIES: &str = "tic-tac-toe-strategies";

pub(super) fn plugin(app: &mut App) {
    let strategies = RunKind {
        key: STRATEGIES,
        game: TicTacToe::KEY,
        open: open_run,
    };
    add_run_kind(app, strategies);
}

/// Opens the theatre on the evolved opponent of the new game. If there is none, an opponent that can be beaten takes a
/// seat first.
pub fn evolve_opponent(world: &mut World) -> Result<(), String> {
    seat_evolved(world);
    let origin = new_game::origin::<TicTacToe>(world);
    origin.setup.check().map_err(|why| why.to_string())?;
    if origin.setup.evolved().is_none() {
        return Ok(());
    }
    let file = RunFile::new(STRATEGIES, &origin.setup, origin.search, origin.seed);
    open_run(world, &file).map_err(|why| why.to_string())
}

/// Gives a strategy that can be beaten a seat of the new game, unless a seat is for an evolved one already.
fn seat_evolved(world: &mut World) {
    let mut game = world.resource_mut::<NewGame<TicTacToe>>();
    if game.setup.evolved().is_none() {
        let opponent = Opponent::Evolved(StrategyGoal::Score(70));
        game.setup = Setup {
            seats: [Seat::Human, Seat::Computer(opponent)],
            ..Setup::default()
        };
    }
}

/// Opens the theatre on strategies that descend from one.
pub(super) fn evolve_opponent_from(world: &mut World, strategy: &Strategy) -> Result<(), String> {
    seat_evolved(world);
    let Origin {
        setup,
        search,
        seed,
        ..
    } = new_game::origin::<TicTacToe>(world);
    let file = RunFile::new(STRATEGIES, &setup, search, seed);
    let file = file.with_ancestor(code::write(strategy));
    open_run(world, &file).map_err(|why| why.to_string())
}

/// Opens the theatre on the run of a file.
fn open_run(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let refuse = |why: String| RunFileError::new(Field::Setup, why);
    let setup: Setup = file
        .setup
        .parse()
        .map_err(|why: SetupError| refuse(why.to_string()))?;
    let no_goal = || refuse("no seat of this setup is for an evolved strategy".to_owned());
    let goal = setup.evolved().ok_or_else(no_goal)?;
    let origin = Origin::<TicTacToe> {
        search: file.search.clone(),
        ..Origin::new(setup, file.seed)
    };
    let about = About {
        title: "play.evolving_opponent",
        distance: match goal {
            StrategyGoal::Unbeaten => None,
            StrategyGoal::Score(_) => Some("ttt.chart.distance"),
        },
        fault: Some(match goal {
            StrategyGoal::Unbeaten => "ttt.fault.loses",
            StrategyGoal::Score(_) => "ttt.fault.unbeaten",
        }),
        ..default()
    };
    let problem = StrategyProblem::new(goal);
    let on_pick = move |world: &mut World, strategy, picked: Picked| {
        let origin = Origin {
            pick: picked.pick,
            genome: picked.code,
            ..origin.clone()
        };
        start_against(world, origin, Arc::new(strategy));
    };
    evolve_file(world, problem, file, about, on_pick)
}

/// Starts the game against the strategy that the player has picked.
fn start_against(world: &mut World, origin: Origin<TicTacToe>, strategy: Arc<Strategy>) {
    let folders = world.get_resource::<Folders>();
    match Content::new(&origin.setup, Some(strategy), folders) {
        Ok(content) => table::start::<TicTacToe>(world, origin, content, Series::default()),
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// Opens the theatre on an atlas of strategies. The one that the player picks is kept under a name, and takes the seat of the
/// computer.
pub fn evolve_atlas(world: &mut World) -> Result<(), String> {
    let seed = world.resource::<SetupSeed>().0;
    let about = About {
        title: "ttt.evolving_atlas",
        ..default()
    };
    let size = ArchiveSize::in_settings::<StrategyAtlas>(world, ATLAS);
    let atlas = StrategyAtlas::new();
    theatre::fill_archive(world, atlas, size, seed, about, |world, _, strategy| {
        let kept = keep_and_play(world, Arc::new(strategy), "atlas", "an atlas of strategies");
        if let Err(why) = kept {
            world.resource_mut::<Notices>().show(why);
        }
    });
    Ok(())
}

/// Keeps a strategy, so that the game can be resumed, and starts a game against it. Its name is a word and a free number;
/// `origin` says where it comes from.
pub(super) fn keep_and_play(
    world: &mut World,
    strategy: Arc<Strategy>,
    word: &str,
    origin: &str,
) -> Result<(), String> {
    let taken = world.get_resource::<Folders>();
    let taken = taken.map_or(Vec::new(), |folders| file::library(folders).names());
    let mut names = (1..).filter_map(|number| format!("{word}{number}").parse::<FileName>().ok());
    let free = names.find(|name| !taken.contains(name));
    let name = free.ok_or_else(|| "there is no free name".to_owned())?;
    save_file(world, |autosave, folders| {
        file::save(autosave, folders, &name, &strategy, origin)
    })?;
    let said = world
        .resource::<Words>()
        .fill("ttt.atlas.saved", &[("name", name.to_string())]);
    world.resource_mut::<Notices>().show(said);
    let mut game = world.resource_mut::<NewGame<TicTacToe>>();
    game.setup = Setup {
        seats: [Seat::Human, Seat::Computer(Opponent::Saved(name))],
        ..Setup::default()
    };
    let origin = new_game::origin::<TicTacToe>(world);
    let content = Content::with_saved(&origin.setup, &strategy).map_err(|why| why.to_string())?;
    table::start::<TicTacToe>(world, origin, content, Series::default());
    Ok(())
}
