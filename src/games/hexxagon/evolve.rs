//! Evolving boards and opponents in the theatre.

use std::error::Error;
use std::str::FromStr;
use std::sync::Arc;

use bevy::prelude::*;

use super::boards::{self, BoardAtlas, BoardProblem, BoardSpec};
use super::opponents::{self, OpponentAtlas, OpponentSpec, WeightsProblem};
use super::players::{Opponent, Weights};
use super::rules::{Board, BoardError, Hexxagon, Plan, Player, StuckRule};
use super::setup::{BoardChoice, Seat, Setup};
use crate::base::{PlainError, Seed};
use crate::session::run_file::Field;
use crate::session::{Game, Origin, RunFile, RunFileError};
use crate::shell::games::Evolved;
use crate::shell::notice::show_failure_of;
use crate::shell::settings::Settings;
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::{self, NewGame, new_game};
use crate::shell::theatre::legend::Legend;
use crate::shell::theatre::run_file::{RunKind, add_run_kind, evolve_file};
use crate::shell::theatre::{self, About};

/// The key of runs of boards in files.
const BOARDS: &str = "hexxagon-boards";
/// The key of runs of opponents in files.
const OPPONENTS: &str = "hexxagon-opponents";

/// The name of the parameters of the board atlas in the settings, and the key of its files.
const BOARD_ATLAS: &str = "hexxagon-board-atlas";
/// The name of the parameters of the opponent atlas in the settings, and the key of its files.
const OPPONENT_ATLAS: &str = "hexxagon-opponent-atlas";

/// The runs whose parameters come from the settings. Opponents take the parameters that the player has changed for
/// boards.
pub(super) const EVOLVED: &[Evolved] = &[
    Evolved::usual(Hexxagon::KEY, "hex.name", boards::usual_parameters),
    Evolved::atlas(
        BOARD_ATLAS,
        "hex.atlas.boards",
        theatre::usual_archive_parameters::<BoardAtlas>,
    ),
    Evolved::atlas(
        OPPONENT_ATLAS,
        "hex.atlas.opponents",
        theatre::usual_archive_parameters::<OpponentAtlas>,
    ),
];

pub(super) fn plugin(app: &mut App) {
    for (key, open) in [
        (BOARDS, open_boards as fn(&mut World, &RunFile) -> _),
        (OPPONENTS, open_opponents),
        (BOARD_ATLAS, open_board_atlas),
        (OPPONENT_ATLAS, open_opponent_atlas),
    ] {
        let game = Hexxagon::KEY;
        add_run_kind(app, RunKind { key, game, open });
    }
}

/// The boards and the opponent that the setup page would evolve.
#[derive(Resource, Clone, Debug)]
pub struct EvolutionSpecs {
    /// The opponent.
    pub opponent: OpponentSpec,
    /// The board for two players, and the one for three.
    boards: [BoardSpec; 2],
}

impl Default for EvolutionSpecs {
    fn default() -> Self {
        EvolutionSpecs {
            opponent: OpponentSpec::default(),
            boards: [2, 3].map(BoardSpec::usual),
        }
    }
}

impl EvolutionSpecs {
    /// Returns the board for two or three players.
    pub fn board_for(&self, players: usize) -> BoardSpec {
        self.boards[usize::from(players > 2)]
    }
}

/// Returns the board that the setup page would evolve for the players of its setup.
pub fn board_spec(world: &World) -> BoardSpec {
    let players = new_game::setup::<Hexxagon>(world).seats.len();
    world.resource::<EvolutionSpecs>().board_for(players)
}

/// Changes the board that the setup page would evolve.
pub fn change_board_spec(world: &mut World, change: impl FnOnce(&mut BoardSpec)) {
    let players = new_game::setup::<Hexxagon>(world).seats.len();
    let mut specs = world.resource_mut::<EvolutionSpecs>();
    change(&mut specs.boards[usize::from(players > 2)]);
}

/// Opens the theatre on a board. A game starts on the board that the player picks.
pub fn evolve_board(world: &mut World) -> Result<(), PlainError> {
    let spec = board_spec(world);
    let setup = new_game::setup::<Hexxagon>(world).clone();
    let file = board_run(world, spec, &setup);
    watch_boards(world, spec, setup, &file).map_err(PlainError::from)
}

/// Opens the theatre on boards that descend from one, for a setup on that board. Their symmetry is asked for only if
/// that board has it.
pub(super) fn evolve_board_from(
    world: &mut World,
    plan: &Plan,
    setup: Setup,
) -> Result<(), PlainError> {
    let specs = world.resource::<EvolutionSpecs>();
    let spec = specs.board_for(setup.seats.len());
    let symmetric = spec.symmetric && boards::asymmetry(plan) == 0;
    let spec = BoardSpec { symmetric, ..spec };
    let file = board_run(world, spec, &setup);
    let file = file.with_ancestor(plan.to_string());
    watch_boards(world, spec, setup, &file).map_err(PlainError::from)
}

