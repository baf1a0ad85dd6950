//! The times that a player takes for its moves, counted in a histogram, so that a long match needs no more memory than
//! a short one.

use std::collections::BTreeMap;
use std::time::Duration;

/// The classes of a histogram into which the times from a power of two to the next are divided. A time is at most 1/32
/// longer than the shortest of its class.
const CLASSES_PER_OCTAVE: u64 = 32;

/// The times of many moves.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveTimes {
    /// The number of moves in each class that has some. There are about 2000 classes.
    counts: BTreeMap<u64, u64>,
    longest: Duration,
}

impl MoveTimes {
    /// Counts the time of a move.
    pub(super) fn add(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        *self.counts.entry(class(nanoseconds)).or_default() += 1;
        self.longest = self.longest.max(time);
    }

    /// Counts all times of another histogram.
    pub(super) fn add_all(&mut self, other: &MoveTimes) {
        for (class, count) in &other.counts {
            *self.counts.entry(*class).or_default() += count;
        }
        self.longest = self.longest.max(other.longest);
    }

    /// The median, exact to about 3 %: half of the moves took no longer. 0 without any moves.
    pub(super) fn median(&self) -> Duration {
        let half = self.counts.values().sum::<u64>().div_ceil(2);
        let mut passed = 0;
        let middle = self.counts.iter().find(|(_, count)| {
            passed += **count;
            passed >= half
        });
        let shortest = middle.map_or(0, |(class, _)| shortest_of(*class));
        Duration::from_nanos(shortest).min(self.longest)
    }

    /// The longest time; 0 without any moves.
    pub(super) fn longest(&self) -> Duration {
        self.longest
    }
}

/// The class of a time. Times below `CLASSES_PER_OCTAVE` have a class of their own.
fn class(nanoseconds: u64) -> u64 {
    let octave = (nanoseconds / CLASSES_PER_OCTAVE).checked_ilog2();
    let Some(octave) = octave.map(u64::from) else {
        return nanoseconds;
    };
    (octave + 1) * CLASSES_PER_OCTAVE + (nanoseconds >> octave) - CLASSES_PER_OCTAVE
}

/// The shortest time of a class, in nanoseconds.
fn shortest_of(class: u64) -> u64 {
    let (octave, step) = (class / CLASSES_PER_OCTAVE, class % CLASSES_PER_OCTAVE);
    match octave.checked_sub(1) {
        None => step,
        Some(octave) => (CLASSES_PER_OCTAVE + step) << octave,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_narrow_and_in_order() {
        let times = (0..64).flat_map(|bit| [1u64 << bit, (1 << bit) + (1 << bit) / 3]);
        for time in times.chain([u64::MAX]) {
            let shortest = shortest_of(class(time));
            assert!(shortest <= time && time - shortest <= time / CLASSES_PER_OCTAVE);
            assert!(class(time - 1) <= class(time));
        }
    }

    #[test]
    fn half_of_the_moves_take_no_longer_than_the_median() {
        let mut times = MoveTimes::default();
        for (milliseconds, median) in [(1, 1), (64, 1), (2, 2), (64, 2), (64, 64)] {
            times.add(Duration::from_millis(milliseconds));
            let (found, median) = (times.median(), Duration::from_millis(median));
            assert!(
                found <= median && median - found <= median / 16,
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_million_times_take_no_more_memory_than_a_few() {
        let (mut all, mut part) = (MoveTimes::default(), MoveTimes::default());
        assert_eq!(all.median(), Duration::ZERO);
        for number in 1..=1_000_000u64 {
            part.add(Duration::from_nanos(number * 1_000));
        }
        all.add_all(&part);
        all.add_all(&part);
        assert!(all.counts.len() < 700, "{}", all.counts.len());
        let median = all.median().as_secs_f64();
        assert!((0.48..=0.5).contains(&median), "{median}");
        assert_eq!(all.longest(), Duration::from_secs(1));
    }
}
