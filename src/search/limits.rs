//! The limits and the options of a search.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::base::{RangeError, Seed, check_range};

/// The limits at which a search ends; the first one that it reaches counts. Limits on nodes and depth give the same
/// move on every machine, a limit on time does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes to search, in all threads together.
    pub nodes: Option<u64>,
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// The most time to take.
    pub time: Option<Duration>,
}

impl Limits {
    /// Allowed numbers of nodes.
    pub const NODES: RangeInclusive<u64> = 1..=1_000_000_000_000;
    /// Allowed depths, in plies.
    pub const DEPTH: RangeInclusive<u32> = 1..=200;
    /// Allowed times, in milliseconds.
    pub const MILLISECONDS: RangeInclusive<u64> = 1..=86_400_000;

    /// A limit on the nodes alone.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A limit on the depth alone, in plies.
    pub fn depth(depth: u32) -> Self {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// A limit on the time alone.
    pub fn time(time: Duration) -> Self {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }

    /// Returns an error for the first limit outside its range.
    pub fn check(&self) -> Result<(), RangeError> {
        if let Some(nodes) = self.nodes {
            check_range("nodes", nodes, Self::NODES)?;
        }
        if let Some(depth) = self.depth {
            check_range("depth", depth, Self::DEPTH)?;
        }
        if let Some(time) = self.time {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            check_range("milliseconds", milliseconds, Self::MILLISECONDS)?;
        }
        Ok(())
    }
}

/// The options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in megabytes.
    pub table_megabytes: u32,
    /// The number of threads that search the same root. With more than one, equal limits need not give the same move.
    pub threads: u32,
    /// Whether the search is selective: futility pruning, null moves and late-move reductions. Its
    /// scores then prove nothing.
    pub selective: bool,
    /// Whether the search follows tactical moves beyond the horizon.
    pub quiescence: bool,
    /// The seed that shuffles root moves of equal rank; without one they keep the game's order.
    pub seed: Option<Seed>,
    /// Whether every root move gets an exact score (chess programs call this multi-PV), not only the
    /// best one. The root then has all legal moves.
    pub score_every_move: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            table_megabytes: 64,
            threads: 1,
            selective: true,
            quiescence: true,
            seed: None,
            score_every_move: false,
        }
    }
}

impl Options {
    /// Allowed sizes of the transposition table, in megabytes.
    pub const TABLE_MEGABYTES: RangeInclusive<u32> = 1..=1_024;
    /// Allowed numbers of threads.
    pub const THREADS: RangeInclusive<u32> = 1..=64;

    /// Returns an error for the first option outside its range.
    pub fn check(&self) -> Result<(), RangeError> {
        check_range("table", self.table_megabytes, Self::TABLE_MEGABYTES)?;
        check_range("threads", self.threads, Self::THREADS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused<T>(checked: Result<T, RangeError>, name: &str) -> bool {
        checked.is_err_and(|error| error.name == name)
    }

    #[test]
    fn each_limit_is_alone_where_one_is_asked_for() {
        let second = Duration::from_secs(1);
        let limits = |nodes, depth, time| Limits { nodes, depth, time };
        assert_eq!(Limits::nodes(7), limits(Some(7), None, None));
        assert_eq!(Limits::depth(7), limits(None, Some(7), None));
        assert_eq!(Limits::time(second), limits(None, None, Some(second)));
    }

    #[test]
    fn limits_outside_their_range_are_refused() {
        assert_eq!(Limits::default().check(), Ok(()));
        for nodes in [1, 1_000_000_000_000] {
            assert_eq!(Limits::nodes(nodes).check(), Ok(()));
        }
        for nodes in [0, 1_000_000_000_001] {
            assert!(is_refused(Limits::nodes(nodes).check(), "nodes"));
        }
        for depth in [1, 200] {
            assert_eq!(Limits::depth(depth).check(), Ok(()));
        }
        for depth in [0, 201] {
            assert!(is_refused(Limits::depth(depth).check(), "depth"));
        }
        let day = Duration::from_secs(86_400);
        for time in [Duration::from_millis(1), day] {
            assert_eq!(Limits::time(time).check(), Ok(()));
        }
        let short = Duration::from_micros(999);
        for time in [short, day + Duration::from_millis(1), Duration::MAX] {
            assert!(is_refused(Limits::time(time).check(), "milliseconds"));
        }
    }

    #[test]
    fn options_outside_their_range_are_refused() {
        let options = |table_megabytes, threads| Options {
            table_megabytes,
            threads,
            ..Options::default()
        };
        assert_eq!(Options::default().check(), Ok(()));
        assert_eq!(options(1, 1).check(), Ok(()));
        assert_eq!(options(1_024, 64).check(), Ok(()));
        for megabytes in [0, 1_025] {
            assert!(is_refused(options(megabytes, 1).check(), "table"));
        }
        for threads in [0, 65] {
            assert!(is_refused(options(1, threads).check(), "threads"));
        }
    }
}
