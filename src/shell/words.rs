//! All words that a player reads. They come from the language files.

use std::collections::HashMap;
use std::sync::Arc;

use super::error_words::ErrorWords;
pub use super::language::Language;
use super::particle::with_particles;
use super::settings::Settings;
use crate::session::Labels;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Words>().add_systems(
        PreUpdate,
        (
            switch_language,
            take_names.run_if(resource_exists_and_changed::<Labels>),
        ),
    );
}

fn file_of(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../assets/languages/en.ron"),
        Language::Korean => include_str!("../../assets/languages/ko.ron"),
    }
}

/// The phrases of one language, by key.
#[derive(Resource)]
pub struct Words {
    language: Language,
    words: Arc<HashMap<String, String>>,
    /// The phrases that games have added, by language and key.
    added: HashMap<(Language, String), String>,
    /// The names that the player has given to kept things; see [`Labels::names`].
    given: HashMap<String, String>,
    errors: ErrorWords,
}

impl Default for Words {
    fn default() -> Self {
        Words::of(Language::default())
    }
}

impl Words {
    /// Reads the words of a language. Its file is part of the program, and a test checks that it is complete.
    pub fn of(language: Language) -> Self {
        let words = ron::from_str(file_of(language)).unwrap_or_else(|error| {
            error!("the language file of {language:?} cannot be read: {error}");
            HashMap::new()
        });
        Words {
            language,
            words: Arc::new(words),
            added: HashMap::new(),
            given: HashMap::new(),
            errors: ErrorWords::of(language),
        }
    }

    /// Returns the language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the phrase of a key, or the key itself if it has no phrase.
    pub fn get(&self, key: &str) -> String {
        let own = self.words.get(key);
        let added = || self.added.get(&(self.language, key.to_owned()));
        own.or_else(added)
            .cloned()
            .unwrap_or_else(|| key.to_owned())
    }

    /// Returns a function that reads labels of pictures, also in the background. A label is a text, or keys of phrases
    /// with spaces between them.
    pub fn label_reader(&self) -> impl Fn(&str) -> String + Send + use<> {
        let words = Arc::clone(&self.words);
        move |label| {
            let parts = label.split(' ');
            let parts: Vec<&str> = parts
                .map(|part| words.get(part).map_or(part, String::as_str))
                .collect();
            parts.join(" ")
        }
    }

    /// Adds the phrases of a game to a language.
    pub fn add(&mut self, language: Language, phrases: &[(&str, &str)]) {
        for (key, phrase) in phrases {
            let key = (language, (*key).to_owned());
            self.added.insert(key, (*phrase).to_owned());
        }
    }

    /// Returns the phrase of a key, in which values replace the `{names}`. `{name|one|many}` is the first text if the
    /// value is 1, else the second one. `{name:이/가}` is the particle that is right after the value: the first one after
    /// a consonant, the second one after a vowel. The value of `{why}` is an error message, which is translated.
    pub fn fill(&self, key: &str, values: &[(&str, String)]) -> String {
        let translated = values.iter().map(|(name, value)| match *name {
            "why" => (*name, self.error(value)),
            name => (name, value.clone()),
        });
        fill_phrase(self.get(key), &translated.collect::<Vec<_>>())
    }

    /// Returns an error message in the language. A text that is no known message stays as it is.
    pub fn error(&self, text: &str) -> String {
        self.errors.translate(text)
    }

    /// Returns the name that the player has given to a kept thing, by the folder and the name of its file.
    pub fn name_given(&self, key: &str) -> Option<&str> {
        self.given.get(key).map(String::as_str)
    }

    /// Returns all keys. Tests use it.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }
}

/// Puts values into a phrase, as [`Words::fill`] says.
pub(super) fn fill_phrase(phrase: String, values: &[(&str, String)]) -> String {
    values.iter().fold(phrase, |phrase, (name, value)| {
        let phrase = phrase.replace(&format!("{{{name}}}"), &with_minus(value));
        let phrase = with_number(phrase, name, value == "1");
        with_particles(phrase, name, value)
    })
}

