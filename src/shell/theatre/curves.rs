//! Paints the curves of the chart: for each population the best as a line, the median as a thin line, the middle half as
//! a band, and individuals as dots and crosses; the share of the feasible population; the target; and the best of the last run as a pale line. Other
//! kinds of charts have their own lines.

use bevy::prelude::*;

use super::axis::{Axis, ChartAxes, HEADROOM, Plane};
use super::chart_kind::Series;
use super::flags::Flag;
use crate::generation::dots::Dot;
use crate::generation::measure::CELLS;
use crate::generation::watch::CurvePoint;
use crate::generation::{PopulationKind, Summary};
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::{Canvas, LinePattern, Painted};
use crate::shell::theme::palette;

/// The axis of the chart of an archive.
pub(super) const COVERAGE_AXIS: Axis = Axis::Fitness {
    low: 0.0,
    high: 1.0,
};

/// More points than this cannot be distinguished.
const MAX_POINTS: usize = 400;

/// The sum of the qualities on the map of an archive.
pub(super) fn total_quality(filled: &Summary) -> f64 {
    filled.mean * filled.size as f64
}

/// Paints the chart of an archive: the share of its cells that are filled, and its total quality as a share of the largest
/// possible score. `shown` is the generation to which the player went back.
pub(super) fn paint_coverage(
    size: Vec2,
    look: Look,
    curve: &[CurvePoint],
    shown: Option<u32>,
) -> Option<Painted> {
    let points = thinned(curve);
    let mut chart = Chart::new(size, look, curve)?;
    chart.grid(COVERAGE_AXIS.marks().map(|(_, height)| height));
    let score = |point: &CurvePoint| total_quality(&point.feasible) / CELLS as f64;
    let curves: [(Color, LinePattern, &dyn Fn(&CurvePoint) -> f64); 2] = [
        (palette::THOUGHT, SHARE_PATTERN, &feasible_share),
        (palette::LAMP, LinePattern::Solid, &score),
    ];
    for (colour, pattern, value) in curves {
        let at = |point: &&CurvePoint| {
            chart
                .plane
                .at(point.generation, COVERAGE_AXIS.height(value(point)))
        };
        let line: Vec<Vec2> = points.iter().map(at).collect();
        let width = chart.plane.width(0.013);
        chart.canvas.patterned_line(&line, width, colour, pattern);
    }
    chart.shown(shown);
    Some(chart.canvas.into_painted())
}

/// The opacity of the lines of the last run.
const PALE: f32 = 0.4;

/// The radius of the dot of an individual, as a part of the chart's height.
const DOT_RADIUS: f32 = 0.012;
/// The least and the greatest radius of the dot, in pixels.
const DOT_PIXELS: (f32, f32) = (1.3, 4.0);
/// The opacity of the dots, which lie behind the lines.
const DOT_ALPHA: f32 = 0.55;

/// The pattern of the lines of a population.
pub(super) fn pattern(kind: PopulationKind) -> LinePattern {
    match kind {
        PopulationKind::Feasible => LinePattern::Solid,
        PopulationKind::Infeasible => LinePattern::Dashes,
    }
}

/// The colour of a population.
pub(super) fn population_colour(kind: PopulationKind) -> Color {
    match kind {
        PopulationKind::Feasible => palette::LAMP,
        PopulationKind::Infeasible => palette::FAULT,
    }
}

/// The pattern of the line of the share: of the feasible population, or of the filled cells of an archive.
pub(super) const SHARE_PATTERN: LinePattern = LinePattern::Dots;
/// The pattern of the line of the target.
pub(super) const TARGET_PATTERN: LinePattern = LinePattern::DashesAndDots;

/// The things that are marked on the curves.
pub(super) struct CurveMarks<'a> {
    /// The fitness at which the run is done, as a line.
    pub(super) target: Option<f64>,
    /// The individuals as dots, by their generations.
    pub(super) dots: &'a [Dot],
    /// The flags at the moments that matter.
    pub(super) flags: &'a [Flag],
    /// The generation to which the player went back.
    pub(super) shown: Option<u32>,
}

/// The sign of the individuals of a population in a legend.
pub(super) fn sign_of_individuals(kind: PopulationKind) -> &'static str {
    match kind {
        PopulationKind::Feasible => "•",
        PopulationKind::Infeasible => "×",
    }
}

