//! `evolvarium experiment dungeon-fights`: measures which weapon and which consumable is the best one
//! against which kind of enemy.

use clap::Args;

use super::simulate::{Players, parse_players};
use crate::base::PlainError;
use crate::games::command::experiment::{CommonArgs, run as run_experiment};
use crate::games::command::{CommandError, Output};
use crate::games::dungeon::experiment::fights_experiment::{Fights, FightsExperiment};

/// Fights in one room with different weapons, and with different things on the belt.
#[derive(Args, Debug)]
pub struct FightsArgs {
    /// careful, bold, sneaking, thrower or hurried; several with commas between, or all
    #[arg(long, default_value = "all", value_parser = parse_players)]
    player: Players,
    /// weapons (each alone), beside (each beside the sword), belt or all
    #[arg(long, default_value = "all", value_parser = parse_parts)]
    what: Parts,
    /// Rooms of each fight, in which all weapons or things are tried (2 to 1000000)
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    rooms: u32,
    #[command(flatten)]
    common: CommonArgs,
}

/// The parts of an experiment.
#[derive(Clone, Debug)]
struct Parts(Vec<Fights>);

fn parse_parts(text: &str) -> Result<Parts, PlainError> {
    match text {
        "weapons" => Ok(Parts(vec![Fights::Weapons])),
        "beside" => Ok(Parts(vec![Fights::Beside])),
        "belt" => Ok(Parts(vec![Fights::Belt])),
        "all" => Ok(Parts(Fights::ALL.to_vec())),
        _ => Err(PlainError::new(
            "it is none of weapons, beside, belt and all",
        )),
    }
}

/// Lets each player fight in all rooms, and writes the plot.
pub(super) fn run(args: &FightsArgs) -> Result<Output, CommandError> {
    let (players, parts) = (&args.player.0, &args.what.0);
    let experiment = FightsExperiment::new(players, parts, args.rooms, args.common.seed);
    run_experiment("dungeon-fights", experiment, &args.common)
}
