//! The scales of the chart's axes. On every vertical scale a better value is higher.

use bevy::prelude::*;

use crate::generation::watch::CurvePoint;
use crate::generation::{PopulationKind, Summary, distance};
use crate::shell::words::with_minus;

/// The far end of a distance axis is at least this, so that the last steps do not fill the chart.
const LEAST_FAR_END: f64 = 10.0;
/// The part of the chart that lies between the target and its upper edge.
pub(super) const HEADROOM: f64 = 0.04;

/// A vertical axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Axis {
    /// The distance from the target, on a logarithmic scale: `far` is at the bottom, and 0 at the top.
    Distance {
        /// The largest distance.
        far: f64,
        /// The distance at which the target is met. It is subtracted from all distances.
        met_at: f64,
    },
    /// The fitness, on a linear scale.
    Fitness {
        /// The lowest fitness.
        low: f64,
        /// The highest fitness.
        high: f64,
    },
}

impl Axis {
    /// Whether the individuals of a population have not been measured yet. They have the fitness 0, which no distance
    /// gives; where the fitness is no distance, 0 is a value like others.
    pub(super) fn is_unmeasured(&self, summary: &Summary) -> bool {
        let is_distance = matches!(self, Axis::Distance { .. });
        is_distance && summary.size > 0 && summary.best == 0.0
    }

    /// The axis for the distances of a population. The target is met at the distance `met_at`.
    pub(super) fn of_distances<'a>(
        summaries: impl Iterator<Item = &'a Summary>,
        met_at: f64,
    ) -> Self {
        let far = summaries
            .filter(|one| one.size > 0)
            .flat_map(|one| [one.mean_distance, distance(one.quartiles[0])])
            .filter(|one| one.is_finite())
            .fold(0.0, f64::max);
        let far = round_up((far - met_at).max(LEAST_FAR_END));
        Axis::Distance { far, met_at }
    }

    /// The axis for the fitness of a population: from the lowest quartile to the best or the target.
    pub(super) fn of_fitness<'a>(
        summaries: impl Iterator<Item = &'a Summary> + Clone,
        target: Option<f64>,
    ) -> Self {
        let filled = summaries.filter(|one| one.size > 0);
        let low = filled.clone().map(|one| one.quartiles[0].min(one.mean));
        let high = filled.map(|one| one.best).chain(target);
        let (low, high) = (low.fold(f64::MAX, f64::min), high.fold(0.0, f64::max));
        let low = low.clamp(0.0, high);
        if high > low {
            return Axis::Fitness { low, high };
        }
        // The population has a single value, or none.
        let high = if high > 0.0 { high } else { 1.0 };
        Axis::Fitness { low: 0.0, high }
    }

    /// The height of a fitness, 0 to 1 from the bottom.
    pub(super) fn height(&self, fitness: f64) -> f64 {
        match self {
            Axis::Distance { .. } => self.height_of(self.value(fitness)),
            Axis::Fitness { .. } => self.height_of(fitness),
        }
    }

    /// The number that stands for a fitness: the remaining distance, or the fitness itself.
    pub(super) fn value(&self, fitness: f64) -> f64 {
        match self {
            Axis::Distance { met_at, .. } => (distance(fitness) - met_at).max(0.0),
            Axis::Fitness { .. } => fitness,
        }
    }

    /// The mean of a summary, in the numbers of [`Axis::value`].
    pub(super) fn mean(&self, summary: &Summary) -> f64 {
        match self {
            Axis::Distance { met_at, .. } => (summary.mean_distance - met_at).max(0.0),
            Axis::Fitness { .. } => summary.mean,
        }
    }

    fn height_of(&self, value: f64) -> f64 {
        let height = match self {
            Axis::Distance { far, .. } => 1.0 - value.ln_1p() / far.ln_1p(),
            Axis::Fitness { low, high } => (value - low) / (high - low),
        };
        height.clamp(0.0, 1.0) * (1.0 - HEADROOM)
    }

    /// The numbers beside the axis with their heights, the highest first.
    pub(super) fn marks(&self) -> [(f64, f64); 3] {
        let values = match self {
            Axis::Distance { far, .. } => [0.0, (far.sqrt()).round(), *far],
            Axis::Fitness { low, high } => [*high, (low + high) / 2.0, *low],
        };
        values.map(|value| (value, self.height_of(value)))
    }
}

/// The axes of a chart: of the feasible and of the infeasible population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ChartAxes {
    pub(super) feasible: Axis,
    pub(super) infeasible: Axis,
}

impl ChartAxes {
    /// The axis of a population.
    pub(super) fn of_population(&self, kind: PopulationKind) -> &Axis {
        match kind {
            PopulationKind::Feasible => &self.feasible,
            PopulationKind::Infeasible => &self.infeasible,
        }
    }

    /// The axes of some curves. `met_distance` is the distance at which the target is met, if the objective stands for
    /// a distance; else `target` is the objective at which it is met.
    pub(super) fn of(curve: &[CurvePoint], target: Option<f64>, met_distance: Option<f64>) -> Self {
        let feasible = curve.iter().map(|point| &point.feasible);
        let infeasible = curve.iter().map(|point| &point.infeasible);
        ChartAxes {
            feasible: match met_distance {
                Some(met_at) => Axis::of_distances(feasible, met_at),
                None => Axis::of_fitness(feasible, target),
            },
            infeasible: Axis::of_distances(infeasible, 0.0),
        }
    }
}

