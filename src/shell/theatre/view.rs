//! A view of one generation, painted by a background task: the members and the chart.

use std::sync::Arc;

use bevy::prelude::*;

use super::axis::Axes;
use super::curves::paint_curves;
use super::members::GridView;
use super::{Grid, MEMBERS};
use crate::generation::Picture;
use crate::generation::watch::{CurvePoint, DisplaySelection, Frame, Thumbnail, WatchedRun};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::SpritePainter;

/// The side of the texture of a cell of an archive, in pixels.
const CELL: u32 = 96;

/// What is to be painted.
pub(super) struct ViewRequest {
    pub(super) run: Arc<dyn WatchedRun>,
    pub(super) selection: DisplaySelection,
    /// The grid of an archive.
    pub(super) archive: Option<Grid>,
    /// The grids of the infeasible and of the feasible members.
    pub(super) grids: [GridView; 2],
    pub(super) chart_size: Vec2,
    /// Gives pictures the colours that the player has chosen.
    pub(super) repaint: Option<fn(Picture) -> Picture>,
    pub(super) sprites: Arc<SpritePainter>,
}

/// A generation with its painted pictures.
pub(super) struct View {
    pub(super) frame: Frame,
    /// The pictures of the infeasible and of the feasible members.
    pub(super) grids: [Option<Image>; 2],
    /// The pictures of the filled cells of an archive.
    pub(super) cells: Vec<(u32, Image)>,
    pub(super) chart: Option<Image>,
    pub(super) curve: Vec<CurvePoint>,
    pub(super) axes: Axes,
}

impl ViewRequest {
    /// Takes a snapshot of the run and paints it.
    pub(super) fn paint(&self) -> Option<View> {
        let most = self
            .archive
            .map_or(MEMBERS, |grid| grid.columns * grid.rows.len());
        let mut frame = self.run.frame(self.selection, most)?;
        if let Some(repaint) = self.repaint {
            let members = frame.members.iter_mut().map(|(_, member)| member);
            for shown in members.chain([&mut frame.selected]) {
                shown.picture = repaint(std::mem::take(&mut shown.picture));
            }
        }
        let curve = self.run.curve();
        let target = self.run.target();
        let axes = Axes::of(&curve, target, self.run.met_distance());
        let shown = (self.selection.record != usize::MAX).then_some(frame.generation);
        Some(View {
            grids: [false, true].map(|feasible| self.paint_members(&frame, feasible)),
            cells: self
                .archive
                .map_or(Vec::new(), |_| self.paint_cells(&frame)),
            chart: paint_curves(self.chart_size, &curve, &axes, target, shown),
            frame,
            curve,
            axes,
        })
    }

    fn paint_cells(&self, frame: &Frame) -> Vec<(u32, Image)> {
        let cell = |(cell, thumbnail): &(u32, Thumbnail)| {
            let mut canvas = Canvas::with_sprites(CELL, CELL, Arc::clone(&self.sprites))?;
            let is_selected = self.selection.member == Some(*cell);
            paint_member(&mut canvas, thumbnail, Vec2::ZERO, CELL as f32, is_selected);
            Some((*cell, canvas.image()))
        };
        frame.members.iter().filter_map(cell).collect()
    }

    /// Paints the feasible or the infeasible members into one picture.
    fn paint_members(&self, frame: &Frame, feasible: bool) -> Option<Image> {
        let view = &self.grids[usize::from(feasible)];
        let (width, height) = (view.size.x as u32, view.size.y as u32);
        let mut canvas = Canvas::with_sprites(width, height, Arc::clone(&self.sprites))?;
        let members: Vec<&(u32, Thumbnail)> = frame.group(feasible).collect();
        let layout = view.layout(members.len());
        for (index, (member, thumbnail)) in members.iter().enumerate() {
            let at = layout.place(index);
            let is_seen = (at + layout.side).cmpgt(Vec2::ZERO).all() && at.cmplt(view.size).all();
            if is_seen {
                let is_selected = self.selection.member == Some(*member);
                paint_member(&mut canvas, thumbnail, at, layout.side, is_selected);
            }
        }
        Some(canvas.image())
    }
}

/// Paints a member with a rim: bright for the selected one, lamp-coloured for an elite.
fn paint_member(canvas: &mut Canvas, thumbnail: &Thumbnail, at: Vec2, side: f32, selected: bool) {
    let margin = side * 0.06;
    let (inner, inner_side) = (at + margin, side - 2.0 * margin);
    canvas.square(at + margin / 2.0, side - margin, palette::NIGHT);
    canvas.thumbnail(&thumbnail.picture, inner, inner_side);
    let rim = match thumbnail.elite {
        _ if selected => palette::PAPER,
        true => palette::LAMP,
        false => return,
    };
    canvas.frame(at, side, (margin * 0.7).max(1.0), rim);
}
