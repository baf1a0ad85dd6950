//! Paints pictures and curves into images.
//!
//! This module has the canvas, painted pictures, and plain lines, areas and texts. `picture` paints pictures with their
//! shapes, and `ground` the grounds of boards.

pub mod ground;
mod picture;

use std::sync::Arc;

use bevy::prelude::*;
use resvg::tiny_skia::{
    BlendMode, Color as Ink, FillRule, FilterQuality, LineCap, Paint, Path, PathBuilder, Pattern,
    Pixmap, PixmapPaint, Rect as Area, SpreadMode, Stroke, StrokeDash, Transform as Map,
};

use super::letters;
use super::look::Look;
use super::sprites::SpritePainter;
use crate::generation::Picture;

/// The largest texture, in pixels a side.
pub const MAX_TEXTURE: f32 = 2_048.0;

/// The size of the texture of a node, in pixels: that of the node, but no larger than the largest texture.
pub fn texture_size(node: &ComputedNode) -> Vec2 {
    node.size().min(Vec2::splat(MAX_TEXTURE)).round()
}

/// Replaces the image behind a handle, so that whatever shows it shows the new one.
pub fn replace_image(images: &mut Assets<Image>, handle: &Handle<Image>, image: Image) {
    if let Err(error) = images.insert(handle.id(), image) {
        warn!("a picture cannot be shown: {error}");
    }
}

/// The place of the letters of a text around a point, in pixels. `None` for a text without letters.
pub fn place_of_text(text: &str, middle: Vec2, size: f32) -> Option<Rect> {
    let bounds = letters::outline(text, middle.into(), size)?.bounds();
    Some(Rect::new(
        bounds.left(),
        bounds.top(),
        bounds.right(),
        bounds.bottom(),
    ))
}

/// A painted picture, from which parts can be painted elsewhere.
pub struct Painted(Pixmap);

impl Painted {
    /// The picture as a texture.
    pub fn image(&self) -> Image {
        super::sprites::image(&self.0)
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    /// Red, green and blue of each pixel, row by row.
    pub fn rgb(&self) -> Vec<u8> {
        let plain = self.0.pixels().iter().map(|pixel| pixel.demultiply());
        plain
            .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect()
    }
}

/// A pattern that tells a line from others without its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinePattern {
    /// A line without gaps.
    #[default]
    Solid,
    /// Dashes.
    Dashes,
    /// Dots.
    Dots,
    /// Dashes with dots between them.
    DashesAndDots,
}

impl LinePattern {
    /// The pattern as a text in a legend.
    pub fn sample(self) -> &'static str {
        match self {
            LinePattern::Solid => "—",
            LinePattern::Dashes => "– –",
            LinePattern::Dots => "···",
            LinePattern::DashesAndDots => "–·–",
        }
    }

    /// The lengths of dashes and gaps, in pixels. The round ends of a line make dashes longer by its width.
    fn dash(self, width: f32) -> Option<Vec<f32>> {
        let lengths: &[f32] = match self {
            LinePattern::Solid => return None,
            LinePattern::Dashes => &[2.5, 2.8],
            LinePattern::Dots => &[0.1, 2.4],
            LinePattern::DashesAndDots => &[3.0, 2.6, 0.1, 2.6],
        };
        let width = width.max(1.5);
        Some(lengths.iter().map(|length| length * width).collect())
    }
}

/// A surface to paint on, in the look of its sprites. All colours are given as colours of the palette.
pub struct Canvas {
    pixels: Pixmap,
    sprites: Arc<SpritePainter>,
    /// Its pixels for each pixel of the place where it is shown.
    density: f32,
}

impl Canvas {
    /// Makes an empty canvas for curves and shapes in the usual look. Returns `None` for a width or height of 0.
    pub fn new(width: u32, height: u32) -> Option<Self> {
        Canvas::with_sprites(width, height, Arc::default())
    }

    /// Makes an empty canvas for curves and shapes. Returns `None` for a width or height of 0.
    pub fn with_look(width: u32, height: u32, look: Look) -> Option<Self> {
        let sprites = SpritePainter::without_sprites(look);
        Canvas::with_sprites(width, height, Arc::new(sprites))
    }

