//! A measured rate: hits among all tries, with its error; and the difference of two rates of the same tries.

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

/// The difference between two rates of the same tries, each of which was made in two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedDifference {
    /// The number of tries that are hits in the first way alone, and in the second way alone.
    pub only: [usize; 2],
    /// The number of tries.
    pub of: usize,
}

impl PairedDifference {
    /// The difference over tries, each given as whether it is a hit in the first way and in the second way.
    pub fn of(pairs: &[[bool; 2]]) -> Self {
        let only = |which: [bool; 2]| pairs.iter().filter(|pair| **pair == which).count();
        PairedDifference {
            only: [only([true, false]), only([false, true])],
            of: pairs.len(),
        }
    }

    /// The first rate minus the second one, in percentage points; 0 of nothing.
    pub fn points(self) -> f64 {
        let [first, second] = self.only.map(|count| count as f64);
        100.0 * (first - second) / self.of.max(1) as f64
    }

    /// The interval in percentage points in which the true difference lies with a confidence of 95 %. Only tries that
    /// are a hit for exactly one of the two rates matter (Agresti and Min 2005, who add half a try to each of four
    /// counts).
    pub fn interval(self) -> (f64, f64) {
        let count = self.of as f64 + 2.0;
        let [first, second] = self.only.map(|count| count as f64 + 0.5);
        let middle = (first - second) / count;
        let spread = QUANTILE * (first + second - (first - second) * middle).sqrt() / count;
        (100.0 * (middle - spread), 100.0 * (middle + spread))
    }

    /// Whether the first rate is surely the larger one: the whole interval is above 0.
    pub fn is_surely_more(self) -> bool {
        self.interval().0 > 0.0
    }

    /// Whether the first rate is surely the smaller one: the whole interval is below 0.
    pub fn is_surely_less(self) -> bool {
        self.interval().1 < 0.0
    }
}

/// Writes the difference and its interval in percentage points; `{:+}` writes the sign of each number.
impl fmt::Display for PairedDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (points, (least, most)) = (self.points(), self.interval());
        match f.sign_plus() {
            true => write!(f, "{points:+.1} ({least:+.1} to {most:+.1})"),
            false => write!(f, "{points:.1} ({least:.1} to {most:.1})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PairedDifference, Rate};

    /// Two of ten tries are hits in the first way alone and one in the second way alone: 10 points more. With half a try
    /// more in each count it is 1 of 12, and the error is 1.96 times the root of 4 - 1 / 12, divided by 12.
    #[test]
    fn the_difference_counts_the_tries_that_are_hits_in_one_way_alone() {
        let mut pairs = vec![[true, true]; 5];
        pairs.extend([[false, false]; 2]);
        pairs.extend([[true, false], [true, false], [false, true]]);
        let difference = PairedDifference::of(&pairs);
        assert!((difference.points() - 10.0).abs() < 1e-9);
        let (least, most) = difference.interval();
        assert!((least + 23.99).abs() < 0.01 && (most - 40.66).abs() < 0.01);
        assert!(!difference.is_surely_more() && !difference.is_surely_less());
        assert_eq!(format!("{difference:+}"), "+10.0 (-24.0 to +40.7)");
        assert_eq!(difference.to_string(), "10.0 (-24.0 to 40.7)");
        let better = PairedDifference::of(&[[true, false]; 20]);
        assert!(better.is_surely_more() && !better.is_surely_less());
        assert_eq!(PairedDifference::default().points(), 0.0);
    }

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
