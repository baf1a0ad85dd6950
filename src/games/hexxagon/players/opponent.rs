//! The opponents: the document's five weights, eight levels on the shared search, and others to
//! measure them against.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use super::evaluation::{Estimate, Estimator};
use super::level::{Level, Means};
use super::three_player_search::{TrioMove, TrioPosition, Way};
use super::two_player_search::DuelPosition;
use super::weights::Weights;
use super::{greedy, max_n, plain};
use crate::games::hexxagon::rules::{CellMove, Game, Move, Pieces};
use crate::generation::{Purpose, Seed, Stream};
use crate::search::{Limits, Options, Position, Score, Searcher, Stopper, Thinking};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Any move.
    Random,
    /// The document's five weights, one of its sets from 1.
    Set(u8),
    /// Five weights of one's own.
    Weights(Weights),
    /// A level.
    Level(Level),
    /// The strongest there is, so many milliseconds a move.
    Time(u32),
    /// The shared search, so many plies deep.
    Depth(u8),
    /// The shared search, within so many thousand positions.
    Search(u32),
    /// Plain alpha-beta with piece difference, so many plies deep; for two players.
    Plain(u8),
    /// One way of searching for three players, within so many thousand positions.
    Many(Many, u32),
}

/// The ways of searching for three players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Many {
    /// Everybody for themselves.
    MaxN,
    /// All against who thinks.
    Paranoid,
    /// One answer of the others.
    BestReply,
    /// Paranoid, but the others make only moves that win them about the most pieces.
    Hungry,
}

/// Why there is no such opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpponent {
    /// Nothing is called so.
    #[error(
        "there is no opponent called \"{0}\"; there are random, set1 to set8, w2n.1.1.3n.2 (five \
         weights), level1 to level8, time1 to time600000 (milliseconds), depth1 to depth30, search1 \
         to search1000000 (thousands of positions), plain1 to plain8, and for three players maxn1, \
         paranoid1, reply1 and hungry1 to 1000000"
    )]
    Name(String),
    /// It cannot play with so many.
    #[error("{0} cannot play a game of {1} players")]
    Players(Opponent, usize),
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Random => f.write_str("random"),
            Opponent::Set(set) => write!(f, "set{set}"),
            Opponent::Weights(weights) => weights.fmt(f),
            Opponent::Level(level) => write!(f, "level{}", level.number()),
            Opponent::Time(milliseconds) => write!(f, "time{milliseconds}"),
            Opponent::Depth(plies) => write!(f, "depth{plies}"),
            Opponent::Search(thousands) => write!(f, "search{thousands}"),
            Opponent::Plain(plies) => write!(f, "plain{plies}"),
            Opponent::Many(Many::MaxN, thousands) => write!(f, "maxn{thousands}"),
            Opponent::Many(Many::Paranoid, thousands) => write!(f, "paranoid{thousands}"),
            Opponent::Many(Many::BestReply, thousands) => write!(f, "reply{thousands}"),
            Opponent::Many(Many::Hungry, thousands) => write!(f, "hungry{thousands}"),
        }
    }
}

impl FromStr for Opponent {
    type Err = BadOpponent;

    fn from_str(text: &str) -> Result<Self, BadOpponent> {
        let bad = || BadOpponent::Name(text.chars().take(40).collect());
        if let Ok(weights) = text.parse() {
            return Ok(Opponent::Weights(weights));
        }
        let digits = text.find(|c: char| c.is_ascii_digit());
        let (name, number) = text.split_at(digits.unwrap_or(text.len()));
        let within = |most: u32| {
            let plain = number.bytes().all(|b| b.is_ascii_digit());
            let number = number.parse().ok().filter(|_| plain);
            number.filter(|n| (1..=most).contains(n)).ok_or_else(bad)
        };
        Ok(match name {
            "random" if number.is_empty() => Opponent::Random,
            "set" => Opponent::Set(within(8)? as u8),
            "level" => Opponent::Level(Level::new(within(8)? as u8).ok_or_else(bad)?),
            "time" => Opponent::Time(within(600_000)?),
            "depth" => Opponent::Depth(within(30)? as u8),
            "search" => Opponent::Search(within(1_000_000)?),
            "plain" => Opponent::Plain(within(8)? as u8),
            "maxn" => Opponent::Many(Many::MaxN, within(1_000_000)?),
            "paranoid" => Opponent::Many(Many::Paranoid, within(1_000_000)?),
            "reply" => Opponent::Many(Many::BestReply, within(1_000_000)?),
            "hungry" => Opponent::Many(Many::Hungry, within(1_000_000)?),
            _ => return Err(bad()),
        })
    }
}

/// A move that was chosen, and what was thought about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub made: Move,
    /// What was found, if anything was looked ahead.
    pub thinking: Option<Thinking<Move>>,
}

