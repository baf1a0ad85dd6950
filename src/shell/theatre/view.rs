//! A view of one generation, painted by a background task: the thumbnails of the members and the chart.

use bevy::prelude::*;

use super::{Grid, MEMBERS};
use crate::generation::Picture;
use crate::generation::watch::{CurvePoint, DisplaySelection, Frame, Thumbnail, WatchedRun};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;

/// The side of a thumbnail's texture, in pixels.
const THUMBNAIL: u32 = 96;
/// The size of the chart's texture, in pixels.
const CHART: (u32, u32) = (1_120, 360);
/// The size of the chart's texture below the grid of an archive.
const LOW_CHART: (u32, u32) = (1_120, 110);

/// A generation with its painted pictures.
pub(super) struct View {
    pub(super) frame: Frame,
    /// The painted thumbnails, with their slots.
    pub(super) members: Vec<(ThumbnailSlot, Image)>,
    pub(super) chart: Image,
    /// The end of the chart's fitness axis.
    pub(super) fitness_axis_end: f64,
}

/// The slot of a thumbnail on the screen.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThumbnailSlot {
    /// A slot among the feasible (true) or the infeasible members, by its index there.
    Group(bool, usize),
    /// A cell of the grid of an archive.
    Cell(u32),
}

impl View {
    /// Takes a snapshot of a run and paints it, with pictures in the colours that `repaint` gives them. A selected
    /// member is marked.
    pub(super) fn of(
        run: &dyn WatchedRun,
        selection: DisplaySelection,
        grid: Option<Grid>,
        repaint: Option<fn(Picture) -> Picture>,
    ) -> Option<Self> {
        let most = grid.map_or(MEMBERS, |grid| grid.columns * grid.rows.len());
        let mut frame = run.frame(selection, most)?;
        if let Some(repaint) = repaint {
            let members = frame.members.iter_mut().map(|(_, member)| member);
            for shown in members.chain([&mut frame.selected]) {
                shown.picture = repaint(std::mem::take(&mut shown.picture));
            }
        }
        let mut next = [0, 0];
        let members = frame.members.iter().filter_map(|(member, thumbnail)| {
            let feasible = thumbnail.violation == 0;
            let index = next[usize::from(feasible)];
            next[usize::from(feasible)] += 1;
            let image = paint_thumbnail(thumbnail, selection.member == Some(*member))?;
            let slot = match grid {
                Some(_) => ThumbnailSlot::Cell(*member),
                None => ThumbnailSlot::Group(feasible, index),
            };
            Some((slot, image))
        });
        let curve = run.curve();
        let axis_end = fitness_axis_end(&curve);
        Some(View {
            members: members.collect(),
            chart: paint_curves(
                if grid.is_some() { LOW_CHART } else { CHART },
                &curve,
                axis_end,
                (selection.record != usize::MAX).then_some(frame.generation),
            )?,
            fitness_axis_end: axis_end,
            frame,
        })
    }
}

/// Paints a thumbnail with a rim: bright for the selected member, lamp-coloured for an elite, red for an infeasible one.
fn paint_thumbnail(thumbnail: &Thumbnail, selected: bool) -> Option<Image> {
    let mut canvas = Canvas::new(THUMBNAIL, THUMBNAIL)?;
    let side = THUMBNAIL as f32;
    canvas.thumbnail(&thumbnail.picture, Vec2::splat(8.0), side - 16.0);
    let rim = match (thumbnail.elite, thumbnail.violation) {
        _ if selected => Some(palette::PAPER),
        (true, _) => Some(palette::LAMP),
        (false, 0) => None,
        (false, _) => Some(palette::FAULT.with_alpha(0.6)),
    };
    if let Some(colour) = rim {
        let (a, b) = (3.0, side - 3.0);
        let corners = [(a, a), (b, a), (b, b), (a, b), (a, a)].map(Vec2::from);
        canvas.line(&corners, 5.0, colour);
    }
    Some(canvas.image())
}

/// The end of the fitness axis: 1, or the next round number above the best fitness.
fn fitness_axis_end(curve: &[CurvePoint]) -> f64 {
    let best = curve.iter().map(|point| point.feasible.best);
    let best = best.fold(0.0, f64::max);
    let ends = (0..9)
        .flat_map(|power| [1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0].map(|step| step * 10f64.powi(power)));
    ends.into_iter().find(|end| best <= *end).unwrap_or(best)
}

/// Paints the chart: the fitness (the best as a line, the mean with its deviation as a band), the share of feasible
/// individuals, and a mark at the generation to which the player went back.
fn paint_curves(
    size: (u32, u32),
    curve: &[CurvePoint],
    axis_end: f64,
    mark: Option<u32>,
) -> Option<Image> {
    let mut canvas = Canvas::new(size.0, size.1)?;
    let last = curve.last().map_or(1, |p| p.generation.max(1)) as f32;
    let (w, h) = (size.0 as f32, size.1 as f32 - 8.0);
    let at = |generation: u32, value: f64| {
        let height = h * (1.0 - value.clamp(0.0, 1.0) as f32);
        Vec2::new(generation as f32 / last * w, 4.0 + height)
    };
    for value in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let line = [at(0, value), Vec2::new(w, at(0, value).y)];
        canvas.line(&line, 1.0, palette::RIM.with_alpha(0.6));
    }
    // More points than this cannot be distinguished.
    let curve: Vec<&CurvePoint> = curve.iter().step_by(curve.len() / 400 + 1).collect();
    let share = |p: &CurvePoint| {
        p.feasible.size as f64 / (p.feasible.size + p.infeasible.size).max(1) as f64
    };
    // A share that is always 1 needs no curve.
    if curve.iter().any(|point| point.infeasible.size > 0) {
        let sizes: Vec<Vec2> = curve.iter().map(|p| at(p.generation, share(p))).collect();
        canvas.line(&sizes, 2.5, palette::THOUGHT.with_alpha(0.75));
    }
    for (population, colour, axis_end) in [
        (CurvePoint::INFEASIBLE, palette::FAULT, 1.0),
        (CurvePoint::FEASIBLE, palette::LAMP, axis_end),
    ] {
        let points: Vec<_> = curve
            .iter()
            .map(|p| (p.generation, population(p)))
            // The empty cells of an archive have no fitness.
            .filter(|(_, summary)| summary.size > 0 && summary.best > 0.0)
            .collect();
        let upper = points
            .iter()
            .map(|(g, s)| at(*g, (s.mean + s.deviation).min(s.best) / axis_end));
        let lower = points
            .iter()
            .rev()
            .map(|(g, s)| at(*g, (s.mean - s.deviation) / axis_end));
        let band: Vec<Vec2> = upper.chain(lower).collect();
        canvas.polygon(&band, colour.with_alpha(0.16));
        let best: Vec<Vec2> = points
            .iter()
            .map(|(g, s)| at(*g, s.best / axis_end))
            .collect();
        canvas.line(&best, 4.0, colour);
    }
    if let Some(generation) = mark {
        let line = [at(generation, 0.0), at(generation, 1.0)];
        canvas.line(&line, 2.0, palette::PAPER);
    }
    Some(canvas.image())
}
