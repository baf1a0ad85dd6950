//! The swaps that a board is predicted to need, beside those that the reference player needs.

use std::fmt;

use serde::Serialize;

use super::calibration::REFERENCE_PLAYER;
use super::plays::{PlayStatistics, play_many};
use crate::games::match3::level::prediction::{MEASURED_COLOURS, MEASURED_GOAL};
use crate::games::match3::level::{Level, LevelError, Prediction};
use crate::games::match3::rules::{Cell, Kind, Size};
use crate::generation::Seed;

/// Prediction and measurement of one board, for the goal and the number of colours of limbsoo's measurements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SwapForecast {
    /// The predicted mean number of swaps.
    pub predicted: f64,
    /// The standard deviation of the prediction error.
    pub prediction_error: f64,
    /// The mean number of swaps of the plays.
    pub measured: f64,
    /// The standard error of this mean.
    pub measurement_error: f64,
    /// The number of plays.
    pub plays: u32,
}

impl SwapForecast {
    /// Plays a board many times. The error says why the board is no level.
    pub fn of(
        size: Size,
        special: Vec<(Cell, Kind)>,
        seed: Seed,
        plays: u32,
        threads: u32,
    ) -> Result<Self, LevelError> {
        let level = Level::new(size, MEASURED_COLOURS, MEASURED_GOAL, 0, special)?;
        let Prediction { swaps, error } = Prediction::of(size, &level.breakdown());
        let results = play_many(&level, REFERENCE_PLAYER, seed, plays, threads);
        let statistics = PlayStatistics::of(&results);
        Ok(SwapForecast {
            predicted: rounded(swaps),
            prediction_error: rounded(error),
            measured: rounded(statistics.mean),
            measurement_error: rounded(statistics.mean_error()),
            plays,
        })
    }
}

/// A number with two decimals.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

impl fmt::Display for SwapForecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SwapForecast {
            predicted,
            prediction_error,
            measured,
            measurement_error,
            plays,
        } = self;
        let blocks = MEASURED_GOAL.amount().unwrap_or(0);
        write!(
            f,
            "swaps for {blocks} blocks of one colour of {MEASURED_COLOURS} without power pieces: predicted from its losses \
             {predicted:.2} ± {prediction_error:.2}, measured {measured:.2} ± {measurement_error:.2} in {plays} plays"
        )
    }
}
