//! All colours, as they are in the usual look. `assets/STYLE.md` describes their use, and [`Look`](super::look::Look)
//! replaces them in another look.

use bevy::prelude::*;

use crate::generation::Tint;

pub(super) const fn hex(rgb: u32) -> Color {
    Color::srgb_u8((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

/// The background of the window.
pub const NIGHT: Color = hex(0x0B_1A1E);
/// Panels.
pub const GLASS: Color = hex(0x12_292E);
/// Things that lie on a panel.
pub const RAISED: Color = hex(0x1A_383D);
/// Thin lines.
pub const RIM: Color = hex(0x2B_5156);
/// The captions of buttons that cannot be used now.
pub const FAINT: Color = hex(0x44_6C70);
/// Quiet text.
pub const MIST: Color = hex(0x93_B5B0);
/// Text.
pub const PAPER: Color = hex(0xE8_F1EA);
/// The pieces of the second player, which are white in every theme.
pub const PEARL: Color = hex(0xEC_F4EE);
/// Things that the player can use.
pub const LAMP: Color = hex(0xF2_B65A);
/// Things that the player can use, when they are highlighted.
pub const EMBER: Color = hex(0xFF_D596);
/// Things that the computer does.
pub const THOUGHT: Color = hex(0x6F_D6E8);
/// Errors.
pub const FAULT: Color = hex(0xE8_705F);
/// Success.
pub const LEAF: Color = hex(0x86_CF8F);

/// Bare stone on a map that is too small for sprites.
pub const MAP_STONE: Color = Color::srgb(0.45, 0.55, 0.50);
/// Grass on such a map.
pub const MAP_GRASS: Color = Color::srgb(0.36, 0.62, 0.30);
/// Water on such a map.
pub const MAP_WATER: Color = Color::srgb(0.24, 0.47, 0.68);
/// Oil on such a map.
pub const MAP_OIL: Color = Color::srgb(0.42, 0.30, 0.50);
/// Rubble on such a map.
pub const MAP_RUBBLE: Color = Color::srgb(0.55, 0.50, 0.42);

/// The eight kinds of things: red, yellow, green, blue, violet, orange, teal, pink.
pub(super) const KINDS: [u32; 8] = [
    0xE2_574C, 0xF0_C24B, 0x6C_BF5F, 0x4C_8FE0, 0xA4_6BD6, 0xEE_8A3C, 0x3F_C1B0, 0xEF_A0B8,
];

/// Returns the colour of a kind of things, 0 to 7.
pub fn kind(kind: u8) -> Color {
    hex(KINDS[usize::from(kind) % 8])
}

/// Returns the colour of a player's pieces: red, white and green.
pub fn player(number: u8) -> Color {
    match number {
        0 => kind(0),
        1 => PEARL,
        _ => kind(2),
    }
}

/// Returns the colour of a quantity from 0 to 1. A larger quantity has a brighter colour.
pub fn heat(part: f32) -> Color {
    let (cold, warm) = (hex(0x0E_2A3A), hex(0xC8_5A2C));
    match part.clamp(0.0, 1.0) {
        part if part < 0.6 => cold.mix(&warm, part / 0.6),
        part => warm.mix(&EMBER, (part - 0.6) / 0.4),
    }
}

/// The colour of one of the nine cells of a square: the hue of its row, mixed with white in the first column and with
/// black in the last. A look recognises such shades.
fn place_in_square(place: u8) -> Color {
    let hue = [THOUGHT, LAMP, LEAF][usize::from(place / 3 % 3)];
    match place % 3 {
        0 => hex(0xFF_FFFF).mix(&hue, 0.5),
        1 => hue,
        _ => hex(0x00_0000).mix(&hue, 0.55),
    }
}

/// Returns the colour of a shape in a picture.
pub fn tint(tint: Tint) -> Color {
    match tint {
        Tint::Calm => RAISED,
        Tint::Stone => hex(0x05_0D10),
        // The first group of kinds is warm, the second cool, so that the groups can be told apart.
        Tint::Kind(kind @ 0..=4) => LAMP.mix(&hex(0x8A_4A22), f32::from(kind) / 5.0),
        Tint::Kind(kind) => THOUGHT.mix(&LEAF, f32::from(kind - 5) / 4.0),
        Tint::Place(place) => place_in_square(place),
        Tint::Ground => RIM,
        Tint::Heat(percent) => heat(f32::from(percent) / 100.0),
        Tint::Light(percent) => LAMP.with_alpha(0.5 * f32::from(percent) / 100.0),
        Tint::Player(number) => player(number),
        Tint::Letter => PAPER,
        Tint::Fault => FAULT,
        Tint::Fixed(red, green, blue) => Color::srgb_u8(red, green, blue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::theme::look::{Colours, Look, Theme};

    #[test]
    fn the_nine_cells_of_a_square_have_colours_that_differ() {
        for (_, theme) in Theme::ALL {
            let look = Look {
                theme,
                colours: Colours::Vivid,
            };
            let shown = |place| {
                let colour = Oklaba::from(look.map_colour(tint(Tint::Place(place))));
                Vec3::new(colour.lightness, colour.a, colour.b)
            };
            for (one, other) in (0..9).flat_map(|one| (0..one).map(move |other| (one, other))) {
                // The cells beside each other differ most.
                let is_beside = one % 3 != 0 && one - other == 1 || one - other == 3;
                let least = if is_beside { 0.06 } else { 0.05 };
                let apart = shown(one).distance(shown(other));
                assert!(apart > least, "{theme:?}: {one} and {other}, {apart}");
            }
        }
    }
}
