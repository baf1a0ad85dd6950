//! Paints the ground on which a board lies: a pattern that is hardly lighter than the room.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::{Canvas, Painted};
use crate::shell::theme::look::{Look, Theme};
use crate::shell::theme::palette;

/// The ground on which a board lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The pattern of the ground.
    pub pattern: GroundPattern,
    /// Colours of the palette: of the pattern, and of the light over it.
    pub hues: [Color; 2],
    /// The density of the pattern, from 0 to 1.
    pub density: f32,
}

/// A pattern of a ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroundPattern {
    /// A glass dish with colonies that grow in it.
    #[default]
    Dish,
    /// Cells side by side, as under a microscope.
    Tissue,
    /// Strands of moss.
    Moss,
    /// Bare stone in the light of a lantern. A larger density makes it darker.
    Lantern,
}

impl GroundPattern {
    /// All patterns.
    pub const ALL: [GroundPattern; 4] = [Self::Dish, Self::Tissue, Self::Moss, Self::Lantern];
}

impl Default for Ground {
    fn default() -> Self {
        Ground {
            pattern: GroundPattern::default(),
            hues: [palette::LEAF, palette::LAMP],
            density: 0.5,
        }
    }
}

/// The middle of the part of the picture that a panel leaves for a board, in pixels.
const MIDDLE: Vec2 = Vec2::new(470.0, 360.0);
/// The largest part of a hue in the colour of the room. Texts and pieces stay readable on it.
const MOST: f32 = 0.13;

impl Ground {
    /// The size of its picture, in pixels.
    pub const SIZE: UVec2 = UVec2::new(1280, 720);

    /// Paints the ground. In high contrast it is plain, and there is no picture.
    pub fn paint(&self, look: Look) -> Option<Painted> {
        if look.theme == Theme::Contrast {
            return None;
        }
        let canvas = Canvas::with_look(Self::SIZE.x, Self::SIZE.y, look)?;
        let mut painter = Painter {
            canvas,
            room: look.shown(palette::NIGHT),
            hue: look.shown(self.hues[0]),
            density: self.density.clamp(0.0, 1.0),
        };
        painter.fill();
        match self.pattern {
            GroundPattern::Dish => painter.dish(),
            GroundPattern::Tissue => painter.tissue(),
            GroundPattern::Moss => painter.moss(),
            GroundPattern::Lantern => painter.lantern(),
        }
        Some(painter.canvas.into_painted())
    }
}

/// A number from 0 to 1 for each `n`. The multiples of an irrational number are spread evenly, and form no visible
/// grid.
fn spread(n: u32, by: f32) -> f32 {
    (n as f32 * by).fract()
}

const GOLDEN: f32 = 0.618_034;
const PLASTIC: f32 = 0.754_878;
const SQUARE: f32 = 0.569_840;

/// Paints one ground. Everything is opaque, so that overlapping shapes do not become lighter.
struct Painter {
    canvas: Canvas,
    /// The colour of the room in the look.
    room: Color,
    /// The colour of the pattern in the look.
    hue: Color,
    density: f32,
}

impl Painter {
    /// The colour of the room with a part of the hue: 0 for none, 1 for the largest part.
    fn ink(&self, part: f32) -> Color {
        self.room.mix(&self.hue, MOST * part.clamp(0.0, 1.0))
    }

    /// The number of things at the density of this ground: from `few` at density 0 to `few + more` at density 1.
    fn count(&self, few: f32, more: f32) -> u32 {
        (few + more * self.density) as u32
    }

    fn fill(&mut self) {
        let (whole, room) = (Ground::SIZE.as_vec2(), self.room);
        self.canvas.rectangle(0.0, 0.0, whole.max_element(), room);
    }

    fn disc(&mut self, middle: Vec2, radius: f32, part: f32) {
        let ink = self.ink(part);
        self.canvas.shown_disc(middle, radius, ink);
    }

    fn line(&mut self, points: &[Vec2], width: f32, part: f32) {
        let ink = self.ink(part);
        self.canvas.shown_line(points, width, ink);
    }

    fn ring(&mut self, middle: Vec2, radius: f32, width: f32, part: f32) {
        const CORNERS: u32 = 120;
        let corner = |at: u32| middle + radius * Vec2::from_angle(at as f32 / 120.0 * TAU);
        let points: Vec<Vec2> = (0..=CORNERS).map(corner).collect();
        self.line(&points, width, part);
    }

    /// Paints rings of glass, and colonies that are denser in their middle.
    fn dish(&mut self) {
        const RADIUS: f32 = 452.0;
        self.disc(MIDDLE, RADIUS, 0.22);
        self.ring(MIDDLE, RADIUS, 5.0, 0.7);
        self.ring(MIDDLE, RADIUS - 13.0, 2.0, 0.45);
        for n in 1..=self.count(14.0, 40.0) {
            // More of them grow near the rim, where the board does not cover them.
            let away = (RADIUS - 46.0) * (0.3 + 0.7 * spread(n, PLASTIC)).sqrt();
            let at = MIDDLE + away * Vec2::from_angle(spread(n, GOLDEN) * TAU);
            self.colony(n, at, 9.0 + 24.0 * spread(n, SQUARE));
        }
        // Some colonies lie outside the dish.
        for n in 1..=self.count(2.0, 12.0) {
            let at = Vec2::new(spread(n, GOLDEN), spread(n, PLASTIC)) * Ground::SIZE.as_vec2();
            if at.distance(MIDDLE) > RADIUS + 40.0 {
                self.colony(n + 7, at, 7.0 + 12.0 * spread(n, SQUARE));
            }
        }
    }

