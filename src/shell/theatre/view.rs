//! A view of one generation, painted by a background task: the members and the chart.

use std::sync::Arc;

use bevy::prelude::*;

use super::MEMBERS;
use super::archive_grid::{CELL_TEXTURE, place_of_cell};
use super::axis::{ChartAxes, Plane};
use super::chart_kind::{ChartKind, Course, scale_top};
use super::curves::{COVERAGE_AXIS, CurveMarks, paint_coverage, paint_curves, paint_series};
use super::elite_mark::{MarkMember, Marks, marks_of};
use super::flags::{Flag, plant_flags};
use super::members::GridView;
use crate::generation::dots::Dot;
use crate::generation::measure::BINS;
use crate::generation::story::Milestone;
use crate::generation::watch::{CurvePoint, DisplaySelection, Frame, Thumbnail, WatchedRun};
use crate::generation::{Picture, PopulationKind};
use crate::shell::theme::paint::{Canvas, Painted};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::SpritePainter;

/// The request for a view: the run, the selection, and the looks.
pub(super) struct ViewRequest {
    pub(super) run: Arc<dyn WatchedRun>,
    pub(super) selection: DisplaySelection,
    /// Whether the run fills an archive.
    pub(super) is_archive: bool,
    /// Gives the marks of an archive's members; `None` if they have none.
    pub(super) mark: Option<MarkMember>,
    /// The grids of the infeasible and of the feasible members.
    pub(super) grids: [GridView; 2],
    pub(super) chart_size: Vec2,
    pub(super) chart: ChartKind,
    /// The number of the part that is marked in the large picture.
    pub(super) part: Option<usize>,
    /// The course of the last run of the same kind.
    pub(super) last: Option<Arc<Course>>,
    /// Gives pictures the colours that the player has chosen.
    pub(super) repaint: Option<fn(Picture) -> Picture>,
    pub(super) sprites: Arc<SpritePainter>,
}

/// A generation with its painted pictures.
pub(super) struct View {
    /// The selection that was asked for.
    pub(super) selection: DisplaySelection,
    pub(super) frame: Frame,
    /// The pictures of the infeasible and of the feasible members.
    pub(super) grids: [Option<Painted>; 2],
    /// The same as textures, because it takes milliseconds to convert large ones.
    pub(super) images: [Option<Image>; 2],
    /// The picture of the map of an archive.
    pub(super) map: Option<Image>,
    /// The marks of the archive's members.
    pub(super) marks: Marks,
    pub(super) chart: Option<Image>,
    pub(super) curve: Vec<CurvePoint>,
    pub(super) axes: ChartAxes,
    pub(super) milestones: Vec<Milestone>,
    /// The flags of the chart; none if the chart shows no distance.
    pub(super) flags: Vec<Flag>,
    /// The dots of the chart; none if the chart shows no distance.
    pub(super) dots: Vec<Dot>,
    pub(super) diversity: Vec<(u32, f64)>,
    /// The upper end of the chart's scale; `None` if the chart uses the axes.
    pub(super) top: Option<f64>,
}

impl ViewRequest {
    /// Takes a snapshot of the run and paints it.
    pub(super) fn paint(&self) -> Option<View> {
        let frame = self.snapshot()?;
        let course = Course {
            curve: self.run.curve(),
            diversity: match self.chart {
                ChartKind::Diversity => self.run.diversity(),
                _ => Vec::new(),
            },
        };
        let mut axes = ChartAxes::of(&course.curve, self.run.target(), self.run.met_distance());
        let shown = (self.selection.record != usize::MAX).then_some(frame.generation);
        let mark = self.mark.as_ref().filter(|_| self.is_archive);
        let marks = mark.map_or(Marks::new(), |mark| marks_of(&frame, mark));
        let milestones = self.run.milestones();
        let (mut flags, mut dots) = (Vec::new(), Vec::new());
        let (grids, map, chart, top);
        if self.is_archive {
            axes.feasible = COVERAGE_AXIS;
            grids = [None, None];
            let painted = paint_map(&frame, self.selection.member, &marks, &self.sprites);
            map = painted.map(|map| map.image());
            let painted =
                paint_coverage(self.chart_size, self.sprites.look(), &course.curve, shown);
            chart = painted.map(|chart| chart.image());
            top = None;
        } else {
            grids = PopulationKind::BOTH.map(|kind| self.paint_members(&frame, kind));
            map = None;
            if matches!(self.chart, ChartKind::Distance | ChartKind::Story) {
                let plane = Plane::of(self.chart_size, &course.curve);
                flags = plant_flags(&plane, &axes.feasible, &milestones);
                dots = self.run.dots(self.selection.record);
            }
            let marks = CurveMarks {
                target: self.run.target(),
                dots: &dots,
                flags: &flags,
                shown,
            };
            let painted;
            (painted, top) = self.paint_chart(&course, &axes, &marks);
            chart = painted.map(|chart| chart.image());
        }
        let image = |painted: &Option<Painted>| painted.as_ref().map(Painted::image);
        Some(View {
            selection: self.selection,
            images: grids.each_ref().map(image),
            grids,
            map,
            marks,
            chart,
            frame,
            curve: course.curve,
            axes,
            milestones,
            flags,
            dots,
            diversity: course.diversity,
            top,
        })
    }

