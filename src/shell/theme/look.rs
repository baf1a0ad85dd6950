//! The looks: themes, and sets of colours for the kinds of things. Everything is drawn with the colours of [`palette`],
//! which are those of the usual look. A [`Look`] replaces them by the colours that are shown. The replacement happens
//! at the very end, when a node, a letter, a picture or a sprite is drawn, so that it reaches all of them.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::palette;

/// The colours of grounds, lines and texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Theme {
    /// Light things in a dark room.
    #[default]
    Dusk,
    /// Dark things on light ground.
    Light,
    /// Texts have a contrast of at least 7 to 1, and edges of at least 3 to 1.
    Contrast,
}

impl Theme {
    /// All themes, with their keys in the language files.
    pub const ALL: [(&'static str, Theme); 3] = [
        ("settings.theme.dusk", Self::Dusk),
        ("settings.theme.light", Self::Light),
        ("settings.theme.contrast", Self::Contrast),
    ];

    /// The opacity of the names of cells. They step back behind the pieces at dusk alone: on light ground they could not
    /// be read if it shone through them, and high contrast is for all texts.
    pub fn opacity_of_names(self) -> f32 {
        match self {
            Theme::Light | Theme::Contrast => 1.0,
            Theme::Dusk => 0.7,
        }
    }

    /// The colours of a bar with a text on it: of much, of some and of little. A [`Look`] shows them as it shows other
    /// colours. Only at dusk the text can be read on the brighter ones.
    pub fn colours_of_bar(self) -> [Color; 3] {
        let colours = match self {
            Theme::Dusk => [0x43_734F, 0x89_6023, 0xA8_4033],
            Theme::Light | Theme::Contrast => [0x38_6142, 0x73_501E, 0x87_3329],
        };
        colours.map(palette::hex)
    }
}

/// A set of colours for the eight kinds of things, and for the signals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Colours {
    /// Saturated colours.
    #[default]
    Vivid,
    /// Colours for people who lack the cones for long waves.
    Protan,
    /// Colours for people who lack the cones for middle waves.
    Deutan,
    /// Colours for people who lack the cones for short waves.
    Tritan,
    /// The colours of Okabe and Ito.
    Distinct,
    /// Greys. The kinds can be told apart by their shapes.
    Grey,
}

impl Colours {
    /// All sets, with their keys in the language files.
    pub const ALL: [(&'static str, Colours); 6] = [
        ("settings.colours.vivid", Self::Vivid),
        ("settings.colours.protan", Self::Protan),
        ("settings.colours.deutan", Self::Deutan),
        ("settings.colours.tritan", Self::Tritan),
        ("settings.colours.distinct", Self::Distinct),
        ("settings.colours.grey", Self::Grey),
    ];

    const fn kinds(self) -> [u32; 8] {
        match self {
            Self::Vivid => palette::KINDS,
            Self::Protan => [
                0xC0_0057, 0xFD_EA35, 0x34_A721, 0x50_ABFC, 0x6C_4DD6, 0xFE_3E0A, 0x50_C1A2,
                0xFC_6B9E,
            ],
            Self::Deutan => [
                0x98_4E60, 0xF7_CA73, 0x9E_B700, 0x48_5DEC, 0xDB_59D7, 0xC5_5E36, 0x76_E4C8,
                0xDE_7E98,
            ],
            Self::Tritan => [
                0xB8_2E4C, 0xEE_EE93, 0x17_A248, 0x4E_54BE, 0xAB_A1F8, 0xFC_6F4C, 0x68_E4D5,
                0xFD_A9B8,
            ],
            Self::Distinct => [
                0xD5_5E00, 0xF0_E442, 0x00_9E73, 0x00_72B2, 0xCC_79A7, 0xE6_9F00, 0x56_B4E9,
                0xDD_DDDD,
            ],
            Self::Grey => [
                0x5A_5A5A, 0xF0_F0F0, 0x8C_8C8C, 0x46_4646, 0x74_7474, 0xBC_BCBC, 0xA4_A4A4,
                0xD6_D6D6,
            ],
        }
    }

    /// Returns the colour of a kind, 0 to 7.
    pub fn kind(self, kind: u8) -> Color {
        palette::hex(self.kinds()[usize::from(kind) % 8])
    }
}

/// The colours of the signals, in the order of [`SIGNALS`].
type Signals = [u32; 5];

/// The signals of the palette: lamp, ember, thought, fault, leaf.
const SIGNALS: [Color; 5] = [
    palette::LAMP,
    palette::EMBER,
    palette::THOUGHT,
    palette::FAULT,
    palette::LEAF,
];

/// The grounds, the lines and the texts of the palette, and the second player.
const GROUNDS: [Color; 8] = [
    palette::NIGHT,
    palette::GLASS,
    palette::RAISED,
    palette::RIM,
    palette::FAINT,
    palette::MIST,
    palette::PAPER,
    palette::PEARL,
];

/// A theme and a set of colours: the function from the colours of the palette to the colours that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The theme.
    pub theme: Theme,
    /// The set of colours.
    pub colours: Colours,
}

