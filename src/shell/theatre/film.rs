//! Pictures of a run to keep: the individual that is shown with the chart as a picture, and the way to the best one as
//! an animated picture.

use std::sync::Arc;

use bevy::prelude::*;

use super::axis::{ChartAxes, Plane};
use super::curves::{CurveMarks, paint_coverage, paint_curves};
use super::elite_mark::Marks;
use super::flags::plant_flags;
use super::view::paint_map;
use crate::base::PlainError;
use crate::generation::Picture;
use crate::generation::measure::CELLS;
use crate::generation::watch::{CurvePoint, Frame, WatchedRun};
use crate::shell::theme::animation::{AnimationFrame, animated_png, png};
use crate::shell::theme::paint::{Canvas, Painted};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::SpritePainter;

/// The side of the large picture, in pixels.
const SIDE: f32 = 560.0;
/// The height of the chart.
const CHART: f32 = 130.0;
/// The margin around everything, and the gap between the parts.
const MARGIN: f32 = 20.0;
/// The height of the heading, which has two lines.
const HEAD: f32 = 62.0;
/// The most steps of an animated picture: more would be a large file and a long film.
const MOST_STEPS: usize = 30;
/// The number of pictures from one step to the next.
const BETWEEN: u16 = 4;
/// The time for which each picture between two steps is shown, in milliseconds.
const BETWEEN_TIME: u16 = 60;
/// The time for which a step is shown, in milliseconds.
const STEP_TIME: u16 = 420;
/// The time for which the end is shown, in milliseconds.
const END_TIME: u16 = 3_000;

/// The data from which pictures of a run are painted.
pub(super) struct Film {
    pub(super) run: Arc<dyn WatchedRun>,
    pub(super) is_archive: bool,
    /// Gives pictures the colours that the player has chosen; `None` for their own colours.
    pub(super) repaint: Option<fn(Picture) -> Picture>,
    pub(super) sprites: Arc<SpritePainter>,
    /// The name of the evolved thing.
    pub(super) title: String,
    /// The line with generation and seed. It contains `{generation}`.
    pub(super) line: String,
    /// The curve of the run as far as the film goes.
    pub(super) curve: Vec<CurvePoint>,
}

/// The large part of a picture.
enum Large {
    /// An individual.
    Individual(Picture),
    /// The map of an archive.
    Map(Painted),
}

impl Film {
    /// A generation as a PNG file, as the theatre shows it; `None` if it cannot be painted.
    pub(super) fn picture(&self, shown: Frame) -> Option<Result<Vec<u8>, PlainError>> {
        let generation = shown.generation;
        let large = self.large(shown)?;
        let large = self.paint_large(&large, &large, 1.0)?;
        let painted = self.compose(&large, generation)?;
        Some(png(&painted).map_err(PlainError::from))
    }

    /// The whole run as an animated PNG file: each step shows a better individual, or more of the map. Generations that
    /// the history has forgotten meanwhile are left out.
    pub(super) fn animation(&self) -> Result<Vec<u8>, PlainError> {
        let steps = steps(&self.curve, self.is_archive);
        let steps: Vec<_> = steps.into_iter().filter_map(|at| self.step(at)).collect();
        let last = steps.len().saturating_sub(1);
        let count = 1 + last as u32 * u32::from(BETWEEN);
        let pairs = steps.iter().enumerate().flat_map(|(at, new)| {
            let old = &steps[at.saturating_sub(1)];
            let first = if at == 0 { BETWEEN } else { 1 };
            (first..=BETWEEN).map(move |part| (at, old, new, part))
        });
        let frames = pairs.filter_map(|(at, (old, _), (new, generation), part)| {
            let large = self.paint_large(old, new, f32::from(part) / f32::from(BETWEEN))?;
            let milliseconds = match part {
                BETWEEN if at == last => END_TIME,
                BETWEEN => STEP_TIME,
                _ => BETWEEN_TIME,
            };
            Some(AnimationFrame {
                picture: self.compose(&large, *generation)?,
                milliseconds,
            })
        });
        animated_png(count, frames).map_err(PlainError::from)
    }

    /// The large part of the picture of a generation, and the number of the generation; `None` if it is not remembered.
    fn step(&self, generation: u32) -> Option<(Large, u32)> {
        let most = if self.is_archive { CELLS } else { 0 };
        let mut frame = self.run.frame_of_generation(generation, most)?;
        if let Some(repaint) = self.repaint {
            frame.selected.picture = repaint(frame.selected.picture);
        }
        Some((self.large(frame)?, generation))
    }

    /// The large part of the picture of a generation, in the colours that it has.
    fn large(&self, frame: Frame) -> Option<Large> {
        Some(match self.is_archive {
            true => Large::Map(paint_map(&frame, None, &Marks::new(), &self.sprites)?),
            false => Large::Individual(frame.selected.picture),
        })
    }

