//! The opponents: at random, by rules of thumb, by minimax, by looking ahead, and evolved.

pub mod classes;
pub mod evolution;
pub mod kept;
pub mod look_ahead;
pub mod minimax;
pub mod rules_of_thumb;
pub mod strategy;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use classes::Small;
pub use evolution::Wish;
use look_ahead::LinePosition;
use rules_of_thumb::Rule;
pub use strategy::Strategy;

use super::rules::{Board, Cell, Game};
use crate::generation::{Purpose, Seed};
use crate::search::{GameValue, Limits, Options, Position, SearchReport, Searcher, StopToken};
use crate::session::{BadName, Difficulty, Name};

/// A kind of player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Takes any free cell.
    Random,
    /// The five rules of thumb.
    Rules,
    /// Minimax over the whole tree, on 3x3.
    Minimax,
    /// Looks ahead, so many plies or as far as it gets.
    Search(Option<u8>),
    /// A strategy that is evolved for the game, on 3x3.
    Evolved(Wish),
    /// A strategy that was kept, on 3x3.
    Kept(Name),
}

/// Why there is no such opponent, or not for this board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpponent {
    /// Nobody is called that.
    #[error(
        "there is no opponent called \"{0}\"; there are random, rules, minimax, search, search1 to \
         search20, evolved20 to evolved90, unbeaten, and kept.NAME"
    )]
    Unknown(String),
    /// The name of a strategy is none.
    #[error(transparent)]
    Name(#[from] BadName),
    /// The wish cannot be granted.
    #[error(transparent)]
    Wish(#[from] evolution::BadWish),
    /// It plays 3x3 only.
    #[error("{0} plays on 3x3k3 only, not on {1}")]
    Board(Opponent, Board),
}

impl Opponent {
    /// Furthest that a number of plies can be asked for.
    pub const PLIES: u8 = 20;

    /// The opponent of a difficulty.
    pub fn of(difficulty: Difficulty, board: Board) -> Self {
        match difficulty {
            Difficulty::Easy => Opponent::Random,
            Difficulty::Normal => Opponent::Rules,
            Difficulty::Hard if board.is_usual() => Opponent::Evolved(Wish::Score(90)),
            Difficulty::Hard => Opponent::Search(Some(2)),
            Difficulty::Expert if board.is_usual() => Opponent::Minimax,
            Difficulty::Expert => Opponent::Search(None),
        }
    }

    /// Refuses a board that it cannot play.
    pub fn check(&self, board: Board) -> Result<(), BadOpponent> {
        let any_board = matches!(
            self,
            Opponent::Random | Opponent::Rules | Opponent::Search(_)
        );
        if any_board || board.is_usual() {
            return Ok(());
        }
        Err(BadOpponent::Board(self.clone(), board))
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Random => f.write_str("random"),
            Opponent::Rules => f.write_str("rules"),
            Opponent::Minimax => f.write_str("minimax"),
            Opponent::Search(None) => f.write_str("search"),
            Opponent::Search(Some(plies)) => write!(f, "search{plies}"),
            Opponent::Evolved(wish) => wish.fmt(f),
            Opponent::Kept(name) => write!(f, "kept.{name}"),
        }
    }
}

impl FromStr for Opponent {
    type Err = BadOpponent;

    fn from_str(text: &str) -> Result<Self, BadOpponent> {
        let unknown = || BadOpponent::Unknown(text.chars().take(40).collect());
        match text {
            "random" => return Ok(Opponent::Random),
            "rules" => return Ok(Opponent::Rules),
            "minimax" => return Ok(Opponent::Minimax),
            "search" => return Ok(Opponent::Search(None)),
            _ => {}
        }
        if let Some(plies) = text.strip_prefix("search") {
            let plies = plies.parse().ok().filter(|p| (1..=Self::PLIES).contains(p));
            return plies.map(|p| Opponent::Search(Some(p))).ok_or_else(unknown);
        }
        if let Some(name) = text.strip_prefix("kept.") {
            return Ok(Opponent::Kept(name.parse()?));
        }
        if text == "unbeaten"
            || text
                .strip_prefix("evolved")
                .is_some_and(|r| r.parse::<u32>().is_ok())
        {
            return Ok(Opponent::Evolved(text.parse()?));
        }
        Err(unknown())
    }
}

/// A player that is ready to move: an opponent with its strategy, if it has one.
#[derive(Clone, Debug)]
pub enum Player {
    /// Takes any free cell.
    Random,
    /// The five rules of thumb.
    Rules,
    /// Minimax over the whole tree.
    Minimax,
    /// Looks ahead within limits.
    Search(Limits),
    /// Replies from a table.
    Strategy(Arc<Strategy>),
}

/// Why a player chose its move.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// By chance.
    Chance,
    /// By this rule.
    Rule(Rule),
    /// By this score of the document's minimax, after so many positions.
    Minimax(i32, u64),
    /// By looking ahead.
    Search(SearchReport<Cell>),
    /// Because its strategy says so.
    Strategy,
}

/// A move and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub cell: Cell,
    /// Why.
    pub why: Why,
}

/// Positions that the strongest player looks at before a move: well under a second of them.
fn usual_nodes(board: Board) -> u64 {
    match board {
        Board::Lines(lines) if lines.cells() <= 25 => 1_000_000,
        Board::Lines(_) => 150_000,
        Board::Ultimate => 1_000_000,
    }
}

