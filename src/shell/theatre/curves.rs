//! Paints the curves of the chart: for each population the best as a line, the median as a thin line and the middle
//! half as a band; the share of the feasible population; the target; and the best of the last run as a pale line. Other
//! kinds of charts have their own lines.

use bevy::prelude::*;

use super::axis::{Axis, ChartAxes, HEADROOM};
use super::chart_kind::Series;
use crate::generation::Summary;
use crate::generation::measure::CELLS;
use crate::generation::story::Milestone;
use crate::generation::watch::CurvePoint;
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
pub(super) fn quality_diversity(filled: &Summary) -> f64 {
    filled.mean * filled.size as f64
}

/// Paints the chart of an archive: the share of its cells that are filled, and its QD score as a share of the largest
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
    let score = |point: &CurvePoint| quality_diversity(&point.feasible) / CELLS as f64;
    let curves: [(Color, LinePattern, &dyn Fn(&CurvePoint) -> f64); 2] = [
        (palette::THOUGHT, SHARE_PATTERN, &feasible_share),
        (palette::LAMP, LinePattern::Solid, &score),
    ];
    for (colour, pattern, value) in curves {
        let at =
            |point: &&CurvePoint| chart.at(point.generation, COVERAGE_AXIS.height(value(point)));
        let line: Vec<Vec2> = points.iter().map(at).collect();
        let width = chart.width(0.013);
        chart.canvas.patterned_line(&line, width, colour, pattern);
    }
    chart.shown(shown);
    Some(chart.canvas.into_painted())
}

/// The opacity of the lines of the last run.
const PALE: f32 = 0.4;

/// The pattern of the lines of the feasible or the infeasible population.
pub(super) fn pattern(feasible: bool) -> LinePattern {
    if feasible {
        LinePattern::Solid
    } else {
        LinePattern::Dashes
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
    /// The moments that have flags.
    pub(super) milestones: &'a [Milestone],
    /// The generation to which the player went back.
    pub(super) shown: Option<u32>,
}

/// The flag of the first feasible individual in a legend: a ball on a pole.
pub(super) const FIRST_FLAG: &str = "●";
/// The flag of a better best in a legend: a pennant on a pole.
pub(super) const BETTER_FLAG: &str = "◀|";

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
    // A share that is always 1 needs no curve.
    if curve.iter().any(|point| point.infeasible.size > 0) {
        let share = |point: &&CurvePoint| chart.at(point.generation, feasible_share(point));
        let line: Vec<Vec2> = points.iter().map(share).collect();
        let colour = palette::THOUGHT.with_alpha(0.45);
        let width = chart.width(0.006);
        chart
            .canvas
            .patterned_line(&line, width, colour, SHARE_PATTERN);
        let infeasible = (palette::FAULT, pattern(false));
        chart.population(
            &points,
            CurvePoint::INFEASIBLE,
            &axes.infeasible,
            infeasible,
        );
    }
    let feasible = (palette::LAMP, pattern(true));
    chart.population(&points, CurvePoint::FEASIBLE, &axes.feasible, feasible);
    if let Some(target) = marks.target {
        let height = axes.feasible.height(target);
        let line = [chart.at(0, height), chart.at(chart.last, height)];
        let width = chart.width(0.008);
        chart
            .canvas
            .patterned_line(&line, width, palette::LEAF, TARGET_PATTERN);
    }
    chart.flags(marks.milestones, &axes.feasible);
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
        let until = one.points.iter().filter(|(at, _)| *at <= chart.last);
        let line: Vec<Vec2> = until
            .map(|(at, value)| chart.at(*at, value / top * (1.0 - HEADROOM)))
            .collect();
        let width = chart.width(width);
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

/// The flags that have room beside each other, by their places from left to right: the first feasible individual's, and
/// of the others the newest that stand at least `gap` apart.
fn flags_with_room(flags: &[(f32, bool)], gap: f32) -> Vec<usize> {
    let numbered = || (0..flags.len()).rev();
    let order = numbered()
        .filter(|at| flags[*at].1)
        .chain(numbered().filter(|at| !flags[*at].1));
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        let is_apart = |other: &usize| (flags[*other].0 - flags[at].0).abs() >= gap;
        if kept.iter().all(is_apart) {
            kept.push(at);
        }
    }
    kept
}

/// The feasible population as a part of both.
fn feasible_share(point: &CurvePoint) -> f64 {
    let all = point.feasible.size + point.infeasible.size;
    point.feasible.size as f64 / all.max(1) as f64
}

struct Chart {
    canvas: Canvas,
    size: Vec2,
    /// The newest generation.
    last: u32,
}

impl Chart {
    fn new(size: Vec2, look: Look, curve: &[CurvePoint]) -> Option<Self> {
        let canvas = Canvas::with_look(size.x as u32, size.y as u32, look)?;
        let last = curve.last().map_or(1, |point| point.generation.max(1));
        Some(Chart { canvas, size, last })
    }

    /// The place of a height, 0 to 1 from the bottom, in a generation.
    fn at(&self, generation: u32, height: f64) -> Vec2 {
        let x = generation as f32 / self.last as f32;
        let y = 1.0 - height.clamp(0.0, 1.0) as f32;
        // The widest line stays within the picture.
        let rim = self.width(0.008);
        Vec2::new(x, y) * (self.size - 2.0 * rim) + rim
    }

    /// A width of lines, as a part of the chart's height.
    fn width(&self, part: f32) -> f32 {
        (self.size.y * part).clamp(1.0, 6.0)
    }

