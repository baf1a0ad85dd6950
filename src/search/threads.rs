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

/// The first depth of a helper. Every other one starts a ply deeper, so that they do not all search the same.
fn first_depth(number: u32) -> u32 {
    1 + number % 2
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
        thread::scope(|scope| {
            let stop_on_drop = StopOnDrop(stop_helpers.clone());
            for number in 1..self.options.threads {
                let options = Options {
                    seed: self.options.seed.map(|seed| seed.child(number.into())),
                    ..self.options
                };
                let role = ThreadRole::helper(&shared, limits.nodes, self.options.threads);
                let table = Arc::clone(&self.table);
                let (root, stop) = (root.clone(), stop_helpers.clone());
                let limits = Limits {
                    depth: limits.depth,
                    nodes: limits.nodes,
                    ..Limits::default()
                };
                let help = move || {
                    let mut helper = Searcher::with_table(options, table, role);
                    helper.deepen(&root, limits, &stop, first_depth(number), |_| {});
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::written_tree::{Place, Tree, open};
    use crate::search::{Options, StopReason};

    #[test]
    fn every_other_helper_starts_a_ply_deeper() {
        assert_eq!([1, 2, 3, 4].map(first_depth), [2, 1, 2, 1]);
    }

    #[test]
    fn helpers_are_stopped_when_the_main_thread_is_done() {
        let token = StopToken::default();
        drop(StopOnDrop(token.clone()));
        assert!(token.is_stopped());
    }

    /// The first move is better at first sight, and the second one two plies later.
    const GAME: &[Place] = &[
        open(0, &[1, 2]),
        open(-9, &[3, 4]),
        open(5, &[5, 6]),
        open(-20, &[3, 4]),
        open(-30, &[3, 4]),
        open(40, &[5, 6]),
        open(50, &[5, 6]),
    ];

    #[test]
    fn threads_find_what_one_thread_finds_and_end_with_it() {
        let options = |threads| Options {
            table_megabytes: 1,
            threads,
            selective: false,
            ..Options::default()
        };
        let found = [1, 2, 5].map(|threads| {
            let mut searcher = Searcher::new(options(threads)).expect("in range");
            let mut depths = Vec::new();
            let note = |report: &SearchReport<usize>| depths.push(report.depth);
            let stop = StopToken::default();
            let found = searcher.search(&Tree::new(GAME), Limits::depth(2), &stop, note);
            let found = found.expect("in range");
            assert!(!stop.is_stopped(), "the token of the caller stays as it is");
            assert_eq!(found.stop_reason, Some(StopReason::Depth));
            (found.depth, found.score, found.best_move(), depths)
        });
        let expected = (2, 40, Some(2), vec![1, 2]);
        assert_eq!(found, [(); 3].map(|()| expected.clone()));
    }
}
