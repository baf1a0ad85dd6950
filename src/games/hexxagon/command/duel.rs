//! `evolvarium duel hexxagon`: matches between opponents and external engines.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use super::StuckArg;
use super::external_engine::{ExternalEngine, ExternalEngineError, GoLimit};
use super::move_times::MoveTimes;
use crate::base::{Mean, PlainError, lock, parse_digits};
use crate::games::command::progress::progress_bar;
use crate::games::command::{SubcommandError, share_text};
use crate::games::hexxagon::opponents::saved;
use crate::games::hexxagon::players::{Opponent, OpponentError};
use crate::games::hexxagon::rules::{Board, BoardError, BoardNumber, CellMove, Game, StuckRule};
use crate::games::hexxagon::setup::BoardChoice;
use crate::generation::{Purpose, Seed};
use crate::search::StopToken;
use crate::session::StoreError;

/// Players against each other; every opening is played from all seats.
#[derive(Args, Debug)]
pub struct DuelArgs {
    /// random, set1 to set8, w2n.1.1.3n.2, level1 to level8, level3.5 between two levels, time1 to time600000
    /// (milliseconds), depth1 to depth30, search1 to search1000000 (thousands of positions), plain1 to plain8, for
    /// three players also maxn1 to maxn1000000 and paranoid, reply and hungry with the same numbers (thousands of
    /// positions), the file of a saved opponent, or "engine:COMMAND" for a program that speaks the protocol
    #[arg(required = true, num_args = 2..=3)]
    players: Vec<Contender>,
    /// Number of games, 1 to 1000000
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Number of the board, or the code of one as in game ids
    #[arg(long, default_value = "1", value_parser = parse_board)]
    board: BoardChoice,
    /// Rule for a player who cannot move [default: ends for two players, skip for three]
    #[arg(long)]
    stuck: Option<StuckArg>,
    /// Beginning of games: random:PLIES (0 to 20), the same plies from all seats
    #[arg(long, default_value = "random:6", value_parser = parse_random_plies)]
    openings: u32,
    /// Seed of openings and chance
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Limit of outside engines: nodes N, depth N or movetime MILLISECONDS [default: movetime 100]
    #[arg(long)]
    go: Option<GoLimit>,
    /// Seconds that an outside engine may take for an answer, 1 to 86400 [default: 300]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    answer_timeout: Option<u64>,
    /// Games played at the same time (1 to 64)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// The limit of outside engines where none is named.
const USUAL_GO: GoLimit = GoLimit::MoveTime(100);
/// The seconds that an outside engine may take for an answer where no number is named.
const USUAL_ANSWER_TIMEOUT: u64 = 300;

impl DuelArgs {
    /// An option for outside engines that was given although no player is one.
    fn idle_option(&self) -> Option<&'static str> {
        let is_engine = |player: &Contender| matches!(player, Contender::Engine(_));
        if self.players.iter().any(is_engine) {
            return None;
        }
        let go = self.go.map(|_| "--go");
        go.or(self.answer_timeout.map(|_| "--answer-timeout"))
    }
}

/// A player of a match.
#[derive(Clone, Debug)]
enum Contender {
    /// An opponent of this program.
    Opponent(Opponent),
    /// The command line of another program.
    Engine(String),
}

impl std::str::FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, ContenderError> {
        if let Some(command) = text.strip_prefix("engine:") {
            return Ok(Contender::Engine(command.to_owned()));
        }
        if text.ends_with(".ron") {
            let weights = saved::read(Path::new(text))?;
            return Ok(Contender::Opponent(Opponent::Weights(weights)));
        }
        Ok(Contender::Opponent(text.parse()?))
    }
}

/// The reason why a player cannot take part in a match.
#[derive(Debug, thiserror::Error)]
pub enum ContenderError {
    /// No opponent has this name.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// The opponent file cannot be loaded.
    #[error(transparent)]
    File(#[from] StoreError),
}

impl std::fmt::Display for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Contender::Opponent(opponent) => opponent.fmt(f),
            Contender::Engine(command) => write!(f, "engine:{command}"),
        }
    }
}

fn parse_board(text: &str) -> Result<BoardChoice, PlainError> {
    if let Ok(number) = text.parse() {
        return Ok(BoardChoice::Listed(BoardNumber(number)));
    }
    Ok(BoardChoice::Custom(text.parse()?))
}

