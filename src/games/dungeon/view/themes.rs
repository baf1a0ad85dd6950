//! The look of each theme: a name, and a tint of its ground.

use bevy::prelude::*;

use super::panel::descent;
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::map::Theme;
use crate::shell::words::Words;

/// The key of a theme's name.
pub(super) fn name_of(theme: Theme) -> &'static str {
    match theme {
        Theme::Moss => "dungeon.theme.moss",
        Theme::Water => "dungeon.theme.water",
        Theme::Ember => "dungeon.theme.ember",
        Theme::Crystal => "dungeon.theme.crystal",
        Theme::Sand => "dungeon.theme.sand",
        Theme::Ash => "dungeon.theme.ash",
    }
}

/// The factors of the colours of a dungeon at a depth.
pub(super) fn tint_of_depth(depth: u8) -> Vec3 {
    match Theme::of_depth(depth) {
        Theme::Moss => Vec3::new(1.0, 1.0, 1.0),
        Theme::Water => Vec3::new(0.68, 0.94, 1.38),
        Theme::Ember => Vec3::new(1.50, 0.80, 0.60),
        Theme::Crystal => Vec3::new(1.12, 0.82, 1.52),
        Theme::Sand => Vec3::new(1.42, 1.12, 0.72),
        Theme::Ash => Vec3::new(1.02, 0.98, 1.06),
    }
}

/// The depth with the name of its theme, in words.
pub(super) fn entered_text(world: &World) -> String {
    let words = world.resource::<Words>();
    descent(world).map_or(String::new(), |descent| text(descent, words))
}

fn text(descent: &Descent, words: &Words) -> String {
    let values = [
        ("depth", descent.depth().to_string()),
        ("depths", descent.setup().depths.to_string()),
        (
            "theme",
            words.get(name_of(Theme::of_depth(descent.depth()))),
        ),
    ];
    words.fill("dungeon.depth_of_theme", &values)
}
