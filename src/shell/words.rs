//! Every word a player reads, from the language files.

use std::collections::HashMap;

pub use super::language::Language;
use super::settings::Settings;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Words>()
        .add_systems(PreUpdate, follow_settings);
}

fn file_of(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../assets/languages/en.ron"),
        Language::Korean => include_str!("../../assets/languages/ko.ron"),
    }
}

/// The words of one language.
#[derive(Resource)]
pub struct Words {
    language: Language,
    words: HashMap<String, String>,
    /// Phrases of games that bring their own.
    added: HashMap<(Language, String), String>,
}

impl Default for Words {
    fn default() -> Self {
        Words::of(Language::default())
    }
}

impl Words {
    /// The words of a language. The files are part of the program and tested to be complete.
    pub fn of(language: Language) -> Self {
        let words = ron::from_str(file_of(language)).unwrap_or_else(|error| {
            error!("the language file of {language:?} cannot be read: {error}");
            HashMap::new()
        });
        Words {
            language,
            words,
            added: HashMap::new(),
        }
    }

    /// The phrase of a key; the key itself if it has none.
    pub fn say(&self, key: &str) -> String {
        let own = self.words.get(key);
        let added = || self.added.get(&(self.language, key.to_owned()));
        own.or_else(added)
            .cloned()
            .unwrap_or_else(|| key.to_owned())
    }

    /// Adds phrases in a language, for a game that brings its own.
    pub fn add(&mut self, language: Language, phrases: &[(&str, &str)]) {
        for (key, phrase) in phrases {
            let key = (language, (*key).to_owned());
            self.added.insert(key, (*phrase).to_owned());
        }
    }

    /// The phrase of a key with values for its `{names}`.
    pub fn fill(&self, key: &str, values: &[(&str, String)]) -> String {
        let phrase = self.say(key);
        values.iter().fold(phrase, |phrase, (name, value)| {
            phrase.replace(&format!("{{{name}}}"), value)
        })
    }

    /// All keys, for tests.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }
}

fn follow_settings(settings: Res<Settings>, mut words: ResMut<Words>) {
    if settings.language != words.language {
        let added = std::mem::take(&mut words.added);
        *words = Words {
            added,
            ..Words::of(settings.language)
        };
    }
}
