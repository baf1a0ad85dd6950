//! The opponents that may sit in a seat, their names, and their choice of moves.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::blend::Blend;
use super::evaluation::{EvaluationWeights, Evaluator};
use super::level::{Level, LevelMethod};
use super::search::{SearchSettings, search};
use super::three_player_search::OpponentModel;
use super::weights::{Terms, Weights};
use super::{greedy, max_n, plain};
use crate::base::{SHORT, excerpt, nearest_word, parse_digits};
use crate::games::hexxagon::rules::{Game, Move, Pieces, with_position};
use crate::generation::{Purpose, Seed, Stream};
use crate::search::{Limits, SearchReport, StopToken};

/// An automatic player that may sit in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// A uniformly random move.
    Random,
    /// One of the weight sets of (Chang, Hexxagon, source code), 1 to 8.
    Set(u8),
    /// Any five weights.
    Weights(Weights),
    /// A level.
    Level(Level),
    /// A player between two neighbouring levels; two players only.
    Blend(Blend),
    /// The shared search with a time limit in milliseconds for each move.
    Time(u32),
    /// The shared search to a depth in plies.
    Depth(u8),
    /// The shared search with a limit in thousands of nodes.
    Search(u32),
    /// Plain alpha-beta on the piece difference to a depth in plies; two players only.
    Plain(u8),
    /// A search for three players with a limit in thousands of nodes.
    ThreePlayer(ThreePlayerSearch, u32),
}

/// The searches for three players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreePlayerSearch {
    /// Each player maximises the own score (Luckhardt and Irani 1986).
    MaxN,
    /// The others play against the searching player (Sturtevant and Korf 2000).
    Paranoid,
    /// Only the better reply of the others is played (Schadd and Winands 2011).
    BestReply,
    /// The others play against the searching player, but only moves that capture nearly the most.
    GreedyParanoid,
}

/// The reason why an opponent cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpponentError {
    /// No opponent has this name.
    #[error("there is no opponent called \"{0}\"; there are random, level1 to level8 and more")]
    Unknown(String),
    /// No opponent has this name, but one has a name like it.
    #[error("there is no opponent called \"{0}\"; you may mean {1}")]
    Mistyped(String, String),
    /// There are opponents of this kind, but none with this number: the text, the kind, and the greatest number.
    #[error("there is no opponent called \"{0}\": there are {1}1 to {1}{2}")]
    Number(String, String, u32),
    /// There is no such blend of two levels.
    #[error(
        "there is no opponent called \"{0}\": between two levels there are level1.1 to level7.9, with one digit behind the point"
    )]
    Blend(String),
    /// The opponent cannot play with this number of players.
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
            Opponent::Blend(blend) => write!(f, "level{blend}"),
            Opponent::Time(milliseconds) => write!(f, "time{milliseconds}"),
            Opponent::Depth(plies) => write!(f, "depth{plies}"),
            Opponent::Search(thousands) => write!(f, "search{thousands}"),
            Opponent::Plain(plies) => write!(f, "plain{plies}"),
            Opponent::ThreePlayer(ThreePlayerSearch::MaxN, thousands) => {
                write!(f, "maxn{thousands}")
            }
            Opponent::ThreePlayer(ThreePlayerSearch::Paranoid, thousands) => {
                write!(f, "paranoid{thousands}")
            }
            Opponent::ThreePlayer(ThreePlayerSearch::BestReply, thousands) => {
                write!(f, "reply{thousands}")
            }
            Opponent::ThreePlayer(ThreePlayerSearch::GreedyParanoid, thousands) => {
                write!(f, "hungry{thousands}")
            }
        }
    }
}

impl FromStr for Opponent {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let error = || match nearest_name(text) {
            Some(name) => OpponentError::Mistyped(excerpt(text, SHORT), name),
            None => OpponentError::Unknown(excerpt(text, SHORT)),
        };
        if let Ok(weights) = text.parse() {
            return Ok(Opponent::Weights(weights));
        }
        let digits = text.find(|c: char| c.is_ascii_digit());
        let (name, number) = text.split_at(digits.unwrap_or(text.len()));
        let digits_are_missing = digits.is_none();
        let within = |most: u32| {
            let plain = number.bytes().all(|b| b.is_ascii_digit());
            let in_range = parse_digits(number).filter(|n| (1..=most).contains(n));
            in_range.ok_or_else(|| match plain && !digits_are_missing {
                true => OpponentError::Number(excerpt(text, SHORT), name.to_owned(), most),
                false => error(),
            })
        };
        Ok(match name {
            "random" if number.is_empty() => Opponent::Random,
            "set" => Opponent::Set(within(8)? as u8),
            "level" if number.contains('.') => {
                let blend = Blend::read(number);
                Opponent::Blend(blend.ok_or_else(|| OpponentError::Blend(excerpt(text, SHORT)))?)
            }
            "level" => Opponent::Level(Level::new(within(8)? as u8).ok_or_else(error)?),
            "time" => Opponent::Time(within(600_000)?),
            "depth" => Opponent::Depth(within(30)? as u8),
            "search" => Opponent::Search(within(1_000_000)?),
            "plain" => Opponent::Plain(within(8)? as u8),
            "maxn" => Opponent::ThreePlayer(ThreePlayerSearch::MaxN, within(1_000_000)?),
            "paranoid" => Opponent::ThreePlayer(ThreePlayerSearch::Paranoid, within(1_000_000)?),
            "reply" => Opponent::ThreePlayer(ThreePlayerSearch::BestReply, within(1_000_000)?),
            "hungry" => {
                Opponent::ThreePlayer(ThreePlayerSearch::GreedyParanoid, within(1_000_000)?)
            }
            _ => return Err(error()),
        })
    }
}

