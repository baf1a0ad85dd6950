//! The shared search module: game-tree search for any two-player zero-sum game. It serves the
//! opponents and the displays of their analysis, and it knows no game.
//!
//! A game implements [`Position`] and gives a root to a [`Searcher`]. The searcher deepens
//! iteratively (`iterative_deepening`): it searches the root one ply deeper each time and reports a
//! [`SearchReport`] after each iteration, until the [`Limits`] or a [`StopToken`] end it. Each
//! iteration runs an alpha-beta search (`alpha_beta`), which asks the `transposition_table` first,
//! tries the moves in the order of `move_ordering`, and ends in a `quiescence` search. With several
//! threads (`threads`), helpers search the same root and share the table with the main thread.
//! [`BackgroundSearch`] runs a whole search on Bevy's task pool; it is the only part that is not
//! plain Rust.
//!
//! The ideas and where they come from:
//! - alpha-beta pruning (Knuth and Moore 1975); null windows for all moves but the first, the
//!   principal variation search (Marsland and Campbell 1982);
//! - iterative deepening and the use of its earlier results for move ordering (Slate and Atkin 1977);
//! - the transposition table (Greenblatt et al. 1967), shared between threads without locks (Hyatt and
//!   Mann 2002); what the keys are is up to the game, tic-tac-toe's are those of Zobrist (1970);
//! - killer moves (Akl and Newborn 1977) and the history heuristic (Schaeffer 1989);
//! - the quiescence search, after Shannon (1950);
//! - the null move (Donninger 1993), futility pruning and its reverse (Heinz 1998);
//! - late-move reductions, the gravity of the history scores, mate distance pruning and lazy SMP are
//!   common knowledge of chess programmers and have no single paper.
//!
//! There is no aspiration window: the first root move of each iteration has the full one.

mod alpha_beta;
mod background;
mod iterative_deepening;
mod limits;
mod move_list;
mod move_ordering;
mod position;
mod quiescence;
mod report;
mod searcher;
mod stop_token;
mod thread_role;
mod threads;
mod transposition_table;
#[cfg(test)]
mod written_tree;

pub use background::BackgroundSearch;
pub use limits::{Limits, Options};
pub use move_list::MoveList;
pub use position::{MAX_PLIES, Position, Score, WIN, win_in};
pub use report::{Candidate, GameValue, SearchReport, StopReason};
pub use searcher::Searcher;
pub use stop_token::StopToken;
