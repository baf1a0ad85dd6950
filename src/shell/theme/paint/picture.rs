//! Paints pictures with their shapes, sprites and marks: whole, small, and during the change from one to another.

use std::sync::Arc;

use bevy::prelude::*;
use resvg::tiny_skia::{
    FilterQuality, Path, PathBuilder, Pixmap, PixmapPaint, Rect as Area, Transform as Map,
};

use super::{Canvas, paint};
use crate::generation::picture::shape_of;
use crate::generation::{Form, Label, LabelPlace, Picture, Shape, Tint};
use crate::shell::theme::{letters, palette};

/// The least height at which the letters of a mark can be read, in pixels of the place where the picture is shown.
const LEGIBLE: f32 = 13.0;
/// The size of the ground of a mark, in heights of its letters.
const GROUND: f32 = 1.2;

/// Smaller sprites cannot be recognised, in pixels.
const MIN_SPRITE: f32 = 6.0;

/// The holes of smaller squares cannot be seen, in pixels.
const MIN_HOLED: f32 = 7.0;

impl Canvas {
    /// Draws the shapes of a picture, and the marks on them, into a square whose upper left corner is at `at`.
    pub fn picture(&mut self, picture: &Picture, at: Vec2, side: f32) {
        self.shapes(picture, at, side);
        for label in &picture.labels {
            self.mark(label, Vec2::new(label.x, label.y), 1.0, at, side);
        }
    }

    fn shapes(&mut self, picture: &Picture, at: Vec2, side: f32) {
        for shape in &picture.shapes {
            self.shape(shape, 1.0, self.tint(shape.tint), at, side);
        }
    }

    /// Draws a small picture. Each line of text becomes a bar of about the same length.
    pub fn thumbnail(&mut self, picture: &Picture, at: Vec2, side: f32) {
        self.shapes(picture, at, side);
        for label in &picture.labels {
            let LabelPlace::Line { width, tint } = label.place else {
                continue;
            };
            let (x, y) = (at.x + label.x * side, at.y + label.y * side);
            let height = (label.height * side * 0.5).max(1.0);
            if let Some(area) = Area::from_xywh(x, y - height / 2.0, width * side, height) {
                let ink = self.paint(palette::tint(tint).with_alpha(0.8));
                self.pixels.fill_rect(area, &ink, Map::identity(), None);
            }
        }
    }

    /// Draws the change of a picture from `old` to `new`; `t` runs from 0 to 1. Shapes with the same key move and
    /// change their form, with their marks; the other shapes shrink or grow.
    pub fn morph(&mut self, old: &Picture, new: &Picture, t: f32, side: f32) {
        self.morph_shapes(old, new, t, side);
        for label in &new.labels {
            let LabelPlace::Mark { key, .. } = label.place else {
                continue;
            };
            let end = Vec2::new(label.x, label.y);
            let (was, is) = (shape_of(&old.shapes, key), shape_of(&new.shapes, key));
            let (at, alpha) = match was.zip(is) {
                Some((was, is)) => {
                    let way = Vec2::new(is.x - was.x, is.y - was.y);
                    (end - way * (1.0 - t), 1.0)
                }
                None => (end, t),
            };
            self.mark(label, at, alpha, Vec2::ZERO, side);
        }
    }

    fn morph_shapes(&mut self, old: &Picture, new: &Picture, t: f32, side: f32) {
        for shape in &old.shapes {
            if shape_of(&new.shapes, shape.key).is_none() {
                let colour = self.tint(shape.tint);
                self.shape(shape, 1.0 - t, colour, Vec2::ZERO, side);
            }
        }
        for shape in &new.shapes {
            let colour = self.tint(shape.tint);
            match shape_of(&old.shapes, shape.key) {
                Some(was) if was == shape => self.shape(shape, 1.0, colour, Vec2::ZERO, side),
                Some(was) => {
                    let mixed = self.tint(was.tint).mix(&colour, t);
                    let turns = was.tint != shape.tint || becomes_another(was.form, shape.form);
                    // A changed shape shrinks on the way, so that the change can be seen in grey too.
                    let dip = if turns {
                        1.0 - 0.5 * (t * std::f32::consts::PI).sin()
                    } else {
                        1.0
                    };
                    self.shape(&between(was, shape, t), dip, mixed, Vec2::ZERO, side);
                }
                None => self.shape(shape, t, colour, Vec2::ZERO, side),
            }
        }
    }

