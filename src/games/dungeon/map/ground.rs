//! The ground of rooms. It acts on the hero and on enemies alike.

use serde::{Deserialize, Serialize};

/// The ground that covers a part of a room's floor.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Plain stone.
    #[default]
    Stone,
    /// High grass: it hides a creature that stands in it from all creatures that are not near, and it burns.
    Grass,
    /// Shallow water: steps in it are silent and leave no track, but take two turns, and it does not burn.
    Water,
    /// Oil: it burns longer than other ground.
    Oil,
    /// Rubble: steps on it are heard far away.
    Rubble,
}

impl Ground {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Ground; 5] = [
        Ground::Stone,
        Ground::Grass,
        Ground::Water,
        Ground::Oil,
        Ground::Rubble,
    ];

    /// The ground of a number from 0 to 4.
    pub fn of_number(number: u8) -> Option<Self> {
        Ground::ALL.get(usize::from(number)).copied()
    }

    /// The number of the ground.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Whether fire spreads over it.
    #[inline]
    pub fn is_flammable(self) -> bool {
        matches!(self, Ground::Grass | Ground::Oil)
    }

    /// The sign of the ground on maps as text.
    pub fn letter(self) -> char {
        ['.', '"', '~', '%', ','][self as usize]
    }
}
