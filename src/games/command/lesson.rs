//! `evolvarium generate lesson`: evolves the positions of the lessons of a game.

use std::fmt::Write;
use std::time::Instant;

use clap::Args;

use super::threads::ThreadArgs;
use super::{CommandError, Output, Subcommand, Verb, report_line};
use crate::base::{SHORT, Seed, excerpt};
use crate::generation::EvolutionParameters;
use crate::session::lesson_evolution::{
    CHECK_PLAYS, FEWEST_WITH, LessonEvolution, MOST_WITHOUT, usual_parameters,
};
use crate::shell::table::TableGame;

/// The positions of the lessons of a game, as lines for its lessons.rs.
#[derive(Args, Debug)]
pub struct GenerateLessonArgs {
    /// The game, by its name in game ids
    #[arg(long)]
    game: String,
    /// Number of the lesson, from 1 [default: all lessons of the game]
    #[arg(long)]
    lesson: Option<usize>,
    /// Its seed [default: the one that made the position that the game has now]
    #[arg(long)]
    seed: Option<Seed>,
    /// Generations after which the evolution is given up, 1 to 1000000 [default: 300]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    generations: Option<u32>,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The lessons of a game, for the subcommand that evolves them.
#[derive(Clone, Copy)]
pub struct Lessons {
    game: &'static str,
    count: usize,
    /// Evolves the lesson with a number, from 1, and adds its position to an output.
    evolve: fn(usize, &GenerateLessonArgs, &mut Output) -> Result<(), CommandError>,
}

impl Lessons {
    /// The lessons of a game.
    pub const fn of<G: TableGame>() -> Self {
        Lessons {
            game: G::KEY,
            count: G::LESSONS.len(),
            evolve: evolve::<G>,
        }
    }
}

/// Returns the subcommand for the lessons of some games.
pub fn subcommand(games: Vec<Lessons>) -> Subcommand {
    let about =
        "The position of a lesson of any game: won by using what it teaches, and lost otherwise";
    Subcommand::new(Verb::Generate, "lesson", about, move |args| {
        run(args, &games)
    })
}

fn run(args: &GenerateLessonArgs, games: &[Lessons]) -> Result<Output, CommandError> {
    let game = games.iter().find(|game| game.game == args.game);
    let game = game.ok_or_else(|| {
        let name = excerpt(&args.game, SHORT);
        let games: Vec<&str> = games.iter().map(|game| game.game).collect();
        let games = games.join(", ");
        CommandError::usage(format!("there is no game \"{name}\"; they are {games}"))
    })?;
    let numbers = match args.lesson {
        None => 1..=game.count,
        Some(number) => number..=number,
    };
    let mut output = Output::default();
    for number in numbers {
        (game.evolve)(number, args, &mut output)?;
    }
    Ok(output)
}

fn evolve<G: TableGame>(
    number: usize,
    args: &GenerateLessonArgs,
    output: &mut Output,
) -> Result<(), CommandError> {
    let lesson = number.checked_sub(1).and_then(|at| G::LESSONS.get(at));
    let lesson = *lesson.ok_or_else(|| {
        let (game, count) = (G::KEY, G::LESSONS.len());
        CommandError::usage(format!("{game} has the lessons 1 to {count}, not {number}"))
    })?;
    let (title, seed) = (lesson.words.title, args.seed.unwrap_or(lesson.seed));
    let usual = usual_parameters(lesson.genome.genes().len());
    let parameters = EvolutionParameters {
        generations: args.generations.unwrap_or(usual.generations),
        ..usual
    };
    let threads = args.threads.count();
    let started = Instant::now();
    let mut evolution =
        LessonEvolution::new(lesson, parameters, seed).map_err(CommandError::usage)?;
    let found = evolution.finish(threads, |evolution| {
        if evolution.generation().is_power_of_two() {
            report_line(format_args!("{title}: {}", progress(evolution, started)));
        }
    });
    let progress = progress(&evolution, started);
    if !output.summary.is_empty() {
        output.summary += "\n";
    }
    let _ = write!(output.summary, "{title}, seed {seed}: {progress}; ");
    output.is_partial |= !found.is_some_and(|found| found.teaches());
    let Some(found) = found else {
        output.summary += "no position was found in which the idea is enough";
        return Ok(());
    };
    let _ = writeln!(
        output.text,
        "// {title}\nseed: Seed({}),\ngenome: LessonGenome::of(\"{}\"),",
        seed.0, found.genome
    );
    let (with, without) = (found.with, found.without);
    let _ = write!(
        output.summary,
        "of {CHECK_PLAYS} plays, {} succeed with the idea, {with}, and {} without, {without}",
        with.hits, without.hits
    );
    if !found.teaches() {
        let _ = write!(
            output.summary,
            "; that teaches too little: at least {FEWEST_WITH} and at most {MOST_WITHOUT} have to"
        );
    }
    Ok(())
}

/// The progress of an evolution, in words.
fn progress<G: TableGame>(evolution: &LessonEvolution<G>, started: Instant) -> String {
    let best = evolution.best().filter(|best| best.is_feasible());
    format!(
        "generation {}, {} evaluations, fitness {:.3}, {:.1} s",
        evolution.generation(),
        evolution.evaluations(),
        best.map_or(0.0, |best| best.fitness),
        started.elapsed().as_secs_f64(),
    )
}
