//! Paints the sunburst: each position is a part of a ring, whose colour, thickness and sign say how the game ends with
//! best play.

use std::f32::consts::TAU;
use std::sync::Arc;

use bevy::prelude::*;

use crate::games::tic_tac_toe::players::tree::GameTree;
use crate::games::tic_tac_toe::rules::Side;
use crate::games::tic_tac_toe::walk::ShownTree;
use crate::generation::Picture;
use crate::plot::sunburst::Sector;
use crate::session::statistics::GameResult;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::SpritePainter;

/// The smallest letters, in interface pixels.
const MIN_LETTERS: f32 = 12.0;
/// The largest letters, in interface pixels.
const MAX_LETTERS: f32 = 18.0;
/// The smallest length of a part of a ring that is painted, in pixels.
const MIN_LENGTH: f32 = 0.4;
/// The greatest part of a turn between two corners of a part of a ring.
const CORNER: f32 = 0.008;

/// The sign of a result, its colour, and the part of its ring that a position takes, so that results differ in more
/// than colour.
pub(super) fn look_of(result: Option<GameResult>) -> (&'static str, Color, f32) {
    match result {
        Some(GameResult::Won) => ("+", palette::LEAF, 0.96),
        Some(GameResult::Drawn) => ("=", palette::MIST, 0.74),
        Some(GameResult::Lost) => ("−", palette::FAULT, 0.52),
        None => ("?", palette::RIM, 0.96),
    }
}

/// The place of the rings in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rings {
    middle: Vec2,
    /// The width of a ring, which is the radius of the disc in the middle too, in pixels.
    width: f32,
}

impl Rings {
    /// The largest rings of a number that fit a picture, both in pixels.
    pub fn of(size: Vec2, rings: f32) -> Self {
        let radius = (0.5 * size.min_element() - 6.0).max(1.0);
        Rings {
            middle: size / 2.0,
            width: radius / (rings + 1.0),
        }
    }

    /// The ring and the part of a turn of a point.
    pub fn at(&self, point: Vec2) -> (f64, f64) {
        let way = point - self.middle;
        let turn = way.x.atan2(-way.y) / TAU;
        (
            f64::from(way.length() / self.width),
            f64::from(turn.rem_euclid(1.0)),
        )
    }

    fn point(&self, ring: f32, turn: f32) -> Vec2 {
        let (sin, cos) = (turn * TAU).sin_cos();
        self.middle + Vec2::new(sin, -cos) * ring * self.width
    }

    /// The outline of a part of a ring of which only the inner part `filled` is taken.
    fn outline(&self, sector: &Sector, filled: f32) -> Vec<Vec2> {
        let (from, to) = (sector.from as f32, sector.to as f32);
        let inner = (sector.ring as f32).max(0.0);
        let outer = (sector.ring as f32 + filled).max(inner);
        let steps = ((to - from) / CORNER).ceil().max(1.0) as usize;
        let turn = |step: usize| from + (to - from) * step as f32 / steps as f32;
        let out = (0..=steps).map(|step| self.point(outer, turn(step)));
        let back = (0..=steps).rev().map(|step| self.point(inner, turn(step)));
        out.chain(back).collect()
    }

    /// The length of the middle of a part of a ring, in pixels.
    fn length(&self, sector: &Sector) -> f32 {
        (sector.ring as f32 + 0.5) * self.width * sector.width() as f32 * TAU
    }
}

/// The content of a painting.
pub(super) struct Painting {
    pub shown: ShownTree,
    /// The side for which positions are won or lost.
    pub side: Side,
    /// The position that is looked at.
    pub cursor: Option<usize>,
    /// The position in the middle, as a picture.
    pub board: Picture,
    /// The size of the picture in pixels.
    pub size: Vec2,
    /// Pixels of an interface pixel.
    pub density: f32,
    pub sprites: Arc<SpritePainter>,
}

