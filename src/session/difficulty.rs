//! The one list of difficulties, in all games.

use serde::{Deserialize, Serialize};

/// How hard a game should be; each game says what it means by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Difficulty {
    /// For a first try.
    Easy,
    /// For an evening.
    #[default]
    Normal,
    /// For those who know how.
    Hard,
    /// For those who want to lose.
    Expert,
}

impl Difficulty {
    /// All, easiest first.
    pub const ALL: [Difficulty; 4] = [Self::Easy, Self::Normal, Self::Hard, Self::Expert];

    /// Its name in the language files.
    pub fn key(self) -> &'static str {
        [
            "difficulty.easy",
            "difficulty.normal",
            "difficulty.hard",
            "difficulty.expert",
        ][self as usize]
    }
}
