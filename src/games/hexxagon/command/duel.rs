//! `evolvarium duel hexxagon`: matches between players, levels and outside engines.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::external_engine::{Outside, OutsideError};
use crate::games::hexxagon::boards::saved::{self as kept, BadKept};
use crate::games::hexxagon::players::{BadOpponent, Opponent};
use crate::games::hexxagon::rules::{BadBoard, BadCode, Board, BoardNumber, CellMove, Game, Stuck};
use crate::games::hexxagon::setup::Ground;
use crate::generation::{Purpose, Seed};
use crate::search::Stopper;

/// Players against each other; every opening is played from all seats.
#[derive(Args, Debug)]
pub struct Duel {
    /// random, set1 to set8, w2n.1.1.3n.2, level1 to level8, time1000, depth1 to depth30, search1 to
    /// search1000000, plain1 to plain8, maxn, paranoid, reply or hungry with thousands of positions, the file of
    /// a kept opponent, or "engine:COMMAND" for a program that speaks the protocol
    #[arg(required = true, num_args = 2..=3)]
    players: Vec<Contender>,
    /// How many games, 1 to 1000000
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Number of the board, or the code of one as in game ids
    #[arg(long, default_value = "1", value_parser = parse_ground)]
    board: Ground,
    /// What happens when a player cannot move [default: ends for two players, skip for three]
    #[arg(long)]
    stuck: Option<Stuck>,
    /// How games begin: random:PLIES, the same plies from all seats
    #[arg(long, default_value = "random:6", value_parser = parse_openings)]
    openings: u32,
    /// Seed of openings and chance
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// What outside engines are told: nodes N, depth N or movetime MILLISECONDS
    #[arg(long, default_value = "movetime 100")]
    go: String,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// A player of a match.
#[derive(Clone, Debug)]
enum Contender {
    /// One of ours.
    Ours(Opponent),
    /// The command line of another program.
    Engine(String),
}

impl std::str::FromStr for Contender {
    type Err = BadContender;

    fn from_str(text: &str) -> Result<Self, BadContender> {
        if let Some(command) = text.strip_prefix("engine:") {
            return Ok(Contender::Engine(command.to_owned()));
        }
        if text.ends_with(".ron") {
            let weights = kept::read_opponent(Path::new(text))?;
            return Ok(Contender::Ours(Opponent::Weights(weights)));
        }
        Ok(Contender::Ours(text.parse()?))
    }
}

/// Why somebody cannot play in a match.
#[derive(Debug, thiserror::Error)]
pub enum BadContender {
    /// There is no such opponent.
    #[error(transparent)]
    Opponent(#[from] BadOpponent),
    /// The file cannot be used.
    #[error(transparent)]
    Kept(#[from] BadKept),
}

impl std::fmt::Display for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Contender::Ours(opponent) => opponent.fmt(f),
            Contender::Engine(command) => write!(f, "engine:{command}"),
        }
    }
}

fn parse_ground(text: &str) -> Result<Ground, String> {
    if let Ok(number) = text.parse() {
        return Ok(Ground::Listed(BoardNumber(number)));
    }
    let plan = text.parse().map(Ground::Own);
    plan.map_err(|why: BadCode| why.to_string())
}

/// What a board is called: its number, or its code.
fn named(ground: Ground) -> String {
    match ground {
        Ground::Listed(number) => number.to_string(),
        Ground::Own(plan) => plan.to_string(),
    }
}

fn parse_openings(text: &str) -> Result<u32, String> {
    let plies = text.strip_prefix("random:");
    let plies = plies.and_then(|plies| plies.parse().ok());
    let plies = plies.filter(|plies| *plies <= 20);
    plies.ok_or_else(|| "write it as random:PLIES, with 0 to 20 plies".to_owned())
}