impl Painting {
    /// Paints the sunburst.
    pub fn paint(&self) -> Option<Image> {
        let (width, height) = (self.size.x as u32, self.size.y as u32);
        let mut canvas = Canvas::with_sprites(width, height, Arc::clone(&self.sprites))?;
        let rings = Rings::of(self.size, self.shown.rings());
        let centre = self.shown.centre();
        for at in 0..self.tree().nodes().len() {
            let sector = self.shown.sectors[at].seen_from(&centre);
            if sector.ring > -1.0 && rings.length(&sector) >= MIN_LENGTH {
                self.part(&mut canvas, &rings, at, &sector);
            }
        }
        for at in self.tree().best_line(self.shown.middle()) {
            self.outline(&mut canvas, &rings, &centre, at, 2.5, palette::EMBER);
        }
        if let Some(at) = self.cursor {
            self.outline(&mut canvas, &rings, &centre, at, 3.5, palette::PAPER);
        }
        // The board fills the disc in the middle but for its rim.
        let side = rings.width * 1.24;
        canvas.picture(&self.board, rings.middle - side / 2.0, side);
        Some(canvas.image())
    }

    fn tree(&self) -> &GameTree {
        &self.shown.tree
    }

    /// Paints a position, with its sign where there is room.
    fn part(&self, canvas: &mut Canvas, rings: &Rings, at: usize, sector: &Sector) {
        let (sign, colour, filled) = look_of(self.tree().result(at, self.side));
        let is_middle = sector.ring <= 0.0;
        let outline = rings.outline(sector, if is_middle { 0.94 } else { filled });
        canvas.polygon(&outline, colour);
        let length = rings.length(sector);
        if length > 4.0 * self.density {
            canvas.line(&outline, self.density, palette::GLASS);
        }
        let room = (rings.width * filled).min(length) / self.density;
        if is_middle || room < MIN_LETTERS {
            return;
        }
        let middle = (sector.from + sector.to) as f32 / 2.0;
        let place = rings.point(sector.ring as f32 + filled / 2.0, middle);
        let ink = match self.tree().result(at, self.side) {
            Some(_) => palette::NIGHT,
            None => palette::PAPER,
        };
        let name = self.tree().nodes()[at].by;
        let board = self.tree().root_position().board();
        // A name and a sign are about three letters wide.
        let (text, letters) = match name {
            Some(cell) if room >= 2.6 * MIN_LETTERS => {
                (format!("{} {sign}", board.name(cell)), room / 2.6)
            }
            _ => (sign.to_owned(), room),
        };
        let size = letters.min(MAX_LETTERS) * self.density;
        canvas.text(&text, place, size, ink);
    }

    fn outline(
        &self,
        canvas: &mut Canvas,
        rings: &Rings,
        centre: &Sector,
        at: usize,
        width: f32,
        colour: Color,
    ) {
        let sector = self.shown.sectors[at].seen_from(centre);
        if sector.ring < 0.0 || sector.width() <= 0.0 {
            return;
        }
        let (_, _, filled) = look_of(self.tree().result(at, self.side));
        let filled = if sector.ring > 0.0 { filled } else { 0.94 };
        let mut outline = rings.outline(&sector, filled);
        outline.extend(outline.first().copied());
        canvas.line(&outline, width * self.density, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_found_where_its_part_of_a_ring_is_painted() {
        let rings = Rings::of(Vec2::new(900.0, 700.0), 6.0);
        for (ring, turn) in [(0.5, 0.1), (1.5, 0.25), (3.2, 0.6), (6.9, 0.99)] {
            let (found_ring, found_turn) = rings.at(rings.point(ring, turn));
            assert!((found_ring - f64::from(ring)).abs() < 1e-3);
            assert!((found_turn - f64::from(turn)).abs() < 1e-3);
        }
    }

    #[test]
    fn results_differ_in_sign_and_in_what_is_filled() {
        use GameResult::{Drawn, Lost, Won};
        let looks = [Some(Won), Some(Drawn), Some(Lost)].map(look_of);
        for pair in [(0, 1), (0, 2), (1, 2)] {
            let (one, other) = (looks[pair.0], looks[pair.1]);
            assert_ne!(one.0, other.0);
            assert!((one.2 - other.2).abs() > 0.1);
        }
        assert_eq!(look_of(None).0, "?");
    }
}
