//! Evolving an opponent in the theatre.

use std::sync::Arc;

use bevy::prelude::*;

use super::opponents::StrategyProblem;
use super::players::{Opponent, Strategy, StrategyGoal};
use super::rules::TicTacToe;
use super::setup::{Seat, Setup};
use super::table::{Content, Series};
use crate::session::{Folders, Origin};
use crate::shell::notice::Notices;
use crate::shell::table::{self, NewGame, new_game};
use crate::shell::theatre::{self, About};

/// Opens the theatre on the evolved opponent of the new game. If there is none, an opponent that can be beaten takes a
/// seat first.
pub fn evolve_opponent(world: &mut World) -> Result<(), String> {
    let mut game = world.resource_mut::<NewGame<TicTacToe>>();
    if game.setup.evolved().is_none() {
        let opponent = Opponent::Evolved(StrategyGoal::Score(70));
        game.setup = Setup {
            seats: [Seat::Human, Seat::Computer(opponent)],
            ..Setup::default()
        };
    }
    let origin = new_game::origin::<TicTacToe>(world);
    origin.setup.check().map_err(|why| why.to_string())?;
    let Some(goal) = origin.setup.evolved() else {
        return Ok(());
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
    let (search, seed) = (origin.search.clone(), origin.seed);
    let problem = StrategyProblem::new(goal);
    let on_pick = move |world: &mut World, strategy, pick| {
        let origin = origin.clone();
        start_against(world, Origin { pick, ..origin }, Arc::new(strategy));
    };
    theatre::evolve(world, problem, search, seed, about, on_pick)
}

/// Starts the game against the strategy that the player has picked.
fn start_against(world: &mut World, origin: Origin<TicTacToe>, strategy: Arc<Strategy>) {
    let folders = world.get_resource::<Folders>();
    match Content::new(&origin.setup, Some(strategy), folders) {
        Ok(content) => table::start::<TicTacToe>(world, origin, content, Series::default()),
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}
