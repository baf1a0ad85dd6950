//! The opponents: a random player, a rule player, minimax, the shared search, and evolved strategies.

pub mod classes;
mod goal;
pub mod look_ahead;
pub mod minimax;
pub mod player_model;
mod rating;
pub mod rules_of_thumb;
pub mod strategy;
pub mod tree;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use classes::Position3x3;
pub use goal::{StrategyGoal, StrategyGoalError};
use look_ahead::LinePosition;
use rules_of_thumb::Rule;
pub use strategy::Strategy;

use super::rules::{Board, Cell, Game};
use crate::base::{SHORT, excerpt, nearest_word, parse_digits};
use crate::generation::{Purpose, Seed};
use crate::search::{GameValue, Limits, Options, Position, SearchReport, Searcher, StopToken};
use crate::session::{Difficulty, FileName, FileNameError};

/// A kind of computer player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// It takes a random legal cell.
    Random,
    /// It follows the five rules of thumb.
    Rules,
    /// It searches the whole tree by plain minimax, on 3x3 only.
    Minimax,
    /// It searches with the shared search, to this depth in plies or as deep as its nodes allow.
    Search(Option<u8>),
    /// It plays a strategy that is evolved for this game, on 3x3 only.
    Evolved(StrategyGoal),
    /// It plays a saved strategy, on 3x3 only.
    Saved(FileName),
}

