//! The opponents: the document's five weights, the plain search of others as a reference, and the
//! shared search.

pub mod look_ahead;
pub mod plain;
pub mod weights;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::rules::{Board, Move, Position, Stuck};
use crate::generation::{Purpose, Seed};
use crate::search::{Limits, Options, Searcher, Stopper};
use look_ahead::DuelPosition;
use weights::WeightSet;

/// A player of two-player games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Any move.
    Random,
    /// The document's five weights, by the number of the set.
    Set(WeightSet),
    /// Plain alpha-beta with piece difference, so many plies deep.
    Plain(u8),
    /// The shared search, so many plies deep.
    Depth(u8),
    /// The shared search, within so many thousand positions.
    Search(u32),
}

/// Why there is no such opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no opponent called \"{0}\"; there are random, set1 to set8, plain1 to plain8, depth1 \
     to depth30 and search1 to search1000000 (thousands of positions)"
)]
pub struct BadOpponent(String);

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Random => f.write_str("random"),
            Opponent::Set(set) => write!(f, "set{set}"),
            Opponent::Plain(plies) => write!(f, "plain{plies}"),
            Opponent::Depth(plies) => write!(f, "depth{plies}"),
            Opponent::Search(thousands) => write!(f, "search{thousands}"),
        }
    }
}

impl FromStr for Opponent {
    type Err = BadOpponent;

    fn from_str(text: &str) -> Result<Self, BadOpponent> {
        let bad = || BadOpponent(text.chars().take(40).collect());
        let digits = text
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(text.len());
        let (name, number) = text.split_at(digits);
        let within = |most: u32| {
            let number = number.parse().ok();
            number.filter(|n| (1..=most).contains(n)).ok_or_else(bad)
        };
        match name {
            "random" if number.is_empty() => Ok(Opponent::Random),
            "set" => Ok(Opponent::Set(WeightSet::ALL[within(8)? as usize - 1])),
            "plain" => Ok(Opponent::Plain(within(8)? as u8)),
            "depth" => Ok(Opponent::Depth(within(30)? as u8)),
            "search" => Ok(Opponent::Search(within(1_000_000)?)),
            _ => Err(bad()),
        }
    }
}

/// Chooses moves for one side of a game; what it has learned serves the next move.
pub struct Chooser {
    opponent: Opponent,
    board: Arc<Board>,
    stuck: Stuck,
    searcher: Option<Searcher<DuelPosition>>,
}

/// Memory of the transposition table in megabytes.
const TABLE: u32 = 64;

impl Chooser {
    /// A player who has not seen the board before.
    pub fn new(opponent: Opponent, board: &Arc<Board>, stuck: Stuck) -> Self {
        let searches = matches!(opponent, Opponent::Depth(_) | Opponent::Search(_));
        let options = Options {
            table_megabytes: TABLE,
            ..Options::default()
        };
        Chooser {
            opponent,
            board: Arc::clone(board),
            stuck,
            // The table's size is in range.
            searcher: searches.then(|| Searcher::new(options).ok()).flatten(),
        }
    }

    /// A move, or a pass where the rules ask for one; `None` when the game is over.
    pub fn choose(&mut self, position: &Position<2>, seed: Seed) -> Option<Move> {
        if position.ending(&self.board, self.stuck).is_some() {
            return None;
        }
        if !position.can_move(&self.board, 0) {
            return Some(Move::Pass);
        }
        let mut rng = seed.stream(Purpose::Player);
        let limits = match self.opponent {
            Opponent::Random => {
                let mut moves = Vec::new();
                position.each_move(&self.board, |made| moves.push(made));
                return rng.pick(&moves).copied();
            }
            Opponent::Set(set) => return set.choose(&self.board, position, &mut rng),
            Opponent::Plain(plies) => {
                return plain::choose(&self.board, position, self.stuck, plies.into());
            }
            Opponent::Depth(plies) => Limits::depth(plies.into()),
            Opponent::Search(thousands) => Limits::nodes(u64::from(thousands) * 1_000),
        };
        let root = DuelPosition::new(&self.board, *position, self.stuck);
        let searcher = self.searcher.as_mut()?;
        let found = searcher.think(&root, limits, &Stopper::default(), |_| {});
        found.ok()?.best()
    }
}