/// The beginnings of the names of opponents, before their numbers.
const KINDS: [&str; 11] = [
    "random", "set", "level", "time", "depth", "search", "plain", "maxn", "paranoid", "reply",
    "hungry",
];

/// The name of an opponent that is like a text, with the number in the text if there is such an opponent.
fn nearest_name(text: &str) -> Option<String> {
    let digits = text.find(|c: char| c.is_ascii_digit());
    let (name, number) = text.split_at(digits.unwrap_or(text.len()));
    let kind = nearest_word(name, &KINDS)?;
    // The text itself names no opponent, and would be looked for again.
    let same = format!("{kind}{number}");
    if same != text && same.parse::<Opponent>().is_ok() {
        return Some(same);
    }
    let first = if kind == "random" { "" } else { "1" };
    Some(format!("{kind}{first}"))
}

/// A chosen move, and the reason for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub made: Move,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a player has chosen a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The player gives no reason.
    None,
    /// The five terms of the move have the largest sum.
    Terms(Terms),
    /// The result of a search.
    Search(SearchReport<Move>),
}

impl Reason {
    /// Returns the result of the search, if the player has searched.
    pub fn report(&self) -> Option<&SearchReport<Move>> {
        match self {
            Reason::Search(report) => Some(report),
            Reason::None | Reason::Terms(_) => None,
        }
    }
}

impl Opponent {
    /// Returns the five weights of an opponent that plays by them.
    pub fn weights(self) -> Option<Weights> {
        match self {
            Opponent::Set(set) => Weights::of_set(set),
            Opponent::Weights(weights) => Some(weights),
            _ => None,
        }
    }

    /// Returns an error if this opponent cannot play with this number of players.
    pub fn check(self, players: usize) -> Result<(), OpponentError> {
        let fits = match self {
            Opponent::Plain(_) | Opponent::Blend(_) => players == 2,
            Opponent::ThreePlayer(..) => players == 3,
            _ => true,
        };
        if fits {
            Ok(())
        } else {
            Err(OpponentError::Players(self, players))
        }
    }

    /// Chooses a move, and calls `report` with search results on the way; `None` when the game is
    /// over or this opponent cannot play it. The same seed gives the same move, except under time
    /// limits.
    pub fn choose(
        self,
        game: &Game,
        seed: Seed,
        stop_token: &StopToken,
        report: &mut dyn FnMut(&SearchReport<Move>),
    ) -> Option<Choice> {
        if game.ending().is_some() {
            return None;
        }
        let mut rng = seed.stream(Purpose::Player);
        let player = self.for_move(seed);
        let Some((limits, opponent_model)) = player.shared_search() else {
            let made = player.choose_directly(game, &mut rng)?;
            let terms = player.weights().map(|weights| weights.terms_in(game, made));
            let reason = terms.map_or(Reason::None, Reason::Terms);
            return Some(Choice { made, reason });
        };
        let settings = SearchSettings {
            limits,
            opponent_model,
            seed: Some(seed),
            ..SearchSettings::default()
        };
        let report = search(game, &settings, stop_token, report)?;
        let made = report.best_move()?;
        Some(Choice {
            made: finishing_clone(game, made, &mut rng).unwrap_or(made),
            reason: Reason::Search(report),
        })
    }

    /// The opponent that makes the move for a seed. A blend draws one of its two levels; every other opponent makes the
    /// move itself.
    fn for_move(self, seed: Seed) -> Self {
        match self {
            Opponent::Blend(blend) => Opponent::Level(blend.draw(seed)),
            other => other,
        }
    }

    /// Returns this opponent, or one like it that can play with this number of players: a level in place of a blend.
    pub fn among(self, players: usize) -> Self {
        match self {
            Opponent::Blend(blend) if players != 2 => Opponent::Level(blend.nearest()),
            other => other,
        }
    }