    /// Makes an empty canvas for pictures with sprites. Returns `None` for a width or height of 0.
    pub fn with_sprites(width: u32, height: u32, sprites: Arc<SpritePainter>) -> Option<Self> {
        let pixels = Pixmap::new(width, height)?;
        Some(Canvas {
            pixels,
            sprites,
            density: 1.0,
        })
    }

    /// Makes a square canvas with a picture. `density` is the number of its pixels for each pixel of its place. Returns
    /// `None` for a side of 0.
    pub fn of_picture(
        picture: &Picture,
        side: u32,
        density: f32,
        sprites: Arc<SpritePainter>,
    ) -> Option<Self> {
        let mut canvas = Canvas::with_sprites(side, side, sprites)?.at_density(density);
        canvas.picture(picture, Vec2::ZERO, side as f32);
        Some(canvas)
    }

    /// Says that the canvas is shown smaller than it is painted: `density` is the number of its pixels for each pixel of
    /// its place. Letters that would be too small there are left out.
    pub fn at_density(self, density: f32) -> Self {
        Canvas { density, ..self }
    }

    fn look(&self) -> Look {
        self.sprites.look()
    }

    /// The ink that is shown for a colour of the palette.
    fn paint(&self, colour: Color) -> Paint<'static> {
        paint(self.look().map_colour(colour))
    }

    /// Returns the painted pixels as a texture.
    pub fn image(&self) -> Image {
        super::sprites::image(&self.pixels)
    }

    /// Returns the painted picture.
    pub fn into_painted(self) -> Painted {
        Painted(self.pixels)
    }

    /// Paints a picture in its own size. Its upper left corner is at `at`.
    pub fn painted(&mut self, painted: &Painted, at: Vec2) {
        let place = Map::from_translate(at.x, at.y);
        let paint = PixmapPaint::default();
        self.pixels
            .draw_pixmap(0, 0, painted.0.as_ref(), &paint, place, None);
    }

    /// Paints a part of a picture into a square whose upper left corner is at `at`.
    pub fn part(&mut self, painted: &Painted, part: Rect, at: Vec2, side: f32) {
        let scale = side / part.width().max(1.0);
        let corner = at - part.min * scale;
        let map = Map::from_row(scale, 0.0, 0.0, scale, corner.x, corner.y);
        let quality = FilterQuality::Bilinear;
        let shader = Pattern::new(painted.0.as_ref(), SpreadMode::Pad, quality, 1.0, map);
        let paint = Paint {
            shader,
            ..Paint::default()
        };
        if let Some(area) = Area::from_xywh(at.x, at.y, side, side) {
            self.pixels.fill_rect(area, &paint, Map::identity(), None);
        }
    }

    /// Fills a rectangle.
    pub fn block(&mut self, area: Rect, colour: Color) {
        self.blend(area, colour, BlendMode::SourceOver);
    }

    /// Makes a rectangle transparent.
    pub fn clear(&mut self, area: Rect) {
        self.blend(area, Color::BLACK, BlendMode::Clear);
    }

    /// Makes a rectangle more transparent: its opacity is multiplied by `left`.
    pub fn fade(&mut self, area: Rect, left: f32) {
        self.blend(
            area,
            Color::BLACK.with_alpha(left),
            BlendMode::DestinationIn,
        );
    }

    fn blend(&mut self, area: Rect, colour: Color, mode: BlendMode) {
        let mut paint = self.paint(colour);
        paint.blend_mode = mode;
        let (at, size) = (area.min, area.size());
        if let Some(area) = Area::from_xywh(at.x, at.y, size.x, size.y) {
            self.pixels.fill_rect(area, &paint, Map::identity(), None);
        }
    }

    /// Fills a square whose upper left corner is at `at`.
    pub fn square(&mut self, at: Vec2, side: f32, colour: Color) {
        let shown = self.look().map_colour(colour);
        self.rectangle(at.x, at.y, side, shown);
    }

    /// Fills a circle.
    pub fn disc(&mut self, middle: Vec2, radius: f32, colour: Color) {
        let shown = self.look().map_colour(colour);
        self.shown_disc(middle, radius, shown);
    }

    fn shown_disc(&mut self, middle: Vec2, radius: f32, colour: Color) {
        if let Some(path) = PathBuilder::from_circle(middle.x, middle.y, radius) {
            self.fill(&path, colour);
        }
    }

    /// Draws the outline of a square whose upper left corner is at `at`.
    pub fn frame(&mut self, at: Vec2, side: f32, width: f32, colour: Color) {
        let shown = self.look().map_colour(colour);
        self.shown_frame(at, side, width, shown);
    }

    fn shown_frame(&mut self, at: Vec2, side: f32, width: f32, colour: Color) {
        let (a, b) = (at + width / 2.0, at + side - width / 2.0);
        let corners = [(a.x, a.y), (b.x, a.y), (b.x, b.y), (a.x, b.y), (a.x, a.y)];
        self.shown_line(&corners.map(Vec2::from), width, colour);
    }

    /// Draws a line through points, which are in pixels.
    pub fn line(&mut self, points: &[Vec2], width: f32, colour: Color) {
        let shown = self.look().map_colour(colour);
        self.shown_line(points, width, shown);
    }

    /// Draws a line in a pattern through points, which are in pixels.
    pub fn patterned_line(&mut self, points: &[Vec2], width: f32, colour: Color, of: LinePattern) {
        let shown = self.look().map_colour(colour);
        if let Some(path) = through(points).finish() {
            let dash = of.dash(width).and_then(|dash| StrokeDash::new(dash, 0.0));
            self.stroke_with(&path, width, dash, shown);
        }
    }

    fn shown_line(&mut self, points: &[Vec2], width: f32, colour: Color) {
        if let Some(path) = through(points).finish() {
            self.stroke(&path, width, colour);
        }
    }

    /// Draws a filled polygon.
    pub fn polygon(&mut self, points: &[Vec2], colour: Color) {
        let shown = self.look().map_colour(colour);
        self.shown_polygon(points, shown);
    }

    fn shown_polygon(&mut self, points: &[Vec2], colour: Color) {
        let mut path = through(points);
        path.close();
        if let Some(path) = path.finish() {
            self.fill(&path, colour);
        }
    }

    /// Draws a text around a point, in letters of a size in pixels.
    pub fn text(&mut self, text: &str, middle: Vec2, size: f32, colour: Color) {
        if let Some(path) = letters::outline(text, middle.into(), size) {
            let shown = self.look().map_colour(colour);
            self.fill(&path, shown);
        }
    }

    /// Draws a text that begins at a point, in letters of a size in pixels.
    pub fn text_from(&mut self, text: &str, left: Vec2, size: f32, colour: Color) {
        if let Some(path) = letters::outline_from(text, left.into(), size) {
            let shown = self.look().map_colour(colour);
            self.fill(&path, shown);
        }
    }

    fn rectangle(&mut self, x: f32, y: f32, size: f32, colour: Color) {
        if let Some(area) = Area::from_xywh(x, y, size, size) {
            self.pixels
                .fill_rect(area, &paint(colour), Map::identity(), None);
        }
    }

    fn fill(&mut self, path: &Path, colour: Color) {
        self.pixels.fill_path(
            path,
            &paint(colour),
            FillRule::Winding,
            Map::identity(),
            None,
        );
    }

    fn stroke(&mut self, path: &Path, width: f32, colour: Color) {
        self.stroke_with(path, width, None, colour);
    }

    fn stroke_with(&mut self, path: &Path, width: f32, dash: Option<StrokeDash>, colour: Color) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            dash,
            ..Stroke::default()
        };
        self.pixels
            .stroke_path(path, &paint(colour), &stroke, Map::identity(), None);
    }
}

fn through(points: &[Vec2]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (i, point) in points.iter().enumerate() {
        if i == 0 {
            path.move_to(point.x, point.y);
        } else {
            path.line_to(point.x, point.y);
        }
    }
    path
}

fn paint(colour: Color) -> Paint<'static> {
    let [r, g, b, a] = colour.to_srgba().to_u8_array();
    let mut paint = Paint::default();
    paint.set_color(Ink::from_rgba8(r, g, b, a));
    paint
}