    /// Paints the change from one large picture to the next; `t` runs from 0 to 1.
    fn paint_large(&self, old: &Large, new: &Large, t: f32) -> Option<Painted> {
        let side = SIDE as u32;
        let mut canvas = Canvas::with_sprites(side, side, Arc::clone(&self.sprites))?;
        match (old, new) {
            (Large::Individual(_), Large::Individual(new)) if t >= 1.0 => {
                canvas.picture(new, Vec2::ZERO, SIDE);
            }
            (Large::Individual(old), Large::Individual(new)) => canvas.morph(old, new, t, SIDE),
            (_, Large::Map(map)) => {
                let (width, height) = map.size();
                let whole = Rect::new(0.0, 0.0, width as f32, height as f32);
                canvas.part(map, whole, Vec2::ZERO, SIDE);
            }
            (Large::Map(_), Large::Individual(_)) => {}
        }
        Some(canvas.into_painted())
    }

    /// Heading, large picture and chart as one picture.
    fn compose(&self, large: &Painted, generation: u32) -> Option<Painted> {
        let width = SIDE + 2.0 * MARGIN;
        let height = HEAD + SIDE + CHART + 3.0 * MARGIN;
        let mut canvas = Canvas::with_look(width as u32, height as u32, self.sprites.look())?;
        canvas.block(Rect::new(0.0, 0.0, width, height), palette::NIGHT);
        let middle = width / 2.0;
        let at = Vec2::new(middle, MARGIN + 0.2 * HEAD);
        canvas.text(&self.title, at, 26.0, palette::PAPER);
        let line = self.line.replace("{generation}", &generation.to_string());
        let at = Vec2::new(middle, MARGIN + 0.72 * HEAD);
        canvas.text(&line, at, 17.0, palette::MIST);
        canvas.painted(large, Vec2::new(MARGIN, HEAD + MARGIN));
        if let Some(chart) = self.paint_chart(generation) {
            canvas.painted(&chart, Vec2::new(MARGIN, HEAD + SIDE + 2.0 * MARGIN));
        }
        Some(canvas.into_painted())
    }

    /// The chart of the whole run with a mark at a generation.
    fn paint_chart(&self, generation: u32) -> Option<Painted> {
        let (size, look) = (Vec2::new(SIDE, CHART), self.sprites.look());
        if self.is_archive {
            return paint_coverage(size, look, &self.curve, Some(generation));
        }
        let (target, met) = (self.run.target(), self.run.met_distance());
        let axes = ChartAxes::of(&self.curve, target, met);
        let plane = Plane::of(size, &self.curve);
        let marks = CurveMarks {
            target,
            // The chart of a film is too small for single individuals.
            dots: &[],
            flags: &plant_flags(&plane, &axes.feasible, &self.run.milestones()),
            shown: Some(generation),
        };
        paint_curves(size, look, &self.curve, &[], &axes, &marks)
    }
}

/// The generations that a film shows: the first, those in which the best or the map is better than before, and the
/// last. If they are too many, some are left out evenly.
fn steps(curve: &[CurvePoint], is_archive: bool) -> Vec<u32> {
    let merit = |point: &CurvePoint| match is_archive {
        true => (point.feasible.size, 0.0),
        false => match point.feasible.size {
            0 => (0, point.infeasible.best),
            _ => (1, point.feasible.best),
        },
    };
    let mut best = None;
    let better = |point: &&CurvePoint| {
        let merit = merit(point);
        let is_better = best.is_none_or(|best| merit > best);
        if is_better {
            best = Some(merit);
        }
        is_better
    };
    let generation = |point: &CurvePoint| point.generation;
    let mut steps: Vec<u32> = curve.iter().filter(better).map(generation).collect();
    let last = curve.last().map(generation);
    if steps.last() != last.as_ref() {
        steps.extend(last);
    }
    if steps.len() <= MOST_STEPS {
        return steps;
    }
    let end = steps.len() - 1;
    (0..MOST_STEPS)
        .map(|number| steps[number * end / (MOST_STEPS - 1)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Summary;

    fn point(generation: u32, feasible: f64, infeasible: f64) -> CurvePoint {
        let summary = |best: f64| Summary {
            size: usize::from(best > 0.0),
            best,
            ..Summary::default()
        };
        CurvePoint {
            generation,
            feasible: summary(feasible),
            infeasible: summary(infeasible),
        }
    }

    #[test]
    fn a_film_shows_what_is_better_than_before_and_the_end() {
        let curve = [
            point(0, 0.0, 0.2),
            point(1, 0.0, 0.2),
            point(2, 0.0, 0.5),
            point(3, 0.1, 0.3),
            point(4, 0.1, 0.3),
            point(5, 0.4, 0.1),
            point(6, 0.4, 0.0),
        ];
        assert_eq!(steps(&curve, false), [0, 2, 3, 5, 6]);
        assert_eq!(steps(&curve[..1], false), [0]);
        let long: Vec<_> = (1..=200).map(|n| point(n, f64::from(n), 0.0)).collect();
        let steps = steps(&long, false);
        assert_eq!((steps.len(), steps[0]), (MOST_STEPS, 1));
        assert_eq!(steps.last(), Some(&200));
    }
}
