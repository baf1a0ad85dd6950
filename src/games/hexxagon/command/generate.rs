//! `evolvarium generate hexxagon-board`, `hexxagon-puzzle` and `hexxagon-estimate`.

use std::path::Path;
use std::time::Instant;

use clap::Args;

use crate::base::{RangeError, Rate};
use crate::games::command::{Output, SubcommandError, report_line};
use crate::games::hexxagon::boards::{self, BoardProblem, BoardSpec, saved};
use crate::games::hexxagon::players::evaluation::LearningSettings;
use crate::games::hexxagon::players::learning::{LearningError, learn};
use crate::games::hexxagon::puzzles::{self, Maker, Puzzle};
use crate::generation::{Pick, PickError, Rerun, Seed};
use crate::session::StoreError;

/// The weights that the search estimates positions by, evolved from games against itself.
#[derive(Args, Debug)]
pub struct GenerateEstimateArgs {
    /// Seed of games and evolution
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Number of rounds, each with games by the weights so far, 1 to 100
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Games a round (1 to 100000)
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Positions looked at for a move of these games (1 to 1000000)
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
}

/// A board, as RON that the game reads from its folder of boards.
#[derive(Args, Debug)]
pub struct GenerateBoardArgs {
    /// Players, 2 or 3
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    players: u8,
    /// Plies that a game should last, 20 to 140 [default: 100 for two players, 90 for three]
    #[arg(long, value_parser = clap::value_parser!(u32).range(20..=140))]
    plies: Option<u32>,
    /// Pieces that a hundred moves should capture, 60 to 220 [default: 170 and 130]
    #[arg(long, value_parser = clap::value_parser!(u32).range(60..=220))]
    sharpness: Option<u32>,
    /// The board need not look the same from every seat
    #[arg(long)]
    asymmetric: bool,
    /// Its seed [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
}

/// The reason why no board can be generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateBoardError {
    /// The search settings are out of range.
    #[error(transparent)]
    Search(#[from] RangeError),
    /// The search has found no playable board.
    #[error(transparent)]
    NotFound(#[from] PickError),
    /// The board cannot be written as text.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SubcommandError for GenerateBoardError {
    fn is_usage(&self) -> bool {
        matches!(self, GenerateBoardError::Search(_))
    }
}

/// Evolves a board, and returns it as RON with a summary of its metrics.
pub fn board(args: &GenerateBoardArgs) -> Result<Output, GenerateBoardError> {
    let seed = args.seed.unwrap_or_else(Seed::fresh);
    let usual = BoardSpec::usual(args.players.into());
    let spec = BoardSpec {
        symmetric: !args.asymmetric,
        plies: args.plies.unwrap_or(usual.plies),
        sharpness: args.sharpness.unwrap_or(usual.sharpness),
        ..usual
    };
    let problem = BoardProblem::new(spec, seed);
    let mut again = Rerun::new(problem, &boards::usual_parameters(), seed, Pick::Best)?;
    let started = Instant::now();
    while !again.step() {}
    let individual = again.individual()?;
    let mut summary = String::new();
    if let Some(metrics) = again.problem().metrics(&individual.genome) {
        summary = format!(
            "seed {seed}, {} ms: fitness {:.3}, {} cells, advantage {:.1} points, {:.0} plies, {:.0} \
             pieces captured by 100 moves",
            started.elapsed().as_millis(),
            individual.fitness,
            individual.genome.cells.count(),
            metrics.advantage,
            metrics.plies,
            metrics.sharpness,
        );
    }
    let text = saved::text(Path::new("standard output"), &individual.genome)?;
    Ok(Output {
        text,
        summary,
        ..Output::default()
    })
}

/// Puzzles, as RON: in each one move wins
#[derive(Args, Debug)]
pub struct GeneratePuzzleArgs {
    /// Wanted rating, on the scale on which level 3 has 1000 (0 to 3500)
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(0..=3_500))]
    rating: u32,
    /// Number of puzzles (1 to 1000)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    count: u32,
    /// The seed of the first puzzle; each of the others has the next one [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
}