/// The file of a run of boards for a setup.
fn board_run(world: &World, spec: BoardSpec, setup: &Setup) -> RunFile {
    let settings = world.resource::<Settings>();
    let parameters = settings.parameters_of(Hexxagon::KEY, boards::usual_parameters);
    let seed = world.resource::<SetupSeed>().0;
    RunFile::new(BOARDS, format!("{spec}_{setup}"), parameters, seed)
}

/// The two parts of the setup of a run: the specification, and the setup of the game that it is for.
fn parts_of_setup<S: FromStr<Err: Error>>(file: &RunFile) -> Result<(S, Setup), RunFileError> {
    let read = || {
        let missing = || PlainError::new("a part of the setup is missing");
        let (spec, setup) = file.setup.split_once('_').ok_or_else(missing)?;
        Ok((spec.parse()?, setup.parse()?))
    };
    read().map_err(|why: PlainError| RunFileError::new(Field::Setup, why))
}

/// Opens the theatre on a run of boards from a file.
fn open_boards(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let (spec, setup) = parts_of_setup::<BoardSpec>(file)?;
    watch_boards(world, spec, setup, file)
}

/// Opens the theatre on the run of a file, which is for boards of a game.
fn watch_boards(
    world: &mut World,
    spec: BoardSpec,
    setup: Setup,
    file: &RunFile,
) -> Result<(), RunFileError> {
    let problem = BoardProblem::new(spec, file.seed);
    let about = About {
        title: "hex.evolving.board",
        fault: Some("hex.fault.board"),
        tips: &["hex.tip.board"],
        ..default()
    };
    let seed = file.seed;
    let on_pick = move |world: &mut World, plan, _| {
        start(world, on_evolved_board(&setup, plan), seed);
    };
    evolve_file(world, problem, file, about, on_pick)
}

/// The setup of a game on an evolved board. The first player begins, as on the boards of the list: the setup may have
/// another one from a position that was edited.
fn on_evolved_board(setup: &Setup, plan: Plan) -> Setup {
    Setup {
        board: BoardChoice::Custom(plan),
        first: Player::default(),
        ..setup.clone()
    }
}

/// The meaning of the colours of weights.
const WEIGHTS_LEGEND: Legend = Legend {
    sentence: None,
    signs: opponents::LEGEND,
    original: None,
};

/// Opens the theatre on an opponent for the board of the setup. The opponent that the player picks takes the seats of
/// the computers.
pub fn evolve_opponent(world: &mut World) -> Result<(), PlainError> {
    let file = opponent_run(world);
    watch_new_opponents(world, &file)
}

/// Opens the theatre on opponents that descend from one.
pub(super) fn evolve_opponent_from(world: &mut World, weights: &Weights) -> Result<(), PlainError> {
    let file = opponent_run(world).with_ancestor(weights.to_string());
    watch_new_opponents(world, &file)
}

/// Opens the theatre on opponents for the new game.
fn watch_new_opponents(world: &mut World, file: &RunFile) -> Result<(), PlainError> {
    let spec = world.resource::<EvolutionSpecs>().opponent;
    let setup = new_game::setup::<Hexxagon>(world).clone();
    watch_opponents(world, spec, setup, file).map_err(PlainError::from)
}

/// The run of opponents for the board of the new game.
fn opponent_run(world: &World) -> RunFile {
    let setup = new_game::setup::<Hexxagon>(world);
    let seed = world.resource::<SetupSeed>().0;
    let spec = world.resource::<EvolutionSpecs>().opponent;
    let settings = world.resource::<Settings>();
    let parameters = settings.further_parameters_of(
        Hexxagon::KEY,
        boards::usual_parameters,
        opponents::usual_parameters,
    );
    RunFile::new(OPPONENTS, format!("{spec}_{setup}"), parameters, seed)
}

/// Opens the theatre on a run of opponents from a file.
fn open_opponents(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let (spec, setup) = parts_of_setup::<OpponentSpec>(file)?;
    watch_opponents(world, spec, setup, file)
}

/// Opens the theatre on the run of a file, which is for opponents of a game.
fn watch_opponents(
    world: &mut World,
    spec: OpponentSpec,
    setup: Setup,
    file: &RunFile,
) -> Result<(), RunFileError> {
    let measured = measurement_board(&setup, file.seed);
    let (board, stuck) = measured.map_err(|why| RunFileError::new(Field::Setup, why))?;
    let problem = WeightsProblem::new(spec, &board, stuck, file.seed);
    let about = About {
        title: "play.evolving_opponent",
        distance: Some("hex.chart.distance"),
        tips: &["hex.tip.weights"],
        legend: Some(WEIGHTS_LEGEND),
        ..default()
    };
    let seed = file.seed;
    let on_pick = move |world: &mut World, weights, _| {
        let mut setup = setup.clone();
        seat_computer(&mut setup, Opponent::Weights(weights));
        start(world, setup, seed);
    };
    evolve_file(world, problem, file, about, on_pick)
}

