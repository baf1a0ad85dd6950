//! The word that somebody probably meant who has mistyped it.

/// Returns the word that differs from a text in the fewest letters, if these are at most half of its own; `None` if no
/// word is so near.
pub fn nearest_word<'a>(text: &str, words: &[&'a str]) -> Option<&'a str> {
    let distances = words.iter().map(|word| (distance(text, word), *word));
    let near = distances.filter(|(distance, word)| 2 * distance <= word.chars().count());
    let (_, nearest) = near.min_by_key(|(distance, _)| *distance)?;
    Some(nearest)
}

/// The number of letters that must be added, removed or changed to make one text of the other (Levenshtein 1966).
fn distance(one: &str, other: &str) -> usize {
    // The distances of what has been read of the one text from each beginning of the other.
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (place, wanted) in other.chars().enumerate() {
            let changed = before + usize::from(letter != wanted);
            before = row[place + 1];
            row[place + 1] = changed.min(row[place] + 1).min(before + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_word_is_found_and_another_one_is_not() {
        let words = ["level", "set", "random"];
        for (text, nearest) in [
            ("levl", Some("level")),
            ("lvl", Some("level")),
            ("levle", Some("level")),
            ("sett", Some("set")),
            ("randm", Some("random")),
            ("level", Some("level")),
            ("bot", None),
            ("wizard", None),
            ("", None),
        ] {
            assert_eq!(nearest_word(text, &words), nearest, "{text}");
        }
    }

    #[test]
    fn letters_that_are_added_removed_and_changed_are_counted() {
        for (one, other, letters) in [
            ("kitten", "sitting", 3),
            ("", "abc", 3),
            ("abc", "", 3),
            ("단계", "단검", 1),
        ] {
            assert_eq!(distance(one, other), letters, "{one}, {other}");
        }
    }
}