/// Paints the chart. `last` is the curve of the last run.
pub(super) fn paint_curves(
    size: Vec2,
    look: Look,
    curve: &[CurvePoint],
    last: &[CurvePoint],
    axes: &ChartAxes,
    marks: &CurveMarks,
) -> Option<Painted> {
    let points = thinned(curve);
    let mut chart = Chart::new(size, look, curve)?;
    chart.grid(axes.feasible.marks().map(|(_, height)| height));
    chart.last_run(&thinned(last), &axes.feasible);
    chart.dots(marks.dots, axes);
    // A share that is always 1 needs no curve.
    if curve.iter().any(|point| point.infeasible.size > 0) {
        let share = |point: &&CurvePoint| chart.plane.at(point.generation, feasible_share(point));
        let line: Vec<Vec2> = points.iter().map(share).collect();
        let colour = palette::THOUGHT.with_alpha(0.45);
        let width = chart.plane.width(0.006);
        chart
            .canvas
            .patterned_line(&line, width, colour, SHARE_PATTERN);
        chart.population(&points, PopulationKind::Infeasible, axes);
    }
    chart.population(&points, PopulationKind::Feasible, axes);
    if let Some(target) = marks.target {
        let height = axes.feasible.height(target);
        let line = [
            chart.plane.at(0, height),
            chart.plane.at(chart.plane.last, height),
        ];
        let width = chart.plane.width(0.008);
        chart
            .canvas
            .patterned_line(&line, width, palette::LEAF, TARGET_PATTERN);
    }
    let width = chart.plane.width(0.007);
    marks
        .flags
        .iter()
        .for_each(|flag| flag.draw(&mut chart.canvas, width));
    chart.shown(marks.shown);
    Some(chart.canvas.into_painted())
}

/// Paints lines on a scale from 0 to `top`, above the pale ones of the last run.
pub(super) fn paint_series(
    size: Vec2,
    look: Look,
    curve: &[CurvePoint],
    (series, last): (&[Series], &[Series]),
    top: f64,
    shown: Option<u32>,
) -> Option<Painted> {
    let mut chart = Chart::new(size, look, curve)?;
    chart.grid([0.0, 0.5, 1.0].map(|part| part * (1.0 - HEADROOM)));
    let pale = last.iter().map(|one| (one, PALE, 0.008));
    for (one, alpha, width) in pale.chain(series.iter().map(|one| (one, 1.0, 0.013))) {
        let until = one.points.iter().filter(|(at, _)| *at <= chart.plane.last);
        let line: Vec<Vec2> = until
            .map(|(at, value)| chart.plane.at(*at, value / top * (1.0 - HEADROOM)))
            .collect();
        let width = chart.plane.width(width);
        let colour = one.colour.with_alpha(alpha);
        chart
            .canvas
            .patterned_line(&line, width, colour, one.pattern);
    }
    chart.shown(shown);
    Some(chart.canvas.into_painted())
}

/// Every n-th point, so that hardly more than `MAX_POINTS` remain, and always the last one.
fn thinned(curve: &[CurvePoint]) -> Vec<&CurvePoint> {
    let stride = curve.len() / MAX_POINTS + 1;
    let last = curve.len().saturating_sub(1);
    let numbered = curve.iter().enumerate();
    let kept = numbered.filter(|(at, _)| at % stride == 0 || *at == last);
    kept.map(|(_, point)| point).collect()
}

/// The feasible population as a part of both.
fn feasible_share(point: &CurvePoint) -> f64 {
    let all = point.feasible.size + point.infeasible.size;
    point.feasible.size as f64 / all.max(1) as f64
}

struct Chart {
    canvas: Canvas,
    plane: Plane,
}

impl Chart {
    fn new(size: Vec2, look: Look, curve: &[CurvePoint]) -> Option<Self> {
        let canvas = Canvas::with_look(size.x as u32, size.y as u32, look)?;
        let plane = Plane::of(size, curve);
        Some(Chart { canvas, plane })
    }

    /// The best of the last run, up to the newest generation of the run that is shown.
    fn last_run(&mut self, points: &[&CurvePoint], axis: &Axis) {
        let until = points.iter().filter(|point| {
            point.generation <= self.plane.last
                && point.feasible.size > 0
                && !axis.is_unmeasured(&point.feasible)
        });
        let line: Vec<Vec2> = until
            .map(|point| {
                self.plane
                    .at(point.generation, axis.height(point.feasible.best))
            })
            .collect();
        let colour = palette::PAPER.with_alpha(PALE);
        self.canvas.line(&line, self.plane.width(0.008), colour);
    }

    /// Draws individuals, feasible ones as dots and infeasible ones as crosses, so that they are told apart without their
    /// colours. The dots of one generation stand a little beside each other.
    fn dots(&mut self, dots: &[Dot], axes: &ChartAxes) {
        let radius = (DOT_RADIUS * self.plane.size.y).clamp(DOT_PIXELS.0, DOT_PIXELS.1);
        let mut generations: Vec<u32> = dots.iter().map(|dot| dot.generation).collect();
        generations.dedup();
        let apart = self.plane.size.x / generations.len().max(1) as f32;
        let reach = (0.35 * apart).min(3.0 * radius);
        let edge = Vec2::splat(radius);
        for (at, dot) in dots.iter().enumerate() {
            let axis = axes.of_population(dot.population);
            // The golden ratio spreads dots that follow one another.
            let aside = 2.0 * reach * ((0.618_034 * at as f32).fract() - 0.5);
            let middle = self.plane.at(dot.generation, axis.height(dot.fitness));
            let middle = middle + Vec2::new(aside, 0.0);
            let middle = middle.min(self.plane.size - edge).max(edge);
            let colour = population_colour(dot.population).with_alpha(DOT_ALPHA);
            if dot.population == PopulationKind::Feasible {
                self.canvas.disc(middle, radius, colour);
                continue;
            }
            for arm in [edge, Vec2::new(radius, -radius)] {
                let line = [middle - arm, middle + arm];
                self.canvas.line(&line, 0.5 * radius, colour);
            }
        }
    }

