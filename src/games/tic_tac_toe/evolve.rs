//! Evolving an opponent in the theatre.

use std::sync::Arc;

use bevy::prelude::*;

use super::opponents::StrategyProblem;
use super::players::{Opponent, StrategyGoal};
use super::rules::TicTacToe;
use super::setup::{Seat, Setup};
use super::table::{Content, Series};
use crate::generation::task::background_run;
use crate::session::{Folders, Origin};
use crate::shell::notice::Notices;
use crate::shell::table::{self, NewGame, new_game};
use crate::shell::theatre::{self, About};

/// Opens the theatre on the evolved opponent of the new game; on one that the player could beat, if it has none.
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
    let Some(wish) = origin.setup.evolved() else {
        return Ok(());
    };
    let run = background_run(
        StrategyProblem::new(wish),
        origin.search.clone(),
        origin.seed,
    );
    let about = About {
        title: "ttt.evolving",
        fault: Some(match wish {
            StrategyGoal::Unbeaten => "ttt.fault.loses",
            StrategyGoal::Score(_) => "ttt.fault.unbeaten",
        }),
        ..default()
    };
    let run = run.map_err(|why| why.to_string())?;
    theatre::open(
        world,
        run,
        theatre::OPENING_PACE,
        about,
        move |world, run, pick| {
            let individual = run.genome(pick).filter(|one| one.feasible());
            if let Some(individual) = individual {
                let origin = Origin {
                    pick,
                    ..origin.clone()
                };
                start_against(world, origin, Arc::new(individual.genome));
            }
        },
    );
    Ok(())
}

/// Starts the game against a strategy that was picked.
fn start_against(
    world: &mut World,
    origin: Origin<TicTacToe>,
    strategy: Arc<super::players::Strategy>,
) {
    let folders = world.get_resource::<Folders>();
    match Content::new(&origin.setup, Some(strategy), folders) {
        Ok(content) => table::start::<TicTacToe>(world, origin, content, Series::default()),
        Err(why) => world.resource_mut::<Notices>().say(why.to_string()),
    }
}