    /// Draws the text of a mark around a point, if it can be read.
    fn mark(&mut self, label: &Label, point: Vec2, alpha: f32, at: Vec2, side: f32) {
        let LabelPlace::Mark { tint, ground, .. } = label.place else {
            return;
        };
        let height = label.height * side;
        if height < LEGIBLE * self.density {
            return;
        }
        if let Some((form, tint)) = ground {
            let shape = Shape {
                key: 0,
                form,
                tint,
                x: point.x,
                y: point.y,
                size: GROUND * label.height,
            };
            self.shape(&shape, alpha, self.tint(tint), at, side);
        }
        let middle = at + point * side;
        if let Some(path) = letters::outline(&label.text, middle.into(), height) {
            let ink = self.tint(tint).with_alpha(alpha);
            self.fill(&path, ink);
        }
    }

    /// Draws a shape in a colour. Its size is multiplied by `scale`; `at` and `side` are the corner and the side of the
    /// picture in pixels.
    fn shape(&mut self, shape: &Shape, scale: f32, colour: Color, at: Vec2, side: f32) {
        let size = shape.size * scale * side;
        let (x, y) = (at.x + shape.x * side, at.y + shape.y * side);
        let half = size / 2.0;
        if size < 0.3 {
            return;
        }
        match shape.form {
            // The corners of a small tile cannot be seen, and a rectangle is much faster than a path.
            Form::Tile if size < 14.0 => self.rectangle(x - half, y - half, size, colour),
            Form::Holed(_) if size < MIN_HOLED => {
                self.rectangle(x - half, y - half, size, colour);
            }
            Form::Holed(place) => {
                self.tile(Vec2::new(x, y), size, colour, false);
                self.hole(Vec2::new(x, y), size, place);
            }
            Form::Tile => self.tile(Vec2::new(x, y), size, colour, shape.tint == Tint::Stone),
            Form::Sprite(name) => match self.legible_sprite(name, size) {
                Some(sprite) => self.sprite(&sprite, x - half, y - half, size),
                None => self.rectangle(x - half, y - half, size, colour),
            },
            Form::HexSprite(name) => match self.legible_sprite(name, size) {
                Some(sprite) => self.sprite(&sprite, x - half, y - half, size),
                None => self.hexagon(Vec2::new(x, y), half, colour),
            },
            Form::Hex => self.hexagon(Vec2::new(x, y), half, colour),
            Form::Ring => self.ring(Vec2::new(x, y), size, colour),
            Form::Block { height } => {
                let height = height * scale * side;
                let area = Area::from_xywh(x - half, y - height / 2.0, size, height);
                if let Some(area) = area {
                    self.pixels
                        .fill_rect(area, &paint(colour), Map::identity(), None);
                }
            }
            Form::Disc => self.shown_disc(Vec2::new(x, y), half, colour),
            Form::Link { x: to_x, y: to_y } => {
                let to = Vec2::new(at.x + to_x * side, at.y + to_y * side);
                self.shown_line(&[Vec2::new(x, y), to], size, colour);
            }
            Form::Frame => {
                let corner = Vec2::new(x - half, y - half);
                self.shown_frame(corner, size, (size * 0.05).clamp(1.0, 4.0), colour);
            }
            // The lines of a small cross cannot be seen.
            Form::Cross if size < 6.0 => self.rectangle(x - half, y - half, size, colour),
            Form::Cross => self.cross(Vec2::new(x, y), size, colour),
        }
    }

    /// Draws a tile with round corners around its middle; a stone has a rim.
    fn tile(&mut self, middle: Vec2, size: f32, colour: Color, is_stone: bool) {
        let half = size / 2.0;
        let Some(path) = rounded(middle.x - half, middle.y - half, size, size * 0.22) else {
            return;
        };
        self.fill(&path, colour);
        if is_stone {
            let rim = self.look().map_colour(palette::RIM);
            self.stroke(&path, (size * 0.06).max(1.0), rim);
        }
    }

    /// Draws the hole of a tile at one of its places.
    fn hole(&mut self, middle: Vec2, size: f32, place: u8) {
        let (right, down) = Form::hole_at(place);
        let at = Vec2::new(middle.x + right * size, middle.y + down * size);
        let ground = self.look().map_colour(palette::NIGHT);
        self.shown_disc(at, size * Form::HOLE / 2.0, ground);
    }

    /// Draws a ring on a raised square.
    fn ring(&mut self, middle: Vec2, size: f32, colour: Color) {
        let half = size / 2.0;
        let ground = self.look().map_colour(palette::RAISED);
        self.rectangle(middle.x - half, middle.y - half, size, ground);
        if let Some(path) = PathBuilder::from_circle(middle.x, middle.y, half * 0.72) {
            self.stroke(&path, size * 0.16, colour);
        }
    }

