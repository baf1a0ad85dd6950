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

    /// Returns the first language of the system that the game has, or English.
    pub fn of_system() -> Self {
        sys_locale::get_locales()
            .find_map(|tag| Self::of_tag(&tag))
            .unwrap_or_default()
    }

    /// Returns the language of a tag such as `ko-KR`, if the game has it.
    fn of_tag(tag: &str) -> Option<Self> {
        match tag.split(['-', '_', '.']).next()? {
            "en" => Some(Self::English),
            "ko" => Some(Self::Korean),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_tag_names_a_language_with_or_without_a_country() {
        for tag in ["ko", "ko-KR", "ko_KR.UTF-8"] {
            assert_eq!(Language::of_tag(tag), Some(Language::Korean), "{tag}");
        }
        assert_eq!(Language::of_tag("en-GB"), Some(Language::English));
        for tag in ["kok-IN", "de-DE", "C", ""] {
            assert_eq!(Language::of_tag(tag), None, "{tag}");
        }
    }
}