    /// Returns limits and opponent model of an opponent that uses the shared search.
    fn shared_search(self) -> Option<(Limits, OpponentModel)> {
        let strongest = OpponentModel::STRONGEST;
        Some(match self {
            Opponent::Level(level) => match level.method() {
                LevelMethod::Search(nodes) => (Limits::nodes(nodes), strongest),
                LevelMethod::Greedy(_) => return None,
            },
            Opponent::Time(milliseconds) => {
                let time = Duration::from_millis(milliseconds.into());
                (Limits::time(time), strongest)
            }
            Opponent::Depth(plies) => (Limits::depth(plies.into()), strongest),
            Opponent::Search(thousands) => (thousand_nodes(thousands), strongest),
            Opponent::ThreePlayer(search, thousands) => {
                let model = match search {
                    ThreePlayerSearch::MaxN => return None,
                    ThreePlayerSearch::Paranoid => OpponentModel::Paranoid,
                    ThreePlayerSearch::BestReply => OpponentModel::BestReply,
                    ThreePlayerSearch::GreedyParanoid => OpponentModel::GreedyParanoid,
                };
                (thousand_nodes(thousands), model)
            }
            Opponent::Random
            | Opponent::Set(_)
            | Opponent::Weights(_)
            | Opponent::Blend(_)
            | Opponent::Plain(_) => return None,
        })
    }

    /// Chooses a move without the shared search; `None` if this opponent cannot play this game.
    fn choose_directly(self, game: &Game, rng: &mut Stream) -> Option<Move> {
        match self {
            Opponent::Random => random_move(game, rng),
            Opponent::Set(_) | Opponent::Weights(_) => by_weights(&self.weights()?, game, rng),
            Opponent::Level(level) => match level.method() {
                LevelMethod::Greedy(random_percent) if rng.random_below(100) < random_percent => {
                    random_move(game, rng)
                }
                LevelMethod::Greedy(_) => by_evaluation(game, rng),
                LevelMethod::Search(_) => None,
            },
            Opponent::Plain(plies) => {
                let (board, stuck, plies) = (game.board(), game.stuck(), plies.into());
                match game.pieces() {
                    Pieces::Two(position) => plain::choose(board, position, stuck, plies),
                    Pieces::WideTwo(position) => plain::choose(board, position, stuck, plies),
                    Pieces::Three(_) | Pieces::WideThree(_) => None,
                }
            }
            Opponent::ThreePlayer(ThreePlayerSearch::MaxN, thousands) => {
                let (board, stuck) = (game.board(), game.stuck());
                let nodes = u64::from(thousands) * 1_000;
                match game.pieces() {
                    Pieces::Three(position) => max_n::choose(board, position, stuck, nodes),
                    Pieces::WideThree(position) => max_n::choose(board, position, stuck, nodes),
                    Pieces::Two(_) | Pieces::WideTwo(_) => None,
                }
            }
            Opponent::Blend(_)
            | Opponent::Time(_)
            | Opponent::Depth(_)
            | Opponent::Search(_)
            | Opponent::ThreePlayer(..) => None,
        }
    }
}

/// Number of moves for each cell of the board after which a game counts as stalled.
const STALLED_MOVES_PER_CELL: u32 = 2;
/// Weights that allow only clones, and prefer those that capture most.
const CLONES_ONLY: Weights = Weights([0, 0, 99, -99, 1]);

/// Returns a clone to play instead of a jump that captures nothing, if the game is stalled: clones
/// fill the board, so the game ends.
fn finishing_clone(game: &Game, made: Move, rng: &mut Stream) -> Option<Move> {
    let Move::Jump { to, .. } = made else {
        return None;
    };
    let stalled = game.move_count() > STALLED_MOVES_PER_CELL * game.board().size();
    let captures_nothing = game.captured_at(to).is_empty();
    let clone = (stalled && captures_nothing).then(|| by_weights(&CLONES_ONLY, game, rng))?;
    clone.filter(|clone| matches!(clone, Move::Clone { .. }))
}

fn thousand_nodes(thousands: u32) -> Limits {
    Limits::nodes(u64::from(thousands) * 1_000)
}

fn random_move(game: &Game, rng: &mut Stream) -> Option<Move> {
    rng.choose(&game.moves()).copied()
}

fn by_weights(weights: &Weights, game: &Game, rng: &mut Stream) -> Option<Move> {
    with_position!(game.pieces(), position => weights.choose(game.board(), position, rng))
}

fn by_evaluation(game: &Game, rng: &mut Stream) -> Option<Move> {
    let (board, stuck) = (game.board(), game.stuck());
    let evaluator = Evaluator::new(EvaluationWeights::evolved(), board);
    with_position!(game.pieces(), position => {
        greedy::choose(board, position, stuck, &evaluator, rng)
    })
}
