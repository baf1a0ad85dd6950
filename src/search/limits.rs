//! How long to think, with which means, and how to stop it.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::generation::Seed;

/// When to stop thinking; whichever comes first. Limits on nodes and depth give the same move on
/// every machine, limits on time do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Time to take.
    pub time: Option<Duration>,
}

impl Limits {
    /// Allowed numbers of nodes.
    pub const NODES: RangeInclusive<u64> = 1..=1_000_000_000_000;
    /// Allowed depths.
    pub const DEPTH: RangeInclusive<u32> = 1..=200;
    /// Allowed times, in milliseconds.
    pub const MILLISECONDS: RangeInclusive<u64> = 1..=86_400_000;

    /// So many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Self {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }

    /// Refuses nonsense and names it.
    pub fn check(&self) -> Result<(), Bad> {
        if let Some(nodes) = self.nodes {
            within("nodes", nodes, Self::NODES)?;
        }
        if let Some(depth) = self.depth {
            within("depth", depth.into(), wide(&Self::DEPTH))?;
        }
        if let Some(time) = self.time {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            within("milliseconds", milliseconds, Self::MILLISECONDS)?;
        }
        Ok(())
    }
}

/// With which means to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory of the transposition table in megabytes.
    pub table_megabytes: u32,
    /// Threads that search at once. With more than one the same limits need not give the same move.
    pub threads: u32,
    /// Look less deeply at moves that promise little. Not for proofs.
    pub reductions: bool,
    /// Follow forcing moves beyond the depth.
    pub forcing: bool,
    /// Look at moves of the same rank in an order drawn from this seed; in the usual one without.
    pub seed: Option<Seed>,
    /// Find the exact score of every move at the root, not of the best alone.
    pub every_move: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            table_megabytes: 64,
            threads: 1,
            reductions: true,
            forcing: true,
            seed: None,
            every_move: false,
        }
    }
}

impl Options {
    /// Allowed sizes of the table.
    pub const TABLE_MEGABYTES: RangeInclusive<u32> = 1..=1_024;

    /// Allowed numbers of threads.
    pub const THREADS: RangeInclusive<u32> = 1..=64;

    /// Refuses nonsense and names it.
    pub fn check(&self) -> Result<(), Bad> {
        within(
            "table",
            self.table_megabytes.into(),
            wide(&Self::TABLE_MEGABYTES),
        )?;
        within("threads", self.threads.into(), wide(&Self::THREADS))
    }
}

/// A limit or an option outside its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {value}, but must be from {min} to {max}")]
pub struct Bad {
    /// What it is called.
    pub name: &'static str,
    /// The value given.
    pub value: u64,
    /// Smallest value allowed.
    pub min: u64,
    /// Largest value allowed.
    pub max: u64,
}

fn wide(range: &RangeInclusive<u32>) -> RangeInclusive<u64> {
    u64::from(*range.start())..=u64::from(*range.end())
}

fn within(name: &'static str, value: u64, range: RangeInclusive<u64>) -> Result<(), Bad> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Bad {
        name,
        value,
        min: *range.start(),
        max: *range.end(),
    })
}

/// Stops a search from outside; clones stop the same one.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// Stops it soon.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is to stop.
    pub fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
