//! The roles of the threads of a search, which add up their nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The role of a thread in a search, with the count of nodes that it shares with the other threads.
pub(super) enum ThreadRole {
    /// The only thread.
    Single,
    /// The main thread, with the nodes that all helpers have reported.
    Main(Arc<AtomicU64>),
    /// A helper, with the nodes that all helpers have reported and how many of them are its own.
    Helper(Arc<AtomicU64>, u64),
}

impl ThreadRole {
    /// Returns the nodes of all helpers to the main thread. A helper reports its `own_nodes` and gets
    /// 0, because the main thread alone counts against the limit.
    pub(super) fn sync_nodes(&mut self, own_nodes: u64) -> u64 {
        match self {
            ThreadRole::Single => 0,
            ThreadRole::Main(helper_nodes) => helper_nodes.load(Ordering::Relaxed),
            ThreadRole::Helper(helper_nodes, reported) => {
                helper_nodes.fetch_add(own_nodes - *reported, Ordering::Relaxed);
                *reported = own_nodes;
                0
            }
        }
    }
}
