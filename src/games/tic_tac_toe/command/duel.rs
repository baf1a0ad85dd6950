//! `evolvarium duel tic-tac-toe`: plays games between two players.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::TicTacToeError;
use super::generate::evolved;
use crate::base::{Purpose, Seed};
use crate::games::command::progress::progress_bar;
use crate::games::tic_tac_toe::opponents::saved;
use crate::games::tic_tac_toe::players::{Opponent, Player};
use crate::games::tic_tac_toe::rules::{Board, Cell, Game, Status};
use crate::search::{Limits, StopToken};
use crate::session::Folders;

/// Two players against each other, each moving first in half of the games.
#[derive(Args, Debug)]
pub struct DuelArgs {
    /// The first player: random, rules, minimax, search, search1 to search20, evolved20 to evolved90, unbeaten,
    /// kept.NAME, or the file of a strategy
    first: String,
    /// The second player, named like the first one
    second: String,
    /// Number of games, 1 to 1000000
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The board, ROWSxCOLUMNSkIN-A-ROW or ultimate
    #[arg(long, default_value = "3x3k3")]
    board: Board,
    /// Seed of chance and of evolved players
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Moves made at random, in the middle of the board, before the players take over; the same ones
    /// in two games each (0 to 20)
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    random_moves: u32,
    /// Milliseconds that search may think about a move, in place of its usual number of positions
    /// (1 to 86400000)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    milliseconds: Option<u64>,
}

/// The player that an argument names.
fn player(text: &str, args: &DuelArgs) -> Result<Player, TicTacToeError> {
    if text.ends_with(".ron") {
        if !args.board.is_usual() {
            return Err(TicTacToeError::Board(args.board));
        }
        return Ok(Player::Strategy(Arc::new(saved::read(Path::new(text))?)));
    }
    let opponent: Opponent = text.parse()?;
    opponent.check(args.board)?;
    let strategy = match &opponent {
        Opponent::Evolved(goal) => Some(evolved(*goal, args.seed)?),
        Opponent::Saved(name) => {
            let file = Folders::of_user().map(|folders| saved::library(&folders).path(name));
            let file = file.unwrap_or_else(|| PathBuf::from(format!("{name}.ron")));
            Some(saved::read(&file)?)
        }
        _ => None,
    };
    let mut player = Player::new(&opponent, args.board, strategy.map(Arc::new))?;
    if let (Player::Search(limits), Opponent::Search(None), Some(most)) =
        (&mut player, &opponent, args.milliseconds)
    {
        *limits = Limits::time(Duration::from_millis(most));
    }
    Ok(player)
}

/// Plays the games with a progress bar on standard error. Returns the result in words.
pub(super) fn run(args: &DuelArgs) -> Result<String, TicTacToeError> {
    let players = [player(&args.first, args)?, player(&args.second, args)?];
    let bar = progress_bar(args.games.into(), "games");
    // Wins of the first and of the second player, and draws, by the player who moves first.
    let mut results = [[0u32; 3]; 2];
    let mut plies = 0;
    for number in 0..args.games {
        let begins = (number % 2) as usize;
        let position = random_position(args, args.seed.child(u64::from(number) / 2));
        let (status, length) =
            play_game(&players, begins, position, args.seed.child(number.into()));
        let ended = match status {
            Status::Won(side) => (begins + side.index()) % 2,
            _ => 2,
        };
        results[begins][ended] += 1;
        plies += length;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let sum = |ended: usize| results[0][ended] + results[1][ended];
    let points = f64::from(sum(0)) + f64::from(sum(2)) / 2.0;
    let games = f64::from(args.games);
    let line = |begins: usize| {
        let [first, second, drawn] = results[begins];
        format!("{first} won, {drawn} drawn, {second} lost")
    };
    Ok(format!(
        "{} against {} on {}, {} games\n  moving first:  {}\n  moving second: {}\n  \
         together: {} won, {} drawn, {} lost: {:.1} % of the points; {:.1} moves a game\n",
        args.first,
        args.second,
        args.board,
        args.games,
        line(0),
        line(1),
        sum(0),
        sum(2),
        sum(1),
        points / games * 100.0,
        plies as f64 / games,
    ))
}

/// The position after random moves in the middle of the board.
fn random_position(args: &DuelArgs, seed: Seed) -> Game {
    let mut game = Game::new(args.board);
    let mut rng = seed.stream(Purpose::Founders);
    let is_inner = |length: usize, at: usize| length <= 7 || (length / 2).abs_diff(at) <= 3;
    for _ in 0..args.random_moves {
        let inner = |cell: &Cell| {
            let (row, col) = args.board.place(*cell);
            is_inner(args.board.rows(), row) && is_inner(args.board.cols(), col)
        };
        let cells: Vec<_> = game.legal_cells().into_iter().filter(inner).collect();
        // No move is legal once the game is over.
        let Some(cell) = rng.choose(&cells) else {
            break;
        };
        if game.play(*cell).is_err() {
            break;
        }
    }
    game
}

/// Plays one game. Returns its status at the end and the number of its moves.
fn play_game(players: &[Player; 2], begins: usize, position: Game, seed: Seed) -> (Status, usize) {
    let mut game = position;
    let stop_token = StopToken::default();
    while game.status() == Status::Playing {
        let mover = (begins + game.to_move().index()) % 2;
        let choice = players[mover].choose(&game, seed.child(mover as u64), &stop_token, |_| {});
        let made = choice.is_some_and(|choice| game.play(choice.cell).is_ok());
        if !made {
            break;
        }
    }
    (game.status(), game.mark_count())
}