/// Returns the number of a built-in board, or the code of a custom one.
fn board_name(board: BoardChoice) -> String {
    match board {
        BoardChoice::Listed(number) => number.to_string(),
        BoardChoice::Custom(plan) => plan.to_string(),
    }
}

fn parse_random_plies(text: &str) -> Result<u32, PlainError> {
    let plies = text.strip_prefix("random:");
    let plies = plies.and_then(parse_digits);
    let plies = plies.filter(|plies| *plies <= 20);
    plies.ok_or_else(|| PlainError::new("write it as random:PLIES, with 0 to 20 plies"))
}

/// The reason why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum DuelError {
    /// The board cannot be built.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// An opponent cannot play on the board.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// The match has too few or too many players: the board, its players, the named players.
    #[error("board {0} is for {1} players, but {2} were named")]
    Players(String, usize, usize),
    /// External engines know only the built-in boards.
    #[error("outside engines play on the boards of the list only, not on {0}")]
    CustomBoard(String),
    /// An option is of no use without an external engine.
    #[error("{0} is for outside engines, and no player is one")]
    NoEngine(&'static str),
    /// An external engine failed.
    #[error(transparent)]
    ExternalEngine(#[from] ExternalEngineError),
}

impl SubcommandError for DuelError {
    fn is_usage(&self) -> bool {
        match self {
            DuelError::ExternalEngine(why) => matches!(why, ExternalEngineError::Start { .. }),
            DuelError::Board(_)
            | DuelError::Opponent(_)
            | DuelError::Players(..)
            | DuelError::CustomBoard(_)
            | DuelError::NoEngine(_) => true,
        }
    }
}

/// The sum of the results of games.
#[derive(Clone, Debug, Default)]
struct MatchResult {
    /// Points of each player; winners share one point.
    points: [f64; 3],
    /// The sum of the squares of a player's points in each game.
    squares: [f64; 3],
    /// Number of games that each player has won alone.
    won: [u32; 3],
    /// Number of games that each player has won together with others.
    drawn: [u32; 3],
    /// Times that each player has taken for its moves.
    times: [MoveTimes; 3],
    /// Total length of the games.
    plies: u64,
}

impl MatchResult {
    /// Counts the result of a game from the points of each seat. `seating` holds the player of each seat.
    fn count_points(&mut self, points: &[u32], seating: &[usize]) {
        let most = points.iter().max().copied().unwrap_or(0);
        let seats = seating.iter().zip(points);
        let winners: Vec<usize> = seats
            .filter(|(_, points)| **points == most)
            .map(|(player, _)| *player)
            .collect();
        let share = 1.0 / winners.len() as f64;
        for player in &winners {
            self.points[*player] += share;
            self.squares[*player] += share * share;
            match winners.len() {
                1 => self.won[*player] += 1,
                _ => self.drawn[*player] += 1,
            }
        }
    }

    fn add(&mut self, other: &MatchResult) {
        for at in 0..3 {
            self.points[at] += other.points[at];
            self.squares[at] += other.squares[at];
            self.won[at] += other.won[at];
            self.drawn[at] += other.drawn[at];
        }
        for (all, times) in self.times.iter_mut().zip(&other.times) {
            all.add_all(times);
        }
        self.plies += other.plies;
    }
}

/// For each seating of two players, the player in each seat.
const SEATINGS_OF_TWO: [[usize; 3]; 2] = [[0, 1, 2], [1, 0, 2]];
/// For each seating of three players, the player in each seat.
const SEATINGS_OF_THREE: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
];

/// Plays the match with a progress bar on standard error, and returns the result as text.
pub fn run(args: &DuelArgs) -> Result<String, DuelError> {
    let board = args.board.build(args.seed)?;
    let players = board.players();
    if players != args.players.len() {
        return Err(DuelError::Players(
            board_name(args.board),
            players,
            args.players.len(),
        ));
    }
    for player in &args.players {
        if let Contender::Opponent(opponent) = player {
            opponent.check(players)?;
        }
    }
    if let Some(option) = args.idle_option() {
        return Err(DuelError::NoEngine(option));
    }
    let bar = progress_bar(args.games.into(), "games");
    let next = AtomicU32::new(0);
    let total = Mutex::new(Ok(MatchResult::default()));
    let play = || play_games(args, &next, &total, &bar);
    thread::scope(|scope| {
        for _ in 1..args.threads.min(args.games) {
            // If the system grants no further thread, those that have started play all games.
            if thread::Builder::new().spawn_scoped(scope, play).is_err() {
                break;
            }
        }
        play();
    });
    bar.finish_and_clear();
    let total = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(report(args, &total?))
}

