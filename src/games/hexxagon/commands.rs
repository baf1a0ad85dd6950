//! `evolvarium perft` and `duel` for Hexxagon.

use std::sync::Arc;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::opponent::{BadOpponent, Chooser, Opponent};
use super::rules::{BadBoard, Board, BoardNumber, Position, Stuck, perft};
use crate::generation::{Purpose, Seed};

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

/// Two players against each other, with colours swapped after each opening.
#[derive(Args, Debug)]
pub struct Duel {
    /// random, set1 to set8, plain1 to plain8, depth1 to depth30, or search1 to search1000000
    first: Opponent,
    /// Likewise
    second: Opponent,
    /// How many games, 1 to 1000000
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Number of a board for two players
    #[arg(long, default_value_t = 1)]
    board: u16,
    /// What happens when a player cannot move
    #[arg(long, default_value = "ends")]
    stuck: Stuck,
    /// How games begin: random:PLIES, the same plies in two games each
    #[arg(long, default_value = "random:6", value_parser = parse_openings)]
    openings: u32,
    /// Seed of openings and chance
    #[arg(long, default_value = "1")]
    seed: Seed,
}

fn parse_openings(text: &str) -> Result<u32, String> {
    let plies = text
        .strip_prefix("random:")
        .and_then(|plies| plies.parse().ok());
    let plies = plies.filter(|plies| *plies <= 20);
    plies.ok_or_else(|| "write it as random:PLIES, with 0 to 20 plies".to_owned())
}

/// Why a command came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The board cannot be played on.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// There is no such player.
    #[error(transparent)]
    Opponent(#[from] BadOpponent),
    /// The board is for three.
    #[error("board {0} is for {1} players, but a duel is for two")]
    Players(u16, usize),
}

/// Counts; returns the counts by depth in words.
pub fn perft_lines(wish: &Perft) -> Result<String, CommandError> {
    let board = Board::of(BoardNumber(wish.board), wish.seed)?;
    let stuck = wish.stuck.unwrap_or(Stuck::usual(board.players()));
    let mut text = format!("{} ({})\n", board.name(), board.number());
    for depth in 1..=wish.depth {
        let started = std::time::Instant::now();
        let two = board
            .start::<2>()
            .map(|start| perft(&board, &start, stuck, depth));
        let three = board
            .start::<3>()
            .map(|start| perft(&board, &start, stuck, depth));
        let nodes = two.or(three).unwrap_or(0);
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        let speed = nodes as f64 / seconds / 1e6;
        text += &format!("{depth:2}  {nodes:>14}  {seconds:9.3} s  {speed:6.0} M/s\n");
    }
    Ok(text)
}

/// Plays, with a progress bar on standard error; returns the result in words.
pub fn duel(duel: &Duel) -> Result<String, CommandError> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(duel.games.into());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let (mut won, mut drawn, mut lost) = (0u32, 0u32, 0u32);
    for number in 0..duel.games {
        let opening_seed = duel.seed.child(u64::from(number) / 2);
        let board = Board::of(BoardNumber(duel.board), opening_seed)?;
        let players = board.players();
        let start = board
            .start::<2>()
            .ok_or(CommandError::Players(duel.board, players))?;
        let start = opening(&board, start, duel, opening_seed);
        let swapped = number % 2 == 1;
        match game(&board, start, duel, swapped, duel.seed.child(number.into())) {
            0 => drawn += 1,
            difference if (difference > 0) != swapped => won += 1,
            _ => lost += 1,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let games = f64::from(duel.games);
    let points = (f64::from(won) + f64::from(drawn) / 2.0) / games;
    Ok(format!(
        "{} against {} on board {}, {} games: {won} won, {drawn} drawn, {lost} lost, {:.1} % of the points, {}\n",
        duel.first,
        duel.second,
        duel.board,
        duel.games,
        points * 100.0,
        elo(won, drawn, lost),
    ))
}

/// The difference in Elo with its error at 95 %, from wins, draws and losses.
fn elo(won: u32, drawn: u32, lost: u32) -> String {
    let games = f64::from(won + drawn + lost);
    let parts = [won, drawn, lost].map(|count| f64::from(count) / games);
    let mean = parts[0] + parts[1] / 2.0;
    let spread = [1.0, 0.5, 0.0].iter().zip(parts);
    let variance: f64 = spread
        .map(|(points, part)| part * (points - mean).powi(2))
        .sum();
    let error = 1.96 * (variance / games).sqrt();
    let of = |points: f64| -400.0 * (1.0 / points.clamp(0.001, 0.999) - 1.0).log10();
    let width = (of(mean + error) - of(mean - error)) / 2.0;
    format!("Elo {:+.0} ± {:.0}", of(mean), width)
}

/// The position after moves at random.
fn opening(board: &Board, start: Position<2>, duel: &Duel, seed: Seed) -> Position<2> {
    let mut position = start;
    let mut rng = seed.stream(Purpose::Play);
    for _ in 0..duel.openings {
        let mut moves = Vec::new();
        position.each_move(board, |made| moves.push(made));
        let Some(made) = rng.pick(&moves) else { break };
        let after = position.after(board, *made);
        // A game that is over before it begins is none.
        if after.ending(board, duel.stuck).is_some() {
            break;
        }
        position = after;
    }
    position
}

/// Longest game in plies, so that players who only jump come to an end.
const LONGEST: u32 = 1_000;

/// One game: the pieces of the first to move less those of the other at the end.
fn game(board: &Arc<Board>, start: Position<2>, duel: &Duel, swapped: bool, seed: Seed) -> i32 {
    let seats = if swapped {
        [duel.second, duel.first]
    } else {
        [duel.first, duel.second]
    };
    let mut choosers = seats.map(|opponent| Chooser::new(opponent, board, duel.stuck));
    let mut position = start;
    for ply in 0..LONGEST {
        let mover = position.mover().index();
        match choosers[mover].choose(&position, seed.child(ply.into())) {
            Some(made) => position = position.after(board, made),
            None => break,
        }
    }
    let [first, second] = position.result(board, duel.stuck);
    first as i32 - second as i32
}
