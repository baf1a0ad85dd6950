//! `evolvarium solve tic-tac-toe`: finds the value of a board with best play.

use std::time::Duration;

use clap::Args;

use super::TicTacToeError;
use crate::games::command::Output;
use crate::games::tic_tac_toe::players::{SearchMode, search};
use crate::games::tic_tac_toe::rules::{Board, Cell, Game};
use crate::search::{GameValue, Limits, SearchReport, StopReason, StopToken};

/// The value of a board with best play.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The board, ROWSxCOLUMNSkIN-A-ROW or ultimate
    #[arg(long)]
    board: Board,
    /// Moves made before, such as b2 a1
    #[arg(long, num_args = 1.., value_delimiter = ' ')]
    moves: Vec<String>,
    /// Seconds after which it gives up (1 to 86400)
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
}

const SIDES: [&str; 2] = ["the first player", "the second player"];

/// Solves a board; returns value, best moves, nodes and time in words.
pub(super) fn run(args: &SolveArgs) -> Result<Output, TicTacToeError> {
    let game = game_after_moves(args)?;
    let limits = Limits::time(Duration::from_secs(args.seconds));
    let stop_token = StopToken::default();
    let Some(report) = search(&game, limits, SearchMode::Solve, &stop_token, |_| {}) else {
        return Ok(Output::default());
    };
    let name = |cell| args.board.name(cell);
    let value = match (report.proven_value(), game.to_move().index()) {
        _ if report.candidates.is_empty() => "the game is over".to_owned(),
        (Some(GameValue::Win(plies)), mover) => format!("{} wins in {plies}", SIDES[mover]),
        (Some(GameValue::Loss(plies)), mover) => format!("{} wins in {plies}", SIDES[1 - mover]),
        (Some(GameValue::Draw), _) => "draw".to_owned(),
        (None, _) => format!(
            "not solved in {} s; at depth {} it looks like {:+}",
            args.seconds, report.depth, report.score
        ),
    };
    let best: Vec<String> = best_moves(args, &game, &report, &stop_token)
        .into_iter()
        .map(name)
        .collect();
    let is_solved = report.candidates.is_empty() || report.proven_value().is_some();
    let text = format!(
        "{}: {value}\nbest: {}\nline: {}\n{} positions in {:.3} s, {:.1} million a second, depth {}\n",
        args.board,
        best.join(" "),
        report
            .principal_variation
            .iter()
            .map(|cell| name(*cell))
            .collect::<Vec<_>>()
            .join(" "),
        report.nodes,
        report.elapsed.as_secs_f64(),
        report.nodes_per_second() / 1e6,
        report.depth,
    );
    Ok(Output {
        is_partial: !is_solved,
        ..Output::from(text)
    })
}

/// The game after the moves of the arguments.
fn game_after_moves(args: &SolveArgs) -> Result<Game, TicTacToeError> {
    let mut game = Game::new(args.board);
    for (at, text) in args.moves.iter().enumerate() {
        let cells = (0..args.board.cells()).map(|cell| Cell(cell as u8));
        let cell = cells
            .into_iter()
            .find(|cell| args.board.name(*cell) == *text);
        let refused = |why: String| TicTacToeError::Move {
            number: at + 1,
            text: text.clone(),
            why,
        };
        let cell = cell.ok_or_else(|| refused("the board has no such cell".to_owned()))?;
        game.play(cell).map_err(|why| refused(why.to_string()))?;
    }
    Ok(game)
}

/// All best moves, from a second search that values every move, if a tenth of the time is enough for that; else the one
/// that the first search found.
fn best_moves(
    args: &SolveArgs,
    game: &Game,
    report: &SearchReport<Cell>,
    stop_token: &StopToken,
) -> Vec<Cell> {
    let limits = Limits::time(Duration::from_millis(args.seconds * 100));
    let every_move = search(game, limits, SearchMode::EveryMove, stop_token, |_| {});
    every_move
        .filter(|report| report.stop_reason == Some(StopReason::Complete))
        .map(|report| {
            let top = report.candidates.first().map(|best| best.score);
            let best = report.candidates.iter().filter(|c| Some(c.score) == top);
            best.map(|c| c.mv).collect()
        })
        .unwrap_or_else(|| report.best_move().into_iter().collect())
}
