//! `evolvarium generate enemies`: evolves a roster of enemies.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use crate::base::RangeError;
use crate::games::command::{Output, report_line};
use crate::games::dungeon::enemies::arena::{Arena, FightStats};
use crate::games::dungeon::enemies::problem::{DEFAULT_ARENAS, usual_search};
use crate::games::dungeon::enemies::shipped::{TrainingOptions, evolve_roster};
use crate::games::dungeon::enemies::{hand_written, roster_file};
use crate::games::dungeon::rules::program::TreeError;
use crate::games::dungeon::rules::{Breed, Roster};
use crate::generation::Seed;
use crate::session::store::StoreError;

/// Enemies of every kind, evolved by genetic programming.
#[derive(Args, Debug)]
pub struct GenerateEnemiesArgs {
    /// Seed of arenas and evolution
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Generations, 1 to 10000
    #[arg(long, default_value_t = usual_search().generations, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    generations: u32,
    /// Arenas in which each program fights, 1 to 1000
    #[arg(long, default_value_t = DEFAULT_ARENAS, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    arenas: u32,
    /// Runs for each enemy, of which the best one counts, 1 to 100
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
    /// Threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// The reason why no enemies can be generated.
#[derive(Debug, thiserror::Error)]
pub enum EnemiesError {
    /// A parameter of the search is outside its range.
    #[error(transparent)]
    Search(#[from] RangeError),
    /// A program that was written by hand cannot be read.
    #[error("a program that was written by hand cannot be read: {0}")]
    HandWritten(#[from] TreeError),
    /// The roster file cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The number of fresh arenas in which evolved programs are compared with hand-written ones.
const FRESH_ARENAS: u32 = 200;

/// Evolves a roster, with a line about each enemy on standard error. Returns the roster as RON, with a summary of its fights.
pub(super) fn run(args: &GenerateEnemiesArgs) -> Result<Output, EnemiesError> {
    let mut started = Instant::now();
    let options = TrainingOptions {
        generations: args.generations,
        arenas: args.arenas,
        runs: args.runs,
        threads: args.threads as usize,
    };
    let report = |breed: &Breed, curve: &[f64]| {
        let points = (0..=10).map(|part| curve[(curve.len() - 1) * part / 10]);
        let points: Vec<String> = points.map(|fitness| format!("{fitness:.0}")).collect();
        let seconds = started.elapsed().as_secs_f64();
        started = Instant::now();
        report_line(format_args!(
            "{} {}: {seconds:.1} s, fitness {}",
            breed.kind,
            breed.strength,
            points.join(" ")
        ));
    };
    let roster = evolve_roster(args.seed, options, report)?;
    let origin = format!(
        "evolvarium generate enemies --seed {} --generations {} --arenas {} --runs {}",
        args.seed, args.generations, args.arenas, args.runs
    );
    let path = Path::new("enemies.ron");
    Ok(Output {
        text: roster_file::text(path, &roster, &origin)? + "\n",
        summary: compare_with_hand_written(&roster)?,
        ..Output::default()
    })
}

/// Tells in lines how the roster and the hand-written programs fight in fresh arenas.
fn compare_with_hand_written(roster: &Roster) -> Result<String, TreeError> {
    let programs = hand_written::programs()?;
    let fresh = Arena::many(Seed(0xF4E5), FRESH_ARENAS, 3);
    let mean = |breed: &Arc<Breed>| {
        let fights: Vec<FightStats> = fresh
            .iter()
            .map(|arena| arena.fight(breed, breed.strength))
            .collect();
        let sum: f64 = fights.iter().map(FightStats::points).sum();
        let killed = fights.iter().filter(|fight| fight.killed).count();
        (sum / f64::from(FRESH_ARENAS), killed)
    };
    let line = |breed: &Arc<Breed>| {
        let (points, killed) = mean(breed);
        let by_hand = programs.each_ref().map(|program| {
            let program = program.clone();
            mean(&Arc::new(Breed { program, ..**breed }))
        });
        format!(
            "{} {}: {points:.0} points and {killed} deaths in {FRESH_ARENAS} fresh arenas; by hand {:.0} and {}, \
             {:.0} and {}",
            breed.kind, breed.strength, by_hand[0].0, by_hand[0].1, by_hand[1].0, by_hand[1].1,
        )
    };
    Ok(roster.iter().map(line).collect::<Vec<_>>().join("\n"))
}
