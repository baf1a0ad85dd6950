//! `evolvarium generate tic-tac-toe`: evolves a strategy.

use std::path::Path;

use clap::Args;

use super::TicTacToeError;
use crate::base::Seed;
use crate::games::command::Output;
use crate::games::tic_tac_toe::opponents::problem::{
    EvolveError, StrategyProblem, usual_parameters,
};
use crate::games::tic_tac_toe::opponents::saved;
use crate::games::tic_tac_toe::players::{Opponent, Strategy, StrategyGoal};
use crate::games::tic_tac_toe::rules::TicTacToe;
use crate::games::tic_tac_toe::setup::{Seat, Setup};
use crate::generation::{Pick, Rerun};
use crate::session::Origin;

/// A strategy for 3x3, as RON.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// Expected points of 100 against a player who moves at random, 20 to 90 [default: it never loses]
    #[arg(long)]
    wanted: Option<u8>,
    /// Its seed [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
}

/// Evolves a strategy; returns its file.
pub(super) fn run(args: &GenerateArgs) -> Result<Output, TicTacToeError> {
    let seed = args.seed.unwrap_or_else(Seed::fresh);
    let goal = args
        .wanted
        .map_or(StrategyGoal::Unbeaten, StrategyGoal::Score);
    goal.check().map_err(EvolveError::from)?;
    let strategy = evolved(goal, seed)?;
    let setup = Setup {
        seats: [Seat::Human, Seat::Computer(Opponent::Evolved(goal))],
        ..Setup::default()
    };
    let origin = Origin::<TicTacToe> {
        parameters: usual_parameters(),
        ..Origin::new(setup, seed)
    };
    let id = origin.id();
    let summary = format!(
        "{id}: {:.1} % of the points against a player who moves at random, {} of 1329 lines lost",
        strategy.score() * 100.0,
        strategy.lost(),
    );
    let text = saved::text(Path::new("standard output"), &strategy, &id.to_string())?;
    Ok(Output {
        text,
        summary,
        ..Output::default()
    })
}

/// Evolves a strategy to the end.
pub(super) fn evolved(goal: StrategyGoal, seed: Seed) -> Result<Strategy, TicTacToeError> {
    let problem = StrategyProblem::new(goal);
    let rerun = Rerun::new(problem, &usual_parameters(), seed, Pick::Best);
    let mut rerun = rerun.map_err(EvolveError::from)?;
    while !rerun.step() {}
    let individual = rerun.individual().map_err(EvolveError::from)?;
    Ok(individual.genome.clone())
}
