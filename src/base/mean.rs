//! The mean of measured values, with its error.

use std::fmt;

/// A mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean; 0 of nothing.
    pub value: f64,
    /// Twice the standard error of the mean, which is infinite for fewer than two values. The true mean is farther away
    /// than that in about one of twenty measurements.
    pub error: f64,
}

impl Mean {
    /// The mean of values.
    pub fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.iter().map(|one| (one - value).powi(2)).sum();
        let error = match values.len() {
            0 | 1 => f64::INFINITY,
            _ => 2.0 * (squares / (count - 1.0) / count).sqrt(),
        };
        Mean { value, error }
    }

    /// The mean of so many values, from their sum and the sum of their squares. It serves where the values are too many
    /// to be kept.
    pub fn of_sums(count: u32, sum: f64, squares: f64) -> Self {
        let values = f64::from(count);
        let value = sum / values.max(1.0);
        let error = match count {
            0 | 1 => f64::INFINITY,
            // Rounding may leave less than nothing where all values are the same.
            _ => 2.0 * ((squares / values - value * value).max(0.0) / (values - 1.0)).sqrt(),
        };
        Mean { value, error }
    }

    /// The error with so many decimals, as it is written behind the mean. It is left out if there are too few values to
    /// tell it.
    pub fn error_text(self, decimals: usize) -> String {
        match self.error.is_finite() {
            true => format!(" ± {:.decimals$}", self.error),
            false => String::new(),
        }
    }

    /// Whether the true mean is surely above 0: the mean is larger than the error.
    pub fn is_surely_more(self) -> bool {
        self.value > self.error
    }

    /// Whether the true mean is surely below 0.
    pub fn is_surely_less(self) -> bool {
        -self.value > self.error
    }
}

/// Writes the mean with its sign, and its error if it can be told.
impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1}{}", self.value, self.error_text(1))
    }
}

#[cfg(test)]
mod tests {
    use super::Mean;

    #[test]
    fn the_error_is_twice_the_standard_error() {
        // The squares of the distances to 3 are 10 in all, which is 2.5 for each of the four degrees of freedom.
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((mean.value - 3.0).abs() < 1e-9);
        assert!((mean.error - 2.0 * 0.5_f64.sqrt()).abs() < 1e-9);
        assert!(mean.is_surely_more() && !mean.is_surely_less());
        assert_eq!(mean.to_string(), "+3.0 ± 1.4");
        let same = Mean::of(&[0.0; 9]);
        assert_eq!((same.value, same.error), (0.0, 0.0));
        assert!(!same.is_surely_more() && !same.is_surely_less());
        assert!(!Mean::of(&[7.0]).is_surely_more());
        assert_eq!(Mean::of(&[]).value, 0.0);
        assert_eq!(Mean::of(&[7.0]).to_string(), "+7.0");
        assert_eq!(Mean::of(&[7.0, 7.0]).to_string(), "+7.0 ± 0.0");
    }

    #[test]
    fn sums_give_the_same_mean_and_error_as_the_values() {
        let samples: [&[f64]; 3] = [&[1.0, 2.0, 3.0, 4.0, 5.0], &[1.0 / 3.0; 9], &[0.0, 1.0]];
        for values in samples {
            let squares = values.iter().map(|value| value.powi(2)).sum();
            let found = Mean::of_sums(values.len() as u32, values.iter().sum(), squares);
            let kept = Mean::of(values);
            assert!((found.value - kept.value).abs() < 1e-9, "{found:?}");
            assert!((found.error - kept.error).abs() < 1e-6, "{found:?}");
        }
        assert_eq!(Mean::of_sums(1, 7.0, 49.0), Mean::of(&[7.0]));
        assert_eq!(Mean::of_sums(0, 0.0, 0.0), Mean::of(&[]));
    }
}
