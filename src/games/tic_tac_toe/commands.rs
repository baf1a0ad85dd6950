//! `evolvarium duel`, `solve` and `generate` for tic-tac-toe: games and proofs without a display.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::KEY;
use super::opponent::evolution::{self, StrategyProblem};
use super::opponent::{
    Opponent, OpponentError, Player, SearchMode, Strategy, StrategyGoal, kept, search,
};
use super::rules::{Board, Game, Outcome};
use super::setup::{Seat, Setup};
use crate::generation::{Again, Pick, Purpose, Seed};
use crate::search::{GameValue, Limits, StopReason, StopToken};
use crate::session::{Folders, GameId};

/// Two players against each other, each moving first in half of the games.
#[derive(Args, Debug)]
pub struct Duel {
    /// random, rules, minimax, search, search1 to search20, evolved20 to evolved90, unbeaten,
    /// kept.NAME, or the file of a strategy
    first: String,
    /// Likewise
    second: String,
    /// How many games, 1 to 1000000
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The board, ROWSxCOLUMNSkIN-A-ROW or ultimate
    #[arg(long, default_value = "3x3k3")]
    board: Board,
    /// Seed of chance and of evolved players
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Moves made at random, in the middle of the board, before the players take over; the same ones
    /// in two games each
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    random_moves: u32,
    /// Milliseconds that search may think about a move, in place of its usual number of positions
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    milliseconds: Option<u64>,
}

/// The value of a board with best play.
#[derive(Args, Debug)]
pub struct Solve {
    /// The board, ROWSxCOLUMNSkIN-A-ROW or ultimate
    #[arg(long)]
    board: Board,
    /// Moves made before, such as b2 a1
    #[arg(long, num_args = 1.., value_delimiter = ' ')]
    moves: Vec<String>,
    /// Seconds after which it gives up
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
}

/// A strategy for 3x3, as RON.
#[derive(Args, Debug)]
pub struct GenerateStrategy {
    /// Expected points of 100 against a player who moves at random, 20 to 90 [default: it never loses]
    #[arg(long)]
    wanted: Option<u8>,
    /// Its seed [default: a new one]
    #[arg(long)]
    seed: Option<Seed>,
}

