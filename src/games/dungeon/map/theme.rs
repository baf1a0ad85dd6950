//! The theme of a dungeon, which its depth decides: its look, and the ground that about half of its rooms have. The kind
//! of enemy that is at home on this ground stands in `rules/at_home.rs`.

use super::Ground;

/// The theme of a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Mossy halls.
    Moss,
    /// Flooded halls.
    Water,
    /// Halls of embers.
    Ember,
    /// Crystal halls.
    Crystal,
    /// Halls of sand.
    Sand,
    /// Halls of ash.
    Ash,
}

impl Theme {
    /// All themes, in the order of the depths; then they begin again.
    pub const ALL: [Theme; 6] = [
        Theme::Moss,
        Theme::Water,
        Theme::Ember,
        Theme::Crystal,
        Theme::Sand,
        Theme::Ash,
    ];

    /// The theme of a depth, from 1.
    pub fn of_depth(depth: u8) -> Self {
        Theme::ALL[usize::from(depth.saturating_sub(1)) % Theme::ALL.len()]
    }

    /// The ground of the theme.
    pub fn ground(self) -> Ground {
        match self {
            Theme::Moss => Ground::Grass,
            Theme::Water => Ground::Water,
            Theme::Ember | Theme::Ash => Ground::Oil,
            Theme::Crystal => Ground::Stone,
            Theme::Sand => Ground::Rubble,
        }
    }
}