/// A text that begins with a capital letter, as a name at the beginning of a line does.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// A text whose whole numbers of five digits and more have separators: `1000000` is `1,000,000`.
pub fn with_separators(text: &str) -> String {
    let mut separated = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        separated.push_str(before);
        let end = number.find(|c: char| !c.is_ascii_digit());
        let (digits, after) = number.split_at(end.unwrap_or(number.len()));
        let is_whole = !before.ends_with('.') && digits.len() >= 5;
        for (at, digit) in digits.char_indices() {
            if is_whole && at > 0 && (digits.len() - at) % 3 == 0 {
                separated.push(',');
            }
            separated.push(digit);
        }
        rest = after;
    }
    separated + rest
}

/// A whole number with its sign, and with a real minus; 0 has none.
pub fn signed(number: impl Into<i32>) -> String {
    match number.into() {
        0 => "0".to_owned(),
        number => with_minus(&format!("{number:+}")),
    }
}

/// A value with a real minus before each negative number, instead of a hyphen.
pub fn with_minus(value: &str) -> String {
    let is_free = |before: Option<char>| before.is_none_or(|c| c == ' ' || c == '(');
    let mut before = None;
    let mut signs = value.chars().peekable();
    let mut text = String::with_capacity(value.len());
    while let Some(sign) = signs.next() {
        let is_number = signs.peek().is_some_and(char::is_ascii_digit);
        let is_minus = sign == '-' && is_free(before) && is_number;
        text.push(if is_minus { '−' } else { sign });
        before = Some(sign);
    }
    text
}

/// Chooses the singular or the plural in each `{name|one|many}` of a phrase.
fn with_number(mut phrase: String, name: &str, is_one: bool) -> String {
    let begin = format!("{{{name}|");
    while let Some(start) = phrase.find(&begin) {
        let rest = &phrase[start + begin.len()..];
        let Some((one, many, after)) = rest
            .split_once('}')
            .and_then(|(forms, after)| forms.split_once('|').map(|(one, many)| (one, many, after)))
        else {
            break;
        };
        let chosen = if is_one { one } else { many };
        phrase = format!("{}{chosen}{after}", &phrase[..start]);
    }
    phrase
}

fn switch_language(settings: Res<Settings>, mut words: ResMut<Words>) {
    if settings.language != words.language {
        let added = std::mem::take(&mut words.added);
        let given = std::mem::take(&mut words.given);
        *words = Words {
            added,
            given,
            ..Words::of(settings.language)
        };
    }
}

/// Takes over the names that the player has given to kept things.
fn take_names(labels: Res<Labels>, mut words: ResMut<Words>) {
    let named = labels.names();
    words.given = named
        .map(|(key, name)| (key.to_owned(), name.to_owned()))
        .collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_a_capital() {
        for (text, shown) in [("dagger", "Dagger"), ("단검", "단검"), ("", "")] {
            assert_eq!(capitalised(text), shown);
        }
    }

    #[test]
    fn long_whole_numbers_have_separators() {
        for (text, shown) in [
            ("1000000", "1,000,000"),
            ("7500", "7500"),
            ("± 12345", "± 12,345"),
            ("0.123456", "0.123456"),
            ("no limit", "no limit"),
        ] {
            assert_eq!(with_separators(text), shown);
        }
    }

    #[test]
    fn negative_numbers_have_a_real_minus_and_other_hyphens_stay() {
        for (value, shown) in [
            ("-9", "−9"),
            ("-3 4 -2", "−3 4 −2"),
            ("12 (-0.5)", "12 (−0.5)"),
            ("b1-human-level4", "b1-human-level4"),
            ("level-5.ron", "level-5.ron"),
            ("-", "-"),
        ] {
            assert_eq!(with_minus(value), shown);
        }
    }
}
