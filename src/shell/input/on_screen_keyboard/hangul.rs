//! Hangul as it is typed with the two sets of letters of the usual Korean keyboard: consonants at the left, vowels at
//! the right. Letters join to syllables as they are written, and come apart again as they are deleted.

/// The consonants that a syllable begins with, in the order of Unicode.
const INITIALS: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
/// The vowels, in the order of Unicode.
const VOWELS: &str = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
/// The consonants that a syllable ends with, in the order of Unicode. A syllable may end with none.
const FINALS: &str = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";
/// The first syllable of Unicode. The others follow by final, vowel and initial.
const FIRST: u32 = 0xAC00;
/// Pairs of letters that are typed one after the other, with the letter that they make.
const DOUBLE: [(char, char, char); 18] = [
    ('ㅗ', 'ㅏ', 'ㅘ'),
    ('ㅗ', 'ㅐ', 'ㅙ'),
    ('ㅗ', 'ㅣ', 'ㅚ'),
    ('ㅜ', 'ㅓ', 'ㅝ'),
    ('ㅜ', 'ㅔ', 'ㅞ'),
    ('ㅜ', 'ㅣ', 'ㅟ'),
    ('ㅡ', 'ㅣ', 'ㅢ'),
    ('ㄱ', 'ㅅ', 'ㄳ'),
    ('ㄴ', 'ㅈ', 'ㄵ'),
    ('ㄴ', 'ㅎ', 'ㄶ'),
    ('ㄹ', 'ㄱ', 'ㄺ'),
    ('ㄹ', 'ㅁ', 'ㄻ'),
    ('ㄹ', 'ㅂ', 'ㄼ'),
    ('ㄹ', 'ㅅ', 'ㄽ'),
    ('ㄹ', 'ㅌ', 'ㄾ'),
    ('ㄹ', 'ㅍ', 'ㄿ'),
    ('ㄹ', 'ㅎ', 'ㅀ'),
    ('ㅂ', 'ㅅ', 'ㅄ'),
];

/// The letters of a syllable. If it is a single consonant or vowel, the other letters are missing.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Letters {
    initial: Option<char>,
    vowel: Option<char>,
    last: Option<char>,
}

fn letter_index(letters: &str, letter: char) -> Option<u32> {
    let at = letters.chars().position(|other| other == letter);
    at.map(|at| at as u32)
}

fn letter_at(letters: &str, place: u32) -> Option<char> {
    letters.chars().nth(place as usize)
}

/// The letter that two letters make if they are typed one after the other; `None` if they make none.
fn join_letters(first: char, second: char) -> Option<char> {
    let mut doubles = DOUBLE.into_iter();
    let found = doubles.find(|(one, other, _)| (*one, *other) == (first, second));
    found.map(|(.., double)| double)
}

/// The two letters that make a letter; `None` if it is not made of two.
fn part_letter(double: char) -> Option<(char, char)> {
    let found = DOUBLE.into_iter().find(|(.., other)| *other == double);
    found.map(|(first, second, _)| (first, second))
}

impl Letters {
    /// The letters of a syllable, a consonant or a vowel; `None` for any other character.
    fn of(character: char) -> Option<Self> {
        let alone = |initial, vowel| Letters {
            initial,
            vowel,
            last: None,
        };
        if letter_index(VOWELS, character).is_some() {
            return Some(alone(None, Some(character)));
        }
        if letter_index(INITIALS, character).is_some() {
            return Some(alone(Some(character), None));
        }
        let (vowels, finals) = (VOWELS.chars().count() as u32, FINALS.chars().count() as u32);
        let number = u32::from(character).checked_sub(FIRST)?;
        let (rest, last) = (number / (finals + 1), number % (finals + 1));
        Some(Letters {
            initial: Some(letter_at(INITIALS, rest / vowels)?),
            vowel: letter_at(VOWELS, rest % vowels),
            last: last.checked_sub(1).and_then(|last| letter_at(FINALS, last)),
        })
    }

    /// The character of the letters; `None` if they make none.
    fn character(self) -> Option<char> {
        match (self.initial, self.vowel, self.last) {
            (Some(initial), Some(vowel), last) => {
                let (vowels, finals) =
                    (VOWELS.chars().count() as u32, FINALS.chars().count() as u32);
                let last = match last {
                    Some(last) => letter_index(FINALS, last)? + 1,
                    None => 0,
                };
                let number =
                    letter_index(INITIALS, initial)? * vowels + letter_index(VOWELS, vowel)?;
                char::from_u32(FIRST + number * (finals + 1) + last)
            }
            (letter, None, None) | (None, letter, None) => letter,
            _ => None,
        }
    }
}

/// The text that replaces the character before the cursor when a letter is typed: one or two characters. `None` if the
/// letter is written by itself after that character.
pub fn compose(before: char, typed: char) -> Option<String> {
    let own = Letters::of(before)?;
    if letter_index(VOWELS, typed).is_some() {
        return with_vowel(own, typed);
    }
    letter_index(INITIALS, typed)?;
    let last = match (own.initial, own.vowel, own.last) {
        (Some(_), Some(_), None) => typed,
        (Some(_), Some(_), Some(last)) => join_letters(last, typed)?,
        _ => return None,
    };
    let syllable = Letters {
        last: Some(last),
        ..own
    };
    syllable.character().map(String::from)
}

