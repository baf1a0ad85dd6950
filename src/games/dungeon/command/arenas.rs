//! `evolvarium experiment dungeon-arenas`: measures whether each kind of enemy is the best at its own aim.

use clap::Args;

use crate::games::command::experiment::{CommonArgs, command_error, run as run_experiment};
use crate::games::command::{CommandError, Output};
use crate::games::dungeon::experiment::arenas::ArenasExperiment;

/// All shipped enemies, and programs written by hand, fight in the same fresh arenas.
#[derive(Args, Debug)]
pub struct ArenasArgs {
    /// Arenas, in each of which every enemy fights (2 to 1000000)
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    arenas: u32,
    #[command(flatten)]
    common: CommonArgs,
}

/// Lets all enemies fight in all arenas, and writes the plot.
pub(super) fn run(args: &ArenasArgs) -> Result<Output, CommandError> {
    let experiment = ArenasExperiment::new(args.arenas, args.common.seed);
    let experiment = experiment.map_err(command_error)?;
    run_experiment("dungeon-arenas", experiment, &args.common)
}
