//! The language files: they are complete, and every phrase in them is used.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use evolvarium::shell::words::{Language, Words};

fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("a readable file"));
        }
    }
}

/// Returns the literals in the sources that look like keys: words in small letters joined by dots.
fn literals(sources: &str) -> BTreeSet<String> {
    let key = |text: &str| {
        let part = |p: &str| {
            !p.is_empty()
                && p.bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        };
        text.contains('.') && text.split('.').all(part)
    };
    sources
        .lines()
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|text| key(text))
        .map(str::to_owned)
        .collect()
}

/// The endings that a lesson adds to the key of its title for its other phrases.
const LESSON_ENDS: [&str; 3] = [".task", ".success", ".failure"];

/// Whether a key is that of the title of a lesson.
fn is_lesson(key: &str) -> bool {
    key.contains(".lesson.")
}

#[test]
fn no_key_stands_twice_in_a_language() {
    for file in ["en.ron", "ko.ron"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/languages");
        let text = std::fs::read_to_string(path.join(file)).expect("a file");
        let keys = text.lines().filter_map(|line| {
            let (key, _) = line.trim_start().strip_prefix('"')?.split_once("\": ")?;
            Some(key)
        });
        let mut known = BTreeSet::new();
        let twice: Vec<&str> = keys.filter(|key| !known.insert(*key)).collect();
        assert!(known.len() > 1_000 && twice.is_empty(), "{file}: {twice:?}");
    }
}

#[test]
fn every_language_has_every_key_and_every_key_is_said() {
    let mut all = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    let said = literals(&all);
    let mut known: Option<BTreeSet<String>> = None;
    for (language, name) in Language::ALL {
        let words = Words::of(language);
        let keys: BTreeSet<String> = words.keys().map(str::to_owned).collect();
        assert!(keys.len() > 100, "{name} was read");
        // A row of the settings and a fact add the end of the key of their explanation to their own key; facts of a
        // group may share one. A lesson adds the ends of the keys of its sentences to the key of its title.
        let is_explained = |row: &str| {
            said.contains(row) || said.iter().any(|one| one.starts_with(&format!("{row}.")))
        };
        let is_of_lesson = |key: &str| {
            let mut titles = LESSON_ENDS.iter().filter_map(|end| key.strip_suffix(end));
            titles.any(|title| is_lesson(title) && said.contains(title))
        };
        let is_unsaid = |key: &&String| match key.strip_suffix(".hint") {
            Some(row) => !is_explained(row),
            None => !said.contains(*key) && !is_of_lesson(key),
        };
        let unsaid: Vec<_> = keys.iter().filter(is_unsaid).collect();
        assert!(unsaid.is_empty(), "{name}: nobody says {unsaid:?}");
        // A key begins with the name of a section; other literals with dots are file names.
        let sections: BTreeSet<&str> = keys.iter().filter_map(|k| k.split('.').next()).collect();
        let asked = said
            .iter()
            .filter(|k| k.split('.').next().is_some_and(|s| sections.contains(s)));
        let missing: Vec<_> = asked
            .filter(|k| !keys.contains(*k) && !k.ends_with(".ron"))
            .collect();
        assert!(missing.is_empty(), "{name}: without words {missing:?}");
        let lessons: Vec<_> = said.iter().filter(|key| is_lesson(key)).collect();
        assert!(lessons.len() > 10, "{lessons:?}");
        for (title, end) in lessons
            .iter()
            .flat_map(|title| LESSON_ENDS.map(|end| (title, end)))
        {
            assert!(
                keys.contains(&format!("{title}{end}")),
                "{name}: {title}{end}"
            );
        }
        match &known {
            None => known = Some(keys),
            Some(first) => assert_eq!(first, &keys, "{name} has the keys of the first"),
        }
    }
}

#[test]
fn phrases_take_the_same_values_in_every_language() {
    let names = |phrase: &str| -> BTreeSet<String> {
        let parts = phrase.split('{').skip(1);
        parts
            .filter_map(|p| p.split(['}', '|', ':']).next())
            .map(str::to_owned)
            .collect()
    };
    let english = Words::of(Language::English);
    for (language, name) in Language::ALL {
        let words = Words::of(language);
        for key in english.keys() {
            assert_eq!(
                names(&words.get(key)),
                names(&english.get(key)),
                "{name}: {key}"
            );
        }
    }
    let filled = english.fill("match3.goal.collect", &[("count", "7".to_owned())]);
    assert_eq!(filled, "Collect 7 of these");
}

#[test]
fn no_space_stands_before_a_percent_sign_on_the_screen() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut screens = String::new();
    sources(&folder.join("shell"), &mut screens);
    for game in fs::read_dir(folder.join("games")).expect("the games are there") {
        let view = game.expect("a readable folder").path().join("view");
        if view.is_dir() {
            sources(&view, &mut screens);
        }
    }
    let mut lines: Vec<String> = screens.lines().map(str::to_owned).collect();
    for language in [Language::English, Language::Korean] {
        let words = Words::of(language);
        lines.extend(words.keys().map(|key| words.get(key)));
    }
    for line in lines {
        for space in [" ", "\u{a0}", "\\u{a0}"] {
            let torn = format!("}}{space}%");
            assert!(!line.contains(&torn), "{line}");
        }
    }
}