/// Why a command came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no such player.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// A strategy cannot be used.
    #[error(transparent)]
    Strategy(#[from] kept::StrategyError),
    /// A strategy cannot be evolved.
    #[error(transparent)]
    Evolution(#[from] evolution::EvolveError),
    /// A strategy plays 3x3 only.
    #[error("a strategy plays on 3x3k3 only, not on {0}")]
    Board(Board),
    /// A move cannot be made.
    #[error("move {number}, \"{text}\", cannot be made: {why}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// What was written.
        text: String,
        /// Why not.
        why: String,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Store(#[from] crate::session::StoreError),
}

/// Evolves a strategy to the end.
fn evolved(wish: StrategyGoal, seed: Seed) -> Result<Strategy, CommandError> {
    let problem = StrategyProblem::new(wish);
    let again = Again::new(problem, &evolution::usual_search(), seed, Pick::Best);
    let mut again = again.map_err(evolution::EvolveError::from)?;
    while !again.step() {}
    let individual = again.individual().map_err(evolution::EvolveError::from)?;
    Ok(individual.genome.clone())
}

/// The player of an argument.
fn player(text: &str, duel: &Duel) -> Result<Player, CommandError> {
    if text.ends_with(".ron") {
        if !duel.board.is_usual() {
            return Err(CommandError::Board(duel.board));
        }
        return Ok(Player::Strategy(Arc::new(kept::read(Path::new(text))?)));
    }
    let opponent: Opponent = text.parse()?;
    opponent.check(duel.board)?;
    let strategy = match &opponent {
        Opponent::Evolved(wish) => Some(evolved(*wish, duel.seed)?),
        Opponent::Saved(name) => {
            let file = Folders::of_user().map(|folders| kept::shelf(&folders).path(name));
            let file = file.unwrap_or_else(|| PathBuf::from(format!("{name}.ron")));
            Some(kept::read(&file)?)
        }
        _ => None,
    };
    let mut player = Player::new(&opponent, duel.board, strategy.map(Arc::new));
    if let (Player::Search(limits), Opponent::Search(None), Some(most)) =
        (&mut player, &opponent, duel.milliseconds)
    {
        *limits = Limits::time(Duration::from_millis(most));
    }
    Ok(player)
}

/// Plays, with a progress bar on standard error; returns the result in words.
pub fn duel(duel: &Duel) -> Result<String, CommandError> {
    let players = [player(&duel.first, duel)?, player(&duel.second, duel)?];
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(duel.games.into());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    // Wins of the first and the second player, and draws; for each who moves first.
    let mut results = [[0u32; 3]; 2];
    let mut plies = 0;
    for number in 0..duel.games {
        let begins = (number % 2) as usize;
        let opening = opening(duel, duel.seed.child(u64::from(number) / 2));
        let (outcome, length) = game(&players, begins, opening, duel.seed.child(number.into()));
        let ended = match outcome {
            Outcome::Won(side) => (begins + side.index()) % 2,
            _ => 2,
        };
        results[begins][ended] += 1;
        plies += length;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let sum = |ended: usize| results[0][ended] + results[1][ended];
    let points = f64::from(sum(0)) + f64::from(sum(2)) / 2.0;
    let games = f64::from(duel.games);
    let line = |begins: usize| {
        let [first, second, drawn] = results[begins];
        format!("{first} won, {drawn} drawn, {second} lost")
    };
    Ok(format!(
        "{} against {} on {}, {} games\n  moving first:  {}\n  moving second: {}\n  \
         together: {} won, {} drawn, {} lost: {:.1} % of the points; {:.1} moves a game\n",
        duel.first,
        duel.second,
        duel.board,
        duel.games,
        line(0),
        line(1),
        sum(0),
        sum(2),
        sum(1),
        points / games * 100.0,
        plies as f64 / games,
    ))
}

/// A position to begin from: moves at random in the middle of the board.
fn opening(duel: &Duel, seed: Seed) -> Game {
    let mut game = Game::new(duel.board);
    let mut rng = seed.stream(Purpose::Found);
    let middle = |side: usize, at: usize| side <= 7 || (side / 2).abs_diff(at) <= 3;
    for _ in 0..duel.random_moves {
        let inner = |cell: &super::rules::Cell| {
            let (row, col) = duel.board.place(*cell);
            middle(duel.board.rows(), row) && middle(duel.board.cols(), col)
        };
        let cells: Vec<_> = game.allowed().into_iter().filter(inner).collect();
        // Nothing is allowed once the game is over.
        let Some(cell) = rng.pick(&cells) else { break };
        if game.play(*cell).is_err() {
            break;
        }
    }
    game
}

/// One game; how it ended, and after how many moves.
fn game(players: &[Player; 2], begins: usize, opening: Game, seed: Seed) -> (Outcome, usize) {
    let mut game = opening;
    let stopper = StopToken::default();
    while game.outcome() == Outcome::Playing {
        let mover = (begins + game.to_move().index()) % 2;
        let choice = players[mover].choose(&game, seed.child(mover as u64), &stopper, |_| {});
        let made = choice.is_some_and(|choice| game.play(choice.cell).is_ok());
        if !made {
            break;
        }
    }
    (game.outcome(), game.moved())
}

/// Solves a board; returns value, best moves, nodes and time in words.
pub fn solve(wish: &Solve) -> Result<String, CommandError> {
    let mut game = Game::new(wish.board);
    for (at, text) in wish.moves.iter().enumerate() {
        let cells = (0..wish.board.cells()).map(|cell| super::rules::Cell(cell as u8));
        let cell = cells
            .into_iter()
            .find(|cell| wish.board.name(*cell) == *text);
        let refused = |why: String| CommandError::Move {
            number: at + 1,
            text: text.clone(),
            why,
        };
        let cell = cell.ok_or_else(|| refused("the board has no such cell".to_owned()))?;
        game.play(cell).map_err(|why| refused(why.to_string()))?;
    }
    let limits = Limits::time(Duration::from_secs(wish.seconds));
    let stopper = StopToken::default();
    let Some(found) = search(&game, limits, SearchMode::Solve, &stopper, |_| {}) else {
        return Ok(String::new());
    };
    let name = |cell| wish.board.name(cell);
    let value = match (found.proven_value(), game.to_move().index()) {
        _ if found.candidates.is_empty() => "the game is over".to_owned(),
        (Some(GameValue::Win(plies)), mover) => format!("{} wins in {plies}", SIDES[mover]),
        (Some(GameValue::Loss(plies)), mover) => format!("{} wins in {plies}", SIDES[1 - mover]),
        (Some(GameValue::Draw), _) => "draw".to_owned(),
        (None, _) => format!(
            "not solved in {} s; at depth {} it looks like {:+}",
            wish.seconds, found.depth, found.score
        ),
    };
    // Every move gets its value, where that is found in a tenth of the time again.
    let again = Limits::time(Duration::from_millis(wish.seconds * 100));
    let every = search(&game, again, SearchMode::EveryMove, &stopper, |_| {});
    let best: Vec<String> = every
        .filter(|every| every.stop_reason == Some(StopReason::Complete))
        .map(|every| {
            let top = every.candidates.first().map(|best| best.score);
            let alike = every.candidates.iter().filter(|c| Some(c.score) == top);
            alike.map(|c| name(c.mv)).collect()
        })
        .unwrap_or_else(|| found.best_move().map(name).into_iter().collect());
    Ok(format!(
        "{}: {value}\nbest: {}\nline: {}\n{} positions in {:.3} s, {:.1} million a second, depth {}\n",
        wish.board,
        best.join(" "),
        found
            .principal_variation
            .iter()
            .map(|cell| name(*cell))
            .collect::<Vec<_>>()
            .join(" "),
        found.nodes,
        found.elapsed.as_secs_f64(),
        found.nodes_per_second() / 1e6,
        found.depth,
    ))
}

const SIDES: [&str; 2] = ["the first player", "the second player"];

/// Evolves a strategy; returns its file.
pub fn generate(wish: &GenerateStrategy) -> Result<String, CommandError> {
    let seed = wish.seed.unwrap_or_else(Seed::fresh);
    let wished = wish
        .wanted
        .map_or(StrategyGoal::Unbeaten, StrategyGoal::Score);
    wished.check().map_err(evolution::EvolveError::from)?;
    let strategy = evolved(wished, seed)?;
    let setup = Setup {
        seats: [Seat::Human, Seat::Computer(Opponent::Evolved(wished))],
        ..Setup::default()
    };
    let id = GameId {
        game: KEY.to_owned(),
        setup: setup.to_string(),
        search: evolution::usual_search(),
        seed,
        pick: Pick::Best,
    };
    eprintln!(
        "{id}: {:.1} % of the points against a player who moves at random, {} of 1329 lines lost",
        strategy.score() * 100.0,
        strategy.lost(),
    );
    Ok(kept::text(
        Path::new("standard output"),
        &strategy,
        &id.to_string(),
    )?)
}
