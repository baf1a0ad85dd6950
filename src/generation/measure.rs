//! The measures by which an archive tells individuals apart, with their ranges; the axes of the map, which are two of
//! them; and the estimate of an individual after a number of measurements.

use serde::{Deserialize, Serialize};

/// The largest number of measures of a problem.
pub const MOST_MEASURES: usize = 7;
/// The number of bins of a measure. A map has as many columns and rows.
pub const BINS: usize = 10;
/// The number of cells of a map.
pub const CELLS: usize = BINS * BINS;

/// A place counts as sure if the mean is at least this many standard errors away from the next bin.
const SURE_ERRORS: f64 = 2.5;

/// The values of an individual, one for each measure. Those beyond the measures of a problem are 0.
pub type Values = [f64; MOST_MEASURES];

/// A measure: a number that every individual has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The key of its name in the language files, which must be short. Its last part names it in files.
    pub key: &'static str,
    /// The key of the phrase about an individual. It contains `{value}`.
    pub what: &'static str,
    /// The lower end of the range of values. Values beyond the range are possible.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

impl Measure {
    /// The measure with a name and a phrase, from the lowest to the highest value.
    pub const fn new(key: &'static str, what: &'static str, low: f64, high: f64) -> Self {
        Measure {
            key,
            what,
            low,
            high,
        }
    }

    /// The bin of a value, below [`BINS`]. The outermost bins also hold the values beyond the range.
    pub fn bin(&self, value: f64) -> usize {
        let part = (value - self.low) / (self.high - self.low);
        ((part * BINS as f64) as usize).min(BINS - 1)
    }

    /// The lowest value of a bin, which is below [`BINS`].
    pub fn edge(&self, bin: usize) -> f64 {
        self.low + (self.high - self.low) * bin as f64 / BINS as f64
    }

    /// The name in files and on the command line.
    pub fn name(&self) -> &'static str {
        self.key.rsplit('.').next().unwrap_or(self.key)
    }

    /// A value as text, with as many digits as the bins need.
    pub fn text(&self, value: f64) -> String {
        if self.high - self.low < 2.0 * BINS as f64 {
            format!("{value:.1}")
        } else {
            format!("{value:.0}")
        }
    }

    /// Whether the bin of a mean is sure, if the mean has this standard error.
    fn is_sure(&self, mean: f64, error: f64) -> bool {
        let (bin, margin) = (self.bin(mean), SURE_ERRORS * error);
        let is_above = bin == 0 || mean - margin >= self.edge(bin);
        let is_below = bin == BINS - 1 || mean + margin < self.edge(bin + 1);
        is_above && is_below
    }
}

/// The two measures that are the axes of the map, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// The measure of the columns, the lowest at the left.
    pub across: usize,
    /// The measure of the rows, the lowest at the bottom.
    pub up: usize,
}

impl Axes {
    /// Each pair of a number of measures once.
    pub fn pairs(measures: usize) -> impl Iterator<Item = Axes> {
        (0..measures).flat_map(|up| (0..up).map(move |across| Axes { across, up }))
    }

    /// The axes with another measure across. If it was the measure of the rows, the two change places.
    pub fn with_across(self, across: usize) -> Self {
        match across == self.up {
            true => Axes {
                across,
                up: self.across,
            },
            false => Axes { across, ..self },
        }
    }

    /// The axes with another measure upwards. If it was the measure of the columns, the two change places.
    pub fn with_up(self, up: usize) -> Self {
        match up == self.across {
            true => Axes {
                across: self.up,
                up,
            },
            false => Axes { up, ..self },
        }
    }
}

/// A change of the axes of an archive, chosen by the player before a generation was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxesChange {
    /// The first generation that is made with these axes.
    pub before: u32,
    /// The number of the measure of the columns.
    pub across: usize,
    /// The number of the measure of the rows.
    pub up: usize,
}

impl AxesChange {
    /// The axes.
    pub fn axes(self) -> Axes {
        let AxesChange { across, up, .. } = self;
        Axes { across, up }
    }

    /// Checks changes in an archive with a number of measures. The error is the number of the first wrong one, and a
    /// sentence about its fault.
    pub fn check(changes: &[AxesChange], measures: usize) -> Result<(), (usize, String)> {
        for (number, change) in changes.iter().enumerate() {
            let AxesChange { before, across, up } = *change;
            if across >= measures || up >= measures || across == up {
                let most = measures - 1;
                let why = format!(
                    "the axes must be two different measures from 0 to {most}, but are {across} and {up}"
                );
                return Err((number, why));
            }
            if number > 0 && changes[number - 1].before >= before {
                let why = "changes of the axes must stand in the order of their generations";
                return Err((number, why.to_owned()));
            }
        }
        Ok(())
    }
}

/// One measurement of an individual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The quality, 0 to 1.
    pub quality: f64,
    /// The values.
    pub values: Values,
}