/// A text that names no opponent, or an opponent that cannot play this board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpponentError {
    /// No opponent has this name.
    #[error(
        "there is no opponent called \"{0}\"; there are random, rules, minimax, search1 to search20 and more"
    )]
    Unknown(String),
    /// No opponent has this name, but one has a name like it.
    #[error("there is no opponent called \"{0}\"; you may mean {1}")]
    Mistyped(String, &'static str),
    /// The search does not look this many moves ahead.
    #[error("there is no opponent called \"{0}\": there are search1 to search20")]
    Depth(String),
    /// The name of the saved strategy is not a valid name.
    #[error(transparent)]
    Name(#[from] FileNameError),
    /// The goal of the evolved strategy is out of range.
    #[error(transparent)]
    Goal(#[from] StrategyGoalError),
    /// The opponent plays 3x3 only.
    #[error("{0} plays on 3x3k3 only, not on {1}")]
    Board(Opponent, Board),
}

/// Names of opponents; of those with a number one stands for all.
const NAMES: [&str; 7] = [
    "random",
    "rules",
    "minimax",
    "search",
    "search3",
    "evolved70",
    "unbeaten",
];

/// An evolved or saved opponent whose strategy is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the strategy of {0} is missing, so it cannot play")]
pub struct MissingStrategyError(pub Opponent);

impl Opponent {
    /// The greatest depth of a search opponent, in plies.
    pub const MAX_DEPTH: u8 = 20;

    /// The opponent of a difficulty on a board.
    pub fn of(difficulty: Difficulty, board: Board) -> Self {
        match difficulty {
            Difficulty::Easy => Opponent::Random,
            Difficulty::Normal => Opponent::Rules,
            Difficulty::Hard if board.is_usual() => Opponent::Evolved(StrategyGoal::Score(90)),
            Difficulty::Hard => Opponent::Search(Some(2)),
            Difficulty::Expert if board.is_usual() => Opponent::Minimax,
            Difficulty::Expert => Opponent::Search(None),
        }
    }

    /// Returns an error if the opponent cannot play this board.
    pub fn check(&self, board: Board) -> Result<(), OpponentError> {
        let any_board = matches!(
            self,
            Opponent::Random | Opponent::Rules | Opponent::Search(_)
        );
        if any_board || board.is_usual() {
            return Ok(());
        }
        Err(OpponentError::Board(self.clone(), board))
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
            Opponent::Evolved(goal) => goal.fmt(f),
            Opponent::Saved(name) => write!(f, "kept.{name}"),
        }
    }
}

impl FromStr for Opponent {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let unknown = || match nearest_word(text, &NAMES) {
            Some(name) => OpponentError::Mistyped(excerpt(text, SHORT), name),
            None => OpponentError::Unknown(excerpt(text, SHORT)),
        };
        match text {
            "random" => return Ok(Opponent::Random),
            "rules" => return Ok(Opponent::Rules),
            "minimax" => return Ok(Opponent::Minimax),
            "search" => return Ok(Opponent::Search(None)),
            _ => {}
        }
        if let Some(plies) = text.strip_prefix("search") {
            let is_number = !plies.is_empty() && plies.bytes().all(|b| b.is_ascii_digit());
            let depth = parse_digits(plies).filter(|depth| (1..=Self::MAX_DEPTH).contains(depth));
            return match depth {
                Some(plies) => Ok(Opponent::Search(Some(plies))),
                None if is_number => Err(OpponentError::Depth(excerpt(text, SHORT))),
                None => Err(unknown()),
            };
        }
        if let Some(name) = text.strip_prefix("kept.") {
            return Ok(Opponent::Saved(name.parse()?));
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

/// A computer player that is ready to move: an opponent together with its strategy, if it has one.
#[derive(Clone, Debug)]
pub enum Player {
    /// It takes a random legal cell.
    Random,
    /// It follows the five rules of thumb.
    Rules,
    /// It searches the whole tree by plain minimax.
    Minimax,
    /// It searches within limits.
    Search(Limits),
    /// It replies as its strategy says.
    Strategy(Arc<Strategy>),
}

/// The reason why a player chose its move.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveReason {
    /// The player took a random cell.
    Chance,
    /// This rule applied.
    Rule(Rule),
    /// Minimax found this score after this many positions.
    Minimax(i32, u64),
    /// A search found it.
    Search(SearchReport<Cell>),
    /// The strategy of the player says so.
    Strategy,
}

/// A chosen move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub cell: Cell,
    /// The reason for the choice.
    pub why: MoveReason,
}

/// The nodes that a search opponent may take for a move. They take well under a second.
fn default_nodes(board: Board) -> u64 {
    match board {
        Board::Lines(lines) if lines.cells() <= 25 => 1_000_000,
        Board::Lines(_) => 150_000,
        Board::Ultimate => 1_000_000,
    }
}

impl Player {
    /// The player of an opponent. An evolved or saved opponent needs its `strategy`.
    pub fn new(
        opponent: &Opponent,
        board: Board,
        strategy: Option<Arc<Strategy>>,
    ) -> Result<Self, MissingStrategyError> {
        Ok(match (opponent, strategy) {
            (Opponent::Random, _) => Player::Random,
            (Opponent::Rules, _) => Player::Rules,
            (Opponent::Minimax, _) => Player::Minimax,
            (Opponent::Search(plies), _) => Player::Search(match plies {
                // The nodes bound the time of a deep search.
                Some(plies) => Limits {
                    depth: Some((*plies).into()),
                    ..Limits::nodes(default_nodes(board))
                },
                None => Limits::nodes(default_nodes(board)),
            }),
            (Opponent::Evolved(_) | Opponent::Saved(_), Some(strategy)) => {
                Player::Strategy(strategy)
            }
            (Opponent::Evolved(_) | Opponent::Saved(_), None) => {
                return Err(MissingStrategyError(opponent.clone()));
            }
        })
    }

    /// Chooses a move; `None` if there is none. Random choices depend on the seed and the number of the
    /// move alone. A search calls `on_report` after each iteration.
    pub fn choose(
        &self,
        game: &Game,
        seed: Seed,
        stop: &StopToken,
        on_report: impl FnMut(&SearchReport<Cell>),
    ) -> Option<Choice> {
        let allowed = game.legal_cells();
        let mut rng = seed
            .stream_key(Purpose::Player, game.mark_count() as u64)
            .stream(0);
        let (cell, why) = match self {
            Player::Random => (*rng.choose(&allowed)?, MoveReason::Chance),
            Player::Rules => {
                let (rule, cell) = rules_of_thumb::choose(game)?;
                (cell, MoveReason::Rule(rule))
            }
            Player::Minimax => {
                let result = minimax::search(Position3x3::of(game)?);
                let best = result.best()?;
                (best.cell, MoveReason::Minimax(best.score, result.nodes))
            }
            Player::Search(limits) => {
                let mode = SearchMode::Play(seed.child(game.mark_count() as u64));
                let report = search(game, *limits, mode, stop, on_report)?;
                let drawn = report.proven_value() == Some(GameValue::Draw);
                let difficult = drawn.then(|| difficult_move(game, *limits, mode, stop));
                let report = match difficult.flatten() {
                    Some(cell) => report.with_best_move(cell),
                    None => report,
                };
                (report.best_move()?, MoveReason::Search(report))
            }
            Player::Strategy(strategy) => (
                strategy.reply(Position3x3::of(game)?)?,
                MoveReason::Strategy,
            ),
        };
        Some(Choice { cell, why })
    }
}

/// The depth of the search that looks for a difficult move in a drawn position, in plies.
const DIFFICULT_MOVE_DEPTH: u32 = 4;

/// In a position that is drawn with best play, the move with the best score a few plies deep, if it
/// still draws. It is difficult for the other side, who may make a mistake.
fn difficult_move(game: &Game, limits: Limits, mode: SearchMode, stop: &StopToken) -> Option<Cell> {
    let best = search(
        game,
        Limits::depth(DIFFICULT_MOVE_DEPTH),
        mode,
        stop,
        |_| {},
    )?
    .best_move()?;
    let mut after = game.clone();
    after.play(best).ok()?;
    let reply = search(&after, limits, SearchMode::Solve, stop, |_| {})?.proven_value();
    matches!(reply, Some(GameValue::Draw | GameValue::Loss(_))).then_some(best)
}

/// The size of the transposition table in megabytes for a game of at most `plies` more plies: enough
/// for the nodes of the search.
fn table_megabytes(limits: Limits, plies: u32) -> u32 {
    let shallow = limits.depth.is_some_and(|depth| depth <= 4);
    match limits.nodes {
        _ if shallow || plies <= 10 => 1,
        Some(nodes) => (nodes >> 15).clamp(1, 32) as u32,
        None => 32,
    }
}

/// The task of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMode {
    /// A move. The seed decides between equal ones.
    Play(Seed),
    /// The value of the position.
    Solve,
    /// The value of every move.
    EveryMove,
}