    /// The best of the last run, up to the newest generation of the run that is shown.
    fn last_run(&mut self, points: &[&CurvePoint], axis: &Axis) {
        let until = points.iter().filter(|point| {
            point.generation <= self.last && point.feasible.size > 0 && point.feasible.best > 0.0
        });
        let line: Vec<Vec2> = until
            .map(|point| self.at(point.generation, axis.height(point.feasible.best)))
            .collect();
        let colour = palette::PAPER.with_alpha(PALE);
        self.canvas.line(&line, self.width(0.008), colour);
    }

    /// Plants a flag on the curve at each milestone, as far as there is room for them. A ball marks the first feasible
    /// individual, a pennant a better best, so they are told apart without their colours.
    fn flags(&mut self, milestones: &[Milestone], axis: &Axis) {
        let pole = (0.12 * self.size.y).clamp(9.0, 22.0);
        let pennant = Vec2::new(0.6, 0.25) * pole;
        let feet: Vec<Vec2> = milestones
            .iter()
            .map(|one| self.at(one.generation, axis.height(one.fitness)))
            .collect();
        let firsts = milestones.iter().map(|one| one.is_first_feasible);
        let flags: Vec<(f32, bool)> = feet.iter().map(|foot| foot.x).zip(firsts).collect();
        for at in flags_with_room(&flags, 1.3 * pennant.x) {
            let foot = feet[at];
            // Where the curve is near an edge of the chart, the flag hangs or waves the other way.
            let up = if foot.y > 1.4 * pole { -1.0 } else { 1.0 };
            let side = if foot.x > pennant.x { -1.0 } else { 1.0 };
            let top = foot + Vec2::new(0.0, up * pole);
            self.canvas
                .line(&[foot, top], self.width(0.007), palette::PAPER);
            if flags[at].1 {
                self.canvas.disc(top, 0.28 * pole, palette::LEAF);
                continue;
            }
            let tip = top + Vec2::new(side * pennant.x, -up * pennant.y);
            let below = top + Vec2::new(0.0, -2.0 * up * pennant.y);
            self.canvas.polygon(&[top, tip, below], palette::PAPER);
        }
    }

    /// Marks the generation to which the player went back.
    fn shown(&mut self, generation: Option<u32>) {
        if let Some(generation) = generation {
            let line = [self.at(generation, 0.0), self.at(generation, 1.0)];
            self.canvas.line(&line, self.width(0.006), palette::PAPER);
        }
    }

    fn grid(&mut self, heights: [f64; 3]) {
        for height in heights {
            let line = [self.at(0, height), self.at(self.last, height)];
            self.canvas.line(&line, 1.0, palette::RIM.with_alpha(0.6));
        }
    }

    fn population(
        &mut self,
        points: &[&CurvePoint],
        of: fn(&CurvePoint) -> Summary,
        axis: &Axis,
        (colour, pattern): (Color, LinePattern),
    ) {
        let filled: Vec<(u32, Summary)> = points
            .iter()
            .map(|point| (point.generation, of(point)))
            // The empty cells of an archive have no fitness.
            .filter(|(_, summary)| summary.best > 0.0)
            .collect();
        let line = |height: &dyn Fn(&Summary) -> f64| -> Vec<Vec2> {
            let points = filled.iter();
            points.map(|(at, one)| self.at(*at, height(one))).collect()
        };
        let mut band = line(&|one| axis.height(one.quartiles[1]));
        band.extend(line(&|one| axis.height(one.quartiles[0])).into_iter().rev());
        let median = line(&|one| axis.height(one.median));
        let best = line(&|one| axis.height(one.best));
        let (thin, thick) = (self.width(0.005), self.width(0.013));
        self.canvas.polygon(&band, colour.with_alpha(0.18));
        self.canvas.line(&median, thin, colour.with_alpha(0.7));
        self.canvas.patterned_line(&best, thick, colour, pattern);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_flags_and_the_first_one_have_room() {
        let better = |places: &[f32]| -> Vec<(f32, bool)> {
            places.iter().map(|place| (*place, false)).collect()
        };
        assert_eq!(
            flags_with_room(&better(&[0.0, 50.0, 100.0]), 10.0),
            [2, 1, 0]
        );
        assert_eq!(flags_with_room(&better(&[80.0, 95.0, 100.0]), 10.0), [2, 0]);
        let mut flags = better(&[90.0, 95.0, 100.0]);
        flags[0].1 = true;
        assert_eq!(flags_with_room(&flags, 10.0), [0, 2]);
        assert_eq!(flags_with_room(&[], 10.0), Vec::<usize>::new());
    }

    #[test]
    fn each_kind_of_flag_has_a_shape_of_its_own() {
        let curve: Vec<CurvePoint> = (0..10)
            .map(|generation| CurvePoint {
                generation,
                feasible: Summary::of(vec![0.1 + 0.05 * f64::from(generation); 4]),
                infeasible: Summary::default(),
            })
            .collect();
        let axes = ChartAxes::of(&curve, None, None);
        let paint = |milestones: &[Milestone]| {
            let marks = CurveMarks {
                target: None,
                milestones,
                shown: None,
            };
            let size = Vec2::new(300.0, 150.0);
            let painted = paint_curves(size, Look::default(), &curve, &[], &axes, &marks);
            painted.expect("a chart").rgb()
        };
        let milestone = |is_first_feasible| Milestone {
            generation: 5,
            fitness: 0.35,
            is_first_feasible,
        };
        let inked = |one: &[u8], other: &[u8]| -> Vec<bool> {
            let pairs = one.iter().zip(other);
            pairs.map(|(one, other)| one != other).collect()
        };
        let plain = paint(&[]);
        let [better, first] = [false, true].map(|first| inked(&paint(&[milestone(first)]), &plain));
        assert!(better.contains(&true) && first.contains(&true) && better != first);
    }
}