/// Plays games, whose numbers begin with `next`, until all are played or one has failed.
fn play_games(
    args: &DuelArgs,
    next: &AtomicU32,
    total: &Mutex<Result<MatchResult, DuelError>>,
    bar: &ProgressBar,
) {
    let mut engines = [None, None, None];
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= args.games {
            break;
        }
        let played = play_game(args, number, &mut engines);
        let mut total = lock(total);
        match (&mut *total, played) {
            (Ok(total), Ok(played)) => total.add(&played),
            (Err(_), _) => break,
            (_, Err(error)) => {
                // An engine that has failed is asked for no other game.
                *total = Err(error);
                break;
            }
        }
        bar.inc(1);
    }
}

/// Returns the result of a match as text.
fn report(args: &DuelArgs, total: &MatchResult) -> String {
    let games = f64::from(args.games);
    let mut text = format!(
        "board {}, {} games of {:.0} plies\n",
        board_name(args.board),
        args.games,
        total.plies as f64 / games
    );
    for (at, player) in args.players.iter().enumerate() {
        let times = &total.times[at];
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let (won, drawn) = (total.won[at], total.drawn[at]);
        let lost = args.games - won - drawn;
        let share = Mean::of_sums(args.games, total.points[at], total.squares[at]);
        text += &format!(
            "{player}: {won} won, {drawn} drawn, {lost} lost, {}; a move {:.1} ms in the median, {:.1} ms at \
             most\n",
            share_text(share),
            milliseconds(times.median()),
            milliseconds(times.longest()),
        );
    }
    if args.players.len() == 2 {
        let lost = args.games - total.won[0] - total.drawn[0];
        let elo = elo(total.won[0], total.drawn[0], lost);
        text += &format!("{} against {}: {elo}\n", args.players[0], args.players[1]);
    }
    text
}

/// Returns the Elo difference with its 95 % confidence interval, from wins, draws and losses.
fn elo(won: u32, drawn: u32, lost: u32) -> String {
    let games = f64::from(won + drawn + lost);
    let parts = [won, drawn, lost].map(|count| f64::from(count) / games);
    let mean = parts[0] + parts[1] / 2.0;
    let spread = [1.0, 0.5, 0.0].iter().zip(parts);
    let variance: f64 = spread
        .map(|(points, part)| part * (points - mean).powi(2))
        .sum();
    let error = 1.96 * (variance / games).sqrt();
    if mean <= 0.0 || mean >= 1.0 {
        // After winning (or losing) all games, this bounds the true share of points at 95 %.
        let least = 0.05f64.powf(1.0 / games);
        let elo = 400.0 * (least / (1.0 - least).max(1e-9)).log10();
        let (word, sign) = if mean >= 1.0 {
            ("at least", 1.0)
        } else {
            ("at most", -1.0)
        };
        return format!("Elo {word} {:+.0}", sign * elo);
    }
    let of = |points: f64| -400.0 * (1.0 / points.clamp(0.001, 0.999) - 1.0).log10();
    let width = (of(mean + error) - of(mean - error)) / 2.0;
    // Without the sum, a difference of nothing would be written as -0.
    let difference = of(mean).round() + 0.0;
    format!("Elo {difference:+.0} ± {width:.0}")
}

/// Number of moves after which a game is stopped, because players can jump forever.
const MAX_MOVES: u32 = 1_000;

