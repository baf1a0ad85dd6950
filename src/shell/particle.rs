//! Korean particles. Many have two forms, and the last sound of the word before them decides which one is right.

/// The last sound of a word, as far as it decides the form of a particle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastSound {
    /// A vowel: 루비.
    Vowel,
    /// The consonant ㄹ, after which 로 stands like after a vowel: 레벨.
    Rieul,
    /// Any other consonant: 판.
    Consonant,
}

/// Chooses the right form of each `{name:이/가}` of a phrase, for the value of the name. The form after a consonant
/// stands first. Where the last sound of the value is not known, both are written: 이(가).
pub(super) fn with_particles(mut phrase: String, name: &str, value: &str) -> String {
    let begin = format!("{{{name}:");
    let mut from = 0;
    while let Some(found) = phrase[from..].find(&begin) {
        let start = from + found;
        let rest = &phrase[start + begin.len()..];
        let Some((closed, open, after)) = rest.split_once('}').and_then(|(forms, after)| {
            let (closed, open) = forms.split_once('/')?;
            Some((closed, open, after))
        }) else {
            break;
        };
        let chosen = form(closed, open, value);
        from = start + chosen.len();
        phrase = format!("{}{chosen}{after}", &phrase[..start]);
    }
    phrase
}

fn form(closed: &str, open: &str, value: &str) -> String {
    let says_ro = closed.starts_with("으로");
    match last_sound(value) {
        Some(LastSound::Vowel) => open.to_owned(),
        Some(LastSound::Rieul) if says_ro => open.to_owned(),
        Some(LastSound::Rieul | LastSound::Consonant) => closed.to_owned(),
        None => match closed.strip_suffix(open) {
            Some(more) => format!("({more}){open}"),
            None => format!("{closed}({open})"),
        },
    }
}

/// The sound with which a value ends when it is read aloud in Korean. Quotes and brackets at its end are not read.
fn last_sound(value: &str) -> Option<LastSound> {
    let read = value.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '%');
    let mut letters = read.chars().rev();
    let last = letters.next()?;
    match last {
        '가'..='힣' => Some(of_syllable(last)),
        '0'..='9' => Some(of_digit(last)),
        'a'..='z' | 'A'..='Z' => Some(of_letter(last, letters.next())),
        '%' => Some(LastSound::Vowel),
        _ => None,
    }
}

/// A syllable of Unicode is numbered by its first consonant, its vowel and, counting fastest, its last consonant, of
/// which there are 27 and none.
fn of_syllable(syllable: char) -> LastSound {
    const RIEUL: u32 = 8;
    match (u32::from(syllable) - u32::from('가')) % 28 {
        0 => LastSound::Vowel,
        RIEUL => LastSound::Rieul,
        _ => LastSound::Consonant,
    }
}

/// The last digit of a number. A 0 is 영, or part of 십, 백, 천 or 만, which all end in a consonant.
fn of_digit(digit: char) -> LastSound {
    match digit {
        '1' | '7' | '8' => LastSound::Rieul,
        '0' | '3' | '6' => LastSound::Consonant,
        _ => LastSound::Vowel,
    }
}

/// The last letter of a name in Latin letters. By their names 엘, 엠, 엔 and 알 end in a consonant, and the other letters
/// in a vowel. A word is mostly read the same way, except that it ends in a vowel with r (타이거) and in a consonant with
/// ng (킹).
fn of_letter(last: char, before: Option<char>) -> LastSound {
    let ends_a_word = before.is_some_and(|c| c.is_ascii_lowercase());
    match last {
        'l' | 'L' => LastSound::Rieul,
        'm' | 'M' | 'n' | 'N' => LastSound::Consonant,
        'r' if ends_a_word => LastSound::Vowel,
        'r' | 'R' => LastSound::Rieul,
        'g' if before == Some('n') => LastSound::Consonant,
        _ => LastSound::Vowel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(phrase: &str, value: &str) -> String {
        let filled = phrase.replace("{name}", value);
        with_particles(filled, "name", value)
    }

    fn with_subject(value: &str) -> String {
        said("{name}{name:이/가}", value)
    }

    fn with_ro(value: &str) -> String {
        said("{name}{name:으로/로}", value)
    }

    #[test]
    fn the_last_syllable_decides() {
        assert_eq!(with_subject("사냥꾼"), "사냥꾼이");
        assert_eq!(with_subject("겁쟁이"), "겁쟁이가");
        assert_eq!(with_subject("레벨"), "레벨이");
        assert_eq!(with_ro("판"), "판으로");
        assert_eq!(with_ro("루비"), "루비로");
        assert_eq!(with_ro("레벨"), "레벨로");
        assert_eq!(said("{name}{name:은/는}", "진주"), "진주는");
        assert_eq!(said("{name}{name:은/는}", "검"), "검은");
        assert_eq!(said("{name}{name:을/를}", "창"), "창을");
        assert_eq!(said("{name}{name:을/를}", "도끼"), "도끼를");
        assert_eq!(said("{name}{name:과/와}", "물"), "물과");
    }

    #[test]
    fn digits_are_read_in_korean() {
        for (value, subject, ro) in [
            ("0", "이", "으로"),
            ("1", "이", "로"),
            ("2", "가", "로"),
            ("3", "이", "으로"),
            ("4", "가", "로"),
            ("5", "가", "로"),
            ("6", "이", "으로"),
            ("7", "이", "로"),
            ("8", "이", "로"),
            ("9", "가", "로"),
            ("120", "이", "으로"),
            ("0.25", "가", "로"),
        ] {
            assert_eq!(with_subject(value), format!("{value}{subject}"));
            assert_eq!(with_ro(value), format!("{value}{ro}"));
        }
    }

    #[test]
    fn latin_letters_are_read_by_their_names_and_words_as_words() {
        for (value, subject, ro) in [
            ("k", "가", "로"),
            ("L", "이", "로"),
            ("M", "이", "으로"),
            ("N", "이", "으로"),
            ("R", "이", "로"),
            ("VR", "이", "로"),
            ("Sailboat", "가", "로"),
            ("tiger", "가", "로"),
            ("king", "이", "으로"),
            ("level", "이", "로"),
        ] {
            assert_eq!(with_subject(value), format!("{value}{subject}"));
            assert_eq!(with_ro(value), format!("{value}{ro}"));
        }
    }

    #[test]
    fn signs_at_the_end_are_not_read_and_percent_is() {
        assert_eq!(with_subject("\"판\""), "\"판\"이");
        assert_eq!(with_subject("c4 (+0.3)"), "c4 (+0.3)이");
        assert_eq!(with_subject("40%"), "40%가");
    }

    #[test]
    fn both_forms_are_written_where_the_sound_is_not_known() {
        assert_eq!(with_subject("★"), "★이(가)");
        assert_eq!(with_ro("Ж"), "Ж(으)로");
        assert_eq!(said("{name}{name:이라는/라는}", ""), "(이)라는");
    }

    #[test]
    fn every_place_is_filled_and_broken_ones_stay() {
        let phrase = "{name}{name:은/는} {name}{name:을/를}, {other:이/가}";
        assert_eq!(said(phrase, "검"), "검은 검을, {other:이/가}");
        assert_eq!(said("{name:이}", "검"), "{name:이}");
        assert_eq!(said("{name:이/가", "검"), "{name:이/가");
    }
}
