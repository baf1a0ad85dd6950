//! `evolvarium experiment dungeon-heredity`: whether the children of enemies are harder than their ancestors.

use clap::Args;

use super::simulate::{Players, parse_difficulty, parse_players};
use crate::base::Rate;
use crate::games::command::{CommandError, Output};
use crate::games::dungeon::heredity_trial::HeredityTrial;
use crate::games::dungeon::setup::Setup;
use crate::generation::Seed;
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
    /// The number of dungeons before the comparison
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=10))]
    depths: u8,
    /// How many descents of each player; only heroes that live to the comparison count
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    descents: u32,
    /// Seed of the descents
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Descents played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Plays the trial of each player.
pub(super) fn run(args: &HeredityArgs) -> Result<Output, CommandError> {
    let setup = Setup {
        depths: Setup::of(args.difficulty).depths.max(args.depths + 2),
        enemies_learn: true,
        ..Setup::of(args.difficulty)
    };
    setup.check().map_err(CommandError::usage)?;
    let search = setup.spec.method.usual_search();
    let mut output = Output::default();
    for ruler in &args.player.0 {
        let trial = HeredityTrial {
            ruler: *ruler,
            setup: &setup,
            search: &search,
            depths: args.depths,
        };
        let all = trial
            .play_many(args.seed, args.descents, args.threads as usize)
            .map_err(CommandError::failed)?;
        let reached: Vec<_> = all.into_iter().flatten().collect();
        let ancestors = Rate::of(&reached, |one| one.past_ancestors);
        let children = Rate::of(&reached, |one| one.past_children);
        // The same heroes meet both, so that only those count of whom one comes through and the other does not.
        let worse = reached
            .iter()
            .filter(|one| one.past_ancestors && !one.past_children);
        let better = reached
            .iter()
            .filter(|one| !one.past_ancestors && one.past_children);
        let (worse, better) = (worse.count() as f64, better.count() as f64);
        let count = reached.len().max(1) as f64;
        let difference = (worse - better) / count;
        let error = ((worse + better) / count - difference * difference).max(0.0) / count;
        output.text += &format!(
            "{setup}, {ruler}: {} of {} heroes live to depth {}. Past the ancestors come {ancestors}, past the children \
             {children}: {:.1} +- {:.1} points fewer (95 %)\n",
            reached.len(),
            args.descents,
            args.depths + 1,
            100.0 * difference,
            196.0 * error.sqrt(),
        );
    }
    Ok(output)
}
