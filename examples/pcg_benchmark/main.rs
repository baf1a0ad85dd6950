//! Five problems of the PCG Benchmark (Khalifa and others, FDG 2025), solved with this project's evolution module.
//!
//! `cargo run --release --example pcg_benchmark -- zelda-v0 --count 100 --seed 1 > out.json` writes a set of contents
//! with the controls that they were made for. `docs/pcg_benchmark.md` describes the method and its results.

mod breeding;
mod figures;
mod json;
mod problems;

use std::fs;
use std::process::ExitCode;

use clap::Parser;
use evolvarium::generation::Seed;
use serde_json::Value;

use breeding::Breed;
use problems::score::Score;
use problems::{Binary, Isaac, Mdungeons, NAMES, Sokoban, Visitor, Zelda, score};

/// Evolves sets of contents for problems of the PCG Benchmark, or scores such sets.
#[derive(Clone, Debug, Parser)]
struct Arguments {
    /// A problem, for instance zelda-v0; with --seeds also "all"
    name: String,
    /// The number of contents in a set
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    count: u32,
    /// The seed of the set, or of the first one
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// The most evaluations for a set
    #[arg(long, default_value_t = 20_000)]
    evaluations: u64,
    /// Makes sets of this many seeds one after the other and writes their figures as a line of a table
    #[arg(long, conflicts_with = "score")]
    seeds: Option<u32>,
    /// Scores the sets in this file, one a line, instead of making one
    #[arg(long)]
    score: Option<String>,
}

/// The task of the arguments, carried out with a problem.
struct Task<'a>(&'a Arguments);

impl Task<'_> {
    fn run<P: Breed + Clone>(self, problem: P) -> Result<(), String> {
        let arguments = self.0;
        let count = arguments.count as usize;
        if let Some(file) = &arguments.score {
            return score_file(file, &problem);
        }
        if let Some(seeds) = arguments.seeds {
            let sets = (0..u64::from(seeds)).map(|n| {
                let seed = Seed(arguments.seed.0.wrapping_add(n));
                figures::of_set(&problem, count, seed, arguments.evaluations)
            });
            println!(
                "{}",
                figures::line(&arguments.name, &sets.collect::<Vec<_>>())
            );
            return Ok(());
        }
        let (set, _) = breeding::generate(
            problem.clone(),
            count,
            arguments.seed,
            arguments.evaluations,
        );
        println!("{}", set.to_json(&problem));
        Ok(())
    }
}

impl Visitor for Task<'_> {
    type Out = Result<(), String>;

    fn zelda(self, problem: Zelda) -> Self::Out {
        self.run(problem)
    }

    fn sokoban(self, problem: Sokoban) -> Self::Out {
        self.run(problem)
    }

    fn mdungeons(self, problem: Mdungeons) -> Self::Out {
        self.run(problem)
    }

    fn isaac(self, problem: Isaac) -> Self::Out {
        self.run(problem)
    }

    fn binary(self, problem: Binary) -> Self::Out {
        self.run(problem)
    }
}

/// Writes the score of each set of a file as a line.
fn score_file<P: Breed>(file: &str, problem: &P) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|e| format!("{file} cannot be read: {e}"))?;
    for (number, line) in text.lines().enumerate() {
        let in_line = |why: String| format!("{file}, line {}: {why}", number + 1);
        let value = serde_json::from_str(line).map_err(|e| in_line(e.to_string()))?;
        let set = json::Set::from_json(&value, problem).map_err(in_line)?;
        let score = score::score(problem, &set.contents, &set.controls);
        println!("{}", score_to_json(&score));
    }
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.seeds.is_some() {
        println!("{}", figures::HEAD);
    }
    let names = match (arguments.name.as_str(), arguments.seeds) {
        ("all", Some(_)) => NAMES.to_vec(),
        (name, _) => vec![name],
    };
    for name in names {
        let arguments = Arguments {
            name: name.to_string(),
            ..arguments.clone()
        };
        let known = || format!("\"{name}\" is no problem; there are {}", NAMES.join(", "));
        problems::visit(name, Task(&arguments)).ok_or_else(known)??;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The score of a set as JSON.
fn score_to_json(score: &Score) -> Value {
    serde_json::json!({
        "feasible": score.feasible(),
        "controlled": score.controlled(),
        "unique": score.unique(),
        "all_three": score.all_three(),
        "quality": score.quality,
        "controlability": score.control,
        "diversity": score.diversity,
    })
}
