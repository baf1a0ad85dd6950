//! The languages that a player can choose.

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
    /// All languages, with their own names.
    pub const ALL: [(Language, &'static str); 2] =
        [(Self::English, "English"), (Self::Korean, "한국어")];
}
