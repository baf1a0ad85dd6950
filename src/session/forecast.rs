//! A forecast: the rate of success that is expected of something, and how sure it is.

use serde::{Deserialize, Serialize};

/// A rate of success with its interval, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// The mean of the possible rates.
    pub rate: f64,
    /// The lower end of the interval that holds the rate with 95 % probability.
    pub low: f64,
    /// The upper end of this interval.
    pub high: f64,
}

/// The part of the weights that lies outside the interval on each side.
const OUTSIDE: f64 = 0.025;
/// The number of standard errors that such an interval reaches on each side of a mean.
const ERRORS: f64 = 1.96;

impl Forecast {
    /// Makes the forecast from all rates that are possible, each with its weight. The weights need not sum up to 1.
    pub fn of(mut rates: Vec<(f64, f64)>) -> Self {
        rates.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let all: f64 = rates.iter().map(|(_, weight)| weight).sum();
        let mean = rates
            .iter()
            .map(|(rate, weight)| rate * weight)
            .sum::<f64>()
            / all;
        Forecast {
            rate: mean,
            low: quantile(&rates, OUTSIDE * all),
            high: quantile(&rates, (1.0 - OUTSIDE) * all),
        }
    }

    /// Makes the forecast from a mean and its standard error. Neither the rate nor its interval leaves 0 to 1.
    pub fn with_error(mean: f64, error: f64) -> Self {
        let within = |rate: f64| rate.clamp(0.0, 1.0);
        Forecast {
            rate: within(mean),
            low: within(mean - ERRORS * error),
            high: within(mean + ERRORS * error),
        }
    }

    /// Whether rates can be like this. A file may hold any numbers.
    pub fn is_possible(&self) -> bool {
        0.0 <= self.low && self.low <= self.rate && self.rate <= self.high && self.high <= 1.0
    }

    /// Returns the rate in tries of ten.
    pub fn of_ten(&self) -> u32 {
        (10.0 * self.rate).round() as u32
    }

    /// Returns the most tries in ten by which the interval allows the rate to be wrong; at least 1.
    pub fn give_or_take(&self) -> u32 {
        let widest = (self.high - self.rate).max(self.rate - self.low);
        (10.0 * widest).ceil().max(1.0) as u32
    }
}

/// Returns the rate up to which the weights sum up to a part. The rates are sorted.
fn quantile(rates: &[(f64, f64)], part: f64) -> f64 {
    let mut sum = 0.0;
    let reached = rates.iter().find(|(_, weight)| {
        sum += weight;
        sum >= part
    });
    reached.or(rates.last()).map_or(0.0, |(rate, _)| *rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_leaves_out_the_ends() {
        let rates = (0..=100)
            .rev()
            .map(|percent| (f64::from(percent) / 100.0, 2.0));
        let forecast = Forecast::of(rates.collect());
        assert!((forecast.rate - 0.5).abs() < 1e-9, "{forecast:?}");
        assert_eq!((forecast.low, forecast.high), (0.02, 0.98));
        assert_eq!((forecast.of_ten(), forecast.give_or_take()), (5, 5));
    }

    #[test]
    fn a_mean_near_the_end_has_an_interval_that_stops_there() {
        let forecast = Forecast::with_error(0.9, 0.1);
        assert!((forecast.low - 0.704).abs() < 1e-9, "{forecast:?}");
        assert_eq!((forecast.rate, forecast.high), (0.9, 1.0));
        assert!(forecast.is_possible());
        let beyond = Forecast::with_error(-0.3, 0.1);
        assert_eq!((beyond.low, beyond.rate, beyond.high), (0.0, 0.0, 0.0));
        for (low, rate, high) in [(0.5, 0.4, 0.6), (0.1, 0.2, 1.1), (0.1, f64::NAN, 0.3)] {
            assert!(!Forecast { rate, low, high }.is_possible());
        }
    }

    #[test]
    fn a_sure_forecast_still_says_give_or_take_one() {
        let forecast = Forecast::of(vec![(0.62, 1.0)]);
        assert_eq!((forecast.low, forecast.high), (0.62, 0.62));
        assert_eq!((forecast.of_ten(), forecast.give_or_take()), (6, 1));
    }
}