impl Sample {
    /// A measurement of a problem with `N` measures.
    pub fn of<const N: usize>(quality: f64, values: [f64; N]) -> Self {
        let mut sample = Sample {
            quality,
            values: [0.0; MOST_MEASURES],
        };
        sample.values[..N].copy_from_slice(&values);
        sample
    }
}

/// The estimate of an individual after some measurements: the means, and how uncertain they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of measurements.
    pub samples: u32,
    /// The mean.
    pub mean: Sample,
    /// The sums of squared distances from the mean (Welford 1962).
    squares: Values,
}

impl Estimate {
    /// The estimate after the first measurement.
    pub fn of(first: Sample) -> Self {
        Estimate {
            samples: 1,
            mean: first,
            squares: [0.0; MOST_MEASURES],
        }
    }

    /// Adds a measurement.
    pub fn add(&mut self, sample: &Sample) {
        self.samples += 1;
        let part = 1.0 / f64::from(self.samples);
        self.mean.quality += (sample.quality - self.mean.quality) * part;
        for (at, value) in sample.values.iter().enumerate() {
            let before = value - self.mean.values[at];
            self.mean.values[at] += before * part;
            self.squares[at] += before * (value - self.mean.values[at]);
        }
    }

    /// The standard error of a mean. After a single measurement it is unknown, which is infinite.
    pub fn error(&self, measure: usize) -> f64 {
        let count = f64::from(self.samples);
        match self.samples {
            1 => f64::INFINITY,
            _ => (self.squares[measure] / (count - 1.0) / count).sqrt(),
        }
    }
}

/// The place of an individual in all maps: its bin for each measure, and which of these bins are sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPlace {
    bins: [u8; MOST_MEASURES],
    /// A bit for each measure.
    sure: u8,
}

impl MapPlace {
    /// The place of an estimate. Where measurements are `exact`, every bin is sure.
    pub fn of(measures: &[Measure], estimate: &Estimate, exact: bool) -> Self {
        let mut place = MapPlace {
            bins: [0; MOST_MEASURES],
            sure: 0,
        };
        for (at, (measure, value)) in measures.iter().zip(estimate.mean.values).enumerate() {
            place.bins[at] = measure.bin(value) as u8;
            let is_sure = exact || measure.is_sure(value, estimate.error(at));
            place.sure |= u8::from(is_sure) << at;
        }
        place
    }

    /// The cell in the map with these axes, below [`CELLS`]: the lowest row first, each from left to right.
    pub fn cell(&self, axes: Axes) -> usize {
        usize::from(self.bins[axes.up]) * BINS + usize::from(self.bins[axes.across])
    }

