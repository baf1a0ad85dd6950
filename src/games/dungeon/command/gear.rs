//! `evolvarium experiment dungeon-gear`: measures what each armour, weapon and consumable is worth to each automatic
//! player in a descent.

use clap::Args;

use super::simulate::{Players, parse_difficulty, parse_players};
use crate::base::PlainError;
use crate::games::command::experiment::{CommonArgs, run as run_experiment};
use crate::games::command::{CommandError, Output};
use crate::games::dungeon::experiment::gear_experiment::{GearExperiment, GearPart};
use crate::session::Difficulty;

/// The same descents with different gear, against enemies that do not learn.
#[derive(Args, Debug)]
pub struct GearArgs {
    /// careful, bold, sneaking, thrower or hurried; several with commas between, or all
    #[arg(long, default_value = "all", value_parser = parse_players)]
    player: Players,
    /// easy, normal, hard or expert; several with commas between
    #[arg(long, default_value = "normal", value_parser = parse_difficulties)]
    difficulty: Difficulties,
    /// armours, weapons, belt or all
    #[arg(long, default_value = "all", value_parser = parse_parts)]
    what: Parts,
    /// Descents of each player at each difficulty, each with all gear (1 to 1000000)
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    descents: u32,
    #[command(flatten)]
    common: CommonArgs,
}

/// The difficulties of an experiment.
#[derive(Clone, Debug)]
struct Difficulties(Vec<Difficulty>);

fn parse_difficulties(text: &str) -> Result<Difficulties, PlainError> {
    let all = text.split(',').map(|name| parse_difficulty(name.trim()));
    all.collect::<Result<_, PlainError>>().map(Difficulties)
}

/// The parts of an experiment.
#[derive(Clone, Debug)]
struct Parts(Vec<GearPart>);

fn parse_parts(text: &str) -> Result<Parts, PlainError> {
    use GearPart::{AllWeapons, Armours, EachWeapon, ThingsFound, ThingsUsed, WeaponsFound};
    match text {
        "armours" => Ok(Parts(vec![Armours])),
        "weapons" => Ok(Parts(vec![EachWeapon, AllWeapons, WeaponsFound])),
        "belt" => Ok(Parts(vec![ThingsFound, ThingsUsed])),
        "all" => Ok(Parts(GearPart::ALL.to_vec())),
        _ => Err(PlainError::new(
            "it is none of armours, weapons, belt and all",
        )),
    }
}

/// Plays the descents of each player with all gear, and writes the plot.
pub(super) fn run(args: &GearArgs) -> Result<Output, CommandError> {
    let players = &args.player.0;
    let of_difficulty = |difficulty: &Difficulty| {
        let difficulty = *difficulty;
        players.iter().map(move |player| (*player, difficulty))
    };
    let cases = args.difficulty.0.iter().flat_map(of_difficulty).collect();
    let parts = args.what.0.clone();
    let experiment = GearExperiment::new(cases, parts, args.descents, args.common.seed);
    run_experiment("dungeon-gear", experiment, &args.common)
}
