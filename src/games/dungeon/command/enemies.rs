//! `evolvarium generate enemies`: evolves a roster of enemies.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use crate::base::RangeError;
use crate::games::command::{Output, report_line};
use crate::games::dungeon::enemies::arena::Arena;
use crate::games::dungeon::enemies::problem::{Figures, usual_parameters};
use crate::games::dungeon::enemies::shipped::{TrainingCourse, TrainingOptions, evolve_roster};
use crate::games::dungeon::enemies::spec::DEFAULT_ARENAS;
use crate::games::dungeon::enemies::{hand_written, roster_file};
use crate::games::dungeon::rules::program::TreeError;
use crate::games::dungeon::rules::{Breed, EnemyKind, Roster};
use crate::generation::Seed;
use crate::session::store::StoreError;

/// Enemies of every kind, evolved by genetic programming.
#[derive(Args, Debug)]
pub struct GenerateEnemiesArgs {
    /// Seed of arenas and evolution
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Programs in a generation, 8 to 10000
    #[arg(long, default_value_t = usual_parameters().population, value_parser = clap::value_parser!(u32).range(8..=10_000))]
    population: u32,
    /// Generations, 1 to 10000
    #[arg(long, default_value_t = usual_parameters().generations, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    generations: u32,
    /// Arenas of a generation, in each of which a program fights, 1 to 1000
    #[arg(long, default_value_t = DEFAULT_ARENAS, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    arenas: u32,
    /// Runs for each enemy, of which the best one counts, 1 to 100
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
    /// The only kind to evolve: hunter, guard, coward or ambusher; it evolves as it would with the others
    #[arg(long)]
    kind: Option<EnemyKind>,
    /// Threads (1 to 64)
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// The reason why no enemies can be generated.
#[derive(Debug, thiserror::Error)]
pub enum EnemiesError {
    /// A parameter of the evolution is outside its range.
    #[error(transparent)]
    Parameters(#[from] RangeError),
    /// A program that was written by hand cannot be read.
    #[error("a program that was written by hand cannot be read: {0}")]
    HandWritten(#[from] TreeError),
    /// The roster file cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The number of fresh arenas in which evolved programs are compared with those written by hand.
const FRESH_ARENAS: u32 = 200;

/// Evolves a roster, with a line about each enemy on standard error. Returns the roster as RON, with a summary of its
/// fights.
pub(super) fn run(args: &GenerateEnemiesArgs) -> Result<Output, EnemiesError> {
    let mut started = Instant::now();
    let options = TrainingOptions {
        population: args.population,
        generations: args.generations,
        arenas: args.arenas,
        runs: args.runs,
        only: args.kind,
        threads: args.threads as usize,
    };
    let report = |breed: &Breed, course: &TrainingCourse| {
        let seconds = started.elapsed().as_secs_f64();
        started = Instant::now();
        let (kind, strength, course) = (breed.kind, breed.strength, course_text(course));
        report_line(format_args!("{kind} {strength}: {seconds:.1} s, {course}"));
    };
    let roster = evolve_roster(args.seed, options, report)?;
    let kind = args
        .kind
        .map_or(String::new(), |kind| format!(" --kind {kind}"));
    let origin = format!(
        "evolvarium generate enemies --seed {} --population {} --generations {} --arenas {} --runs {}{kind}",
        args.seed, args.population, args.generations, args.arenas, args.runs
    );
    let path = Path::new("enemies.ron");
    Ok(Output {
        text: roster_file::text(path, &roster, &origin)? + "\n",
        summary: comparison_text(&roster)?,
        ..Output::default()
    })
}

/// The course of a run in words: the best fitness of eleven generations, and from the founders to the last generation
/// the share of the nodes in which two programs differ on average, and the mean number of nodes.
fn course_text(course: &TrainingCourse) -> String {
    let TrainingCourse {
        fitness,
        founders,
        last,
    } = course;
    let points = (0..=10).map(|part| fitness[(fitness.len() - 1) * part / 10]);
    let points: Vec<String> = points.map(|fitness| format!("{fitness:.0}")).collect();
    format!(
        "fitness {}, diversity {:.0}% to {:.0}%, mean nodes {:.1} to {:.1}",
        points.join(" "),
        100.0 * founders.diversity,
        100.0 * last.diversity,
        founders.nodes,
        last.nodes,
    )
}

/// The comparison of the roster with the programs written by hand in fresh arenas: a line for each breed with the
/// points, the aims of all kinds, which show whether each kind is best at its own, and the nodes.
fn comparison_text(roster: &Roster) -> Result<String, TreeError> {
    let [fighter, survivor] = hand_written::hand_written_programs()?;
    let simplest = hand_written::simplest_program()?;
    let fresh = Arena::many(Seed(0xF4E5), FRESH_ARENAS);
    let mut lines = vec![format!(
        "In {FRESH_ARENAS} fresh arenas: points (the same for fighter, survivor and the simplest program); aims as hunter, guard, \
         coward and ambusher, 0 to 100; nodes"
    )];
    for breed in roster {
        let own = Figures::of(&fresh, breed);
        let by_hand = [&fighter, &survivor, &simplest].map(|program| {
            let program = program.clone();
            Figures::of(&fresh, &Arc::new(Breed { program, ..**breed })).points
        });
        let [a, b, c] = by_hand;
        let [hunter, guard, coward, ambusher] = own.aims;
        lines.push(format!(
            "{} {}: {:.0} ({a:.0}, {b:.0}, {c:.0}); {hunter:.0} {guard:.0} {coward:.0} {ambusher:.0}; {}",
            breed.kind,
            breed.strength,
            own.points,
            breed.program.size(),
        ));
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::enemies::problem::Variety;

    #[test]
    fn the_course_of_a_run_is_told_from_the_founders_to_the_last_generation() {
        let variety = |diversity, nodes| Variety { diversity, nodes };
        let course = TrainingCourse {
            fitness: (0..=20).map(f64::from).collect(),
            founders: variety(0.834, 14.26),
            last: variety(0.4, 9.0),
        };
        assert_eq!(
            course_text(&course),
            "fitness 0 2 4 6 8 10 12 14 16 18 20, diversity 83% to 40%, mean nodes 14.3 to 9.0"
        );
    }
}
