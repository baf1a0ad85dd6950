//! The picture of a stop whose level is still to be evolved: its open board, on which a seed has begun to sprout.

use bevy::prelude::*;

use super::journey_plant::{bent_line, paint_leaf};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;

/// The middle and the radius of the seed. All lengths here are parts of the side of the picture.
const SEED: (Vec2, f32) = (Vec2::new(0.5, 0.76), 0.12);
/// The place of the bend of the stem.
const BEND: Vec2 = Vec2::new(0.42, 0.52);
/// The place of the tip of the stem.
const TIP: Vec2 = Vec2::new(0.5, 0.4);
/// The width of the stem.
const STEM: f32 = 0.05;
/// The directions and the lengths of the leaves.
const LEAVES: [(Vec2, f32); 2] = [
    (Vec2::new(-0.86, -0.51), 0.34),
    (Vec2::new(0.77, -0.64), 0.38),
];
/// The opacity of the board behind the sprout.
const BOARD: f32 = 0.6;

/// Paints a sprout over the picture of a board that fills the canvas. `tint` lies over the green of the sprout.
pub(super) fn paint_sprout(canvas: &mut Canvas, side: f32, tint: Color) {
    canvas.fade(Rect::from_corners(Vec2::ZERO, Vec2::splat(side)), BOARD);
    let (seed, radius) = SEED;
    let stem = bent_line(side * seed, side * BEND, side * TIP);
    for colour in [palette::LEAF, tint] {
        canvas.line(&stem, STEM * side, colour);
    }
    for (out, length) in LEAVES {
        let out = out.normalize_or(Vec2::NEG_Y);
        paint_leaf(canvas, side * TIP, out, length * side, tint);
    }
    canvas.disc(side * seed, radius * side, palette::kind(1));
    let light = seed - Vec2::splat(0.3 * radius);
    canvas.disc(side * light, 0.35 * radius * side, palette::EMBER);
}

#[cfg(test)]
mod tests {
    use super::super::journey_plant::tint_at;
    use super::*;
    use crate::games::match3::journey::JourneyWorld;

    #[test]
    fn a_sprout_has_the_tint_of_its_world() {
        let painted = |number: u32| {
            let mut canvas = Canvas::new(60, 60).expect("a canvas");
            paint_sprout(&mut canvas, 60.0, tint_at(number));
            canvas.into_painted().rgb()
        };
        assert_ne!(painted(0), painted(JourneyWorld::STOPS));
        assert!(painted(0).iter().any(|part| *part > 0));
    }
}
