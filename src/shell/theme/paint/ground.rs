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
    /// A glass dish on which a culture was streaked to and fro.
    Streaks,
    /// A glass dish with threads that grow out of its middle.
    Threads,
    /// A tray with round wells, in some of which something grows.
    Wells,
    /// Cells side by side, as under a microscope.
    Tissue,
    /// Strands of moss.
    Moss,
    /// Bare stone in the light of a lantern. A larger density makes it darker.
    Lantern,
}

impl GroundPattern {
    /// All patterns.
    pub const ALL: [GroundPattern; 7] = [
        Self::Dish,
        Self::Streaks,
        Self::Threads,
        Self::Wells,
        Self::Tissue,
        Self::Moss,
        Self::Lantern,
    ];
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
/// The radius of a dish, in pixels.
const DISH: f32 = 452.0;
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
            room: look.map_colour(palette::NIGHT),
            hue: look.map_colour(self.hues[0]),
            density: self.density.clamp(0.0, 1.0),
        };
        painter.fill();
        match self.pattern {
            GroundPattern::Dish => painter.dish(),
            GroundPattern::Streaks => painter.streaks(),
            GroundPattern::Threads => painter.threads(),
            GroundPattern::Wells => painter.wells(),
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

    /// Paints rings of glass.
    fn glass(&mut self) {
        self.disc(MIDDLE, DISH, 0.22);
        self.ring(MIDDLE, DISH, 5.0, 0.7);
        self.ring(MIDDLE, DISH - 13.0, 2.0, 0.45);
    }

    /// Paints a dish with colonies that are denser in their middle.
    fn dish(&mut self) {
        self.glass();
        for n in 1..=self.count(14.0, 40.0) {
            // More of them grow near the rim, where the board does not cover them.
            let away = (DISH - 46.0) * (0.3 + 0.7 * spread(n, PLASTIC)).sqrt();
            let at = MIDDLE + away * Vec2::from_angle(spread(n, GOLDEN) * TAU);
            self.colony(n, at, 9.0 + 24.0 * spread(n, SQUARE));
        }
        // Some colonies lie outside the dish.
        for n in 1..=self.count(2.0, 12.0) {
            let at = Vec2::new(spread(n, GOLDEN), spread(n, PLASTIC)) * Ground::SIZE.as_vec2();
            if at.distance(MIDDLE) > DISH + 40.0 {
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

    /// Paints a dish with four sets of streaks, each drawn out of the one before and thinner.
    fn streaks(&mut self) {
        self.glass();
        let turns = self.count(6.0, 10.0);
        for set in 0..4_u8 {
            let set = f32::from(set);
            let out = Vec2::from_angle(0.4 + set * TAU / 4.0);
            let across = out.perp();
            let point = |at: u32| {
                let t = at as f32 / turns as f32;
                let side = if at.is_multiple_of(2) { 1.0 } else { -1.0 };
                let wide = 0.46 * (1.0 - 0.35 * t) * side;
                MIDDLE + DISH * (out * (0.78 - 0.62 * t) + across * wide)
            };
            let points: Vec<Vec2> = (0..=turns).map(point).collect();
            self.line(&points, 8.0 - 1.5 * set, 0.75 - 0.12 * set);
        }
    }

    /// Paints a dish with threads that fork on their way to the rim.
    fn threads(&mut self) {
        self.glass();
        for n in 1..=self.count(16.0, 32.0) {
            let angle = spread(n, GOLDEN) * TAU;
            let long = (DISH - 30.0) * (0.45 + 0.55 * spread(n, PLASTIC));
            self.thread(n, MIDDLE, angle, long, 3.2);
            let fork = MIDDLE + 0.5 * long * Vec2::from_angle(angle);
            let aside = if n.is_multiple_of(2) { 0.5 } else { -0.5 };
            self.thread(n + 5, fork, angle + aside, 0.4 * long, 2.2);
        }
    }

    /// Paints a thread that sways more the further it grows, with a tip.
    fn thread(&mut self, n: u32, from: Vec2, angle: f32, long: f32, width: f32) {
        const PARTS: u32 = 12;
        let along = Vec2::from_angle(angle);
        let point = |at: u32| {
            let t = at as f32 / PARTS as f32;
            // The middle of the thread, where it may fork, does not sway.
            let sway = 0.05 * long * (t - 0.5) * (5.0 * t + n as f32).sin();
            from + along * long * t + along.perp() * sway
        };
        let points: Vec<Vec2> = (0..=PARTS).map(point).collect();
        self.line(&points, width, 0.35 + 0.3 * spread(n, SQUARE));
        self.disc(point(PARTS), 1.7 * width, 0.8);
    }

    /// Paints wells side by side.
    fn wells(&mut self) {
        const STEP: f32 = 96.0;
        const RADIUS: f32 = 40.0;
        let size = Ground::SIZE.as_vec2() / STEP;
        let (columns, rows) = (size.x as u32 + 1, size.y as u32 + 1);
        for (column, row) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
            let middle = Vec2::new(column as f32 + 0.4, row as f32 + 0.25) * STEP;
            self.disc(middle, RADIUS, 0.22);
            self.ring(middle, RADIUS, 3.0, 0.6);
            let n = column * 17 + row;
            if spread(n, PLASTIC) < 0.25 + 0.55 * self.density {
                self.colony(n, middle, 10.0 + 13.0 * spread(n, SQUARE));
            }
        }
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