impl Look {
    /// The look whose colours are those of the palette.
    pub const USUAL: Look = Look {
        theme: Theme::Dusk,
        colours: Colours::Vivid,
    };

    fn grounds(self) -> [u32; 8] {
        match self.theme {
            Theme::Dusk => [
                0x0B_1A1E, 0x12_292E, 0x1A_383D, 0x2B_5156, 0x44_6C70, 0x93_B5B0, 0xE8_F1EA,
                0xEC_F4EE,
            ],
            Theme::Light => [
                0xF3_F1E7, 0xFC_FBF6, 0xE6_ECE4, 0x7F_9A94, 0x7F_9A94, 0x47_5F5B, 0x12_292E,
                0xA7_CEE2,
            ],
            Theme::Contrast => [
                0x00_0000, 0x0A_1214, 0x16_262A, 0x8F_B5B0, 0x8F_B5B0, 0xCF_E0DD, 0xFF_FFFF,
                0xFF_FFFF,
            ],
        }
    }

    /// The colours of the signals. The second one is the first one, highlighted.
    fn signals(self) -> Signals {
        match (self.theme, self.colours) {
            (Theme::Dusk, Colours::Protan) => {
                [0xF1_C30A, 0xFF_E48A, 0x31_BDF7, 0xFB_726A, 0xBD_FFE9]
            }
            (Theme::Dusk, Colours::Deutan) => {
                [0xC0_9902, 0xE8_C85A, 0x33_AAD6, 0xE9_BFC7, 0xD0_FF26]
            }
            (Theme::Dusk, Colours::Tritan) => {
                [0xFE_D435, 0xFF_EAA0, 0x61_FEFE, 0xFF_7061, 0x70_AA7C]
            }
            (Theme::Dusk, _) => [0xF2_B65A, 0xFF_D596, 0x6F_D6E8, 0xE8_705F, 0x86_CF8F],
            (Theme::Light, Colours::Protan) => {
                [0x38_1700, 0x5E_2E0C, 0x0B_709C, 0x68_3D47, 0x4E_730B]
            }
            (Theme::Light, Colours::Deutan) => {
                [0x27_2202, 0x4A_4208, 0x05_6D98, 0xD2_071A, 0x41_522A]
            }
            (Theme::Light, Colours::Tritan) => {
                [0x6F_3301, 0x4E_2400, 0x00_2537, 0xCF_044C, 0x07_750C]
            }
            (Theme::Light, _) => [0x8A_5200, 0x6B_3F00, 0x0A_667C, 0xB3_261E, 0x1F_7335],
            (Theme::Contrast, Colours::Protan) => {
                [0xFE_B120, 0xFF_D98C, 0x8B_E1FD, 0xFE_8FAA, 0xC1_FF91]
            }
            (Theme::Contrast, Colours::Deutan) => {
                [0xFC_DE00, 0xFF_F08A, 0x2D_BCFE, 0xDF_A28E, 0xD2_FFF0]
            }
            (Theme::Contrast, Colours::Tritan) => {
                [0xFE_EA74, 0xFF_F5B8, 0x49_FFFF, 0xFB_9583, 0x88_C117]
            }
            (Theme::Contrast, _) => [0xFF_C857, 0xFF_E3AC, 0x8F_E8FA, 0xFF_9D8F, 0x9B_E8A6],
        }
    }