    /// Whether the cell is sure.
    pub fn is_sure(&self, axes: Axes) -> bool {
        let both = 1 << axes.across | 1 << axes.up;
        self.sure & both == both
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEASURE: Measure = Measure::new("some.game.length", "some.fact", 20.0, 70.0);

    fn sample(value: f64) -> Sample {
        Sample::of(0.5, [value; MOST_MEASURES])
    }

    #[test]
    fn bins_divide_the_range_and_hold_what_is_beyond_it() {
        assert_eq!(MEASURE.name(), "length");
        for bin in 0..BINS {
            assert_eq!(MEASURE.bin(MEASURE.edge(bin) + 1e-9), bin);
        }
        let outside = [-1e9, 19.0, 70.0, 1e9].map(|value| MEASURE.bin(value));
        assert_eq!(outside, [0, 0, BINS - 1, BINS - 1]);
    }

    #[test]
    fn means_and_errors_are_those_of_all_measurements() {
        let mut estimate = Estimate::of(sample(2.0));
        assert_eq!(estimate.error(0), f64::INFINITY);
        for value in [4.0, 4.0, 6.0] {
            estimate.add(&sample(value));
        }
        assert_eq!(estimate.mean.values[0], 4.0);
        // The variance is (4 + 0 + 0 + 4) / 3, and that of the mean a quarter of it.
        assert!((estimate.error(3) - (8.0f64 / 12.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_place_is_sure_if_its_mean_is_far_from_the_next_bin() {
        let measures = [MEASURE; MOST_MEASURES];
        let axes = Axes { across: 0, up: 1 };
        // Bins are 5 wide, and the error of two values is half of their difference.
        let place = |one: f64, other: f64| {
            let mut estimate = Estimate::of(sample(one));
            estimate.add(&sample(other));
            MapPlace::of(&measures, &estimate, false)
        };
        assert!(place(42.0, 43.0).is_sure(axes));
        assert!(!place(44.0, 45.0).is_sure(axes));
        assert!(!place(40.0, 45.0).is_sure(axes));
        // No bin lies below the lowest one or above the highest one.
        assert!(place(10.0, 12.0).is_sure(axes) && place(80.0, 82.0).is_sure(axes));
        assert_eq!(place(42.0, 43.0).cell(axes), 4 * BINS + 4);
        let once = Estimate::of(sample(42.0));
        assert!(!MapPlace::of(&measures, &once, false).is_sure(axes));
        assert!(MapPlace::of(&measures, &once, true).is_sure(axes));
    }

    #[test]
    fn two_axes_are_never_the_same() {
        assert_eq!(
            [2, 6, 7].map(|measures| Axes::pairs(measures).count()),
            [1, 15, 21]
        );
        for axes in Axes::pairs(MOST_MEASURES) {
            for chosen in 0..MOST_MEASURES {
                let (one, other) = (axes.with_across(chosen), axes.with_up(chosen));
                assert!(one.across == chosen && one.up != chosen);
                assert!(other.up == chosen && other.across != chosen);
            }
        }
    }

    #[test]
    fn the_quality_is_the_mean_of_all_measurements() {
        let of = |quality| Sample {
            quality,
            ..sample(1.0)
        };
        let mut estimate = Estimate::of(of(0.25));
        assert_eq!((estimate.samples, estimate.mean.quality), (1, 0.25));
        estimate.add(&of(0.75));
        assert_eq!((estimate.samples, estimate.mean.quality), (2, 0.5));
        estimate.add(&of(0.125));
        assert_eq!((estimate.samples, estimate.mean.quality), (3, 0.375));
    }

    #[test]
    fn values_have_as_many_digits_as_the_bins_need() {
        let text = |high, value| Measure::new("one", "one", 0.0, high).text(value);
        assert_eq!(text(19.0, 7.26), "7.3");
        assert_eq!(text(20.0, 7.26), "7");
        assert_eq!(text(1.0, 0.04), "0.0");
        assert_eq!(Measure::new("one", "one", 10.0, 25.0).text(12.06), "12.1");
        assert_eq!(MEASURE.text(42.75), "43");
    }

    #[test]
    fn a_mean_may_come_as_near_to_its_bin_below_as_two_and_a_half_errors_but_not_to_the_next_one() {
        // Bin 4 reaches from 40 to 45.
        assert!(MEASURE.is_sure(42.5, 0.0) && MEASURE.is_sure(40.0, 0.0));
        assert!(MEASURE.is_sure(42.5, 0.984375));
        assert!(!MEASURE.is_sure(42.5, 1.0), "the next bin begins at 45");
        assert!(MEASURE.is_sure(41.25, 0.5) && !MEASURE.is_sure(41.25, 0.515625));
        // The outermost bins are open to one side alone.
        assert!(MEASURE.is_sure(20.0, 1.0) && !MEASURE.is_sure(24.0, 1.0));
        assert!(MEASURE.is_sure(70.0, 1.0) && !MEASURE.is_sure(66.0, 1.0));
    }

    #[test]
    fn a_place_knows_its_bin_and_its_sureness_for_each_measure() {
        let measures = [MEASURE; 6];
        let sample = |second, last| Sample::of(0.5, [22.0, second, 32.0, 37.0, 42.0, last]);
        let mut estimate = Estimate::of(sample(27.0, 47.0));
        // The second and the last measure vary.
        estimate.add(&sample(29.0, 49.0));
        let place = MapPlace::of(&measures, &estimate, false);
        for axes in Axes::pairs(6) {
            let Axes { across, up } = axes;
            assert_eq!(place.cell(axes), 10 * up + across);
            let is_unsure = [across, up].iter().any(|axis| [1, 5].contains(axis));
            assert_eq!(place.is_sure(axes), !is_unsure, "{axes:?}");
        }
    }

    #[test]
    fn changes_of_axes_name_two_measures_and_stand_in_order() {
        let change = |(before, across, up)| AxesChange { before, across, up };
        let check = |changes: &[(u32, usize, usize)]| {
            let changes: Vec<AxesChange> = changes.iter().copied().map(change).collect();
            AxesChange::check(&changes, 6).map_err(|(number, _)| number)
        };
        assert_eq!(check(&[]), Ok(()));
        assert_eq!(check(&[(0, 0, 5), (1, 5, 0), (9, 1, 2)]), Ok(()));
        assert_eq!(check(&[(0, 6, 1)]), Err(0));
        assert_eq!(AxesChange::check(&[change((0, 6, 1))], 7), Ok(()));
        let why = AxesChange::check(&[change((0, 6, 1))], 6).map_err(|(_, why)| why);
        assert!(why.is_err_and(|why| why.contains("from 0 to 5, but are 6 and 1")));
        assert_eq!(check(&[(0, 0, 1), (1, 1, 6)]), Err(1));
        assert_eq!(check(&[(0, 0, 1), (1, 2, 2)]), Err(1));
        assert_eq!(check(&[(3, 0, 1), (3, 1, 0)]), Err(1));
        assert_eq!(check(&[(0, 0, 1), (5, 1, 0), (4, 0, 1)]), Err(2));
        let axes = Axes { across: 3, up: 2 };
        assert_eq!(change((7, 3, 2)).axes(), axes);
    }
}
