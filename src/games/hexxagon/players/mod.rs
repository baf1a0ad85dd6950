//! The automatic players: the five weights of (Chang, Hexxagon), eight levels on the shared search,
//! blends of two levels, and baselines to compare them with.

mod best_of_equals;
pub mod blend;
mod epithet;
pub mod evaluation;
pub mod greedy;
pub mod learning;
pub mod level;
pub mod max_n;
pub mod opponent;
pub mod plain;
mod rating;
pub mod search;
pub mod three_player_search;
pub mod two_player_search;
pub mod weights;

pub use blend::Blend;
pub use epithet::Epithet;
pub use level::{Level, LevelMethod};
pub use opponent::{Choice, Opponent, OpponentError, Reason, ThreePlayerSearch};
pub use search::{DEFAULT_TABLE_MEGABYTES, SearchSettings, line_of, score_of, search};
pub use three_player_search::OpponentModel;
pub use weights::{Terms, Weights};