impl Player {
    /// The player of an opponent; `strategy` is what an evolved or kept one replies with.
    pub fn new(opponent: &Opponent, board: Board, strategy: Option<Arc<Strategy>>) -> Self {
        match (opponent, strategy) {
            (Opponent::Random, _) => Player::Random,
            (Opponent::Rules, _) => Player::Rules,
            (Opponent::Minimax, _) => Player::Minimax,
            (Opponent::Search(plies), _) => Player::Search(match plies {
                // The nodes keep a deep search from taking for ever.
                Some(plies) => Limits {
                    depth: Some((*plies).into()),
                    ..Limits::nodes(usual_nodes(board))
                },
                None => Limits::nodes(usual_nodes(board)),
            }),
            (Opponent::Evolved(_) | Opponent::Kept(_), Some(strategy)) => {
                Player::Strategy(strategy)
            }
            // Whoever has lost its strategy goes on as well as it can.
            (Opponent::Evolved(_) | Opponent::Kept(_), None) => Player::Rules,
        }
    }

    /// Chooses a move; `None` when there is none. Chance comes from the seed and the number of the
    /// move. `watch` gets what a search has found so far.
    pub fn choose(
        &self,
        game: &Game,
        seed: Seed,
        stopper: &StopToken,
        watch: impl FnMut(&SearchReport<Cell>),
    ) -> Option<Choice> {
        let allowed = game.allowed();
        let mut rng = seed.era(Purpose::Player, game.moved() as u64).stream(0);
        let (cell, why) = match self {
            Player::Random => (*rng.pick(&allowed)?, Why::Chance),
            Player::Rules => {
                let (rule, cell) = rules_of_thumb::choose(game)?;
                (cell, Why::Rule(rule))
            }
            Player::Minimax => {
                let found = minimax::look(Small::of(game)?);
                let best = found.best()?;
                (best.cell, Why::Minimax(best.score, found.nodes))
            }
            Player::Search(limits) => {
                let way = Way::Play(seed.child(game.moved() as u64));
                let thinking = search(game, *limits, way, stopper, watch)?;
                let drawn = thinking.proven_value() == Some(GameValue::Draw);
                let testing = drawn.then(|| testing_move(game, *limits, way, stopper));
                let thinking = match testing.flatten() {
                    Some(cell) => thinking.with_best_move(cell),
                    None => thinking,
                };
                (thinking.best_move()?, Why::Search(thinking))
            }
            Player::Strategy(strategy) => (strategy.reply(Small::of(game)?)?, Why::Strategy),
        };
        Some(Choice { cell, why })
    }
}

/// Plies within which a drawn game is made hard for the other side.
const TESTING: u32 = 4;

/// Where all is drawn with best play: the move that looks best a few plies ahead, if it still draws,
/// for the other side may go wrong.
fn testing_move(game: &Game, limits: Limits, way: Way, stopper: &StopToken) -> Option<Cell> {
    let best = search(game, Limits::depth(TESTING), way, stopper, |_| {})?.best_move()?;
    let mut after = game.clone();
    after.play(best).ok()?;
    let reply = search(&after, limits, Way::Solve, stopper, |_| {})?.proven_value();
    matches!(reply, Some(GameValue::Draw | GameValue::Loss(_))).then_some(best)
}

/// Megabytes of the table of a search that lasts so many plies at most: room for the positions that
/// it may look at.
fn table_megabytes(limits: Limits, plies: u32) -> u32 {
    let shallow = limits.depth.is_some_and(|depth| depth <= 4);
    match limits.nodes {
        _ if shallow || plies <= 10 => 1,
        Some(nodes) => (nodes >> 15).clamp(1, 32) as u32,
        None => 32,
    }
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A move; equal ones are told apart by the seed.
    Play(Seed),
    /// The value of the position.
    Solve,
    /// The value of every move.
    EveryMove,
}

/// Looks ahead in a game. Within a limited depth nothing beyond it is looked at but forced replies. `None` when the
/// limits are nonsense.
pub fn search(
    game: &Game,
    limits: Limits,
    way: Way,
    stopper: &StopToken,
    watch: impl FnMut(&SearchReport<Cell>),
) -> Option<SearchReport<Cell>> {
    fn go<P: Position<Move = Cell>>(
        root: &P,
        limits: Limits,
        way: Way,
        stopper: &StopToken,
        watch: impl FnMut(&SearchReport<Cell>),
    ) -> Option<SearchReport<Cell>> {
        let options = Options {
            table_megabytes: table_megabytes(limits, root.plies_left()),
            threads: 1,
            selective: !root.has_complete_moves(),
            quiescence: limits.depth.is_none(),
            score_every_move: way == Way::EveryMove,
            seed: match way {
                Way::Play(seed) => Some(seed),
                Way::Solve | Way::EveryMove => None,
            },
        };
        let mut searcher = Searcher::new(options).ok()?;
        searcher.search(root, limits, stopper, watch).ok()
    }
    match (game.lines(), game.ultimate()) {
        (Some(lines), _) => go(&LinePosition::new(lines), limits, way, stopper, watch),
        (None, Some(ultimate)) => go(ultimate, limits, way, stopper, watch),
        (None, None) => None,
    }
}