    /// Returns the colour that is shown instead of a colour of the palette, or of any other colour. Its opacity stays.
    pub fn map_colour(self, colour: Color) -> Color {
        if self == Look::USUAL {
            return colour;
        }
        let meant = self.map_palette_colour(colour);
        let shown = meant.unwrap_or_else(|| match self.theme {
            Theme::Light => turned_over(colour),
            Theme::Dusk | Theme::Contrast => colour,
        });
        shown.with_alpha(colour.alpha())
    }

    /// Returns the colour that is shown instead of a colour of the palette, or of a shade of it; `None` for other
    /// colours.
    pub fn map_palette_colour(self, colour: Color) -> Option<Color> {
        let at = |table: &[Color]| table.iter().position(|one| is_same(*one, colour));
        let meant = match at(&GROUNDS) {
            Some(ground) => Some(palette::hex(self.grounds()[ground])),
            None => self.coloured(colour),
        };
        meant.map(|meant| meant.with_alpha(colour.alpha()))
    }

    /// The colour that is shown in a sprite. The grounds and lines of a sprite stay, because sprites have their own.
    /// Its colours lie on dark rims in every theme.
    pub fn map_sprite_colour(self, colour: Color) -> Color {
        let dark = Look {
            theme: Theme::Dusk,
            colours: self.colours,
        };
        match dark == Look::USUAL {
            true => colour,
            false => dark.coloured(colour).unwrap_or(colour),
        }
    }

    /// The look of texts on ground that is dark in every theme.
    pub fn on_dark_ground(self) -> Look {
        let theme = match self.theme {
            Theme::Light => Theme::Dusk,
            Theme::Dusk | Theme::Contrast => self.theme,
        };
        Look { theme, ..self }
    }

    /// The colour that replaces a signal, the colour of a kind, or a shade of one; `None` for other colours.
    fn coloured(self, colour: Color) -> Option<Color> {
        let kinds = (0..8).map(|kind| (Colours::Vivid.kind(kind), self.colours.kind(kind)));
        let signals = SIGNALS.into_iter().zip(self.signals().map(palette::hex));
        let mut all = signals.chain(kinds);
        all.find_map(|(was, is)| shade_of(was, colour).map(|shade| shade.of(is)))
    }

    /// Returns the shade in this look of a shade of the usual colour of a kind. `None` if it is a grey or of another
    /// hue.
    pub fn shade_of_kind(self, kind: u8, colour: Color) -> Option<Color> {
        let [was, is] = [Colours::Vivid, self.colours].map(|of| Oklcha::from(of.kind(kind)));
        let shade = Oklcha::from(colour);
        let turned = (shade.hue - was.hue + 180.0).rem_euclid(360.0) - 180.0;
        if shade.chroma < LEAST_CHROMA || turned.abs() > SAME_HUE {
            return None;
        }
        let lightness = if shade.lightness <= was.lightness {
            shade.lightness * is.lightness / was.lightness
        } else {
            1.0 - (1.0 - shade.lightness) * (1.0 - is.lightness) / (1.0 - was.lightness)
        };
        let chroma = shade.chroma * is.chroma / was.chroma;
        let hue = (is.hue + turned).rem_euclid(360.0);
        Some(Oklcha::new(lightness, chroma, hue, shade.alpha).into())
    }
}

/// A colour with less chroma is a grey, and has no hue.
const LEAST_CHROMA: f32 = 0.03;
/// Hues that differ by at most this many degrees are shades of one colour.
const SAME_HUE: f32 = 22.0;

fn bytes(colour: Color) -> [u8; 3] {
    let [red, green, blue, _] = colour.to_srgba().to_u8_array();
    [red, green, blue]
}

fn is_same(one: Color, other: Color) -> bool {
    let pairs = bytes(one).into_iter().zip(bytes(other));
    pairs
        .into_iter()
        .all(|(one, other)| one.abs_diff(other) <= 1)
}