/// The number of runs after which no puzzle is expected any more.
const MOST_RUNS: u64 = 100;

/// The reason why no puzzles can be generated.
#[derive(Debug, thiserror::Error)]
pub enum GeneratePuzzleError {
    /// The search settings are out of range.
    #[error(transparent)]
    Search(#[from] RangeError),
    /// No run has evolved a puzzle that stands the check.
    #[error(
        "none of {MOST_RUNS} runs has evolved a puzzle that stands the check; try another seed"
    )]
    NotFound,
    /// The puzzles cannot be written as text.
    #[error(transparent)]
    Text(#[from] ron::Error),
}

impl SubcommandError for GeneratePuzzleError {
    fn is_usage(&self) -> bool {
        matches!(self, GeneratePuzzleError::Search(_))
    }
}

/// Evolves puzzles, and returns them as RON with a summary of the number that stood the check.
pub fn puzzle(args: &GeneratePuzzleArgs) -> Result<Output, GeneratePuzzleError> {
    let first = args.seed.unwrap_or_else(Seed::fresh);
    let started = Instant::now();
    let mut dropped = 0;
    let mut made: Vec<Puzzle> = Vec::new();
    let mut fruitless: Vec<String> = Vec::new();
    for number in 0..args.count {
        let seed = Seed(first.0.wrapping_add(number.into()));
        let mut maker = Maker::new(args.rating.into(), seed, puzzles::usual_parameters())?;
        let puzzle = loop {
            match maker.step() {
                Some(puzzle) => break Some(puzzle),
                None if maker.runs() >= MOST_RUNS => break None,
                None => {}
            }
        };
        dropped += maker.dropped() as usize;
        match puzzle {
            Some(puzzle) => made.push(puzzle),
            None => fruitless.push(seed.to_string()),
        }
    }
    if made.is_empty() {
        return Err(GeneratePuzzleError::NotFound);
    }
    let checked = Rate {
        hits: made.len(),
        of: made.len() + dropped,
    };
    let ratings = || made.iter().map(|puzzle| puzzle.difficulty.rating);
    let summary = format!(
        "first seed {first}, {} ms: {} of {} that were found stood a search {} times as long, {checked}; rated {:.0} to {:.0}, \
         {} wanted",
        started.elapsed().as_millis(),
        checked.hits,
        checked.of,
        puzzles::TIMES_AS_LONG,
        ratings().fold(f64::INFINITY, f64::min),
        ratings().fold(f64::NEG_INFINITY, f64::max),
        args.rating,
    );
    let missing = match fruitless.is_empty() {
        true => String::new(),
        false => format!(
            "\nno puzzle for the seeds {}: none of {MOST_RUNS} runs has evolved one that stands the check",
            fruitless.join(", ")
        ),
    };
    let style = ron::ser::PrettyConfig::new().compact_arrays(true);
    Ok(Output {
        text: ron::ser::to_string_pretty(&made, style)? + "\n",
        summary: summary + &missing,
        is_partial: !fruitless.is_empty(),
    })
}

/// The reason why no evaluation weights can be generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateEstimateError {
    /// The weights cannot be learned.
    #[error(transparent)]
    Learning(#[from] LearningError),
    /// The weights cannot be written as text.
    #[error(transparent)]
    Text(#[from] ron::Error),
}

impl SubcommandError for GenerateEstimateError {
    fn is_usage(&self) -> bool {
        matches!(self, GenerateEstimateError::Learning(_))
    }
}

/// Learns the weights of the evaluation function, returns them as RON, and prints the error of each
/// round to standard error.
pub fn estimate(args: &GenerateEstimateArgs) -> Result<String, GenerateEstimateError> {
    let settings = LearningSettings {
        seed: args.seed,
        rounds: args.rounds,
        games: args.games,
        nodes: args.nodes,
    };
    let file = learn(&settings, |round, error| {
        let round = round + 1;
        report_line(format_args!("round {round}: mean squared error {error:.4}"));
    })?;
    let style = ron::ser::PrettyConfig::new().compact_arrays(true);
    Ok(ron::ser::to_string_pretty(&file, style)? + "\n")
}
