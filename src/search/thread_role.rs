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
    /// The role of a helper in a search by so many threads, which may search so many nodes together.
    pub(super) fn helper(shared: &Arc<SharedNodes>, nodes: Option<u64>, threads: u32) -> Self {
        ThreadRole::Helper {
            shared: Arc::clone(shared),
            reported: 0,
            reserve: nodes.unwrap_or(0) / u64::from(threads),
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_alone_has_no_nodes_of_others() {
        assert_eq!(ThreadRole::Single.sync_nodes(500), 0);
    }

    #[test]
    fn each_thread_learns_the_nodes_of_all_others() {
        let shared = Arc::new(SharedNodes::default());
        let mut main = ThreadRole::Main(Arc::clone(&shared));
        let [mut one, mut two] = [(); 2].map(|()| ThreadRole::helper(&shared, None, 3));
        assert_eq!(main.sync_nodes(100), 0);
        assert_eq!(one.sync_nodes(30), 100);
        assert_eq!(two.sync_nodes(7), 130);
        assert_eq!(main.sync_nodes(150), 37);
        // A helper adds only what it has not reported yet.
        assert_eq!(one.sync_nodes(50), 157);
        assert_eq!(one.sync_nodes(50), 157);
        assert_eq!(main.sync_nodes(150), 57);
        assert_eq!(two.sync_nodes(8), 200);
    }

    #[test]
    fn helpers_leave_its_share_to_the_main_thread() {
        let shared = Arc::new(SharedNodes::default());
        let mut main = ThreadRole::Main(Arc::clone(&shared));
        // A third of the nodes counts as searched by the main thread before it has begun.
        let mut helper = ThreadRole::helper(&shared, Some(1_000), 3);
        assert_eq!(helper.sync_nodes(10), 333);
        main.sync_nodes(200);
        assert_eq!(helper.sync_nodes(10), 333);
        main.sync_nodes(400);
        assert_eq!(helper.sync_nodes(10), 400);
    }
}
