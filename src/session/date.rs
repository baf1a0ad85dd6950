//! Moments and days, by the clock and in the time zone of the player.

use std::fmt;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};

/// A moment, in seconds since the beginning of 1970 in UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(pub i64);

impl Moment {
    /// The present.
    pub fn now() -> Self {
        Moment(Timestamp::now().as_second())
    }

    /// The same moment in the time zone of the player; `None` if the calendar does not reach so far.
    fn local(self) -> Option<Zoned> {
        let moment = Timestamp::from_second(self.0).ok()?;
        Some(moment.to_zoned(TimeZone::system()))
    }

    /// Date and time of day without anything between the digits, which can be the name of a file.
    pub fn digits(self) -> String {
        let local = self.local();
        local.map_or_else(
            || self.0.unsigned_abs().to_string(),
            |at| at.strftime("%Y%m%d%H%M%S").to_string(),
        )
    }
}

/// Date and time of day, to the minute.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.local() {
            Some(at) => write!(f, "{}", at.strftime("%Y-%m-%d %H:%M")),
            None => write!(f, "{}", self.0),
        }
    }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(Date);

impl Day {
    /// The present day in the time zone of the player.
    pub fn today() -> Self {
        Day(Zoned::now().date())
    }

    /// A day by year, month and day of the month; `None` if there is no such day.
    pub fn new(year: i16, month: i8, day: i8) -> Option<Self> {
        Date::new(year, month, day).ok().map(Day)
    }

    /// A number that is one higher each day.
    pub fn number(self) -> u64 {
        let days = Date::constant(1970, 1, 1).until(self.0);
        days.map_or(0, |span| u64::try_from(span.get_days()).unwrap_or(0))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_and_moments_are_written_with_their_date() {
        let day = |day| Day::new(2026, 11, day).expect("a day");
        assert_eq!(day(23).number(), day(22).number() + 1);
        assert_eq!(day(2).to_string(), "2026-11-02");
        assert_eq!(Day::new(2026, 2, 30), None);
        let text = Moment(1_795_369_243).to_string();
        assert!(text.starts_with("2026-11-2") && text.len() == 16, "{text}");
        assert_eq!(Moment(1_795_369_243).digits().len(), 14);
    }
}