    /// Marks the generation to which the player went back.
    fn shown(&mut self, generation: Option<u32>) {
        if let Some(generation) = generation {
            let line = [
                self.plane.at(generation, 0.0),
                self.plane.at(generation, 1.0),
            ];
            self.canvas
                .line(&line, self.plane.width(0.006), palette::PAPER);
        }
    }

    fn grid(&mut self, heights: [f64; 3]) {
        for height in heights {
            let line = [
                self.plane.at(0, height),
                self.plane.at(self.plane.last, height),
            ];
            self.canvas.line(&line, 1.0, palette::RIM.with_alpha(0.6));
        }
    }

    fn population(&mut self, points: &[&CurvePoint], kind: PopulationKind, axes: &ChartAxes) {
        let axis = axes.of_population(kind);
        let (colour, pattern) = (population_colour(kind), pattern(kind));
        let filled: Vec<(u32, &Summary)> = points
            .iter()
            .map(|point| (point.generation, point.summary(kind)))
            .filter(|(_, summary)| summary.size > 0 && !axis.is_unmeasured(summary))
            .collect();
        let line = |height: &dyn Fn(&Summary) -> f64| -> Vec<Vec2> {
            let points = filled.iter();
            points
                .map(|(at, one)| self.plane.at(*at, height(one)))
                .collect()
        };
        let mut band = line(&|one| axis.height(one.quartiles[1]));
        band.extend(line(&|one| axis.height(one.quartiles[0])).into_iter().rev());
        let median = line(&|one| axis.height(one.median));
        let best = line(&|one| axis.height(one.best));
        let (thin, thick) = (self.plane.width(0.005), self.plane.width(0.013));
        self.canvas.polygon(&band, colour.with_alpha(0.18));
        self.canvas.line(&median, thin, colour.with_alpha(0.7));
        self.canvas.patterned_line(&best, thick, colour, pattern);
    }
}

#[cfg(test)]
mod tests {
    use super::super::flags::plant_flags;
    use super::*;
    use crate::generation::story::Milestone;

    /// The pixels of a chart of ten generations that get better, with some flags and dots.
    fn paint(milestones: &[Milestone], dots: &[Dot]) -> Vec<u8> {
        let curve: Vec<CurvePoint> = (0..10)
            .map(|generation| CurvePoint {
                generation,
                feasible: Summary::of(vec![0.1 + 0.05 * f64::from(generation); 4]),
                infeasible: Summary::of(vec![0.1, 0.5]),
            })
            .collect();
        let axes = ChartAxes::of(&curve, None, None);
        let size = Vec2::new(300.0, 150.0);
        let flags = plant_flags(&Plane::of(size, &curve), &axes.feasible, milestones);
        let marks = CurveMarks {
            target: None,
            dots,
            flags: &flags,
            shown: None,
        };
        let painted = paint_curves(size, Look::default(), &curve, &[], &axes, &marks);
        painted.expect("a chart").rgb()
    }

    /// Whether each byte of a chart differs from that of another one.
    fn differences(one: &[u8], other: &[u8]) -> Vec<bool> {
        let pairs = one.iter().zip(other);
        pairs.map(|(one, other)| one != other).collect()
    }

    #[test]
    fn each_kind_of_flag_has_a_shape_of_its_own() {
        let milestone = |before| Milestone {
            generation: 5,
            fitness: 0.35,
            before,
        };
        let plain = paint(&[], &[]);
        let [better, first] =
            [Some(0.3), None].map(|before| differences(&paint(&[milestone(before)], &[]), &plain));
        assert!(better.contains(&true) && first.contains(&true) && better != first);
    }

    #[test]
    fn each_kind_of_individual_has_a_shape_of_its_own() {
        let plain = paint(&[], &[]);
        // Both have the same place, at the lower end of their axes.
        let dots = [
            (PopulationKind::Feasible, 0.1),
            (PopulationKind::Infeasible, 0.05),
        ];
        let [feasible, infeasible] = dots.map(|(population, fitness)| {
            let dot = Dot {
                generation: 5,
                fitness,
                population,
            };
            differences(&paint(&[], &[dot]), &plain)
        });
        assert!(feasible.contains(&true) && infeasible.contains(&true));
        assert_ne!(feasible, infeasible);
    }
}
