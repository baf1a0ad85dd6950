//! Numbers in ids, names and commands.

use std::str::FromStr;

/// Reads a number that is written with digits alone. Rust's own reading accepts a plus sign, so that two texts would
/// stand for one thing.
pub fn parse_digits<N: FromStr>(text: &str) -> Option<N> {
    let is_plain = text.bytes().all(|letter| letter.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_digits_are_a_number() {
        assert_eq!(parse_digits("0"), Some(0u8));
        assert_eq!(parse_digits("255"), Some(255u8));
        assert_eq!(parse_digits("12"), Some(12i8));
        for wrong in ["", "+5", "-5", "256", " 5", "5.0", "٥"] {
            assert_eq!(parse_digits::<u8>(wrong), None, "{wrong}");
        }
        assert_eq!(parse_digits::<i8>("-5"), None);
    }
}
