//! The look of each depth: a name, and a tint of its ground.

use bevy::prelude::*;

use super::panel::descent;
use crate::games::dungeon::descent::Descent;
use crate::shell::words::Words;

/// The look of a depth.
pub(super) struct Theme {
    /// The key of its name.
    pub name: &'static str,
    /// What its colours are multiplied by.
    pub tint: Vec3,
}

/// The looks of the depths, one after the other and then from the first again.
const THEMES: [Theme; 6] = [
    Theme {
        name: "dungeon.theme.moss",
        tint: Vec3::new(1.0, 1.0, 1.0),
    },
    Theme {
        name: "dungeon.theme.water",
        tint: Vec3::new(0.68, 0.94, 1.38),
    },
    Theme {
        name: "dungeon.theme.ember",
        tint: Vec3::new(1.50, 0.80, 0.60),
    },
    Theme {
        name: "dungeon.theme.crystal",
        tint: Vec3::new(1.12, 0.82, 1.52),
    },
    Theme {
        name: "dungeon.theme.sand",
        tint: Vec3::new(1.42, 1.12, 0.72),
    },
    Theme {
        name: "dungeon.theme.ash",
        tint: Vec3::new(1.02, 0.98, 1.06),
    },
];

/// The look of a depth, from 1.
pub(super) fn of_depth(depth: u8) -> &'static Theme {
    &THEMES[usize::from(depth.saturating_sub(1)) % THEMES.len()]
}

/// The depth with its name, in words.
pub(super) fn entered_text(world: &World) -> String {
    let words = world.resource::<Words>();
    descent(world).map_or(String::new(), |descent| text(descent, words))
}

fn text(descent: &Descent, words: &Words) -> String {
    let values = [
        ("depth", descent.depth().to_string()),
        ("depths", descent.setup().depths.to_string()),
        ("theme", words.get(of_depth(descent.depth()).name)),
    ];
    words.fill("dungeon.depth_of_theme", &values)
}
