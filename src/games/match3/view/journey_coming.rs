//! The part of the plant on the journey's map that is still to grow: a thin stem with hollow buds, which are fainter
//! the further away they are.

use bevy::prelude::*;

use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;

/// The width of a part that has not grown yet, relative to its width when it has grown.
pub(super) const THIN: f32 = 0.6;
/// The opacity of a part that has not grown yet: at the next stop, and far away, where it must still stand out from the
/// ground.
const OPACITY: [f32; 2] = [0.85, 0.55];
/// The radius of the hollow of a bud, as a part of the radius of the bud.
const HOLLOW: f32 = 0.76;
/// The radius of the core of a bud, as a part of the radius of the bud.
const CORE: f32 = 0.42;

/// The colour of a part that has not grown yet, at a number of stops ahead.
pub(super) fn coming_ink(ahead: f32) -> Color {
    let [near, far] = OPACITY;
    let alpha = far + (near - far) * 0.8f32.powf(ahead.max(0.0));
    palette::MIST.with_alpha(alpha)
}

/// Paints the bud of a stop that is still to come: a ring around a core in the hue of its world.
pub(super) fn paint_coming_bud(canvas: &mut Canvas, at: Vec2, radius: f32, ink: Color, hue: Color) {
    // The stem would be seen through the ring.
    canvas.disc(at, radius, palette::GLASS);
    canvas.disc(at, radius, ink);
    canvas.disc(at, HOLLOW * radius, palette::GLASS);
    canvas.disc(at, CORE * radius, hue.with_alpha(ink.alpha()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::theme::look::{Look, Theme};

    /// The contrast of an ink to the ground under it. The window blends amounts of light.
    fn contrast(look: Look, ink: Color) -> f32 {
        let light = |colour: Color| {
            let shown = look.map_colour(colour).to_linear();
            0.2126 * shown.red + 0.7152 * shown.green + 0.0722 * shown.blue
        };
        let ground = light(palette::NIGHT);
        let shown = ground + (light(ink) - ground) * ink.alpha();
        (ground.max(shown) + 0.05) / (ground.min(shown) + 0.05)
    }

    #[test]
    fn what_is_still_to_grow_stands_out_from_the_ground_in_every_theme() {
        for (name, theme) in Theme::ALL {
            let look = Look {
                theme,
                ..Look::USUAL
            };
            let [near, far] = [1.0, 17.0].map(|ahead| contrast(look, coming_ink(ahead)));
            assert!(near > far && far > 1.8, "{name}: {near} and {far}");
        }
    }
}