/// Opens the theatre on an atlas of boards for the players of the setup. A game starts on the board that the player
/// picks.
pub fn evolve_board_atlas(world: &mut World) -> Result<(), PlainError> {
    let setup = new_game::setup::<Hexxagon>(world);
    let spec = board_spec(world);
    let parameters = theatre::archive_parameters::<BoardAtlas>(world, BOARD_ATLAS);
    let seed = world.resource::<SetupSeed>().0;
    let file = RunFile::new(BOARD_ATLAS, format!("{spec}_{setup}"), parameters, seed);
    open_board_atlas(world, &file).map_err(PlainError::from)
}

/// Opens the theatre on the atlas of boards of a file.
fn open_board_atlas(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let (spec, setup) = parts_of_setup::<BoardSpec>(file)?;
    let about = About {
        title: "hex.evolving.board_atlas",
        ..default()
    };
    let seed = file.seed;
    let on_pick = move |world: &mut World, _: &_, plan| {
        start(world, on_evolved_board(&setup, plan), seed);
    };
    theatre::fill_archive(world, BoardAtlas::new(spec, seed), file, about, on_pick)
}

/// Opens the theatre on an atlas of opponents for the board of the setup. The opponent that the player picks takes the
/// seats of the computers.
pub fn evolve_opponent_atlas(world: &mut World) -> Result<(), PlainError> {
    let setup = new_game::setup::<Hexxagon>(world);
    let spec = world.resource::<EvolutionSpecs>().opponent;
    let parameters = theatre::archive_parameters::<OpponentAtlas>(world, OPPONENT_ATLAS);
    let seed = world.resource::<SetupSeed>().0;
    let file = RunFile::new(OPPONENT_ATLAS, format!("{spec}_{setup}"), parameters, seed);
    open_opponent_atlas(world, &file).map_err(PlainError::from)
}

/// Opens the theatre on the atlas of opponents of a file.
fn open_opponent_atlas(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let (spec, setup) = parts_of_setup::<OpponentSpec>(file)?;
    let seed = file.seed;
    let measured = measurement_board(&setup, seed);
    let (board, stuck) = measured.map_err(|why| RunFileError::new(Field::Setup, why))?;
    let about = About {
        title: "hex.evolving.opponent_atlas",
        legend: Some(WEIGHTS_LEGEND),
        ..default()
    };
    let atlas = OpponentAtlas::new(spec, &board, stuck, seed);
    let on_pick = move |world: &mut World, _: &_, weights| {
        let mut setup = setup.clone();
        seat_computer(&mut setup, Opponent::Weights(weights));
        start(world, setup, seed);
    };
    theatre::fill_archive(world, atlas, file, about, on_pick)
}

/// The choice of the board and the rule by which five weights are measured. They are measured against one rival, so
/// for a game of three it is the usual board for two.
pub(super) fn measurement_board_choice(setup: &Setup) -> (BoardChoice, StuckRule) {
    match setup.seats.len() {
        2 => (setup.board, setup.stuck),
        _ => (Setup::default().board, StuckRule::usual(2)),
    }
}

/// The board and the rule of [`measurement_board_choice`], with the holes that come from a seed.
pub(super) fn measurement_board(
    setup: &Setup,
    seed: Seed,
) -> Result<(Arc<Board>, StuckRule), BoardError> {
    let (board, stuck) = measurement_board_choice(setup);
    Ok((board.build(seed)?, stuck))
}

/// Gives the seats of the computers to an opponent. If there are none, it takes the last seat.
pub(super) fn seat_computer(setup: &mut Setup, opponent: Opponent) {
    let last = setup.seats.len() - 1;
    let none = setup.seats.iter().all(|seat| seat.is_human());
    for (at, seat) in setup.seats.iter_mut().enumerate() {
        if !seat.is_human() || (none && at == last) {
            *seat = Seat::Computer(opponent);
        }
    }
}

/// Starts a game with the seed of a run, so that a board with random holes is the one of the run. A notice says why it
/// cannot start.
fn start(world: &mut World, setup: Setup, seed: Seed) {
    world.resource_mut::<NewGame<Hexxagon>>().setup = setup;
    let origin = new_game::origin::<Hexxagon>(world);
    let origin = Origin { seed, ..origin };
    show_failure_of(world, |world| table::open(world, origin));
}

/// Starts a game with the seed of the setup page, and keeps its setup for that page.
pub(super) fn open_game(world: &mut World, setup: Setup) -> Result<(), PlainError> {
    world.resource_mut::<NewGame<Hexxagon>>().setup = setup;
    let origin = new_game::origin::<Hexxagon>(world);
    table::open(world, origin)
}
