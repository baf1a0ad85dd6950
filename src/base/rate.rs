//! A measured rate: hits among all tries, with its error.

use std::fmt;

/// The hits among all tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// The number of hits.
    pub hits: usize,
    /// The number of tries.
    pub of: usize,
}

/// The quantile of the normal distribution for 95 %.
const QUANTILE: f64 = 1.959_964;

impl Rate {
    /// The rate of the values for which a test is true.
    pub fn of<T>(values: &[T], test: impl Fn(&T) -> bool) -> Self {
        Rate {
            hits: values.iter().filter(|value| test(value)).count(),
            of: values.len(),
        }
    }

    /// The rate in percent, 0 to 100; 0 of nothing is 0.
    pub fn percent(self) -> f64 {
        100.0 * self.hits as f64 / self.of.max(1) as f64
    }

    /// The interval in percent in which the true rate lies with a confidence of 95 % (Wilson 1927).
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 100.0);
        }
        let (count, rate) = (self.of as f64, self.percent() / 100.0);
        let square = QUANTILE * QUANTILE;
        let middle = rate + square / (2.0 * count);
        let spread =
            QUANTILE * (rate * (1.0 - rate) / count + square / (4.0 * count * count)).sqrt();
        let share = |value: f64| (100.0 * value / (1.0 + square / count)).clamp(0.0, 100.0);
        (share(middle - spread), share(middle + spread))
    }
}

/// Writes the rate and its interval in percent.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.interval();
        write!(f, "{:5.1} % ({least:.1} to {most:.1})", self.percent())
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    /// Checks the interval beside the worked example of Newcombe (1998): 81 of 263 is 0.2553 to 0.3662.
    #[test]
    fn the_interval_is_that_of_wilson() {
        let rate = Rate { hits: 81, of: 263 };
        let (least, most) = rate.interval();
        assert!((least - 25.53).abs() < 0.01 && (most - 36.62).abs() < 0.01);
        assert_eq!(Rate::default().interval(), (0.0, 100.0));
        let all = Rate { hits: 40, of: 40 };
        assert!(all.interval().0 > 90.0 && all.interval().1 > 99.99);
    }
}
