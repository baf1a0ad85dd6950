//! `evolvarium simulate dungeon`: lets the careful player play descents.

use std::time::Instant;

use clap::Args;

use crate::games::dungeon::graph::generator::GenerateError;
use crate::games::dungeon::setup::{Setup, SetupError};
use crate::games::dungeon::simulate::{self, DescentOutcome};
use crate::generation::Seed;
use crate::session::Difficulty;

/// How often the careful automatic player comes through.
#[derive(Args, Debug)]
pub struct SimulateDungeonArgs {
    /// easy, normal, hard or expert
    #[arg(long, default_value = "normal", value_parser = parse_difficulty)]
    difficulty: Difficulty,
    /// A setup as in game ids, instead of a difficulty
    #[arg(long, conflicts_with = "difficulty")]
    setup: Option<Setup>,
    /// How many descents, 1 to 1000000
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    plays: u32,
    /// Seed of the descents
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Descents played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

fn parse_difficulty(text: &str) -> Result<Difficulty, String> {
    let names = ["easy", "normal", "hard", "expert"];
    let at = names.iter().position(|name| *name == text);
    at.map(|at| Difficulty::ALL[at])
        .ok_or_else(|| format!("\"{text}\" is none of {}", names.join(", ")))
}

/// The reason why no descent was played.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// The setup is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A dungeon cannot be generated.
    #[error(transparent)]
    Dungeon(#[from] GenerateError),
}

/// Plays descents and returns a summary.
pub(super) fn run(args: &SimulateDungeonArgs) -> Result<String, SimulateError> {
    let setup = args.setup.clone().unwrap_or(Setup::of(args.difficulty));
    setup.check()?;
    let started = Instant::now();
    let (search, threads) = (setup.spec.method.usual_search(), args.threads as usize);
    let outcomes = simulate::play_descents(&setup, &search, args.seed, args.plays, threads)?;
    Ok(summary(&setup, &outcomes, started.elapsed().as_secs_f64()))
}

fn summary(setup: &Setup, outcomes: &[DescentOutcome], seconds: f64) -> String {
    let count = outcomes.len().max(1) as f64;
    let part = |test: &dyn Fn(&DescentOutcome) -> bool| {
        100.0 * outcomes.iter().filter(|outcome| test(outcome)).count() as f64 / count
    };
    let mean = |value: &dyn Fn(&DescentOutcome) -> u32| {
        outcomes
            .iter()
            .map(|outcome| f64::from(value(outcome)))
            .sum::<f64>()
            / count
    };
    let mut text = format!(
        "{setup}: {:.1} % of {} descents come through\n",
        part(&|outcome| outcome.completed),
        outcomes.len()
    );
    for depth in 1..=setup.depths {
        let left = part(&|outcome| outcome.completed || outcome.depth > depth);
        text += &format!("  depth {depth:2}: {left:5.1} % leave it alive\n");
    }
    let turns = mean(&|outcome| outcome.turns);
    text += &format!(
        "  {turns:.0} turns, {:.1} enemies killed, {:.0} points in the mean; {:.0} turns a second\n",
        mean(&|outcome| outcome.killed),
        mean(&|outcome| outcome.score),
        turns * count / seconds.max(1e-9),
    );
    text
}
