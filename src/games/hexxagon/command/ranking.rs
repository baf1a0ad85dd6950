//! `evolvarium experiment hexxagon-ranking`: the strength of five-weight players and of the fast levels.

use clap::Args;

use crate::games::command::experiment::{CommonArgs, command_error, run as run_experiment};
use crate::games::command::{CommandError, Output};
use crate::games::hexxagon::experiment::ranking::RankingExperiment;
use crate::games::hexxagon::players::Opponent;

/// Each player against each other, on the 15 built-in boards for two of up to 64 cells, from both seats.
#[derive(Args, Debug)]
pub struct RankingArgs {
    /// set1 to set8, w2n.1.1.3n.2 (five weights) or level1 to level3 [default: all of the sets and levels]
    players: Vec<Opponent>,
    /// Games of each two players on each board, 2 to 100000
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    #[command(flatten)]
    common: CommonArgs,
}

/// Plays all games. Returns a table with a row for each player, the strongest first, and writes the plot.
pub fn run(args: &RankingArgs) -> Result<Output, CommandError> {
    let experiment = RankingExperiment::new(args.players.clone(), args.games, args.common.seed);
    let experiment = experiment.map_err(command_error)?;
    run_experiment("hexxagon-ranking", experiment, &args.common)
}