    /// Takes a snapshot of the run: its pictures have the chosen colours, padlocks on their locked parts, and the mark of
    /// the part that is pointed at.
    fn snapshot(&self) -> Option<Frame> {
        let mut frame = self.run.frame(self.selection, MEMBERS)?;
        if let Some(repaint) = self.repaint {
            let members = frame.members.iter_mut().map(|(_, member)| member);
            for shown in members.chain([&mut frame.selected]) {
                shown.picture = repaint(std::mem::take(&mut shown.picture));
            }
        }
        super::padlocks::add_padlocks(&mut frame);
        if let Some(number) = self.part {
            super::padlocks::mark_part(&mut frame, number);
        }
        Some(frame)
    }

    /// Paints the chart, and returns the upper end of its scale if the scale begins at 0.
    fn paint_chart(
        &self,
        course: &Course,
        axes: &ChartAxes,
        marks: &CurveMarks,
    ) -> (Option<Painted>, Option<f64>) {
        let (size, curve) = (self.chart_size, &course.curve);
        let look = self.sprites.look();
        let last = self.last.as_deref();
        if matches!(self.chart, ChartKind::Distance | ChartKind::Story) {
            let last = last.map_or(&[][..], |last| &last.curve);
            return (paint_curves(size, look, curve, last, axes, marks), None);
        }
        let series = course.series(self.chart, axes);
        let last = last.map_or(Vec::new(), |last| last.series(self.chart, axes));
        let top = scale_top(self.chart, &series);
        let lines = (&series[..], &last[..]);
        (
            paint_series(size, look, curve, lines, top, marks.shown),
            Some(top),
        )
    }

    /// Paints the members of a population into one picture.
    fn paint_members(&self, frame: &Frame, kind: PopulationKind) -> Option<Painted> {
        let view = &self.grids[kind.index()];
        let (width, height) = (view.size.x as u32, view.size.y as u32);
        let mut canvas = Canvas::with_sprites(width, height, Arc::clone(&self.sprites))?;
        let members = frame.members_of(kind);
        let layout = view.layout(members.len());
        for (index, (member, thumbnail)) in members.iter().enumerate() {
            let at = layout.place(index);
            let is_seen = (at + layout.side).cmpgt(Vec2::ZERO).all() && at.cmplt(view.size).all();
            if is_seen {
                let is_selected = self.selection.member == Some(*member);
                paint_member(&mut canvas, thumbnail, at, layout.side, is_selected);
            }
        }
        Some(canvas.into_painted())
    }
}

/// Paints the map of an archive: each elite in its cell, with its mark and a bar for its quality.
pub(super) fn paint_map(
    frame: &Frame,
    selected: Option<u32>,
    marks: &Marks,
    sprites: &Arc<SpritePainter>,
) -> Option<Painted> {
    let side = CELL_TEXTURE * BINS as u32;
    let mut canvas = Canvas::with_sprites(side, side, Arc::clone(sprites))?;
    let side = CELL_TEXTURE as f32;
    let corner = |cell: usize| {
        let (column, row) = place_of_cell(cell);
        Vec2::new(column as f32, row as f32) * side
    };
    for cell in 0..BINS * BINS {
        canvas.frame(corner(cell), side, 1.0, palette::RIM.with_alpha(0.5));
    }
    for (cell, member) in &frame.members {
        let at = corner(*cell as usize);
        let is_selected = selected == Some(*cell);
        paint_member(&mut canvas, member, at, side, is_selected);
        if let Some(mark) = marks.get(cell) {
            canvas.thumbnail(&mark.picture, at, side);
        }
        let line = [0.0, member.fitness.clamp(0.0, 1.0) as f32]
            .map(|part| at + Vec2::new(0.06 + 0.88 * part, 0.95) * side);
        let colour = palette::heat(member.fitness as f32);
        canvas.line(&line, 0.06 * side, colour);
    }
    Some(canvas.into_painted())
}

/// Paints a member with a rim: bright for the selected one, lamp-coloured for an elite.
fn paint_member(canvas: &mut Canvas, thumbnail: &Thumbnail, at: Vec2, side: f32, selected: bool) {
    let margin = side * 0.06;
    let (inner, inner_side) = (at + margin, side - 2.0 * margin);
    canvas.square(at + margin / 2.0, side - margin, palette::NIGHT);
    canvas.thumbnail(&thumbnail.picture, inner, inner_side);
    let rim = if selected {
        palette::PAPER
    } else if thumbnail.elite {
        palette::LAMP
    } else {
        return;
    };
    canvas.frame(at, side, (margin * 0.7).max(1.0), rim);
}
