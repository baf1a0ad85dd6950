//! Shortens text of files, ids and other programs, so that a message can quote it.

/// The number of characters that a message quotes.
pub const QUOTE: usize = 200;

/// The number of characters that an error quotes of what should have been a word, a number or a code.
pub const SHORT: usize = 80;

/// Returns a text, or its first `most` characters with three dots. Control characters are escaped, because a terminal
/// would obey them, and because a line break would make two messages of one.
pub fn excerpt(text: &str, most: usize) -> String {
    let mut short = String::new();
    let mut left = most;
    for letter in text.chars() {
        let escaped: String = match letter.is_control() {
            true => letter.escape_default().collect(),
            false => letter.into(),
        };
        let length = escaped.chars().count();
        if length > left {
            return short + "...";
        }
        left -= length;
        short += &escaped;
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_and_control_characters_are_escaped() {
        assert_eq!(excerpt("mossy", 5), "mossy");
        assert_eq!(excerpt("mossy", 4), "moss...");
        assert_eq!(excerpt("벌집 하나", 3), "벌집 ...");
        assert_eq!(excerpt("\u{1b}]0;x\u{7}\n", 30), "\\u{1b}]0;x\\u{7}\\n");
        // An escaped character is never cut in two.
        assert_eq!(excerpt("ab\u{1b}", 5), "ab...");
    }
}