#[test]
fn one_is_singular_and_every_choice_has_two_forms() {
    let english = Words::of(Language::English);
    let moves = |count: &str| english.fill("match3.ended.why", &[("moves", count.to_owned())]);
    assert_eq!(moves("1"), "You made 1 move.");
    assert_eq!(moves("0"), "You made 0 moves.");
    assert_eq!(moves("21"), "You made 21 moves.");
    let mut choices = 0;
    for key in english.keys() {
        let phrase = english.get(key);
        let parts = phrase
            .split('{')
            .skip(1)
            .filter_map(|p| p.split('}').next());
        for choice in parts.filter(|part| part.contains('|')) {
            choices += 1;
            assert_eq!(choice.split('|').count(), 3, "{key}: {choice}");
            let value = choice.split('|').next().unwrap_or_default();
            let filled = english.fill(key, &[(value, "1".to_owned())]);
            assert!(!filled.contains(&format!("{{{value}")), "{key}: {filled}");
        }
    }
    assert!(choices > 40, "{choices} choices were read");
}

/// The particles that phrases may name: the form after a consonant, and the one after a vowel.
const PARTICLES: [&str; 8] = [
    "이/가",
    "은/는",
    "을/를",
    "과/와",
    "으로/로",
    "이라는/라는",
    "이었/였",
    "이면/면",
];

#[test]
fn particles_follow_the_value_that_they_name() {
    let korean = Words::of(Language::Korean);
    let mut particles = 0;
    for key in korean.keys() {
        let phrase = korean.get(key);
        let parts = phrase
            .split('{')
            .skip(1)
            .filter_map(|p| p.split('}').next());
        for (name, forms) in parts.filter_map(|part| part.split_once(':')) {
            particles += 1;
            assert!(PARTICLES.contains(&forms), "{key}: {forms}");
            let particle = format!("{{{name}:{forms}}}");
            let at = phrase.find(&particle).expect("it was read from the phrase");
            let follows_value = phrase[..at].contains(&format!("{{{name}}}"));
            assert!(follows_value, "{key}: {particle} has no value");
            for (value, open) in [("판", false), ("나무", true)] {
                let particle = |forms: &&'static str| {
                    let (closed_form, open_form) = forms.split_once('/').unwrap_or_default();
                    if open { open_form } else { closed_form }
                };
                let expected = PARTICLES.iter().fold(
                    phrase.replace(&format!("{{{name}}}"), value),
                    |phrase, forms| phrase.replace(&format!("{{{name}:{forms}}}"), particle(forms)),
                );
                assert_eq!(
                    korean.fill(key, &[(name, value.to_owned())]),
                    expected,
                    "{key}"
                );
            }
        }
    }
    assert!(particles > 40, "{particles} particles were read");
    let found = |item: &str| korean.fill("dungeon.say.found", &[("item", item.to_owned())]);
    assert_eq!(found("검"), "검을 얻었습니다.");
    assert_eq!(found("도끼"), "도끼를 얻었습니다.");
}

#[test]
fn no_korean_phrase_writes_a_particle_that_is_right_for_some_values_only() {
    let korean = Words::of(Language::Korean);
    let alone = [
        "이", "가", "은", "는", "을", "를", "과", "와", "로", "으로", "라는", "였",
    ];
    for key in korean.keys() {
        let phrase = korean.get(key);
        for both in [
            "(이)", "(가)", "(은)", "(는)", "(을)", "(를)", "(과)", "(와)", "(으)",
        ] {
            assert!(!phrase.contains(both), "{key}: {phrase}");
        }
        for after in phrase.split('}').skip(1) {
            let word = after
                .split([' ', '.', ',', ':', '(', '{'])
                .next()
                .unwrap_or_default();
            assert!(!alone.contains(&word), "{key}: {phrase}");
        }
    }
}

#[test]
fn only_korean_has_particles() {
    let english = Words::of(Language::English);
    for key in english.keys() {
        let phrase = english.get(key);
        let mut parts = phrase
            .split('{')
            .skip(1)
            .filter_map(|p| p.split('}').next());
        assert!(parts.all(|part| !part.contains(':')), "{key}: {phrase}");
    }
}

/// The glossary gives each thing one Korean word; these are others for the same things.
const OTHER_WORDS: [&str; 14] = [
    "보드",
    "개체군",
    "단추",
    "포털",
    "통로",
    "껍데기",
    "덩굴",
    "경기장",
    "생명력",
    "점프",
    "맞바꾸",
    "대국",
    "다시 두기",
    "클릭",
];

#[test]
fn no_korean_phrase_has_a_second_word_that_was_given_up() {
    let korean = Words::of(Language::Korean);
    for key in korean.keys() {
        let phrase = korean
            .get(key)
            .replace("클립보드", "")
            .replace("키보드", "");
        let others: Vec<_> = OTHER_WORDS
            .iter()
            .filter(|word| phrase.contains(**word))
            .collect();
        assert!(others.is_empty(), "{key}: {others:?}");
    }
}

#[test]
fn a_term_of_the_dungeon_has_the_same_name_on_the_setup_page_and_in_the_theatre() {
    for (language, _) in Language::ALL {
        let words = Words::of(language);
        let keys = words
            .keys()
            .filter_map(|key| key.strip_prefix("dungeon.term."));
        let terms: Vec<&str> = keys.filter(|term| !term.contains('.')).collect();
        assert_eq!(terms.len(), 8, "{terms:?}");
        for term in terms {
            let named = words.get(&format!("dungeon.term.{term}"));
            let fact = words.get(&format!("dungeon.fact.{term}"));
            assert_eq!(fact, format!("{named} {{value}}"), "{language:?}: {term}");
        }
    }
}
