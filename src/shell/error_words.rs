//! Error messages in the player's language. Errors are written in English where they arise, because the command line
//! prints them too. This module recognises their texts, and says the same in another language.

use std::cmp::Reverse;

use bevy::prelude::*;

use super::language::Language;
use super::words::fill_phrase;

/// The messages of one language.
#[derive(Default)]
pub(super) struct ErrorWords {
    /// The messages with the most letters outside of their `{names}` come first, because they fit the fewest texts.
    messages: Vec<Message>,
}

/// A message in English and in another language. Both hold the same `{names}`.
struct Message {
    /// The letters before, between and after the names.
    letters: Vec<String>,
    names: Vec<String>,
    phrase: String,
}

/// The number of messages that a message may contain in each other.
const MOST_NESTED: u32 = 4;

impl ErrorWords {
    /// Reads the messages of a language. The file is part of the program, and a test checks that it is complete.
    pub fn of(language: Language) -> Self {
        let file = match language {
            Language::English => return ErrorWords::default(),
            Language::Korean => include_str!("../../assets/languages/errors_ko.ron"),
        };
        let pairs: Vec<(String, String)> = ron::from_str(file).unwrap_or_else(|error| {
            error!("the errors of {language:?} cannot be read: {error}");
            Vec::new()
        });
        let mut messages: Vec<Message> = pairs
            .into_iter()
            .map(|(english, phrase)| Message::new(&english, phrase))
            .collect();
        messages.sort_by_key(|message| Reverse(message.own_letters()));
        ErrorWords { messages }
    }

    /// The message in the language. A text that is not known stays as it is.
    pub fn translate(&self, text: &str) -> String {
        self.translate_within(text, MOST_NESTED)
    }

    fn translate_within(&self, text: &str, nested: u32) -> String {
        if nested == 0 || self.messages.is_empty() {
            return text.to_owned();
        }
        let found = self.messages.iter().find_map(|message| {
            let values = message.values(text)?;
            Some((message, values))
        });
        if let Some((message, values)) = found {
            let values = values.into_iter();
            let values = values.map(|value| self.translate_within(value, nested - 1));
            let values: Vec<(&str, String)> = message.names().zip(values).collect();
            return fill_phrase(message.phrase.clone(), &values);
        }
        // Many messages begin with the file or the thing that they are about.
        match text.split_once(": ") {
            Some((what, why)) => format!("{what}: {}", self.translate_within(why, nested - 1)),
            None => text.to_owned(),
        }
    }
}

impl Message {
    fn new(english: &str, phrase: String) -> Self {
        let mut rest = english;
        let (mut letters, mut names) = (Vec::new(), Vec::new());
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            letters.push(before.to_owned());
            names.push(name.to_owned());
            rest = after;
        }
        letters.push(rest.to_owned());
        Message {
            letters,
            names,
            phrase,
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    fn own_letters(&self) -> usize {
        self.letters.iter().map(String::len).sum()
    }

    /// The values of the names in a text; `None` if the text is another message.
    fn values<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.letters.split_first()?;
        let mut rest = text.strip_prefix(first.as_str())?;
        let Some((last, between)) = others.split_last() else {
            return rest.is_empty().then(Vec::new);
        };
        let mut values = Vec::new();
        for letters in between {
            let (value, after) = rest.split_once(letters.as_str())?;
            values.push(value);
            rest = after;
        }
        values.push(rest.strip_suffix(last.as_str())?);
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_said_in_korean_with_the_values_and_messages_inside_them() {
        let korean = ErrorWords::of(Language::Korean);
        for (text, said) in [
            ("the game is over", "게임이 이미 끝났습니다."),
            (
                "rooms must be from 2 to 40, not 50",
                "방: 50. 2부터 40까지만 됩니다.",
            ),
            (
                "\"x#\" is not a seed: use 1 to 40 letters a-z, digits, - and _",
                "\"x#\"는 시드가 아닙니다. 영문자 a-z, 숫자, -, _를 1~40자 쓰세요.",
            ),
            (
                "move 7 of the saved game cannot be made: the door is locked",
                "저장된 게임의 7번째 수를 둘 수 없습니다. 문이 잠겨 있습니다.",
            ),
            (
                "data/b.ron: line 3, column 9: cell 5 is taken",
                "data/b.ron: 3행 9열: 5번 칸에는 이미 말이 있습니다.",
            ),
            (
                "data/b.ron: the swap makes no match",
                "data/b.ron: 교환해도 매치가 되지 않습니다.",
            ),
            ("something else", "something else"),
            ("판: 이미", "판: 이미"),
        ] {
            assert_eq!(korean.translate(text), said);
        }
        let english = ErrorWords::of(Language::English);
        assert_eq!(english.translate("the game is over"), "the game is over");
    }

    #[test]
    fn a_text_with_a_long_chain_of_messages_is_translated_to_an_end() {
        let korean = ErrorWords::of(Language::Korean);
        let chain = "a: ".repeat(1_000);
        assert_eq!(korean.translate(&chain), chain);
    }
}
