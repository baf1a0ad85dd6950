//! A generation painted off the main thread: the members and the curves.

use bevy::prelude::*;

use super::MEMBERS;
use crate::generation::watch::{CurvePoint, Frame, Lead, Live, Portrait};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;

/// Pixels a side of a small picture's texture.
const SMALL: u32 = 96;
/// Pixels of the chart's texture, and where an atlas takes most of the room.
const CHART: (u32, u32) = (1_120, 360);
const LOW_CHART: (u32, u32) = (1_120, 110);

/// A generation with its pictures, painted off the main thread.
pub(super) struct View {
    pub(super) frame: Frame,
    /// The members shown, with where they are.
    pub(super) members: Vec<(Slot, Image)>,
    pub(super) chart: Image,
    /// Where the axis of fitness ends.
    pub(super) top: f64,
}

/// Where a small picture is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Among the feasible ones or the others, by its place there.
    Group(bool, usize),
    /// In the grid of an atlas.
    Grid(u32),
}

impl View {
    /// Takes a snapshot of a run and paints it; a member that leads is marked.
    pub(super) fn of(live: &dyn Live, lead: Lead, grid: bool) -> Option<Self> {
        let frame = live.frame(lead, MEMBERS)?;
        let mut next = [0, 0];
        let members = frame.members.iter().filter_map(|(member, portrait)| {
            let feasible = portrait.violation == 0;
            let place = next[usize::from(feasible)];
            next[usize::from(feasible)] += 1;
            let image = paint_member(portrait, lead.member == Some(*member))?;
            let slot = match grid {
                true => Slot::Grid(*member),
                false => Slot::Group(feasible, place),
            };
            Some((slot, image))
        });
        let curve = live.curve();
        let top = top_of(&curve);
        Some(View {
            members: members.collect(),
            chart: paint_curves(
                if grid { LOW_CHART } else { CHART },
                &curve,
                top,
                (lead.place != usize::MAX).then_some(frame.generation),
            )?,
            top,
            frame,
        })
    }
}

/// A member: an elite has a lamp-coloured rim, an infeasible one a red one, the chosen one a
/// bright one.
fn paint_member(portrait: &Portrait, chosen: bool) -> Option<Image> {
    let mut canvas = Canvas::new(SMALL, SMALL)?;
    let side = SMALL as f32;
    canvas.thumbnail(&portrait.picture, Vec2::splat(8.0), side - 16.0);
    let rim = match (portrait.elite, portrait.violation) {
        _ if chosen => Some(palette::PAPER),
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

/// Where the axis of fitness ends: at 1, or at the next round number where it goes beyond.
fn top_of(curve: &[CurvePoint]) -> f64 {
    let best = curve.iter().map(|point| point.feasible.best);
    let best = best.fold(0.0, f64::max);
    let tops = (0..9)
        .flat_map(|power| [1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0].map(|step| step * 10f64.powi(power)));
    tops.into_iter().find(|top| best <= *top).unwrap_or(best)
}

/// Fitness (best as a line, mean and spread as a band), the share of feasible ones, and a mark at
/// the generation that is looked back at.
fn paint_curves(
    size: (u32, u32),
    curve: &[CurvePoint],
    top: f64,
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
    // More points than this would not be seen.
    let curve: Vec<&CurvePoint> = curve.iter().step_by(curve.len() / 400 + 1).collect();
    let share = |p: &CurvePoint| {
        p.feasible.size as f64 / (p.feasible.size + p.infeasible.size).max(1) as f64
    };
    // Where nobody is infeasible it says nothing.
    if curve.iter().any(|point| point.infeasible.size > 0) {
        let sizes: Vec<Vec2> = curve.iter().map(|p| at(p.generation, share(p))).collect();
        canvas.line(&sizes, 2.5, palette::THOUGHT.with_alpha(0.75));
    }
    for (population, colour, top) in [
        (CurvePoint::INFEASIBLE, palette::FAULT, 1.0),
        (CurvePoint::FEASIBLE, palette::LAMP, top),
    ] {
        let points: Vec<_> = curve
            .iter()
            .map(|p| (p.generation, population(p)))
            // Places of an atlas that are empty have no fitness.
            .filter(|(_, summary)| summary.size > 0 && summary.best > 0.0)
            .collect();
        let upper = points
            .iter()
            .map(|(g, s)| at(*g, (s.mean + s.deviation).min(s.best) / top));
        let lower = points
            .iter()
            .rev()
            .map(|(g, s)| at(*g, (s.mean - s.deviation) / top));
        let band: Vec<Vec2> = upper.chain(lower).collect();
        canvas.polygon(&band, colour.with_alpha(0.16));
        let best: Vec<Vec2> = points.iter().map(|(g, s)| at(*g, s.best / top)).collect();
        canvas.line(&best, 4.0, colour);
    }
    if let Some(generation) = mark {
        let line = [at(generation, 0.0), at(generation, 1.0)];
        canvas.line(&line, 2.0, palette::PAPER);
    }
    Some(canvas.image())
}
