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

    /// Whether the true mean is surely above 0: the mean is larger than the error.
    pub fn is_surely_more(self) -> bool {
        self.value > self.error
    }

    /// Whether the true mean is surely below 0.
    pub fn is_surely_less(self) -> bool {
        -self.value > self.error
    }
}

/// Writes the mean with its sign, and its error.
impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} ± {:.1}", self.value, self.error)
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
    }
}
