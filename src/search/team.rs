//! Several threads that search one position and share what they learn in the table (lazy SMP): each
//! deepens on its own, and what one has stored the others need not search again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::alpha_beta::Searcher;
use super::limits::{Limits, Options, Stopper};
use super::position::Position;
use super::thinking::Thinking;

/// Who else searches the same position, and how many nodes they have counted.
pub(super) enum Others {
    /// This thread is alone.
    Nobody,
    /// This thread leads; here is what the others have counted.
    Helpers(Arc<AtomicU64>),
    /// This thread helps: the count of all helpers, and how much of it is its own.
    Leader(Arc<AtomicU64>, u64),
}

impl Others {
    /// Nodes that helpers have counted, as the leader sees them; a helper tells of its own.
    pub(super) fn look(&mut self, own: u64) -> u64 {
        match self {
            Others::Nobody => 0,
            Others::Helpers(count) => count.load(Ordering::Relaxed),
            Others::Leader(count, told) => {
                count.fetch_add(own - *told, Ordering::Relaxed);
                *told = own;
                0
            }
        }
    }
}

/// Stops the helpers however the leader ends.
struct Dismiss(Stopper);

impl Drop for Dismiss {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl<P: Position> Searcher<P> {
    /// Looks ahead with helpers until this thread is done; what it has found counts.
    pub(super) fn lead(
        &mut self,
        root: &P,
        limits: Limits,
        stopper: &Stopper,
        watch: impl FnMut(&Thinking<P::Move>),
    ) -> Thinking<P::Move> {
        let (done, count) = (Stopper::default(), Arc::new(AtomicU64::new(0)));
        self.others = Others::Helpers(Arc::clone(&count));
        thread::scope(|scope| {
            let dismiss = Dismiss(done.clone());
            for number in 1..self.options.threads {
                let options = Options {
                    seed: self.options.seed.map(|seed| seed.child(number.into())),
                    ..self.options
                };
                let others = Others::Leader(Arc::clone(&count), 0);
                let table = Arc::clone(&self.table);
                let (root, done) = (root.clone(), done.clone());
                let limits = Limits {
                    depth: limits.depth,
                    ..Limits::default()
                };
                scope.spawn(move || {
                    let mut helper = Searcher::sharing(options, table, others);
                    // Every other one a ply ahead, so that they do not all search the same.
                    helper.deepen(&root, limits, &done, 1 + number % 2, |_| {});
                });
            }
            let found = self.deepen(root, limits, stopper, 1, watch);
            drop(dismiss);
            found
        })
    }
}