/// A colour that is mixed with black or white.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shade {
    /// A mixture with black: the part of the colour, 0 to 1.
    Dark(f32),
    /// A mixture with white: the part of the colour, 0 to 1.
    Light(f32),
}

impl Shade {
    fn of(self, colour: Color) -> Color {
        // Sprites mix their shades in sRGB, in which the constants of Bevy are not given.
        let (rest, part) = match self {
            Shade::Dark(part) => (Color::srgb(0.0, 0.0, 0.0), part),
            Shade::Light(part) => (Color::srgb(1.0, 1.0, 1.0), part),
        };
        rest.mix(&colour, part)
    }
}

/// The least part of a colour in a mixture. With a smaller part the mixture cannot be told from black or white.
const LEAST_PART: f32 = 0.22;
/// The largest difference, in 255ths, of a shade from the exact mixture.
const ROUNDING: f32 = 2.5;

/// The mixture by which a colour is made from `base`; `None` if it is not such a mixture.
fn shade_of(base: Color, colour: Color) -> Option<Shade> {
    let [base, colour] = [base, colour].map(|one| bytes(one).map(f32::from));
    let fits = |part: f32, rest: f32| {
        let pairs = base.iter().zip(&colour);
        let mut gaps = pairs.map(|(base, one)| (rest + (base - rest) * part - one).abs());
        (LEAST_PART..=1.001).contains(&part) && gaps.all(|gap| gap <= ROUNDING)
    };
    // The channel that is furthest from black, or from white, gives the part most exactly.
    let most = |distance: &dyn Fn(f32) -> f32| {
        let far = |at: &usize| distance(base[*at]);
        (0..3).max_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
    };
    let at = most(&|value| value);
    let dark = colour[at] / base[at].max(1.0);
    if fits(dark, 0.0) {
        return Some(Shade::Dark(dark.min(1.0)));
    }
    let at = most(&|value| 255.0 - value);
    let light = (255.0 - colour[at]) / (255.0 - base[at]).max(1.0);
    fits(light, 255.0).then_some(Shade::Light(light.min(1.0)))
}

/// A colour of the dark theme for light ground: light becomes dark, and the hue stays.
fn turned_over(colour: Color) -> Color {
    let Oklaba {
        lightness,
        a,
        b,
        alpha,
    } = Oklaba::from(colour);
    Oklaba::new(LIGHTEST - LIGHTNESS * lightness, a, b, alpha).into()
}

/// The lightness of a colour that is black in the dark theme.
const LIGHTEST: f32 = 0.98;
/// The difference in lightness between colours that are black and white there.
const LIGHTNESS: f32 = 0.72;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_look_shows_the_palette_as_it_is() {
        for colour in GROUNDS.into_iter().chain(SIGNALS) {
            assert_eq!(Look::USUAL.map_colour(colour), colour);
            let written = Look::USUAL
                .map_palette_colour(colour)
                .expect("it is of the palette");
            assert!(is_same(written, colour), "{colour:?}");
        }
    }

    #[test]
    fn shades_of_a_kind_become_shades_of_its_new_colour() {
        let look = Look {
            theme: Theme::Dusk,
            colours: Colours::Deutan,
        };
        let base = Colours::Vivid.kind(0);
        let new = Colours::Deutan.kind(0);
        let black = Color::srgb(0.0, 0.0, 0.0);
        let white = Color::srgb(1.0, 1.0, 1.0);
        for (rest, part) in [(black, 0.5), (white, 0.4)] {
            let shade = rest.mix(&base, part);
            assert!(is_same(look.map_colour(shade), rest.mix(&new, part)));
        }
        let grey = Color::srgb_u8(120, 120, 120);
        assert_eq!(look.map_colour(grey), grey);
    }

    #[test]
    fn a_colour_keeps_its_opacity() {
        let look = Look {
            theme: Theme::Light,
            colours: Colours::Vivid,
        };
        for colour in [palette::NIGHT, Color::srgb(0.3, 0.5, 0.4)] {
            assert_eq!(look.map_colour(colour.with_alpha(0.4)).alpha(), 0.4);
        }
    }
}
