//! The time that people have for a game, if they want a clock.

use crate::base::{SHORT, excerpt, parse_digits};
use std::fmt;
use std::str::FromStr;

/// The time of each human: minutes for the game, and more seconds for each move made. It is written as
/// `t5` or `t5i3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    minutes: u8,
    increment: u8,
}

/// A text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a clock: t5 gives 5 minutes, t5i3 also 3 seconds for each move; both are at most 60"
)]
pub struct TimeControlError(String);

impl TimeControl {
    /// The most minutes, and the most seconds for a move.
    const MOST: u8 = 60;

    /// Makes a time control from 1 to 60 minutes, and 0 to 60 seconds for each move. Other numbers are refused.
    pub fn new(minutes: u8, increment: u8) -> Result<Self, TimeControlError> {
        let control = TimeControl { minutes, increment };
        let fits = (1..=Self::MOST).contains(&minutes) && increment <= Self::MOST;
        fits.then_some(control)
            .ok_or_else(|| TimeControlError(control.to_string()))
    }

    /// Removes the time control at the end of the parts of a setup, and returns it; `None` if the last part is another.
    pub fn pop_from(parts: &mut Vec<&str>) -> Option<Self> {
        let time = parts.last()?.parse().ok()?;
        parts.pop();
        Some(time)
    }

    /// Returns the minutes for the game.
    pub fn minutes(self) -> u8 {
        self.minutes
    }

    /// Returns the seconds for each move.
    pub fn increment(self) -> u8 {
        self.increment
    }

    /// Returns the seconds that are left to a player who has made some moves and has used some seconds; never below 0.
    pub fn seconds_left(self, moves: u32, used: f32) -> f32 {
        let given = 60.0 * f32::from(self.minutes) + f32::from(self.increment) * moves as f32;
        (given - used).max(0.0)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.increment {
            0 => write!(f, "t{}", self.minutes),
            increment => write!(f, "t{}i{increment}", self.minutes),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let error = || TimeControlError(excerpt(text, SHORT));
        let number = |text: &str| parse_digits::<u8>(text).ok_or_else(error);
        let digits = text.strip_prefix('t').ok_or_else(error)?;
        let (minutes, increment) = digits.split_once('i').unwrap_or((digits, "0"));
        TimeControl::new(number(minutes)?, number(increment)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_and_its_text_say_the_same() {
        for text in ["t1", "t5", "t5i3", "t60i60"] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
        for text in [
            "", "t", "t0", "t61", "t5i", "t5i61", "t+5", "5", "time5", "t5i3i2", "t300",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_last_part_of_a_setup_is_taken_for_a_time_control() {
        let mut parts = vec!["t3", "human", "t5i3"];
        let time = TimeControl::pop_from(&mut parts);
        assert_eq!(time, TimeControl::new(5, 3).ok());
        assert_eq!(parts, ["t3", "human"]);
        assert_eq!(TimeControl::pop_from(&mut parts), None);
        assert_eq!(parts, ["t3", "human"]);
        assert_eq!(TimeControl::pop_from(&mut Vec::new()), None);
    }

    #[test]
    fn moves_give_time_and_thinking_uses_it() {
        let control = TimeControl::new(2, 3).expect("in range");
        assert_eq!(control.seconds_left(0, 0.0), 120.0);
        assert_eq!(control.seconds_left(4, 100.0), 32.0);
        assert_eq!(control.seconds_left(0, 120.5), 0.0);
    }
}