/// How to look ahead.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// When to stop.
    pub limits: Limits,
    /// How others are taken to play, where there are two of them.
    pub way: Way,
    /// Moves of the same rank are looked at in an order drawn from this seed.
    pub seed: Option<Seed>,
    /// Whether the score of every move is wanted, not of the best alone.
    pub every_move: bool,
    /// Memory of the table in megabytes.
    pub table_megabytes: u32,
    /// Threads that search at once.
    pub threads: u32,
}

impl Default for How {
    fn default() -> Self {
        How {
            limits: Limits::default(),
            way: BEST_WAY,
            seed: None,
            every_move: false,
            table_megabytes: TABLE,
            threads: 1,
        }
    }
}

/// Memory of the transposition table in megabytes, unless there are fewer positions to look at.
pub const TABLE: u32 = 64;
/// How three players are searched, since it wins most: measured by `evolvarium duel`.
const BEST_WAY: Way = Way::Hungry;

impl Opponent {
    /// Refuses who cannot play a game of so many players.
    pub fn check(self, players: usize) -> Result<(), BadOpponent> {
        let fits = match self {
            Opponent::Plain(_) => players == 2,
            Opponent::Many(..) => players == 3,
            _ => true,
        };
        if fits {
            Ok(())
        } else {
            Err(BadOpponent::Players(self, players))
        }
    }

    /// A move; `None` when the game is over or this player cannot play it. `watch` sees what is found
    /// meanwhile. The same seed gives the same move, but for limits of time.
    pub fn choose(
        self,
        game: &Game,
        seed: Seed,
        stopper: &Stopper,
        watch: &mut dyn FnMut(&Thinking<Move>),
    ) -> Option<Choice> {
        if game.ending().is_some() {
            return None;
        }
        let mut rng = seed.stream(Purpose::Player);
        let unthought = |made| Choice {
            made,
            thinking: None,
        };
        let (limits, way) = match self {
            Opponent::Random => return any(game, &mut rng).map(unthought),
            Opponent::Set(set) => {
                let weights = Weights::SETS.get(usize::from(set).checked_sub(1)?)?;
                return by_weights(weights, game, &mut rng).map(unthought);
            }
            Opponent::Weights(weights) => {
                return by_weights(&weights, game, &mut rng).map(unthought);
            }
            Opponent::Plain(plies) => {
                let Pieces::Two(position) = game.pieces() else {
                    return None;
                };
                let made = plain::choose(game.board(), position, game.stuck(), plies.into());
                return made.map(unthought);
            }
            Opponent::Many(Many::MaxN, thousands) => {
                let Pieces::Three(position) = game.pieces() else {
                    return None;
                };
                let nodes = u64::from(thousands) * 1_000;
                let made = max_n::choose(game.board(), position, game.stuck(), nodes);
                return made.map(unthought);
            }
            Opponent::Level(level) => match level.means() {
                Means::Greedy(slips) if rng.below(100) < slips => {
                    return any(game, &mut rng).map(unthought);
                }
                Means::Greedy(_) => return by_estimate(game, &mut rng).map(unthought),
                Means::Search(nodes) => (Limits::nodes(nodes), BEST_WAY),
            },
            Opponent::Time(milliseconds) => {
                let time = Duration::from_millis(milliseconds.into());
                (Limits::time(time), BEST_WAY)
            }
            Opponent::Depth(plies) => (Limits::depth(plies.into()), BEST_WAY),
            Opponent::Search(thousands) => (thousand(thousands), BEST_WAY),
            Opponent::Many(Many::Paranoid, thousands) => (thousand(thousands), Way::Paranoid),
            Opponent::Many(Many::BestReply, thousands) => (thousand(thousands), Way::BestReply),
            Opponent::Many(Many::Hungry, thousands) => (thousand(thousands), Way::Hungry),
        };
        let how = How {
            limits,
            way,
            seed: Some(seed),
            ..How::default()
        };
        let thinking = search(game, &how, stopper, watch)?;
        let made = thinking.best()?;
        Some(Choice {
            made: forward(game, made, &mut rng).unwrap_or(made),
            thinking: Some(thinking),
        })
    }
}

/// Games may go on for so many plies a cell before searching players stop waiting for each other.
const PATIENCE: u32 = 2;
/// Scores clones alone, by what they turn over.
const CLONES: Weights = Weights([0, 0, 99, -99, 1]);

/// In a game that goes on and on: a clone in place of a jump that turns nothing over, so that it ends.
fn forward(game: &Game, made: Move, rng: &mut Stream) -> Option<Move> {
    let board = game.board();
    let Move::Jump { to, .. } = made else {
        return None;
    };
    let rivals = match game.pieces() {
        Pieces::Two(position) => position.rivals(),
        Pieces::Three(position) => position.rivals(),
    };
    let late = game.moved() > PATIENCE * board.all().count();
    let idle = board.near(to).and(rivals).is_empty();
    let clone = (late && idle).then(|| by_weights(&CLONES, game, rng))?;
    clone.filter(|clone| matches!(clone, Move::Clone { .. }))
}