/// Searches a game. With a limit on the depth there is no quiescence search beyond it. Returns `None` if
/// a limit is out of range.
pub fn search(
    game: &Game,
    limits: Limits,
    mode: SearchMode,
    stop: &StopToken,
    on_report: impl FnMut(&SearchReport<Cell>),
) -> Option<SearchReport<Cell>> {
    fn go<P: Position<Move = Cell>>(
        root: &P,
        limits: Limits,
        mode: SearchMode,
        stop: &StopToken,
        on_report: impl FnMut(&SearchReport<Cell>),
    ) -> Option<SearchReport<Cell>> {
        let options = Options {
            table_megabytes: table_megabytes(limits, root.plies_left()),
            threads: 1,
            selective: !root.has_complete_moves(),
            quiescence: limits.depth.is_none(),
            score_every_move: mode == SearchMode::EveryMove,
            seed: match mode {
                SearchMode::Play(seed) => Some(seed),
                SearchMode::Solve | SearchMode::EveryMove => None,
            },
        };
        let mut searcher = Searcher::new(options).ok()?;
        searcher.search(root, limits, stop, on_report).ok()
    }
    match (game.lines(), game.ultimate()) {
        (Some(lines), _) => go(&LinePosition::new(lines), limits, mode, stop, on_report),
        (None, Some(ultimate)) => go(ultimate, limits, mode, stop, on_report),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().expect("a board")
    }

    #[test]
    fn a_search_opponent_has_nodes_for_its_board_and_its_own_depth() {
        let limits = |text: &str, plies| {
            let player = Player::new(&Opponent::Search(plies), board(text), None);
            match player.expect("it needs no strategy") {
                Player::Search(limits) => (limits.nodes, limits.depth),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(limits("5x5k4", None), (Some(1_000_000), None));
        assert_eq!(limits("2x13k4", None), (Some(150_000), None));
        assert_eq!(limits("ultimate", Some(7)), (Some(1_000_000), Some(7)));
    }

    #[test]
    fn the_transposition_table_is_as_large_as_the_search_needs() {
        let nodes = |nodes, plies| table_megabytes(Limits::nodes(nodes), plies);
        // A megabyte holds the entries of 32,768 nodes.
        assert_eq!([1, 65_535, 65_536].map(|most| nodes(most, 81)), [1, 1, 2]);
        assert_eq!([1_000_000, 1 << 40].map(|most| nodes(most, 81)), [30, 32]);
        // A game that is nearly over, or a search that is not deep, needs no large one.
        assert_eq!([10, 11].map(|plies| nodes(1_000_000, plies)), [1, 30]);
        let depth = |depth| table_megabytes(Limits::depth(depth), 81);
        assert_eq!([1, 4, 5, 200].map(depth), [1, 1, 32, 32]);
        let both = Limits {
            depth: Some(5),
            ..Limits::nodes(100_000)
        };
        assert_eq!(table_megabytes(both, 81), 3);
    }

    #[test]
    fn on_3x3_alone_there_are_classes_for_minimax_and_strategies() {
        let goal = Opponent::Evolved(StrategyGoal::Score(90));
        let name = Opponent::Saved("a".parse().expect("a name"));
        for opponent in [Opponent::Minimax, goal, name] {
            assert_eq!(opponent.check(Board::default()), Ok(()));
            for other in ["3x4k3", "ultimate"] {
                let error = OpponentError::Board(opponent.clone(), board(other));
                assert_eq!(opponent.check(board(other)), Err(error));
            }
        }
        for opponent in [
            Opponent::Random,
            Opponent::Rules,
            Opponent::Search(Some(20)),
        ] {
            for any in ["3x3k3", "15x15k5", "ultimate"] {
                assert_eq!(opponent.check(board(any)), Ok(()));
            }
        }
        for plies in [1, 20] {
            let text = format!("search{plies}");
            assert_eq!(text.parse(), Ok(Opponent::Search(Some(plies))));
        }
    }
}
