//! `evolvarium duel tic-tac-toe`: plays games between two players.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::TicTacToeError;
use super::generate::evolved;
use crate::base::{Mean, Purpose, Seed};
use crate::games::command::progress::progress_bar;
use crate::games::command::{Output, share_text};
use crate::games::tic_tac_toe::opponents::saved;
use crate::games::tic_tac_toe::players::{Opponent, Player};
use crate::games::tic_tac_toe::rules::{Board, Cell, Game, Status};
use crate::search::{Limits, StopToken};
use crate::session::Folders;

/// Two players against each other, each moving first in half of the games.
#[derive(Args, Debug)]
#[command(
    after_help = "The status is 0 if all games were played, 3 if the rules refused a move of a player (then that player is at \
    fault, and the game is not counted), and 2 if an argument is wrong."
)]
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
    /// (1 to 86400000); one of the players must be search
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

/// Whether an argument names the search that looks at a number of positions, not at one of plies.
fn is_search(text: &str) -> bool {
    matches!(text.parse::<Opponent>(), Ok(Opponent::Search(None)))
}

/// Plays the games with a progress bar on standard error. Returns the result in words, and tells of every refused move.
pub(super) fn run(args: &DuelArgs) -> Result<Output, TicTacToeError> {
    let names = [&args.first, &args.second];
    if args.milliseconds.is_some() && !names.iter().any(|name| is_search(name)) {
        return Err(TicTacToeError::NoSearch);
    }
    let players = [player(&args.first, args)?, player(&args.second, args)?];
    let bar = progress_bar(args.games.into(), "games");
    // Wins of the first and of the second player, and draws, by the player who moves first.
    let mut results = [[0u32; 3]; 2];
    let (mut plies, mut summary) = (0, String::new());
    for number in 0..args.games {
        let begins = (number % 2) as usize;
        let position = random_position(args, args.seed.child(u64::from(number) / 2));
        let seed = args.seed.child(number.into());
        match play_game(&players, begins, position, seed) {
            Ok((status, length)) => {
                let ended = match status {
                    Status::Won(side) => (begins + side.index()) % 2,
                    _ => 2,
                };
                results[begins][ended] += 1;
                plies += length;
            }
            Err(refused) => {
                let name = names[refused.player];
                let _ = writeln!(
                    summary,
                    "error: {name} made no legal move in game {}, move {}: {}",
                    number + 1,
                    refused.number,
                    refused.why
                );
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Output {
        text: result_text(args, &results, plies),
        is_partial: !summary.is_empty(),
        summary,
    })
}

/// The results in words: wins of the first and of the second player, and draws, by the player who moves first.
fn result_text(args: &DuelArgs, results: &[[u32; 3]; 2], plies: usize) -> String {
    let sum = |ended: usize| results[0][ended] + results[1][ended];
    let [won, drawn] = [0, 2].map(|ended| f64::from(sum(ended)));
    let count: u32 = results.iter().flatten().sum();
    let share = Mean::of_sums(count, won + drawn / 2.0, won + drawn / 4.0);
    let line = |begins: usize| {
        let [first, second, drawn] = results[begins];
        format!("{first} won, {drawn} drawn, {second} lost")
    };
    format!(
        "{} against {} on {}, {} games\n  moving first:  {}\n  moving second: {}\n  \
         together: {} won, {} drawn, {} lost: {}; {:.1} moves a game\n",
        args.first,
        args.second,
        args.board,
        count,
        line(0),
        line(1),
        sum(0),
        sum(2),
        sum(1),
        share_text(share),
        plies as f64 / f64::from(count.max(1)),
    )
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

/// An error of a player: the rules refuse its move, or it has none.
#[derive(Debug)]
struct RefusedMove {
    /// 0 or 1.
    player: usize,
    /// The number of the move in the game, from 1.
    number: usize,
    why: String,
}

/// Plays one game. Returns its status at the end and the number of its moves.
fn play_game(
    players: &[Player; 2],
    begins: usize,
    position: Game,
    seed: Seed,
) -> Result<(Status, usize), RefusedMove> {
    let mut game = position;
    let stop_token = StopToken::default();
    while game.status() == Status::Playing {
        let mover = (begins + game.to_move().index()) % 2;
        let choice = players[mover].choose(&game, seed.child(mover as u64), &stop_token, |_| {});
        let made = match choice {
            Some(choice) => game.play(choice.cell).map_err(|why| why.to_string()),
            None => Err("it has no move".to_owned()),
        };
        made.map_err(|why| RefusedMove {
            player: mover,
            number: game.mark_count() + 1,
            why,
        })?;
    }
    Ok((game.status(), game.mark_count()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::games::tic_tac_toe::players::classes::CLASSES;
    use crate::games::tic_tac_toe::players::strategy::Strategy;

    #[derive(Parser)]
    struct Duel {
        #[command(flatten)]
        args: DuelArgs,
    }

    #[test]
    fn the_share_of_the_points_has_its_error() {
        let duel = Duel::try_parse_from(["duel", "rules", "random"]).expect("two players");
        // The shares are 1, 1, 1/2 and 0: the mean is 0.625, and the squares of the distances to it are 0.6875 in all.
        let text = result_text(&duel.args, &[[1, 0, 1], [1, 1, 0]], 26);
        let line =
            "together: 2 won, 1 drawn, 1 lost: 62.5 % of the points (± 47.9); 6.5 moves a game";
        assert!(text.contains(line), "{text}");
        // One game has no error.
        let text = result_text(&duel.args, &[[1, 0, 0], [0; 3]], 5);
        let line = "0 lost: 100.0 % of the points; 5.0 moves a game";
        assert!(text.contains(line), "{text}");
    }

    #[test]
    fn a_player_without_a_move_is_named_and_its_game_has_no_result() {
        // A strategy knows positions of 3x3 alone.
        let first_cell = |class: usize| CLASSES.best(class, true).trailing_zeros() as u8;
        let strategy = Strategy::of(first_cell).expect("best replies are legal");
        let players = [Player::Random, Player::Strategy(Arc::new(strategy))];
        let on = |board: &str| {
            let game = Game::new(board.parse().expect("a board"));
            play_game(&players, 0, game, Seed(1))
        };
        let (status, _) = on("3x3k3").expect("both have moves");
        assert_ne!(status, Status::Playing);
        let refused = on("4x4k4").expect_err("the second player has none");
        assert_eq!((refused.player, refused.number), (1, 2));
        assert_eq!(refused.why, "it has no move");
    }
}
