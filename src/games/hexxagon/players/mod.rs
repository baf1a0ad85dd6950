//! The automatic players.

pub mod evaluation;
pub mod greedy;
pub mod learning;
pub mod level;
pub mod max_n;
pub mod opponent;
pub mod plain;
pub mod three_player_search;
pub mod two_player_search;
pub mod weights;

pub use level::{Level, Means};
pub use opponent::{BadOpponent, Choice, How, Many, Opponent, TABLE, line_of, score_of, search};
pub use weights::Weights;