    fn colony(&mut self, n: u32, at: Vec2, radius: f32) {
        for bud in 0..5 {
            let angle = (spread(n + bud, GOLDEN) + bud as f32 / 5.0) * TAU;
            let size = radius * (0.28 + 0.24 * spread(n + bud, PLASTIC));
            self.disc(at + 0.95 * radius * Vec2::from_angle(angle), size, 0.42);
        }
        self.disc(at, radius, 0.42);
        self.disc(at, 0.72 * radius, 0.6);
        self.disc(at, 0.34 * radius, 0.85);
    }

    /// Paints hexagons whose corners are moved a little, and nuclei in some of them.
    fn tissue(&mut self) {
        let side = 54.0 - 14.0 * self.density;
        let step = Vec2::new(1.5 * side, 3f32.sqrt() * side);
        let size = Ground::SIZE.as_vec2();
        let (columns, rows) = ((size.x / step.x) as i32 + 2, (size.y / step.y) as i32 + 2);
        for column in 0..columns {
            for row in 0..rows {
                let half = if column % 2 == 0 { 0.0 } else { 0.5 };
                let middle = Vec2::new(column as f32, row as f32 + half) * step;
                self.cell(middle, side, (column * 31 + row) as u32);
            }
        }
    }

    fn cell(&mut self, middle: Vec2, side: f32, n: u32) {
        let corner = |at: u32| {
            let even = middle + side * Vec2::from_angle(at as f32 * TAU / 6.0);
            // The shift of a corner depends only on its place, so that the three cells there have the same corner.
            let sway = Vec2::new(
                (even.x * 0.071 + even.y * 0.043).sin(),
                (even.x * 0.037 - even.y * 0.083).sin(),
            );
            even + 0.16 * side * sway
        };
        let corners: Vec<Vec2> = (0..=6).map(|at| corner(at % 6)).collect();
        if spread(n, SQUARE) < 0.25 + 0.35 * self.density {
            let ink = self.ink(0.16 + 0.14 * spread(n, GOLDEN));
            self.canvas.shown_polygon(&corners, ink);
        }
        self.line(&corners, 2.0, 0.5);
        if spread(n, PLASTIC) < 0.2 + 0.5 * self.density {
            let aside = 0.2 * side * Vec2::from_angle(spread(n, GOLDEN) * TAU);
            self.disc(middle + aside, 0.2 * side, 0.45);
            self.disc(middle + aside, 0.09 * side, 0.8);
        }
    }

    /// Paints strands that rise from the lower edge and hang from the upper one.
    fn moss(&mut self) {
        for n in 1..=self.count(60.0, 130.0) {
            let hangs = n % 3 == 0;
            let (foot, up) = match hangs {
                true => (-6.0, 1.0),
                false => (Ground::SIZE.y as f32 + 6.0, -1.0),
            };
            let root = Vec2::new(Ground::SIZE.x as f32 * spread(n, GOLDEN), foot);
            let long = (70.0 + 230.0 * spread(n, PLASTIC)) * (0.7 + 0.3 * self.density);
            let long = if hangs { 0.55 * long } else { long };
            self.strand(n, root, long * up);
        }
    }

    /// Paints a strand from its root, a number of pixels down, with leaves on both sides.
    fn strand(&mut self, n: u32, root: Vec2, down: f32) {
        const PARTS: u32 = 9;
        let lean = 70.0 * (spread(n, SQUARE) - 0.5);
        let point = |at: u32| {
            let t = at as f32 / PARTS as f32;
            let sway = 9.0 * (t * 4.0 + n as f32).sin();
            root + Vec2::new(lean * t * t + sway * t, down * t)
        };
        let part = 0.3 + 0.4 * spread(n, PLASTIC);
        for at in 0..PARTS {
            let left = 1.0 - at as f32 / PARTS as f32;
            self.line(&[point(at), point(at + 1)], 1.2 + 2.4 * left, part);
            let side = if at % 2 == 0 { 1.0 } else { -1.0 };
            let leaf = point(at + 1) + Vec2::new(side * (2.5 + 4.0 * left), 0.0);
            self.disc(leaf, 1.6 + 3.2 * left, part);
        }
    }

    /// Paints light that is brightest in the middle.
    fn lantern(&mut self) {
        const RINGS: u32 = 24;
        let most = 0.75 - 0.45 * self.density;
        for ring in 0..RINGS {
            let t = ring as f32 / RINGS as f32;
            self.disc(MIDDLE, 760.0 * (1.0 - t), most * t * t);
        }
    }
}
