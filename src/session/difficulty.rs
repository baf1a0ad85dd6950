//! The difficulties, which are the same in all games.

use serde::{Deserialize, Serialize};

/// The difficulty of a game. Each game decides what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Difficulty {
    /// For a first game.
    Easy,
    /// For casual players.
    #[default]
    Normal,
    /// For experienced players.
    Hard,
    /// For players who expect to lose.
    Expert,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Difficulty; 4] = [Self::Easy, Self::Normal, Self::Hard, Self::Expert];

    /// The next harder one; `None` for the hardest.
    pub fn harder(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// Returns the key of its name in the language files.
    pub fn key(self) -> &'static str {
        [
            "difficulty.easy",
            "difficulty.normal",
            "difficulty.hard",
            "difficulty.expert",
        ][self as usize]
    }
}
