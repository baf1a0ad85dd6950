//! An axis: what it shows, its range, and the values that are written beside it.

/// An axis of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The name of the measured quantity, with its unit.
    pub label: String,
    /// The places of both ends.
    pub(super) range: [f64; 2],
    /// The places with words beside them, in ascending order.
    pub(super) ticks: Vec<(f64, String)>,
    is_logarithmic: bool,
}

/// About this many values are written beside a linear axis.
const TICKS: f64 = 6.0;
/// Powers of ten from which on a logarithmic axis shows nothing between them.
const WIDE: f64 = 3.0;
/// A part of a power of ten up to which a logarithmic axis shows every digit.
const NARROW: f64 = 0.7;
/// The part of the range that is left free at both ends.
const MARGIN: f64 = 0.04;

impl Axis {
    /// A linear axis that has room for all values.
    pub fn linear(label: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        Axis::with_steps(label, values, 0.0)
    }

    /// A linear axis that has room for all values, which are numbers of things: its ticks are whole numbers.
    pub fn counting(label: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        Axis::with_steps(label, values, 1.0)
    }

    /// A linear axis that has room for all values, and at least `least` between two ticks.
    fn with_steps(
        label: impl Into<String>,
        values: impl IntoIterator<Item = f64>,
        least: f64,
    ) -> Self {
        let [low, high] = ends(values);
        let room = (high - low) * MARGIN;
        let range = [low - room, high + room];
        let step = nice_step((high - low) / TICKS).max(least);
        let first = (range[0] / step).ceil() as i64;
        let last = (range[1] / step).floor() as i64;
        let digits = (-step.log10().floor()).max(0.0) as usize;
        let tick = |number: i64| {
            let value = number as f64 * step;
            (value, format!("{value:.digits$}").replace('-', "−"))
        };
        Axis {
            label: label.into(),
            range,
            ticks: (first..=last).map(tick).collect(),
            is_logarithmic: false,
        }
    }

    /// A logarithmic axis that has room for all values, which lie above 0.
    pub fn logarithmic(label: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        let [low, high] = ends(values.into_iter().map(|value| value.max(1e-9).log10()));
        let room = (high - low) * MARGIN;
        let range = [low - room, high + room];
        let decades = low.floor() as i32..=high.ceil() as i32;
        // Over many powers of ten there is no room for values between them.
        let between: &[f64] = if high - low > WIDE {
            &[1.0]
        } else if high - low > NARROW {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]
        };
        let tick = |digit: f64, decade: i32| {
            let (value, digits) = (digit * 10f64.powi(decade), decade.min(0).unsigned_abs());
            (value.log10(), format!("{value:.*}", digits as usize))
        };
        let ticks = decades.flat_map(|decade| between.iter().map(move |n| tick(*n, decade)));
        let is_inside = |(place, _): &(f64, String)| (range[0]..=range[1]).contains(place);
        Axis {
            label: label.into(),
            range,
            ticks: ticks.filter(is_inside).collect(),
            is_logarithmic: true,
        }
    }

    /// The same axis with these values beside it.
    pub fn with_ticks(self, values: impl IntoIterator<Item = f64>) -> Self {
        let values = values.into_iter();
        let ticks = values.map(|value| (self.place(value), value.to_string()));
        Axis {
            ticks: ticks.collect(),
            ..self
        }
    }

    /// An axis with names at 0, 1, 2 and so on.
    pub fn named(label: impl Into<String>, names: impl IntoIterator<Item = String>) -> Self {
        let ticks: Vec<(f64, String)> = (0u32..).map(f64::from).zip(names).collect();
        Axis {
            label: label.into(),
            range: [-0.6, ticks.len() as f64 - 0.4],
            ticks,
            is_logarithmic: false,
        }
    }

    /// The place of a value: the value itself or its logarithm, held within the axis.
    pub(super) fn place(&self, value: f64) -> f64 {
        let place = if self.is_logarithmic {
            value.max(1e-9).log10()
        } else {
            value
        };
        place.clamp(self.range[0], self.range[1])
    }

    /// The words beside a place; none where there are no words.
    pub(super) fn words(&self, place: f64) -> String {
        let nearest = self
            .ticks
            .iter()
            .min_by(|a, b| (a.0 - place).abs().total_cmp(&(b.0 - place).abs()));
        nearest.map_or_else(String::new, |(_, words)| words.clone())
    }
}

