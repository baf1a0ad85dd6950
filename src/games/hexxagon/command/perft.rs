//! `evolvarium perft hexxagon`: counts positions, and measures the speed.

use std::time::Instant;

use clap::Args;

use super::StuckArg;
use crate::games::hexxagon::rules::{
    Board, BoardError, BoardNumber, Game, StuckRule, perft, with_position,
};
use crate::generation::Seed;

/// Positions that moves lead to, counted.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Number of the board: 0 to 14 and 999 for two players, 40 to 46 for three
    #[arg(long, default_value_t = 1)]
    board: u16,
    /// Plies, 0 to 12
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=12))]
    depth: u32,
    /// Rule for a player who cannot move [default: ends for two players, skip for three]
    #[arg(long)]
    stuck: Option<StuckArg>,
    /// Seed of the holes, on the board that has some
    #[arg(long, default_value = "1")]
    seed: Seed,
}

/// Counts the positions at each depth, and returns one line of text for each.
pub fn run(args: &PerftArgs) -> Result<String, BoardError> {
    let board = Board::listed(BoardNumber(args.board), args.seed)?;
    let stuck = args.stuck.map(StuckRule::from);
    let stuck = stuck.unwrap_or(StuckRule::usual(board.players()));
    let game = Game::new(&board, stuck);
    let mut text = format!("{} ({})\n", board.name(), args.board);
    for depth in 1..=args.depth {
        let started = Instant::now();
        let nodes = with_position!(game.pieces(), start => perft(&board, start, stuck, depth));
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        let speed = nodes as f64 / seconds / 1e6;
        text += &format!("{depth:2}  {nodes:>14}  {seconds:9.3} s  {speed:6.0} M/s\n");
    }
    Ok(text)
}
