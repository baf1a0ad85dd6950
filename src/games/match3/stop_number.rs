//! The number of a stop of the journey: on the main way, or on a side shoot beside it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::base::{SHORT, excerpt};

/// The number of a stop of the journey. Its text is `4` for the fourth stop of the main way, and `4a` and `4b` for the
/// stops of the side shoot beside it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct StopNumber {
    /// The stop of the main way, from 0.
    pub main: u32,
    /// The stop of its side shoot, from 1; 0 for the stop of the main way itself.
    pub side: u8,
}

/// The reason why a text is not the number of a stop.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("\"{0}\" is not the number of a stop, such as 4 or 4a")]
pub struct StopNumberError(String);

impl StopNumber {
    /// A stop of the main way, from 0.
    pub fn on_main_way(main: u32) -> Self {
        StopNumber { main, side: 0 }
    }

    /// Whether it is a stop of a side shoot.
    pub fn is_side(self) -> bool {
        self.side > 0
    }

    /// The stop that comes after it on the side shoot, whether there is one or not.
    pub fn next_on_shoot(self) -> Self {
        StopNumber {
            side: self.side.saturating_add(1),
            ..self
        }
    }

    /// The stop after which it opens: the one before it on the side shoot, or the one where the shoot begins. `None` on
    /// the main way.
    pub fn before_on_shoot(self) -> Option<Self> {
        let side = self.side.checked_sub(1)?;
        Some(StopNumber { side, ..self })
    }
}

impl fmt::Display for StopNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u64::from(self.main) + 1)?;
        match self.side {
            0 => Ok(()),
            side => write!(f, "{}", char::from((b'a' - 1).saturating_add(side))),
        }
    }
}

impl FromStr for StopNumber {
    type Err = StopNumberError;

    fn from_str(text: &str) -> Result<Self, StopNumberError> {
        let refused = || StopNumberError(excerpt(text, SHORT));
        let letter = text.chars().next_back().filter(char::is_ascii_lowercase);
        let side = letter.map_or(0, |letter| letter as u8 - b'a' + 1);
        let digits = text.strip_suffix(|c: char| c.is_ascii_lowercase());
        let main: u32 = digits.unwrap_or(text).parse().map_err(|_| refused())?;
        let main = main.checked_sub(1).ok_or_else(refused)?;
        let number = StopNumber { main, side };
        // Two texts never stand for one stop, so that no stop of a file takes the place of another one.
        let is_usual = number.to_string() == text;
        is_usual.then_some(number).ok_or_else(refused)
    }
}

impl TryFrom<String> for StopNumber {
    type Error = StopNumberError;

    fn try_from(text: String) -> Result<Self, StopNumberError> {
        text.parse()
    }
}

impl From<StopNumber> for String {
    fn from(number: StopNumber) -> String {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_text() {
        for (main, side, text) in [(0, 0, "1"), (3, 1, "4a"), (3, 2, "4b"), (99, 26, "100z")] {
            let number = StopNumber { main, side };
            assert_eq!(number.to_string(), text);
            assert_eq!(text.parse(), Ok(number));
        }
        for text in [
            "",
            "a",
            "0",
            "0a",
            "04a",
            "+4a",
            "4A",
            "4ab",
            "4{",
            "99999999999a",
        ] {
            let refused = text.parse::<StopNumber>().expect_err(text).to_string();
            assert!(refused.contains(&format!("\"{text}\"")), "{refused}");
        }
    }
}
