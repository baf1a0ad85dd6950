//! Levels whose goal amounts and move limits are calibrated by recorded plays of an automatic player.
//!
//! All of it is pure except `live`, which runs a calibration on Bevy's task pools for the theatre.

pub mod board_search;
mod calibrated;
pub mod calibration;
pub mod forecast;
mod goal_candidate;
pub(in crate::games::match3) mod live;
pub(in crate::games::match3) mod on_pools;
pub mod plays;
pub mod prior;
mod scouting;
mod shown_try;
mod trace;

pub use board_search::{BoardSearch, EvolvedBoard, ScoredBoard, board_seeds};
pub use calibrated::{CalibratedLevel, calibrate, regenerate, without_calibration};
pub use calibration::{Calibration, RATE_TOLERANCE, REFERENCE_PLAYER};
pub use forecast::SwapForecast;
pub use goal_candidate::{GoalCandidate, IDEAL_MOVES};
pub use plays::{PlayResult, PlayStatistics, play_many};
