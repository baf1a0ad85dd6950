//! The roles of the threads of a search, which add up their nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The nodes that the threads of a search have reported.
#[derive(Default)]
pub(super) struct SharedNodes {
    main: AtomicU64,
    helpers: AtomicU64,
}

/// The role of a thread in a search, with the nodes that it shares with the other threads.
pub(super) enum ThreadRole {
    /// The only thread.
    Single,
    /// The main thread, whose result counts.
    Main(Arc<SharedNodes>),
    /// A helper.
    Helper {
        /// The nodes of all threads.
        shared: Arc<SharedNodes>,
        /// The number of its own nodes that it has reported.
        reported: u64,
        /// The nodes that the helpers leave to the main thread, however late the system lets it run.
        reserve: u64,
    },
}

impl ThreadRole {
    /// Reports the `own_nodes` of this thread, and returns the nodes of all other threads, which count against the
    /// limit too.
    pub(super) fn sync_nodes(&mut self, own_nodes: u64) -> u64 {
        match self {
            ThreadRole::Single => 0,
            ThreadRole::Main(shared) => {
                shared.main.store(own_nodes, Ordering::Relaxed);
                shared.helpers.load(Ordering::Relaxed)
            }
            ThreadRole::Helper {
                shared,
                reported,
                reserve,
            } => {
                let new = own_nodes - *reported;
                *reported = own_nodes;
                let helpers = shared.helpers.fetch_add(new, Ordering::Relaxed) + new;
                let main = shared.main.load(Ordering::Relaxed).max(*reserve);
                main + helpers - own_nodes
            }
        }
    }
}
