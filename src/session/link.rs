//! Links to games, which a desktop hands over to the program: `evolvarium:` and a game id, or the line of text of a
//! finished game. Characters with a meaning in links, messages or shells are written as `%` and two hexadecimal digits.

use std::fmt::{self, Write};
use std::path::Path;
use std::str::FromStr;

use super::id::{GameId, IdError};
use super::replay::ReplayFile;
use super::store::StoreError;
use crate::base::{SHORT, excerpt};

/// The begin of every link.
pub const SCHEME: &str = "evolvarium:";

/// The most bytes of the id or the line in a link. Written with three characters for each byte, that still is one
/// argument of a program, which may have 128 KiB on Linux.
pub const MOST_BYTES: usize = 40_000;

/// The name of a link in the errors about the game in it, in place of a path.
pub const NAME: &str = "the link";

/// A game to which a link leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Link {
    /// The game of an id.
    Game(GameId),
    /// A finished game, as its line of text.
    Replay(String),
}

/// The reason why a text is not a link.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The text begins otherwise.
    #[error("\"{0}\" is not a link of Evolvarium, which begins with {SCHEME}")]
    Scheme(String),
    /// The link is too long.
    #[error("the link is too long: a game in a link has at most {MOST_BYTES} bytes")]
    TooLong,
    /// A percent sign is not followed by two hexadecimal digits.
    #[error("\"{0}\" in the link is not a percent sign with two hexadecimal digits, such as %23")]
    Escape(String),
    /// The bytes that the link stands for are no text.
    #[error("the link does not stand for text in UTF-8")]
    Encoding,
    /// The link has a control character, for instance a line break.
    #[error("the link has a control character")]
    Control,
    /// The id is wrong.
    #[error(transparent)]
    Id(#[from] IdError),
    /// The line of a finished game is wrong.
    #[error(transparent)]
    Replay(#[from] StoreError),
}

impl LinkError {
    /// The error about a text that does not begin with [`SCHEME`].
    pub fn scheme(text: &str) -> Self {
        LinkError::Scheme(excerpt(text, SHORT))
    }
}

/// Returns the part of a link behind its scheme, which may be in capitals; `None` if the text is no link of the
/// program.
fn without_scheme(text: &str) -> Option<&str> {
    let text = text.trim();
    let scheme = text.get(..SCHEME.len())?;
    let rest = text.get(SCHEME.len()..)?;
    scheme.eq_ignore_ascii_case(SCHEME).then_some(rest)
}

/// Whether a text is a link of the program, even if there is something wrong with it.
pub fn is_link(text: &str) -> bool {
    without_scheme(text).is_some()
}

/// Whether a text looks like a link of any program: some letters and a colon, before any folder.
pub fn has_scheme(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else {
        return false;
    };
    let is_in_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    scheme.len() > 1 && scheme.chars().all(is_in_scheme)
}

impl FromStr for Link {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<Self, LinkError> {
        let rest = without_scheme(text).ok_or_else(|| LinkError::scheme(text))?;
        if rest.len() > 3 * MOST_BYTES {
            return Err(LinkError::TooLong);
        }
        let decoded = decoded(rest)?;
        if decoded.len() > MOST_BYTES {
            return Err(LinkError::TooLong);
        }
        if decoded.contains(char::is_control) {
            return Err(LinkError::Control);
        }
        let named = decoded.trim();
        if named.starts_with('(') {
            ReplayFile::parse(Path::new(NAME), named)?;
            return Ok(Link::Replay(named.to_owned()));
        }
        Ok(Link::Game(named.parse()?))
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = match self {
            Link::Game(id) => id.to_string(),
            Link::Replay(line) => line.clone(),
        };
        write!(f, "{SCHEME}{}", encoded(&named))
    }
}

impl Link {
    /// Returns the key of the game; empty if the line of a finished game cannot be read.
    pub fn game(&self) -> String {
        match self {
            Link::Game(id) => id.game.clone(),
            Link::Replay(line) => {
                let file = ReplayFile::parse(Path::new(NAME), line);
                file.map_or(String::new(), |file| file.game().to_owned())
            }
        }
    }

    /// Returns the link to the game in a line of text. A line that is too long for a link is an error.
    pub fn of_line(line: &str) -> Result<Self, LinkError> {
        match line.len() <= MOST_BYTES {
            true => Ok(Link::Replay(line.to_owned())),
            false => Err(LinkError::TooLong),
        }
    }
}

/// Writes all characters but those that stand for themselves everywhere as `%` and two digits for each byte.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:@,=".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string never fails.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Reads what [`encoded`] has written. Characters that need not be escaped may be.
fn decoded(text: &str) -> Result<String, LinkError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next().unwrap_or("").as_bytes());
    for part in parts {
        let byte = part.get(..2).and_then(byte_of);
        let byte = byte.ok_or_else(|| {
            let wrong: String = part.chars().take(2).collect();
            LinkError::Escape(excerpt(&format!("%{wrong}"), SHORT))
        })?;
        bytes.push(byte);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).map_err(|_| LinkError::Encoding)
}

/// The value of two hexadecimal digits.
fn byte_of(digits: &str) -> Option<u8> {
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| is_plain)
}
