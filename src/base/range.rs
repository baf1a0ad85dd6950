//! Checks a number against its range.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// The error for a number outside its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} must be from {min} to {max}, not {value}")]
pub struct RangeError {
    /// The name of the number.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// The smallest value that is allowed.
    pub min: String,
    /// The largest value that is allowed.
    pub max: String,
}

/// Returns an error if a value is outside its range or NaN.
pub fn check_range<T: PartialOrd + Display>(
    name: &'static str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), RangeError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(RangeError {
        name,
        value: value.to_string(),
        min: range.start().to_string(),
        max: range.end().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_outside_its_range_is_named_with_the_range() {
        assert_eq!(check_range("rooms", 6, 6..=40), Ok(()));
        let refused = check_range("rooms", 41, 6..=40).map_err(|error| error.to_string());
        assert_eq!(
            refused,
            Err("rooms must be from 6 to 40, not 41".to_owned())
        );
        assert!(check_range("mutation", f64::NAN, 0.0..=0.5).is_err());
    }
}
