//! Paints the curves of the chart: for each population the best as a line, the mean as a thin line and the middle half as
//! a band; the share of the feasible population; and the target.

use bevy::prelude::*;

use super::axis::{Axes, Axis};
use crate::generation::Summary;
use crate::generation::watch::CurvePoint;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;

/// More points than this cannot be distinguished.
const MAX_POINTS: usize = 400;

/// Paints the chart. `shown` is the generation to which the player went back.
pub(super) fn paint_curves(
    size: Vec2,
    curve: &[CurvePoint],
    axes: &Axes,
    target: Option<f64>,
    shown: Option<u32>,
) -> Option<Image> {
    let canvas = Canvas::new(size.x as u32, size.y as u32)?;
    let last = curve.last().map_or(1, |point| point.generation.max(1));
    let points = thinned(curve);
    let mut chart = Chart { canvas, size, last };
    chart.grid(&axes.feasible);
    // A share that is always 1 needs no curve.
    if curve.iter().any(|point| point.infeasible.size > 0) {
        let share = |point: &&CurvePoint| chart.at(point.generation, share(point));
        let line: Vec<Vec2> = points.iter().map(share).collect();
        chart
            .canvas
            .line(&line, chart.width(0.006), palette::THOUGHT.with_alpha(0.45));
        chart.population(
            &points,
            CurvePoint::INFEASIBLE,
            &axes.infeasible,
            palette::FAULT,
        );
    }
    chart.population(&points, CurvePoint::FEASIBLE, &axes.feasible, palette::LAMP);
    if let Some(target) = target {
        let height = axes.feasible.height(target);
        let line = [chart.at(0, height), chart.at(last, height)];
        chart.canvas.line(&line, chart.width(0.008), palette::LEAF);
    }
    if let Some(generation) = shown {
        let line = [chart.at(generation, 0.0), chart.at(generation, 1.0)];
        chart.canvas.line(&line, chart.width(0.006), palette::PAPER);
    }
    Some(chart.canvas.image())
}

/// Every so-many-th point, and always the last one.
fn thinned(curve: &[CurvePoint]) -> Vec<&CurvePoint> {
    let stride = curve.len() / MAX_POINTS + 1;
    let last = curve.len().saturating_sub(1);
    let numbered = curve.iter().enumerate();
    let kept = numbered.filter(|(at, _)| at % stride == 0 || *at == last);
    kept.map(|(_, point)| point).collect()
}

/// The feasible population as a part of both.
fn share(point: &CurvePoint) -> f64 {
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

    fn grid(&mut self, axis: &Axis) {
        for (_, height) in axis.marks() {
            let line = [self.at(0, height), self.at(self.last, height)];
            self.canvas.line(&line, 1.0, palette::RIM.with_alpha(0.6));
        }
    }

    fn population(
        &mut self,
        points: &[&CurvePoint],
        of: fn(&CurvePoint) -> Summary,
        axis: &Axis,
        colour: Color,
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
        let mean = line(&|one| axis.mean_height(one));
        let best = line(&|one| axis.height(one.best));
        let (thin, thick) = (self.width(0.005), self.width(0.013));
        self.canvas.polygon(&band, colour.with_alpha(0.18));
        self.canvas.line(&mean, thin, colour.with_alpha(0.7));
        self.canvas.line(&best, thick, colour);
    }
}