/// Plays one game of the match. Each seat keeps its engine from one game to the next.
fn play_game(
    args: &DuelArgs,
    number: u32,
    engines: &mut [Option<ExternalEngine>; 3],
) -> Result<MatchResult, DuelError> {
    let players = args.players.len();
    let seatings: &[[usize; 3]] = match players {
        2 => &SEATINGS_OF_TWO,
        _ => &SEATINGS_OF_THREE,
    };
    let opening_seed = args.seed.child(u64::from(number) / seatings.len() as u64);
    let seating = seatings[number as usize % seatings.len()];
    let board = args.board.build(opening_seed)?;
    let stuck = args.stuck.map(StuckRule::from);
    let stuck = stuck.unwrap_or(StuckRule::usual(players));
    let mut moves = Vec::new();
    let mut game = random_opening(&board, stuck, args.openings, opening_seed, &mut moves);
    let mut result = MatchResult::default();
    for (seat, player) in seating[..players].iter().enumerate() {
        if let Contender::Engine(command) = &args.players[*player] {
            let engine = prepare_engine(args, command, &mut engines[seat])?;
            let BoardChoice::Listed(BoardNumber(number)) = args.board else {
                return Err(DuelError::CustomBoard(board_name(args.board)));
            };
            engine.new_game(number, opening_seed, stuck)?;
        }
    }
    let seed = args.seed.child(u64::from(number));
    while game.ending().is_none() && game.move_count() < MAX_MOVES {
        let seat = game.mover().index();
        let player = seating[seat];
        let started = Instant::now();
        let made = match (&args.players[player], &mut engines[seat]) {
            (Contender::Opponent(opponent), _) => {
                let seed = seed.child(u64::from(game.move_count()) + 1);
                let choice = opponent.choose(&game, seed, &StopToken::default(), &mut |_| {});
                choice.map(|choice| choice.made)
            }
            (Contender::Engine(_), Some(engine)) => {
                Some(engine.choose(&game, &moves, args.go.unwrap_or(USUAL_GO))?)
            }
            (Contender::Engine(_), None) => None,
        };
        result.times[player].add(started.elapsed());
        let Some(made) = made else { break };
        moves.extend(game.written(made));
        game.make(made);
    }
    result.plies = game.move_count().into();
    result.count_points(&game.result(), &seating[..players]);
    Ok(result)
}

/// Returns the engine of a seat, and starts it if the seat has had another one.
fn prepare_engine<'a>(
    args: &DuelArgs,
    command: &str,
    seat: &'a mut Option<ExternalEngine>,
) -> Result<&'a mut ExternalEngine, DuelError> {
    let engine = match seat.take().filter(|engine| engine.command() == command) {
        Some(engine) => engine,
        None => {
            let seconds = args.answer_timeout.unwrap_or(USUAL_ANSWER_TIMEOUT);
            ExternalEngine::start(command, Duration::from_secs(seconds))?
        }
    };
    Ok(seat.insert(engine))
}

/// Starts a game with a number of random moves, and adds them to `made`.
fn random_opening(
    board: &Arc<Board>,
    stuck: StuckRule,
    plies: u32,
    seed: Seed,
    made: &mut Vec<CellMove>,
) -> Game {
    let mut game = Game::new(board, stuck);
    let mut rng = seed.stream(Purpose::Play);
    for _ in 0..plies {
        let moves = game.moves();
        let Some(choice) = rng.choose(&moves) else {
            break;
        };
        let mut after = game.clone();
        after.make(*choice);
        // The opening stops before a move that would end the game.
        if after.ending().is_some() {
            break;
        }
        made.extend(game.written(*choice));
        game = after;
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_behind_two_winners_has_lost_and_not_drawn() {
        let mut result = MatchResult::default();
        result.count_points(&[20, 20, 3], &[0, 1, 2]);
        result.count_points(&[9, 5, 5], &[1, 2, 0]);
        result.count_points(&[7, 7, 7], &[2, 0, 1]);
        assert_eq!((result.won, result.drawn), ([0, 1, 0], [2, 2, 1]));
        let third = 1.0 / 3.0;
        let expected = [0.5 + third, 1.5 + third, third];
        for (points, expected) in result.points.iter().zip(expected) {
            assert!((points - expected).abs() < 1e-12, "{points}");
        }
        let mut both = result.clone();
        both.add(&result);
        assert_eq!((both.won, both.drawn), ([0, 2, 0], [4, 4, 2]));
        assert!((both.squares[0] - 2.0 * (0.25 + third * third)).abs() < 1e-12);
    }

    #[test]
    fn equal_players_have_no_elo_of_minus_nothing() {
        assert_eq!(elo(0, 7, 0), "Elo +0 ± 0");
        assert!(elo(3, 0, 3).starts_with("Elo +0 ± "), "{}", elo(3, 0, 3));
        assert!(elo(3, 4, 1).starts_with("Elo +89 ± "), "{}", elo(3, 4, 1));
        assert!(elo(5, 0, 0).starts_with("Elo at least +"));
    }
}
