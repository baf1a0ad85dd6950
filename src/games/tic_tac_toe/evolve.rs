//! Evolving an opponent in the theatre.

use std::sync::Arc;

use bevy::prelude::*;

use super::opponents::atlas::StrategyAtlas;
use super::opponents::{self, StrategyProblem, code, saved, usual_parameters};
use super::players::{Opponent, Strategy, StrategyGoal};
use super::rules::{Board, TicTacToe};
use super::setup::{Seat, Setup};
use super::table::{Content, Extra};
use crate::base::PlainError;
use crate::session::library::no_free_name;
use crate::session::run_file::Field;
use crate::session::{Autosave, FileName, Folders, Game, Origin, RunFile, RunFileError};
use crate::shell::games::Evolved;
use crate::shell::notice::{Notices, show_failure_of};
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::save_row::save_file;
use crate::shell::table::{self, NewGame, new_game};
use crate::shell::theatre::legend::Legend;
use crate::shell::theatre::run_file::{Picked, RunKind, add_run_kind, evolve_file};
use crate::shell::theatre::{self, About};
use crate::shell::words::Words;

/// The name of the atlas's parameters in the settings, and the key of its files.
const ATLAS: &str = "tic-tac-toe-atlas";

/// The runs whose parameters come from the settings.
pub(super) const EVOLVED: &[Evolved] = &[
    Evolved::usual(TicTacToe::KEY, "ttt.name", usual_parameters),
    Evolved::atlas(
        ATLAS,
        "ttt.atlas",
        theatre::usual_archive_parameters::<StrategyAtlas>,
    ),
];

/// The key of runs of strategies in files.
const STRATEGIES: &str = "tic-tac-toe-strategies";

pub(super) fn plugin(app: &mut App) {
    for (key, open) in [
        (STRATEGIES, open_run as fn(&mut World, &RunFile) -> _),
        (ATLAS, open_atlas),
    ] {
        let game = TicTacToe::KEY;
        add_run_kind(app, RunKind { key, game, open });
    }
}

/// The meaning of the tiles of strategies.
pub(super) const LEGEND: Legend = Legend {
    sentence: Some("ttt.legend.square"),
    signs: opponents::LEGEND,
    original: None,
};

/// Opens the theatre on the evolved opponent of the new game. If there is none, an opponent that can be beaten takes a
/// seat first.
pub fn evolve_opponent(world: &mut World) -> Result<(), PlainError> {
    let origin = evolved_origin(world);
    origin.setup.check()?;
    let file = RunFile::of_origin(STRATEGIES, &origin);
    watch_strategies(world, origin, &file).map_err(PlainError::from)
}

/// Opens the theatre on strategies that descend from one.
pub(super) fn evolve_opponent_from(
    world: &mut World,
    strategy: &Strategy,
) -> Result<(), PlainError> {
    let origin = evolved_origin(world);
    let file = RunFile::of_origin(STRATEGIES, &origin).with_ancestor(code::write(strategy));
    watch_strategies(world, origin, &file).map_err(PlainError::from)
}

/// The origin of the new game, with a seat for an evolved strategy that can be beaten, if no seat is for an evolved one
/// already. The marks, the order and the time stay as the player has chosen them.
fn evolved_origin(world: &mut World) -> Origin<TicTacToe> {
    let mut game = world.resource_mut::<NewGame<TicTacToe>>();
    if game.setup.evolved().is_none() {
        let opponent = Opponent::Evolved(StrategyGoal::USUAL);
        game.setup = Setup {
            board: Board::default(),
            seats: [Seat::Human, Seat::Computer(opponent)],
            ..game.setup.clone()
        };
    }
    new_game::origin::<TicTacToe>(world)
}

