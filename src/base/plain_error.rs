//! An error that is nothing but its words.

use std::error::Error;
use std::fmt::{self, Display};

/// Why something was not done, in a sentence that a player can read. Nothing is decided by such an error: it is shown, in a
/// notice, on a page or on the command line. Every other error becomes one with `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainError(String);

impl PlainError {
    /// An error with these words.
    pub fn new(words: impl Into<String>) -> Self {
        PlainError(words.into())
    }
}

impl Display for PlainError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<E: Error> From<E> for PlainError {
    fn from(error: E) -> Self {
        PlainError(error.to_string())
    }
}

/// The form in which `clap` takes the errors of the functions that read arguments.
impl From<PlainError> for Box<dyn Error + Send + Sync> {
    fn from(error: PlainError) -> Self {
        error.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<u32, PlainError> {
        match text.parse()? {
            0 => Err(PlainError::new("there are none")),
            more => Ok(more),
        }
    }

    #[test]
    fn another_error_becomes_one_with_the_same_words() {
        let words = |text| read(text).map_err(|why| why.to_string());
        assert_eq!(words("7"), Ok(7));
        assert_eq!(words("0"), Err("there are none".to_owned()));
        assert_eq!(words("x"), Err("x".parse::<u32>().unwrap_err().to_string()));
    }
}
