//! `evolvarium experiment dungeon-heredity`: measures whether the children of enemies are harder for a player than
//! their ancestors.

use clap::Args;

use super::simulate::{Players, parse_difficulty, parse_players};
use crate::games::command::experiment::{CommonArgs, command_error, run as run_experiment};
use crate::games::command::{CommandError, Output};
use crate::games::dungeon::experiment::heredity::HeredityExperiment;
use crate::games::dungeon::setup::Setup;
use crate::session::Difficulty;

/// After some dungeons, the same hero meets children and ancestors in the same dungeon.
#[derive(Args, Debug)]
pub struct HeredityArgs {
    /// careful, bold, sneaking, thrower or hurried; several with commas between, or all
    #[arg(long, default_value = "careful,sneaking,thrower", value_parser = parse_players)]
    player: Players,
    /// easy, normal, hard or expert
    #[arg(long, default_value = "normal", value_parser = parse_difficulty)]
    difficulty: Difficulty,
    /// The number of dungeons before the comparison (1 to 10)
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=10))]
    depths: u8,
    /// Descents of each player; only heroes that live to the comparison count (1 to 1000000)
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    descents: u32,
    #[command(flatten)]
    common: CommonArgs,
}

/// Plays the descents of each player, and writes the plot.
pub(super) fn run(args: &HeredityArgs) -> Result<Output, CommandError> {
    let players = args.player.0.clone();
    let setup = Setup::of(args.difficulty);
    let seed = args.common.seed;
    let experiment = HeredityExperiment::new(players, setup, args.depths, args.descents, seed);
    let experiment = experiment.map_err(command_error)?;
    run_experiment("dungeon-heredity", experiment, &args.common)
}