/// The text after a vowel is typed: it joins the letter before it, or takes the last consonant of the syllable before
/// it. `None` if it cannot join.
fn with_vowel(own: Letters, typed: char) -> Option<String> {
    let Some(last) = own.last else {
        let vowel = match own.vowel {
            Some(vowel) => join_letters(vowel, typed)?,
            None => typed,
        };
        let vowel = Some(vowel);
        return Letters { vowel, ..own }.character().map(String::from);
    };
    let (stays, goes) = match part_letter(last) {
        Some((stays, goes)) => (Some(stays), goes),
        None => (None, last),
    };
    let first = Letters { last: stays, ..own };
    let second = Letters {
        initial: Some(goes),
        vowel: Some(typed),
        last: None,
    };
    Some([first.character()?, second.character()?].iter().collect())
}

/// The rest of the character before the cursor when a letter is deleted; `None` if no letter is left.
pub fn shorten(before: char) -> Option<char> {
    let own = Letters::of(before)?;
    let first_of = |double: char| part_letter(double).map(|(first, _)| first);
    let shorter = match own {
        Letters {
            last: Some(last), ..
        } => Letters {
            last: first_of(last),
            ..own
        },
        Letters {
            vowel: Some(vowel), ..
        } => Letters {
            vowel: first_of(vowel),
            ..own
        },
        _ => return None,
    };
    shorter.character()
}

/// The letter on the key with a Latin letter, or the one that it writes as a capital.
pub fn on_key(latin: char, capital: bool) -> Option<char> {
    let plain = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ";
    let at = letter_index("qwertyuiopasdfghjklzxcvbnm", latin)?;
    let letter = letter_at(plain, at)?;
    let doubled = [
        ('ㅂ', 'ㅃ'),
        ('ㅈ', 'ㅉ'),
        ('ㄷ', 'ㄸ'),
        ('ㄱ', 'ㄲ'),
        ('ㅅ', 'ㅆ'),
        ('ㅐ', 'ㅒ'),
        ('ㅔ', 'ㅖ'),
    ];
    let double = doubled.into_iter().find(|(one, _)| *one == letter);
    Some(
        double
            .filter(|_| capital)
            .map_or(letter, |(_, double)| double),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text after typing letters one after the other.
    fn typed(letters: &str) -> String {
        letters.chars().fold(String::new(), |mut text, letter| {
            let joined = text.chars().last().and_then(|last| compose(last, letter));
            match joined {
                Some(joined) => {
                    text.pop();
                    text.push_str(&joined);
                }
                None => text.push(letter),
            }
            text
        })
    }

    #[test]
    fn letters_join_to_syllables() {
        for (letters, text) in [
            ("ㅎㅏㄴㄱㅡㄹ", "한글"),
            // A last consonant goes to the vowel that follows.
            ("ㄱㅏㄱㅏ", "가가"),
            ("ㅇㅓㅂㅅㅇㅓ", "없어"),
            // If there are two last consonants, the second one is deleted.
            ("ㄷㅏㄹㄱㅇㅣ", "닭이"),
            ("ㄷㅏㄹㄱㅣ", "달기"),
            ("ㄱㅗㅏㅈㅏ", "과자"),
            ("ㅇㅢㅈㅏ", "의자"),
            ("ㅇㅡㅣㅈㅏ", "의자"),
            ("ㄲㅗㅊ", "꽃"),
            ("ㅇㅣㅆㄷㅏ", "있다"),
            // ㄸ ends no syllable.
            ("ㅇㅣㄸㅏ", "이따"),
            ("ㅋㅋㅋ", "ㅋㅋㅋ"),
            ("ㅏㅏ", "ㅏㅏ"),
            ("ㅗㅏ", "ㅘ"),
            ("aㅏ", "aㅏ"),
            ("ㄱ1ㅏ", "ㄱ1ㅏ"),
        ] {
            assert_eq!(typed(letters), text, "{letters}");
        }
    }

    #[test]
    fn syllables_come_apart_letter_by_letter() {
        let mut left = vec!['닭'];
        while let Some(shorter) = shorten(left[left.len() - 1]) {
            left.push(shorter);
        }
        assert_eq!(left, ['닭', '달', '다', 'ㄷ']);
        assert_eq!(shorten('과'), Some('고'));
        assert_eq!(shorten('꽃'), Some('꼬'));
        assert_eq!(shorten('ㅘ'), Some('ㅗ'));
        assert_eq!(shorten('a'), None);
    }

    #[test]
    fn every_syllable_is_typed_from_its_letters() {
        for number in 0..11_172 {
            let syllable = char::from_u32(FIRST + number).expect("a syllable");
            let letters = Letters::of(syllable).expect("its letters");
            assert_eq!(letters.character(), Some(syllable));
            let doubled = |letter: char| match part_letter(letter) {
                Some((first, second)) => vec![first, second],
                None => vec![letter],
            };
            let parts = [letters.initial, letters.vowel, letters.last];
            let keys: String = parts.into_iter().flatten().flat_map(doubled).collect();
            assert_eq!(typed(&keys), syllable.to_string(), "{keys}");
        }
        assert_eq!(
            Letters::of(char::from_u32(FIRST + 11_172).expect("a character")).map(|_| ()),
            None
        );
    }

    #[test]
    fn the_keys_are_those_of_the_two_sets() {
        let word: Vec<_> = "gksrmf".chars().map(|key| on_key(key, false)).collect();
        let word: String = word.into_iter().flatten().collect();
        assert_eq!(typed(&word), "한글");
        assert_eq!(on_key('r', true), Some('ㄲ'));
        assert_eq!(on_key('k', true), Some('ㅏ'));
        assert_eq!(on_key('1', false), None);
    }
}