    fn cross(&mut self, middle: Vec2, size: f32, colour: Color) {
        let (half, width) = (size / 2.0, (size * 0.16).max(1.0));
        for corner in [Vec2::new(half, half), Vec2::new(half, -half)] {
            self.shown_line(&[middle - corner, middle + corner], width, colour);
        }
    }

    fn hexagon(&mut self, middle: Vec2, radius: f32, colour: Color) {
        let corner = |at: u8| {
            let angle = f32::from(at) * std::f32::consts::FRAC_PI_3;
            middle + Vec2::from_angle(angle) * radius
        };
        let corners: Vec<Vec2> = (0..6).map(corner).collect();
        self.shown_polygon(&corners, colour);
    }

    /// A sprite, if it exists and can be recognised in this size.
    fn legible_sprite(&self, name: &'static str, size: f32) -> Option<Arc<Pixmap>> {
        (size >= MIN_SPRITE)
            .then(|| self.sprites.sprite(name, size))
            .flatten()
    }

    fn sprite(&mut self, sprite: &Pixmap, x: f32, y: f32, size: f32) {
        let scale = size / sprite.width() as f32;
        let paint = PixmapPaint {
            quality: FilterQuality::Bilinear,
            ..PixmapPaint::default()
        };
        let place = Map::from_row(scale, 0.0, 0.0, scale, x, y);
        self.pixels
            .draw_pixmap(0, 0, sprite.as_ref(), &paint, place, None);
    }

    /// The colour of a shape. The colours of a picture's source are the same in every look.
    fn tint(&self, tint: Tint) -> Color {
        let colour = palette::tint(tint);
        match tint {
            Tint::Fixed(..) => colour,
            _ => self.look().map_colour(colour),
        }
    }
}

/// Whether a shape looks like another thing after a change of its form.
fn becomes_another(was: Form, is: Form) -> bool {
    match (was, is) {
        (Form::Sprite(was), Form::Sprite(is)) | (Form::HexSprite(was), Form::HexSprite(is)) => {
            was != is
        }
        _ => std::mem::discriminant(&was) != std::mem::discriminant(&is),
    }
}

/// Interpolates between two shapes.
fn between(was: &Shape, is: &Shape, t: f32) -> Shape {
    let mix = |a: f32, b: f32| a + (b - a) * t;
    let form = match (was.form, is.form) {
        (Form::Block { height: a }, Form::Block { height: b }) => Form::Block { height: mix(a, b) },
        (Form::Link { x: a, y: c }, Form::Link { x: b, y: d }) => Form::Link {
            x: mix(a, b),
            y: mix(c, d),
        },
        // A sprite turns into the other one when it is smallest.
        (Form::Sprite(_), Form::Sprite(_)) | (Form::HexSprite(_), Form::HexSprite(_))
            if t < 0.5 =>
        {
            was.form
        }
        _ => is.form,
    };
    Shape {
        form,
        x: mix(was.x, is.x),
        y: mix(was.y, is.y),
        size: mix(was.size, is.size),
        ..*is
    }
}

fn rounded(x: f32, y: f32, size: f32, radius: f32) -> Option<Path> {
    let (right, bottom, r) = (x + size, y + size, radius);
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.quad_to(right, y, right, y + r);
    path.line_to(right, bottom - r);
    path.quad_to(right, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.quad_to(x, bottom, x, bottom - r);
    path.line_to(x, y + r);
    path.quad_to(x, y, x + r, y);
    path.close();
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the letters of a mark, which are 20 pixels high, are painted on a canvas of a density.
    fn paints_mark(density: f32) -> bool {
        let place = LabelPlace::Mark {
            key: 0,
            tint: Tint::Calm,
            ground: None,
        };
        let mark = Label {
            text: "12".to_owned(),
            place,
            x: 0.5,
            y: 0.5,
            height: 0.2,
        };
        let picture = Picture {
            shapes: Vec::new(),
            labels: vec![mark],
        };
        let canvas = Canvas::new(100, 100).expect("a canvas");
        let mut canvas = canvas.at_density(density);
        canvas.picture(&picture, Vec2::ZERO, 100.0);
        let mut pixels = canvas.pixels.pixels().iter();
        pixels.any(|pixel| pixel.alpha() > 0)
    }

    #[test]
    fn letters_that_would_be_too_small_where_they_are_shown_are_left_out() {
        assert!(paints_mark(1.0) && paints_mark(1.5));
        assert!(!paints_mark(2.0));
    }
}
