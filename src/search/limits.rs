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