fn thousand(thousands: u32) -> Limits {
    Limits::nodes(u64::from(thousands) * 1_000)
}

fn any(game: &Game, rng: &mut Stream) -> Option<Move> {
    rng.pick(&game.moves()).copied()
}

fn by_weights(weights: &Weights, game: &Game, rng: &mut Stream) -> Option<Move> {
    match game.pieces() {
        Pieces::Two(position) => weights.choose(game.board(), position, rng),
        Pieces::Three(position) => weights.choose(game.board(), position, rng),
    }
}

fn by_estimate(game: &Game, rng: &mut Stream) -> Option<Move> {
    let (board, stuck) = (game.board(), game.stuck());
    let estimator = Estimator::new(Estimate::evolved(), board);
    match game.pieces() {
        Pieces::Two(position) => greedy::choose(board, position, stuck, &estimator, rng),
        Pieces::Three(position) => greedy::choose(board, position, stuck, &estimator, rng),
    }
}

/// The moves of a line in cells of the grid, as far as they can be made. The line of a search leaves
/// out who is passed over, or names them.
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

/// The score of a move for who makes it, as far as looking ahead after it tells; `None` when the limits
/// are nonsense. The move must be possible.
pub fn score_of(game: &Game, made: Move, how: &How, stopper: &Stopper) -> Option<Score> {
    let (board, stuck) = (game.board(), game.stuck());
    let estimate = Estimate::evolved();
    let found = match game.pieces() {
        Pieces::Two(pieces) => {
            let mut root = DuelPosition::new(board, *pieces, stuck, estimate);
            root.make(made);
            think(&root, how, stopper, &mut |_| {})?.score
        }
        Pieces::Three(pieces) => {
            let mut root = TrioPosition::new(board, pieces, stuck, how.way, estimate);
            root.make(TrioMove { by: 0, made });
            think(&root, how, stopper, &mut |_| {})?.score
        }
    };
    Some(-found)
}

/// A line of three players as far as each moves in turn; a best reply leaves one of them out.
fn in_turn(game: &Game, line: &[TrioMove]) -> Vec<Move> {
    let thinker = game.mover().0;
    let mut game = game.clone();
    let mut moves = Vec::new();
    for TrioMove { by, made } in line.iter().filter(|trio| trio.made != Move::Pass) {
        let possible = game
            .written(*made)
            .is_some_and(|made| game.read(&made).is_ok());
        if (thinker + by) % 3 != game.mover().0 || !possible {
            break;
        }
        moves.push(*made);
        game.make(*made);
    }
    moves
}

/// Looks ahead; `None` when the game is over or the limits are nonsense.
pub fn search(
    game: &Game,
    how: &How,
    stopper: &Stopper,
    watch: &mut dyn FnMut(&Thinking<Move>),
) -> Option<Thinking<Move>> {
    let (board, stuck) = (game.board(), game.stuck());
    let estimate = Estimate::evolved();
    match game.pieces() {
        Pieces::Two(pieces) => {
            let root = DuelPosition::new(board, *pieces, stuck, estimate);
            think(&root, how, stopper, watch)
        }
        Pieces::Three(pieces) => {
            let root = TrioPosition::new(board, pieces, stuck, how.way, estimate);
            let plain = |found: &Thinking<TrioMove>| Thinking {
                line: in_turn(game, &found.line),
                ..found.map(|trio| trio.made)
            };
            let mut watch = |found: &Thinking<TrioMove>| watch(&plain(found));
            let found = think(&root, how, stopper, &mut watch)?;
            Some(plain(&found))
        }
    }
}

/// Bytes of the table for each position to look at; so many that it hardly fills.
const BYTES_A_NODE: u64 = 32;

fn think<P: Position>(
    root: &P,
    how: &How,
    stopper: &Stopper,
    watch: &mut dyn FnMut(&Thinking<P::Move>),
) -> Option<Thinking<P::Move>> {
    let needed = how.limits.nodes.map_or(u64::MAX, |nodes| {
        (nodes.saturating_mul(BYTES_A_NODE) >> 20) + 1
    });
    let options = Options {
        table_megabytes: how
            .table_megabytes
            .min(u32::try_from(needed).unwrap_or(u32::MAX)),
        threads: how.threads,
        seed: how.seed,
        every_move: how.every_move,
        ..Options::default()
    };
    let started = Instant::now();
    let mut searcher = Searcher::new(options).ok()?;
    let mut limits = how.limits;
    // Making the table is part of the time.
    let left = limits
        .time
        .map(|time| time.saturating_sub(started.elapsed()));
    limits.time = left.map(|left| left.max(Duration::from_millis(1)));
    searcher.think(root, limits, stopper, watch).ok()
}
