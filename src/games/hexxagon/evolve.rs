//! Evolving boards and opponents in the theatre.

use std::sync::Arc;

use bevy::prelude::*;

use super::boards::{self, BoardProblem, BoardSpec};
use super::opponents::{self, OpponentSpec, WeightsProblem};
use super::players::Opponent;
use super::rules::{Board, BoardError, Hexxagon, StuckRule};
use super::setup::{BoardChoice, Seat, Setup};
use crate::base::Seed;
use crate::session::Game;
use crate::shell::notice::Notices;
use crate::shell::settings::Settings;
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::{self, NewGame, new_game};
use crate::shell::theatre::{self, About};

/// The board and the opponent that the setup page would evolve.
#[derive(Resource, Clone, Debug, Default)]
pub struct EvolutionSpecs {
    /// The opponent.
    pub opponent: OpponentSpec,
    /// The board. Its players are those of the setup.
    pub board: BoardSpec,
}

/// Opens the theatre on a board. A game starts on the board that the player picks.
pub fn evolve_board(world: &mut World) -> Result<(), String> {
    let setup = new_game::setup::<Hexxagon>(world).clone();
    let spec = BoardSpec {
        players: setup.seats.len(),
        ..world.resource::<EvolutionSpecs>().board
    };
    let settings = world.resource::<Settings>();
    let search = settings.search_of(Hexxagon::KEY, boards::usual_search);
    let seed = world.resource::<SetupSeed>().0;
    let problem = BoardProblem::new(spec, seed);
    let about = About {
        title: "hex.evolving.board",
        fault: Some("hex.fault.board"),
        ..default()
    };
    let on_pick = move |world: &mut World, plan, _| {
        let board = BoardChoice::Custom(plan);
        let setup = setup.clone();
        start(world, Setup { board, ..setup });
    };
    theatre::evolve(world, problem, search, seed, about, on_pick)
}

/// Opens the theatre on an opponent for the board of the setup. The opponent that the player picks takes the seats of
/// the computers.
pub fn evolve_opponent(world: &mut World) -> Result<(), String> {
    let setup = new_game::setup::<Hexxagon>(world).clone();
    let seed = world.resource::<SetupSeed>().0;
    let (board, stuck) = measuring_board(&setup, seed).map_err(|why| why.to_string())?;
    let spec = world.resource::<EvolutionSpecs>().opponent;
    let problem = WeightsProblem::new(spec, &board, stuck, seed);
    let settings = world.resource::<Settings>();
    let search =
        settings.further_search_of(Hexxagon::KEY, boards::usual_search, opponents::usual_search);
    let about = About {
        title: "play.evolving_opponent",
        distance: Some("hex.chart.distance"),
        ..default()
    };
    let on_pick = move |world: &mut World, weights, _| {
        let mut setup = setup.clone();
        seat_computer(&mut setup, Opponent::Weights(weights));
        start(world, setup);
    };
    theatre::evolve(world, problem, search, seed, about, on_pick)
}

/// The board and the rule by which five weights are measured. They are measured against one rival, so for a game of three
/// it is the usual board for two.
pub(super) fn measuring_board(
    setup: &Setup,
    seed: Seed,
) -> Result<(Arc<Board>, StuckRule), BoardError> {
    let (board, stuck) = match setup.seats.len() {
        2 => (setup.board, setup.stuck),
        _ => (Setup::default().board, StuckRule::usual(2)),
    };
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

/// Starts a game, and keeps its setup for the setup page.
pub(super) fn start(world: &mut World, setup: Setup) {
    world.resource_mut::<NewGame<Hexxagon>>().setup = setup;
    let origin = new_game::origin::<Hexxagon>(world);
    if let Err(why) = table::open(world, origin) {
        world.resource_mut::<Notices>().show(why);
    }
}
