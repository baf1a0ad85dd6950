//! Lazy SMP: several threads search the same root. Each deepens on its own, and they share their results through the
//! transposition table.

use std::sync::Arc;
use std::thread;

use super::limits::{Limits, Options};
use super::position::Position;
use super::report::SearchReport;
use super::searcher::Searcher;
use super::stop_token::StopToken;
use super::thread_role::{SharedNodes, ThreadRole};

/// Stops the helpers when the main thread is done, even if it panics.
struct StopOnDrop(StopToken);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl<P: Position> Searcher<P> {
    /// Searches with helpers until the main thread, which is this one, is done. Its result counts.
    pub(super) fn search_with_helpers(
        &mut self,
        root: &P,
        limits: Limits,
        stop: &StopToken,
        on_report: impl FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        let (stop_helpers, shared) = (StopToken::default(), Arc::new(SharedNodes::default()));
        self.role = ThreadRole::Main(Arc::clone(&shared));
        let reserve = limits.nodes.unwrap_or(0) / u64::from(self.options.threads);
        thread::scope(|scope| {
            let stop_on_drop = StopOnDrop(stop_helpers.clone());
            for number in 1..self.options.threads {
                let options = Options {
                    seed: self.options.seed.map(|seed| seed.child(number.into())),
                    ..self.options
                };
                let role = ThreadRole::Helper {
                    shared: Arc::clone(&shared),
                    reported: 0,
                    reserve,
                };
                let table = Arc::clone(&self.table);
                let (root, stop) = (root.clone(), stop_helpers.clone());
                let limits = Limits {
                    depth: limits.depth,
                    nodes: limits.nodes,
                    ..Limits::default()
                };
                let help = move || {
                    let mut helper = Searcher::with_table(options, table, role);
                    // Every other helper starts a ply deeper, so that they do not all search the same.
                    helper.deepen(&root, limits, &stop, 1 + number % 2, |_| {});
                };
                // If the system grants no further thread, the search goes on with the threads that have started.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let report = self.deepen(root, limits, stop, 1, on_report);
            drop(stop_on_drop);
            report
        })
    }
}
