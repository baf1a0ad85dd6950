//! The languages that the player can choose.

use serde::{Deserialize, Serialize};

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Korean.
    Korean,
}

impl Language {
    /// All, and their names in themselves.
    pub const ALL: [(Language, &'static str); 2] =
        [(Self::English, "English"), (Self::Korean, "한국어")];
}
