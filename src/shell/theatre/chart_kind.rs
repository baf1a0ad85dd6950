//! The kinds of charts: the distance from the target or the fitness, the spread, the sizes of the populations, the
//! diversity, and the story in words.

use bevy::prelude::*;

use super::Show;
use super::about::has_grid;
use super::axis::{Axis, ChartAxes, round_up};
use super::curves::{pattern, population_colour};
use crate::generation::watch::CurvePoint;
use crate::generation::{PopulationKind, Summary};
use crate::shell::theme::paint::LinePattern;
use crate::shell::theme::palette;

/// A kind of chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ChartKind {
    /// The best, the median and the middle half of each population.
    #[default]
    Distance,
    /// The distance between the ends of the middle half of each population.
    Spread,
    /// The sizes of the populations.
    Sizes,
    /// The difference between two individuals on average.
    Diversity,
    /// The events of the run, in words.
    Story,
}

impl ChartKind {
    /// All kinds, with the keys of their names.
    pub(super) const ALL: [(&'static str, ChartKind); 5] = [
        ("theatre.kind.distance", ChartKind::Distance),
        ("theatre.kind.spread", ChartKind::Spread),
        ("theatre.kind.sizes", ChartKind::Sizes),
        ("theatre.kind.diversity", ChartKind::Diversity),
        ("theatre.kind.story", ChartKind::Story),
    ];
}

/// The kind of chart that is shown now.
pub(super) fn kind(world: &World) -> ChartKind {
    match has_grid(world) {
        // An archive has a chart of one kind.
        true => ChartKind::Distance,
        false => world.resource::<Show>().reading.chart,
    }
}

/// The axis of a population; `None` before the first view.
pub(super) fn axis_of(show: &Show, kind: PopulationKind) -> Option<&Axis> {
    Some(show.chart.axes.as_ref()?.of_population(kind))
}

/// The course of a run, from which its charts are drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// A point for each generation that the history holds.
    pub(super) curve: Vec<CurvePoint>,
    /// The diversity of some generations, as far as it was measured.
    pub(super) diversity: Vec<(u32, f64)>,
}

/// A line of a chart.
pub(super) struct Series {
    pub(super) colour: Color,
    pub(super) pattern: LinePattern,
    /// Generations with their values.
    pub(super) points: Vec<(u32, f64)>,
}

impl Course {
    /// The lines of a kind of chart that has one scale from 0 up.
    pub(super) fn series(&self, kind: ChartKind, axes: &ChartAxes) -> Vec<Series> {
        let line = |kind, value: &dyn Fn(&CurvePoint) -> Option<f64>| Series {
            colour: population_colour(kind),
            pattern: pattern(kind),
            points: self
                .curve
                .iter()
                .filter_map(|point| Some((point.generation, value(point)?)))
                .collect(),
        };
        let is_constrained = self.curve.iter().any(|point| point.infeasible.size > 0);
        let lines = |value: &dyn Fn(PopulationKind, &CurvePoint) -> Option<f64>| {
            let kinds = PopulationKind::BOTH.into_iter();
            kinds
                .filter(|kind| is_constrained || *kind == PopulationKind::Feasible)
                .map(|kind| line(kind, &|point| value(kind, point)))
                .collect()
        };
        match kind {
            ChartKind::Distance | ChartKind::Story => Vec::new(),
            ChartKind::Spread => {
                lines(&|kind, point| quartile_spread(point.summary(kind), axes.of_population(kind)))
            }
            ChartKind::Sizes => lines(&|kind, point| Some(point.summary(kind).size as f64)),
            ChartKind::Diversity => {
                let percent = |(generation, value): &(u32, f64)| (*generation, 100.0 * value);
                vec![Series {
                    colour: palette::THOUGHT,
                    pattern: LinePattern::Solid,
                    points: self.diversity.iter().map(percent).collect(),
                }]
            }
        }
    }

    /// The point of a generation, or the last one before it.
    pub(super) fn at(&self, generation: u32) -> Option<&CurvePoint> {
        let after = self
            .curve
            .partition_point(|point| point.generation <= generation);
        self.curve.get(after.checked_sub(1)?)
    }
}

/// The diversity of a generation in percent, or that of the last measured generation before it.
pub(super) fn diversity_at(measured: &[(u32, f64)], generation: u32) -> Option<f64> {
    let after = measured.partition_point(|(at, _)| *at <= generation);
    Some(100.0 * measured.get(after.checked_sub(1)?)?.1)
}

/// The distance between the quartiles of a population, in the numbers of its axis; `None` if it is empty or a quartile
/// has no number.
pub(super) fn quartile_spread(summary: &Summary, axis: &Axis) -> Option<f64> {
    let [low, high] = summary.quartiles.map(|one| axis.value(one));
    let apart = (low - high).abs();
    (summary.size > 0 && apart.is_finite()).then_some(apart)
}

/// The upper end of the scale for some lines.
pub(super) fn scale_top(kind: ChartKind, series: &[Series]) -> f64 {
    let values = series
        .iter()
        .flat_map(|one| one.points.iter().map(|(_, value)| *value));
    let most = values.fold(0.0, f64::max);
    match kind {
        ChartKind::Diversity => 100.0,
        _ if most > 0.0 => round_up(most),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course() -> Course {
        let point = |generation, feasible: &[f64], infeasible: usize| CurvePoint {
            generation,
            feasible: Summary::of(feasible.to_vec()),
            infeasible: Summary {
                size: infeasible,
                ..Summary::default()
            },
        };
        Course {
            curve: vec![
                point(0, &[], 5),
                point(10, &[0.1, 0.2, 0.3, 0.5, 0.9], 0),
                point(20, &[0.5; 5], 0),
            ],
            diversity: vec![(0, 0.5), (20, 0.04)],
        }
    }

    #[test]
    fn the_spread_is_that_of_the_middle_half_and_an_empty_population_has_none() {
        let course = course();
        let axes = ChartAxes::of(&course.curve, None, None);
        let lines = course.series(ChartKind::Spread, &axes);
        let feasible = lines.last().expect("the feasible population");
        let points: Vec<(u32, f64)> = feasible.points.clone();
        assert_eq!(points[0].0, 10);
        assert!((points[0].1 - 0.3).abs() < 1e-9, "{points:?}");
        assert_eq!(points[1], (20, 0.0));
        assert!((scale_top(ChartKind::Spread, &lines) - 0.3).abs() < 1e-9);
    }

    #[test]
    fn sizes_and_diversity_are_found_by_generation() {
        let course = course();
        let axes = ChartAxes::of(&course.curve, None, None);
        let sizes = course.series(ChartKind::Sizes, &axes);
        assert_eq!(sizes[0].points, [(0, 5.0), (10, 0.0), (20, 0.0)]);
        assert_eq!(sizes[1].points, [(0, 0.0), (10, 5.0), (20, 5.0)]);
        assert_eq!(diversity_at(&course.diversity, 19), Some(50.0));
        assert_eq!(diversity_at(&course.diversity, 20), Some(4.0));
        assert_eq!(course.at(15).map(|point| point.generation), Some(10));
        assert!(Course::default().at(3).is_none());
    }
}