/// The number of parts of a linear axis that [`Axis::value_words`] tells apart, at least.
const PARTS: f64 = 100.0;
/// The digits of a value on a logarithmic axis.
const LOGARITHMIC_DIGITS: f64 = 3.0;

impl Axis {
    /// A value in words: its name, if the axis has names, or a number, whole or with about three digits.
    pub(super) fn value_words(&self, value: f64) -> String {
        let has_names = |(_, words): &(f64, String)| words.chars().any(char::is_alphabetic);
        if self.ticks.iter().any(has_names) {
            return self.words(self.place(value));
        }
        let power = if self.is_logarithmic {
            value.abs().max(1e-9).log10().floor() + 1.0 - LOGARITHMIC_DIGITS
        } else {
            ((self.range[1] - self.range[0]) / PARTS).log10().floor()
        };
        let digits = match value.fract() == 0.0 {
            true => 0,
            false => (-power).max(0.0) as usize,
        };
        format!("{value:.digits$}").replace('-', "−")
    }
}

/// The least and the greatest value; 0 and 1 without values, and never the same.
fn ends(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let values = values.into_iter().filter(|value| value.is_finite());
    let [low, high] = values.fold([f64::MAX, f64::MIN], |[low, high], value| {
        [low.min(value), high.max(value)]
    });
    match (low > high, low == high) {
        (true, _) => [0.0, 1.0],
        (_, true) => [low - 0.5, high + 0.5],
        _ => [low, high],
    }
}

/// The next of 1, 2 and 5 times a power of ten.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0]
        .map(|n| n * power)
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, words)| words.as_str()).collect()
    }

    #[test]
    fn the_values_beside_an_axis_are_round() {
        let axis = Axis::linear("swaps", [17.2, 21.6]);
        assert_eq!(words(&axis), ["18", "19", "20", "21"]);
        let axis = Axis::linear("swaps", [0.0, 0.5]);
        assert_eq!(words(&axis), ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
        let axis = Axis::linear("points", [-3.0, 3.0]);
        assert_eq!(words(&axis), ["−3", "−2", "−1", "0", "1", "2", "3"]);
        let axis = Axis::counting("games", [1.0, 3.0]);
        assert_eq!(words(&axis), ["1", "2", "3"]);
        let axis = Axis::counting("games", [1.0, 60.0]);
        assert_eq!(words(&axis), ["0", "10", "20", "30", "40", "50", "60"]);
        let axis = Axis::logarithmic("generations", [1.0, 2_000.0]);
        assert_eq!(words(&axis), ["1", "10", "100", "1000"]);
        let axis = axis.with_ticks([3.0, 30.0]);
        assert_eq!(words(&axis), ["3", "30"]);
        let axis = Axis::logarithmic("generations", [1.0, 500.0]);
        assert_eq!(
            words(&axis),
            ["1", "2", "5", "10", "20", "50", "100", "200", "500"]
        );
        let axis = Axis::logarithmic("time of a frame, ms", [0.55, 2.1]);
        assert_eq!(words(&axis), ["0.6", "0.7", "0.8", "0.9", "1", "2"]);
    }

    #[test]
    fn any_values_give_an_axis() {
        for values in [&[][..], &[7.0], &[f64::NAN], &[1.0, f64::INFINITY]] {
            let axis = Axis::linear("x", values.iter().copied());
            assert!(axis.range[0] < axis.range[1], "{values:?}: {axis:?}");
            assert!(!axis.ticks.is_empty(), "{values:?}: {axis:?}");
        }
    }
}
