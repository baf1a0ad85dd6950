//! Running the shared search on a game of two or three, and reading its results.

use std::time::{Duration, Instant};

use super::evaluation::EvaluationWeights;
use super::three_player_search::{OpponentModel, ThreePlayerMove, ThreePlayerPosition};
use super::two_player_search::TwoPlayerPosition;
use crate::games::hexxagon::rules::{CellMove, Game, Move, Pieces, Position as PiecesOf, Word};
use crate::generation::Seed;
use crate::search::{Limits, Options, Position, Score, SearchReport, Searcher, StopToken};

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// The limits at which the search stops.
    pub limits: Limits,
    /// The model of the other players in a game of three.
    pub opponent_model: OpponentModel,
    /// If set, moves of the same rank are searched in an order drawn from this seed.
    pub seed: Option<Seed>,
    /// Whether the search scores every move, or only the best.
    pub every_move: bool,
    /// Whether the search leaves out moves that are unlikely to matter. If it does, its scores prove nothing.
    pub selective: bool,
    /// Size of the transposition table in megabytes.
    pub table_megabytes: u32,
    /// Number of threads that search together.
    pub threads: u32,
}

/// Size of the transposition table in megabytes; a search with few nodes takes less.
pub const DEFAULT_TABLE_MEGABYTES: u32 = 64;

impl Default for SearchSettings {
    fn default() -> Self {
        SearchSettings {
            limits: Limits::default(),
            opponent_model: OpponentModel::STRONGEST,
            seed: None,
            every_move: false,
            selective: true,
            table_megabytes: DEFAULT_TABLE_MEGABYTES,
            threads: 1,
        }
    }
}

/// Converts the moves of a line to cells of the grid, as far as they are legal. Lines may contain
/// passes; the result does not.
pub fn line_of(game: &Game, line: &[Move]) -> Vec<CellMove> {
    let mut game = game.clone();
    let mut written = Vec::new();
    for made in line.iter().filter(|made| **made != Move::Pass) {
        let Some(cells) = game.written(*made).filter(|cells| game.read(cells).is_ok()) else {
            break;
        };
        written.push(cells);
        game.make(*made);
    }
    written
}

/// The root of a search of two players.
fn root_of_two<W: Word>(game: &Game, pieces: &PiecesOf<2, W>) -> TwoPlayerPosition<W> {
    let weights = EvaluationWeights::evolved();
    TwoPlayerPosition::new(game.board(), *pieces, game.stuck(), weights)
}

/// The root of a search of three players.
fn root_of_three<W: Word>(
    game: &Game,
    pieces: &PiecesOf<3, W>,
    settings: &SearchSettings,
) -> ThreePlayerPosition<W> {
    let (model, weights) = (settings.opponent_model, EvaluationWeights::evolved());
    ThreePlayerPosition::new(game.board(), pieces, game.stuck(), model, weights)
}

/// Searches after a legal move, and returns the score for the player who makes it; `None` when the
/// settings are out of range.
pub fn score_of(
    game: &Game,
    made: Move,
    settings: &SearchSettings,
    stop_token: &StopToken,
) -> Option<Score> {
    fn after<P: Position>(
        mut root: P,
        made: P::Move,
        settings: &SearchSettings,
        stop_token: &StopToken,
    ) -> Option<Score> {
        root.make(made);
        if let Some(score) = root.terminal_score() {
            // The game is over, although the next player might still have moves.
            return Some(-score);
        }
        Some(-run(&root, settings, stop_token, &mut |_| {})?.score)
    }
    let by_first = ThreePlayerMove { by: 0, made };
    match game.pieces() {
        Pieces::Two(pieces) => after(root_of_two(game, pieces), made, settings, stop_token),
        Pieces::WideTwo(pieces) => after(root_of_two(game, pieces), made, settings, stop_token),
        Pieces::Three(pieces) => {
            let root = root_of_three(game, pieces, settings);
            after(root, by_first, settings, stop_token)
        }
        Pieces::WideThree(pieces) => {
            let root = root_of_three(game, pieces, settings);
            after(root, by_first, settings, stop_token)
        }
    }
}

/// Searches a game and calls `report` with results on the way; `None` when the game is over or the
/// settings are out of range.
pub fn search(
    game: &Game,
    settings: &SearchSettings,
    stop_token: &StopToken,
    report: &mut dyn FnMut(&SearchReport<Move>),
) -> Option<SearchReport<Move>> {
    match game.pieces() {
        Pieces::Two(pieces) => run(&root_of_two(game, pieces), settings, stop_token, report),
        Pieces::WideTwo(pieces) => run(&root_of_two(game, pieces), settings, stop_token, report),
        Pieces::Three(pieces) => search_three(game, pieces, settings, stop_token, report),
        Pieces::WideThree(pieces) => search_three(game, pieces, settings, stop_token, report),
    }
}

/// Searches a game of three, and converts the results to moves.
fn search_three<W: Word>(
    game: &Game,
    pieces: &PiecesOf<3, W>,
    settings: &SearchSettings,
    stop_token: &StopToken,
    report: &mut dyn FnMut(&SearchReport<Move>),
) -> Option<SearchReport<Move>> {
    let root = root_of_three(game, pieces, settings);
    let converted = |found: &SearchReport<ThreePlayerMove>| SearchReport {
        principal_variation: playable_line(game, &found.principal_variation),
        ..found.map(|found| found.made)
    };
    let mut report = |found: &SearchReport<ThreePlayerMove>| report(&converted(found));
    let found = run(&root, settings, stop_token, &mut report)?;
    Some(converted(&found))
}

/// Returns the start of a line of three players in which each moves in turn. Best-reply lines leave
/// one player out, so they end early.
fn playable_line(game: &Game, line: &[ThreePlayerMove]) -> Vec<Move> {
    let searcher = game.mover().0;
    let mut game = game.clone();
    let mut moves = Vec::new();
    for ThreePlayerMove { by, made } in line.iter().filter(|step| step.made != Move::Pass) {
        let legal = game
            .written(*made)
            .is_some_and(|made| game.read(&made).is_ok());
        if (searcher + by) % 3 != game.mover().0 || !legal {
            break;
        }
        moves.push(*made);
        game.make(*made);
    }
    moves
}

/// Bytes of the transposition table for each node to search, so that the table hardly fills.
const TABLE_BYTES_PER_NODE: u64 = 32;

/// Runs the shared search on a position, with a table that is no larger than the node limit needs.
fn run<P: Position>(
    root: &P,
    settings: &SearchSettings,
    stop_token: &StopToken,
    report: &mut dyn FnMut(&SearchReport<P::Move>),
) -> Option<SearchReport<P::Move>> {
    let needed = settings.limits.nodes.map_or(u64::MAX, |nodes| {
        (nodes.saturating_mul(TABLE_BYTES_PER_NODE) >> 20) + 1
    });
    let needed = u32::try_from(needed).unwrap_or(u32::MAX);
    let options = Options {
        table_megabytes: settings.table_megabytes.min(needed),
        threads: settings.threads,
        seed: settings.seed,
        score_every_move: settings.every_move,
        selective: settings.selective,
        ..Options::default()
    };
    let started = Instant::now();
    let mut searcher = Searcher::new(options).ok()?;
    let mut limits = settings.limits;
    // The time limit includes the allocation of the table.
    let left = limits
        .time
        .map(|time| time.saturating_sub(started.elapsed()));
    limits.time = left.map(|left| left.max(Duration::from_millis(1)));
    searcher.search(root, limits, stop_token, report).ok()
}
