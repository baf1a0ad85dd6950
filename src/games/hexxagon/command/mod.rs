//! `evolvarium perft`, `duel`, `engine` and `generate` for Hexxagon: without a display.

pub mod duel;
pub mod engine;
mod external_engine;

use clap::Args;

use super::boards::saved as kept;
use super::boards::{self, BoardProblem};
use super::players::learning::{self, Origin};
use super::rules::{BadBoard, Board, BoardNumber, Game, Pieces, Stuck, perft};
use crate::generation::{Again, NotThere, Pick, Seed};
use crate::session::StoreError;

/// Positions that moves lead to, counted.
#[derive(Args, Debug)]
pub struct Perft {
    /// Number of the board: 0 to 14 for two players, 40 to 46 for three
    #[arg(long, default_value_t = 1)]
    board: u16,
    /// Plies, 0 to 12
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=12))]
    depth: u32,
    /// What happens when a player cannot move [default: ends for two players, skip for three]
    #[arg(long)]
    stuck: Option<Stuck>,
    /// Seed of the holes, on the board that has some
    #[arg(long, default_value = "1")]
    seed: Seed,
}

/// The weights that the search estimates positions by, evolved from games against itself.
#[derive(Args, Debug)]
pub struct GenerateEstimate {
    /// Seed of games and evolution
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// How often games are played anew with what was evolved
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Games a round
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Positions looked at for a move of these games
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
}

/// A board, as RON that the game reads from its folder of boards.
#[derive(Args, Debug)]
pub struct GenerateBoard {
    /// Players, 2 or 3
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    players: u8,
    /// Plies that a game should last, 20 to 140 [default: 100 for two players, 90 for three]
    #[arg(long, value_parser = clap::value_parser!(u32).range(20..=140))]
    plies: Option<u32>,
    /// Pieces that a hundred moves should turn over, 60 to 220 [default: 170 and 130]
    #[arg(long, value_parser = clap::value_parser!(u32).range(60..=220))]
    sharpness: Option<u32>,
    /// The board need not look the same from every seat
    #[arg(long)]
    asymmetric: bool,
    /// Its seed [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
}

/// Why no board came of a wish.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// The search cannot be run.
    #[error(transparent)]
    Search(#[from] crate::generation::search::OutOfRange),
    /// No sound board was found.
    #[error(transparent)]
    Again(#[from] NotThere),
    /// It cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Evolves a board; returns it as RON, and tells on standard error what it is like.
pub fn board(wish: &GenerateBoard) -> Result<String, BoardError> {
    let seed = wish.seed.unwrap_or_else(Seed::fresh);
    let usual = boards::Wish::usual(wish.players.into());
    let wanted = boards::Wish {
        symmetric: !wish.asymmetric,
        plies: wish.plies.unwrap_or(usual.plies),
        sharpness: wish.sharpness.unwrap_or(usual.sharpness),
        ..usual
    };
    let problem = BoardProblem::new(wanted, seed);
    let mut again = Again::new(problem, &boards::usual_search(), seed, Pick::Best)?;
    let started = std::time::Instant::now();
    while !again.step() {}
    let individual = again.individual()?;
    if let Some(nature) = again.problem().measured(&individual.genome) {
        eprintln!(
            "seed {seed}, {} ms: fitness {:.3}, {} cells, advantage {:.1} points, {:.0} plies, {:.0} \
             turned over by 100 moves",
            started.elapsed().as_millis(),
            individual.fitness,
            individual.genome.cells.count(),
            nature.advantage,
            nature.plies,
            nature.sharpness,
        );
    }
    Ok(kept::board_text(&individual.genome)?)
}

/// Counts; returns the counts by depth in words.
pub fn perft_lines(wish: &Perft) -> Result<String, BadBoard> {
    let board = Board::of(BoardNumber(wish.board), wish.seed)?;
    let stuck = wish.stuck.unwrap_or(Stuck::usual(board.players()));
    let game = Game::new(&board, stuck);
    let mut text = format!("{} ({})\n", board.name(), wish.board);
    for depth in 1..=wish.depth {
        let started = std::time::Instant::now();
        let nodes = match game.pieces() {
            Pieces::Two(start) => perft(&board, start, stuck, depth),
            Pieces::Three(start) => perft(&board, start, stuck, depth),
        };
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        let speed = nodes as f64 / seconds / 1e6;
        text += &format!("{depth:2}  {nodes:>14}  {seconds:9.3} s  {speed:6.0} M/s\n");
    }
    Ok(text)
}

/// Why no estimate came of a wish.
#[derive(Debug, thiserror::Error)]
pub enum EstimateError {
    /// It cannot be evolved.
    #[error(transparent)]
    Learning(#[from] learning::Failure),
    /// It cannot be written.
    #[error(transparent)]
    Text(#[from] ron::Error),
}

/// Evolves the estimate; returns it as RON.
pub fn estimate(wish: &GenerateEstimate) -> Result<String, EstimateError> {
    let origin = Origin {
        seed: wish.seed,
        rounds: wish.rounds,
        games: wish.games,
        nodes: wish.nodes,
    };
    let written = learning::evolve(&origin, |round, error| {
        eprintln!("round {}: mean squared error {error:.4}", round + 1);
    })?;
    let style = ron::ser::PrettyConfig::new().compact_arrays(true);
    Ok(ron::ser::to_string_pretty(&written, style)? + "\n")
}