/// The origin of a game against a strategy that no run has given. Its id holds all replies.
pub(super) fn origin_against(world: &World, strategy: &Strategy) -> Origin<TicTacToe> {
    let opponent = Opponent::Evolved(StrategyGoal::USUAL);
    let setup = Setup {
        seats: [Seat::Human, Seat::Computer(opponent)],
        ..Setup::default()
    };
    Origin {
        parameters: TicTacToe::parameters_for(&setup, usual_parameters()),
        genome: Some(code::write(strategy)),
        ..Origin::new(setup, world.resource::<SetupSeed>().0)
    }
}

/// Starts a game against a strategy that no run has given.
pub(super) fn play_against(world: &mut World, strategy: &Arc<Strategy>) {
    let origin = origin_against(world, strategy);
    start_against(world, origin, Arc::clone(strategy));
}

/// Opens the theatre on the run of a file.
fn open_run(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    watch_strategies(world, file.origin()?, file)
}

/// Opens the theatre on the run of a file, which is for a game with an evolved opponent.
fn watch_strategies(
    world: &mut World,
    origin: Origin<TicTacToe>,
    file: &RunFile,
) -> Result<(), RunFileError> {
    let no_goal = "no seat of this setup is for an evolved strategy";
    let goal = origin.setup.evolved();
    let goal = goal.ok_or_else(|| RunFileError::new(Field::Setup, no_goal))?;
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
        legend: Some(LEGEND),
        close_up: Some("ttt.close_up.look"),
        tips: &["ttt.tip.squares"],
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
        Ok(content) => table::start::<TicTacToe>(world, origin, content, Extra::default()),
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// Opens the theatre on an atlas of strategies. The strategy that the player picks is kept under a name, and takes the
/// seat of the computer.
pub fn evolve_atlas(world: &mut World) -> Result<(), PlainError> {
    let seed = world.resource::<SetupSeed>().0;
    let parameters = theatre::archive_parameters::<StrategyAtlas>(world, ATLAS);
    let file = RunFile::new(ATLAS, "3x3", parameters, seed);
    open_atlas(world, &file).map_err(PlainError::from)
}

/// Opens the theatre on the atlas of a file.
fn open_atlas(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    if file.setup != "3x3" {
        let why = "strategies play on the board 3x3 alone";
        return Err(RunFileError::new(Field::Setup, why));
    }
    let about = About {
        title: "ttt.evolving_atlas",
        legend: Some(LEGEND),
        close_up: Some("ttt.close_up.look"),
        ..default()
    };
    let atlas = StrategyAtlas::new();
    theatre::fill_archive(world, atlas, file, about, |world, _, strategy| {
        show_failure_of(world, |world| keep_and_play(world, Arc::new(strategy)));
    })
}

/// Whether a strategy of this name is kept, or waits to be written.
fn is_taken(world: &World, name: &FileName) -> bool {
    let folders = world.get_resource::<Folders>();
    folders.is_some_and(|folders| {
        let path = saved::library(folders).path(name);
        world.resource::<Autosave>().exists(&path)
    })
}

/// Keeps a strategy of the atlas under a name, so that the game can be resumed, and starts a game against it.
fn keep_and_play(world: &mut World, strategy: Arc<Strategy>) -> Result<(), PlainError> {
    let mut names = (1..).filter_map(|number| format!("atlas{number}").parse::<FileName>().ok());
    let free = names.find(|name| !is_taken(world, name));
    let name = free.ok_or_else(no_free_name)?;
    save_file(world, |autosave, folders| {
        saved::save(
            autosave,
            folders,
            &name,
            &strategy,
            "an atlas of strategies",
        )
    })?;
    let said = world
        .resource::<Words>()
        .fill("ttt.atlas.saved", &[("name", name.to_string())]);
    world.resource_mut::<Notices>().show(said);
    let mut game = world.resource_mut::<NewGame<TicTacToe>>();
    game.setup = Setup {
        board: Board::default(),
        seats: [Seat::Human, Seat::Computer(Opponent::Saved(name))],
        ..game.setup.clone()
    };
    let origin = new_game::origin::<TicTacToe>(world);
    let content = Content::with_saved(&origin.setup, &strategy)?;
    table::start::<TicTacToe>(world, origin, content, Extra::default());
    Ok(())
}