/// The plane of a chart, with the places of generations and heights on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// Width and height in pixels.
    pub(super) size: Vec2,
    /// The newest generation, at the right edge.
    pub(super) last: u32,
}

impl Plane {
    /// The plane of the chart of some curves.
    pub(super) fn of(size: Vec2, curve: &[CurvePoint]) -> Self {
        let last = curve.last().map_or(1, |point| point.generation.max(1));
        Plane { size, last }
    }

    /// The place in pixels of a height, 0 to 1 from the bottom, in a generation.
    pub(super) fn at(&self, generation: u32, height: f64) -> Vec2 {
        let x = generation as f32 / self.last as f32;
        let y = 1.0 - height.clamp(0.0, 1.0) as f32;
        // The widest line stays within the picture.
        let rim = self.width(0.008);
        Vec2::new(x, y) * (self.size - 2.0 * rim) + rim
    }

    /// A width of lines in pixels, from a part of the chart's height.
    pub(super) fn width(&self, part: f32) -> f32 {
        (self.size.y * part).clamp(1.0, 6.0)
    }
}

/// The next number above a value whose first digit is followed by zeros.
pub(super) fn round_up(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    (value / power).ceil() * power
}

/// A number for the player: without decimals if it is whole or large, with two digits if it is small.
pub(super) fn number_text(value: f64) -> String {
    let text = match value {
        value if !value.is_finite() => "∞".to_owned(),
        // A fitness gives a distance that may be off by the last digits.
        value if value.abs() >= 10.0 || (value - value.round()).abs() < 1e-6 => {
            format!("{value:.0}")
        }
        value if value.abs() >= 1.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    };
    with_minus(&text)
}

/// Two numbers as [`number_text`] writes them, or with more digits, up to four behind the point, if they differ and would
/// read alike.
pub(super) fn distinct_number_texts(values: [f64; 2]) -> [String; 2] {
    let usual = values.map(number_text);
    if usual[0] != usual[1] || values[0] == values[1] {
        return usual;
    }
    let longer = (1..=4).map(|digits| values.map(|value| with_minus(&format!("{value:.digits$}"))));
    let mut longer = longer.filter(|[one, other]| one != other);
    longer.next().unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_get_as_many_digits_as_tell_them_apart() {
        assert_eq!(distinct_number_texts([42.0, 44.0]), ["42", "44"]);
        assert_eq!(distinct_number_texts([41.9, 42.3]), ["41.9", "42.3"]);
        assert_eq!(distinct_number_texts([3.123, 3.124]), ["3.123", "3.124"]);
        assert_eq!(distinct_number_texts([42.0, 42.0]), ["42", "42"]);
        assert_eq!(distinct_number_texts([-1.5, 2.0]), ["−1.5", "2"]);
        assert_eq!(distinct_number_texts([42.0, 42.000001]), ["42", "42"]);
    }

    fn at(distances: &[f64]) -> Summary {
        Summary::of(distances.iter().map(|one| 1.0 / (1.0 + one)).collect())
    }

    #[test]
    fn the_approach_to_a_target_rises_from_the_bottom_to_the_top() {
        let curve = [at(&[300.0, 380.0]), at(&[90.0, 150.0]), at(&[2.0, 20.0])];
        let axis = Axis::of_distances(curve.iter(), 2.0);
        // The target is met at a distance of 2. The far end is the lowest quartile, 380, less 2, rounded up.
        let far = 400.0;
        assert_eq!(axis, Axis::Distance { far, met_at: 2.0 });
        let heights = curve.map(|summary| axis.height(summary.best));
        assert!(heights[0] > 0.0 && heights[0] < 0.1, "{heights:?}");
        assert!(heights[1] > heights[0] + 0.15, "{heights:?}");
        assert_eq!(heights[2], 1.0 - HEADROOM);
        assert_eq!(axis.marks()[0], (0.0, 1.0 - HEADROOM));
        assert_eq!(axis.marks()[2], (400.0, 0.0));
        assert_eq!(axis.value(1.0 / 13.0), 10.0);
    }

    #[test]
    fn an_axis_of_fitness_reaches_from_the_lowest_quartile_to_the_target() {
        let curve = [Summary::of(vec![0.4, 0.5, 0.6]), Summary::default()];
        let axis = Axis::of_fitness(curve.iter(), Some(0.9));
        let (low, high) = (0.4, 0.9);
        assert_eq!(axis, Axis::Fitness { low, high });
        assert_eq!(axis.height(0.9), 1.0 - HEADROOM);
        assert_eq!(axis.height(0.1), 0.0);
        let flat = [Summary::of(vec![0.5])];
        assert!(Axis::of_fitness(flat.iter(), None).height(0.5).is_finite());
    }

    #[test]
    fn an_individual_without_fitness_is_at_the_bottom() {
        let axis = Axis::of_distances([at(&[5.0]), Summary::of(vec![0.0])].iter(), 0.0);
        assert_eq!(axis.height(0.0), 0.0);
        assert_eq!(number_text(axis.value(0.0)), "∞");
    }

    #[test]
    fn a_whole_distance_has_no_decimals_although_it_is_computed_from_a_fitness() {
        let axis = Axis::of_distances([at(&[5.0])].iter(), 0.0);
        for whole in 1..10 {
            let fitness = 1.0 / (1.0 + f64::from(whole));
            assert_eq!(number_text(axis.value(fitness)), whole.to_string());
        }
        assert_eq!([1.5, 0.25, 12.3].map(number_text), ["1.5", "0.25", "12"]);
    }
}
