//! The search of the player in a catalogue, and the things that are found.

use bevy::prelude::*;
use bevy::text::EditableText;

use super::Catalogue;
use crate::shell::screen::Screen;

/// The search of the player among many things, the things that are found, and the chosen one.
pub struct Finder<Id> {
    /// The game whose things are shown; `None` for all games.
    pub game: Option<&'static str>,
    /// The words that are looked for.
    pub search: String,
    /// The first thing that is shown, counted from the newest that was found.
    pub(in crate::shell) first: usize,
    /// The things that were found, the newest first.
    pub found: Vec<Id>,
    /// The thing that is chosen.
    pub chosen: Option<Id>,
    /// The screen from which the page was opened, and the game that was active there.
    pub(super) from: (Screen, Option<&'static str>),
}

impl<Id> Default for Finder<Id> {
    fn default() -> Self {
        Finder {
            game: None,
            search: String::new(),
            first: 0,
            found: Vec::new(),
            chosen: None,
            from: (Screen::default(), None),
        }
    }
}

impl<Id: Clone + PartialEq> Finder<Id> {
    /// Returns the screen that lies behind the page, and the game that was active there.
    pub fn screen_behind(&self) -> (Screen, Option<&'static str>) {
        self.from
    }

    /// Returns the thing in a place of the page.
    pub fn at(&self, place: usize) -> Option<&Id> {
        self.found.get(self.first + place)
    }

    /// Whether the thing in a place of the page is the one that is chosen.
    pub fn is_chosen(&self, place: usize) -> bool {
        self.chosen.is_some() && self.at(place) == self.chosen.as_ref()
    }

    /// Chooses the thing in a place of the page.
    pub fn choose(&mut self, place: usize) {
        self.chosen = self.at(place).cloned();
    }

    /// Takes over the things that were found, with a number of things on each page. One of them is chosen, if there are
    /// any.
    pub fn set_found(&mut self, found: Vec<Id>, per_page: usize) {
        let last_page = found.len().saturating_sub(1) / per_page * per_page;
        self.first = self.first.min(last_page);
        let is_found = |id: &Id| found.contains(id);
        if !self.chosen.as_ref().is_some_and(is_found) {
            self.chosen = found.get(self.first).cloned();
        }
        self.found = found;
    }

    /// Returns the words that are looked for.
    pub fn searched_words(&self) -> SearchedWords {
        let lower = self.search.to_lowercase();
        SearchedWords(lower.split_whitespace().map(str::to_owned).collect())
    }
}

/// Words that are looked for. Upper and lower case are the same.
pub struct SearchedWords(Vec<String>);

impl SearchedWords {
    /// Whether a text contains all of the words.
    pub fn are_in(&self, text: &str) -> bool {
        self.are_in_lower_case(&text.to_lowercase())
    }

    /// Whether a text, which is in lower case, contains all of the words.
    pub fn are_in_lower_case(&self, text: &str) -> bool {
        self.0.iter().all(|word| text.contains(word))
    }

    /// Whether there are no words, so that all texts contain them.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The field for the words that are looked for.
#[derive(Component)]
pub struct SearchField;

/// Looks for the words in the field when they have changed.
pub fn read_search<C: Catalogue>(
    fields: Query<&EditableText, (With<SearchField>, Changed<EditableText>)>,
    mut catalogue: ResMut<C>,
    mut last: Local<String>,
) {
    for field in &fields {
        let text = field.value().to_string();
        if text != *last {
            last.clone_from(&text);
            catalogue.search = text;
            catalogue.first = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_stays_chosen_as_long_as_it_is_found() {
        let mut finder = Finder::default();
        finder.set_found(vec![5, 4, 3, 2, 1], 2);
        assert_eq!((finder.first, finder.chosen), (0, Some(5)));
        finder.first = 4;
        finder.choose(0);
        assert!(finder.is_chosen(0) && !finder.is_chosen(1));
        finder.set_found(vec![4, 1], 2);
        assert_eq!((finder.first, finder.chosen), (0, Some(1)));
        assert!(finder.is_chosen(1));
        finder.set_found(vec![4, 3, 2], 2);
        assert_eq!(finder.chosen, Some(4));
        finder.set_found(Vec::new(), 2);
        assert_eq!(finder.chosen, None);
        assert!(!finder.is_chosen(0));
    }

    #[test]
    fn a_page_that_is_gone_is_left_for_the_last_one() {
        let mut finder = Finder::default();
        finder.set_found((0..7).collect(), 3);
        finder.first = 6;
        finder.set_found((0..6).collect(), 3);
        assert_eq!((finder.first, finder.at(2)), (3, Some(&5)));
    }

    #[test]
    fn all_words_are_found_in_any_order_and_case() {
        let finder = Finder::<u8> {
            search: " Level  OLD ".into(),
            ..Finder::default()
        };
        let words = finder.searched_words();
        assert!(words.are_in("an old LEVEL") && !words.are_in("a level"));
        assert!(Finder::<u8>::default().searched_words().are_in(""));
    }
}