/// Why a match came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum DuelError {
    /// The board cannot be played on.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// A player cannot play on it.
    #[error(transparent)]
    Opponent(#[from] BadOpponent),
    /// Too few or too many players.
    #[error("board {0} is for {1} players, but {2} were named")]
    Players(String, usize, usize),
    /// Outside engines know the boards of the list alone.
    #[error("outside engines play on the boards of the list only, not on {0}")]
    OwnBoard(String),
    /// An outside engine failed.
    #[error(transparent)]
    Outside(#[from] OutsideError),
}

/// How a match stands.
#[derive(Clone, Debug, Default)]
struct Standing {
    /// Points, wins and losses of each player; a shared victory is shared.
    points: [f64; 3],
    won: [u32; 3],
    /// Games that had no winner.
    drawn: u32,
    /// How long each thought about each of its moves.
    times: [Vec<Duration>; 3],
    plies: u64,
}

impl Standing {
    fn add(&mut self, other: Standing) {
        for at in 0..3 {
            self.points[at] += other.points[at];
            self.won[at] += other.won[at];
        }
        for (all, times) in self.times.iter_mut().zip(other.times) {
            all.extend(times);
        }
        self.drawn += other.drawn;
        self.plies += other.plies;
    }
}

/// Who sits where, for two players and for three.
const SEATINGS: ([[usize; 3]; 2], [[usize; 3]; 6]) = (
    [[0, 1, 2], [1, 0, 2]],
    [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
    ],
);

/// Plays, with a progress bar on standard error; returns the result in words.
pub fn duel(duel: &Duel) -> Result<String, DuelError> {
    let board = duel.board.board(duel.seed)?;
    let players = board.players();
    if players != duel.players.len() {
        return Err(DuelError::Players(
            named(duel.board),
            players,
            duel.players.len(),
        ));
    }
    for player in &duel.players {
        if let Contender::Ours(opponent) = player {
            opponent.check(players)?;
        }
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(duel.games.into());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let next = AtomicU32::new(0);
    let standing = Mutex::new(Ok(Standing::default()));
    std::thread::scope(|scope| {
        for _ in 0..duel.threads.min(duel.games) {
            scope.spawn(|| {
                let mut outside = [None, None, None];
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= duel.games {
                        break;
                    }
                    let played = game(duel, number, &mut outside);
                    let mut standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
                    match (&mut *standing, played) {
                        (Ok(standing), Ok(played)) => standing.add(played),
                        (Err(_), _) => break,
                        (_, Err(error)) => *standing = Err(error),
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let standing = standing
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    Ok(said(duel, &standing?))
}

/// The result of a match in words.
fn said(duel: &Duel, standing: &Standing) -> String {
    let games = f64::from(duel.games);
    let mut text = format!(
        "board {}, {} games of {:.0} plies\n",
        named(duel.board),
        duel.games,
        standing.plies as f64 / games
    );
    for (at, player) in duel.players.iter().enumerate() {
        let mut times = standing.times[at].clone();
        times.sort();
        let time = |part: f64| {
            let at = (times.len() as f64 * part) as usize;
            let time = times.get(at.min(times.len().saturating_sub(1)));
            time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        let lost = duel.games - standing.won[at] - standing.drawn;
        text += &format!(
            "{player}: {} won, {} drawn, {lost} lost, {:.1} % of the points; a move {:.1} ms in the \
             median, {:.1} ms at most\n",
            standing.won[at],
            standing.drawn,
            standing.points[at] / games * 100.0,
            time(0.5),
            time(1.0),
        );
    }
    if duel.players.len() == 2 {
        let lost = duel.games - standing.won[0] - standing.drawn;
        let elo = elo(standing.won[0], standing.drawn, lost);
        text += &format!("{} against {}: {elo}\n", duel.players[0], duel.players[1]);
    }
    text
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
    if mean <= 0.0 || mean >= 1.0 {
        // All points of so many games: at 95 % the true share is at least this.
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
    format!("Elo {:+.0} ± {:.0}", of(mean), width)
}

/// Longest game in plies, so that players who only jump come to an end.
const LONGEST: u32 = 1_000;

/// Plays the game of a number.
fn game(
    duel: &Duel,
    number: u32,
    outside: &mut [Option<Outside>; 3],
) -> Result<Standing, DuelError> {
    let players = duel.players.len();
    let seatings: &[[usize; 3]] = match players {
        2 => &SEATINGS.0,
        _ => &SEATINGS.1,
    };
    let opening = duel.seed.child(u64::from(number) / seatings.len() as u64);
    let seating = seatings[number as usize % seatings.len()];
    let board = duel.board.board(opening)?;
    let stuck = duel.stuck.unwrap_or(Stuck::usual(players));
    let mut moves = Vec::new();
    let mut game = open(&board, stuck, duel.openings, opening, &mut moves);
    let mut standing = Standing::default();
    for (seat, player) in seating[..players].iter().enumerate() {
        if let Contender::Engine(command) = &duel.players[*player] {
            let engine = &mut outside[seat];
            let same = engine.as_ref().is_some_and(|e| e.command() == command);
            if !same {
                *engine = Some(Outside::start(command)?);
            }
            let Ground::Listed(BoardNumber(number)) = duel.board else {
                return Err(DuelError::OwnBoard(named(duel.board)));
            };
            if let Some(engine) = engine {
                engine.begin(number, opening, stuck)?;
            }
        }
    }
    let seed = duel.seed.child(u64::from(number));
    while game.ending().is_none() && game.moved() < LONGEST {
        let seat = game.mover().index();
        let player = seating[seat];
        let started = Instant::now();
        let made = match (&duel.players[player], &mut outside[seat]) {
            (Contender::Ours(opponent), _) => {
                let seed = seed.child(u64::from(game.moved()) + 1);
                let choice = opponent.choose(&game, seed, &Stopper::default(), &mut |_| {});
                choice.map(|choice| choice.made)
            }
            (Contender::Engine(_), Some(engine)) => Some(engine.choose(&game, &moves, &duel.go)?),
            (Contender::Engine(_), None) => None,
        };
        standing.times[player].push(started.elapsed());
        let Some(made) = made else { break };
        moves.extend(game.written(made));
        game.make(made);
    }
    standing.plies = game.moved().into();
    let counts = game.counts();
    let most = counts.iter().max().copied().unwrap_or(0);
    let first: Vec<usize> = (0..players).filter(|seat| counts[*seat] == most).collect();
    for seat in &first {
        standing.points[seating[*seat]] += 1.0 / first.len() as f64;
    }
    match first[..] {
        [winner] => standing.won[seating[winner]] += 1,
        _ => standing.drawn += 1,
    }
    Ok(standing)
}

/// The game after moves at random.
fn open(
    board: &Arc<Board>,
    stuck: Stuck,
    plies: u32,
    seed: Seed,
    made: &mut Vec<CellMove>,
) -> Game {
    let mut game = Game::new(board, stuck);
    let mut rng = seed.stream(Purpose::Play);
    for _ in 0..plies {
        let moves = game.moves();
        let Some(choice) = rng.pick(&moves) else {
            break;
        };
        let mut after = game.clone();
        after.make(*choice);
        // A game that is over before it begins is none.
        if after.ending().is_some() {
            break;
        }
        made.extend(game.written(*choice));
        game = after;
    }
    game
}
