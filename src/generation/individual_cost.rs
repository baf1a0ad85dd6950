//! The time that an individual takes, from which follows the number of individuals that fit in a slice of work.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The recent time that making one individual takes, which several threads may measure.
#[derive(Debug, Default)]
pub(super) struct IndividualCost {
    /// Nanoseconds; [`UNKNOWN`] before the first measurement.
    nanoseconds: AtomicU32,
}

const UNKNOWN: u32 = 0;

impl IndividualCost {
    /// Takes in that so many individuals took this time together.
    pub fn learn(&self, took: Duration, count: usize) {
        let each = (took.as_nanos() / count.max(1) as u128).min(u128::from(u32::MAX)) as u32;
        let old = self.nanoseconds.load(Ordering::Relaxed);
        // A higher cost counts at once, a lower one gradually, because a slice may be too short but not too long.
        let new = match old {
            UNKNOWN => each,
            old => each.max(old - old / 4 + each / 4),
        };
        self.nanoseconds.store(new.max(1), Ordering::Relaxed);
    }

    /// The time that so many individuals take; zero before the first measurement.
    pub fn time_of(&self, count: u32) -> Duration {
        let each = u64::from(self.nanoseconds.load(Ordering::Relaxed));
        Duration::from_nanos(each * u64::from(count))
    }

    /// The number of individuals that fit in some time, 1 to `most`. Before the first measurement it is 1.
    pub fn count_within(&self, time: Duration, most: usize) -> usize {
        match self.nanoseconds.load(Ordering::Relaxed) {
            UNKNOWN => 1,
            each => (time.as_nanos() / u128::from(each)).clamp(1, most as u128) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MICROSECOND: Duration = Duration::from_micros(1);

    #[test]
    fn a_slice_holds_what_fits_in_it() {
        let cost = IndividualCost::default();
        assert_eq!(cost.time_of(7), Duration::ZERO);
        assert_eq!(
            cost.count_within(MICROSECOND, 50),
            1,
            "nothing is known yet"
        );
        cost.learn(10 * MICROSECOND, 5);
        assert_eq!(cost.time_of(7), 14 * MICROSECOND);
        assert_eq!(cost.count_within(10 * MICROSECOND, 50), 5);
        assert_eq!(cost.count_within(MICROSECOND, 50), 1);
        assert_eq!(cost.count_within(1_000 * MICROSECOND, 50), 50);
    }

    #[test]
    fn a_higher_cost_counts_at_once_and_a_lower_one_gradually() {
        let cost = IndividualCost::default();
        cost.learn(4 * MICROSECOND, 1);
        cost.learn(8 * MICROSECOND, 1);
        assert_eq!(cost.time_of(1), 8 * MICROSECOND);
        cost.learn(4 * MICROSECOND, 1);
        assert_eq!(cost.time_of(1), 7 * MICROSECOND);
        cost.learn(Duration::ZERO, 0);
        assert_eq!(cost.time_of(4), 21 * MICROSECOND);
    }
}
