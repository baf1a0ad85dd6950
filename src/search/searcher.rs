//! The state of a searching thread, and its checks of the limits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::limits::{Limits, Options};
use super::move_list::MoveList;
use super::move_ordering::MoveOrdering;
use super::position::{MAX_PLIES, Position, Score, WIN};
use super::report::StopReason;
use super::stop_token::StopToken;
use super::thread_role::ThreadRole;
use super::transposition_table::TranspositionTable;
use crate::base::RangeError;

/// A bound beyond every score.
pub(super) const INFINITY: Score = WIN + 1;
/// The nodes between two checks of the limits, because a check at every node would be slow.
pub(super) const NODES_BETWEEN_CHECKS: u64 = 1_024;

/// Searches positions of one game. Its transposition table and its history serve the next search too.
pub struct Searcher<P: Position> {
    pub(super) options: Options,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) ordering: MoveOrdering,
    /// The move list of each ply, kept for its memory.
    pub(super) move_lists: Vec<MoveList<P::Move>>,
    /// Whether the current line has a null move at each ply.
    pub(super) null_move_at: [bool; MAX_PLIES],
    /// The principal variation from each ply on (a triangular table).
    pub(super) pv_table: Vec<Vec<P::Move>>,
    /// The nodes of this thread.
    pub(super) nodes: u64,
    pub(super) role: ThreadRole,
    /// The node count at which to check the limits again.
    pub(super) next_check: u64,
    /// The most plies from the root to a node.
    pub(super) selective_depth: u32,
    pub(super) limits: Limits,
    pub(super) stop: StopToken,
    pub(super) started: Instant,
    /// Set as soon as the search must end; the scores of unfinished nodes are then worthless.
    pub(super) stop_reason: Option<StopReason>,
}

impl<P: Position> Searcher<P> {
    /// A searcher with an empty transposition table. Returns an error if an option is outside its range.
    pub fn new(options: Options) -> Result<Self, RangeError> {
        options.check()?;
        let table = Arc::new(TranspositionTable::new(options.table_megabytes));
        Ok(Searcher::with_table(options, table, ThreadRole::Single))
    }

    /// A searcher that shares a transposition table with other threads.
    pub(super) fn with_table(
        options: Options,
        table: Arc<TranspositionTable>,
        role: ThreadRole,
    ) -> Self {
        Searcher {
            options,
            table,
            ordering: MoveOrdering::new(P::PACKED_MOVES),
            null_move_at: [false; MAX_PLIES],
            move_lists: (0..=MAX_PLIES).map(|_| MoveList::default()).collect(),
            pv_table: vec![Vec::new(); MAX_PLIES + 1],
            nodes: 0,
            role,
            next_check: 0,
            selective_depth: 0,
            limits: Limits::default(),
            stop: StopToken::default(),
            started: Instant::now(),
            stop_reason: None,
        }
    }

    /// Counts a node and checks the limits if it is time. Returns true if the search must end; the node is then not
    /// counted.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32);
        self.pv_table[ply].clear();
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stop_reason.is_some()
    }

    /// Checks the limits and the stop token before the node that was counted last is searched, and plans the next check
    /// so that a limit on the nodes is kept exactly. If the search must end, the node is not searched, so its count is
    /// taken back.
    #[cold]
    fn check_limits(&mut self) {
        let searched = self.nodes - 1;
        if self.stop_reason.is_none() {
            let limit = self.limits.nodes.unwrap_or(u64::MAX);
            let left = limit.saturating_sub(searched + self.role.sync_nodes(searched));
            self.stop_reason = self.reason_to_stop(left);
            self.next_check = self.nodes + self.share_of(left).clamp(1, NODES_BETWEEN_CHECKS);
        }
        if self.stop_reason.is_some() {
            self.nodes = searched;
            // Every later node is taken back too.
            self.next_check = 0;
        }
    }

    /// The share of one thread in the nodes that are left for all threads.
    pub(super) fn share_of(&self, nodes: u64) -> u64 {
        nodes / u64::from(self.options.threads.max(1))
    }

    /// The first reason to end the search if so many nodes are left; `None` if it may go on.
    fn reason_to_stop(&self, nodes_left: u64) -> Option<StopReason> {
        let is_over = |limit: Duration| self.started.elapsed() >= limit;
        if nodes_left == 0 {
            Some(StopReason::Nodes)
        } else if self.stop.is_stopped() {
            Some(StopReason::Stopped)
        } else if self.limits.time.is_some_and(is_over) {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// Makes `mv` and the principal variation below it the one of this ply.
    #[inline]
    pub(super) fn update_pv(&mut self, mv: P::Move, ply: usize) {
        let (upper, lower) = self.pv_table.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::thread_role::SharedNodes;
    use super::super::written_tree::{Place, Tree, open};
    use super::*;

    fn searcher(limits: Limits) -> Searcher<Tree> {
        let options = Options {
            table_megabytes: 1,
            ..Options::default()
        };
        let mut searcher = Searcher::new(options).expect("in range");
        searcher.limits = limits;
        searcher
    }

    /// Counts nodes until the search must end, but no more than `most`.
    fn count(searcher: &mut Searcher<Tree>, most: u64) -> u64 {
        (1..=most)
            .find(|_| searcher.count_node(0))
            .unwrap_or(most + 1)
    }

    #[test]
    fn options_outside_their_range_make_no_searcher() {
        for (table_megabytes, threads) in [(0, 1), (1, 0)] {
            let options = Options {
                table_megabytes,
                threads,
                ..Options::default()
            };
            assert!(Searcher::<Tree>::new(options).is_err());
        }
    }

    #[test]
    fn the_node_beyond_the_limit_ends_a_search_and_is_not_counted() {
        for limit in [1, 2, 1_023, 1_024, 1_025, 2_048, 5_000] {
            let mut one = searcher(Limits::nodes(limit));
            assert_eq!(count(&mut one, 9_999), limit + 1);
            assert_eq!(one.nodes, limit);
            assert_eq!(one.stop_reason, Some(StopReason::Nodes));
            // It stays so.
            assert!(one.count_node(0));
            assert_eq!(one.nodes, limit);
        }
        let mut one = searcher(Limits::default());
        assert_eq!(count(&mut one, 5_000), 5_001);
        assert_eq!(one.stop_reason, None);
    }

    #[test]
    fn the_limits_are_checked_at_the_first_node_and_then_at_every_1024th() {
        let mut one = searcher(Limits::default());
        let mut checked_at = Vec::new();
        for node in 1..=3_000 {
            let planned = one.next_check;
            one.count_node(0);
            if one.next_check != planned {
                checked_at.push(node);
            }
        }
        assert_eq!(checked_at, [1, 1_025, 2_049]);
        // A limit on the nodes that is nearer is checked exactly.
        let mut one = searcher(Limits::nodes(1_500));
        count(&mut one, 1_025);
        assert_eq!(one.next_check, 1_501);
    }

    #[test]
    fn a_stop_token_and_the_time_end_a_search_at_the_next_check() {
        let mut one = searcher(Limits::default());
        assert!(!one.count_node(0));
        one.stop.stop();
        assert_eq!(count(&mut one, 9_999), 1_024);
        assert_eq!(one.stop_reason, Some(StopReason::Stopped));
        // No time is left.
        let mut one = searcher(Limits::time(Duration::ZERO));
        assert!(one.count_node(0));
        assert_eq!(one.stop_reason, Some(StopReason::Time));
        let mut one = searcher(Limits::time(Duration::from_secs(86_400)));
        assert_eq!(count(&mut one, 3_000), 3_001);
        assert_eq!(one.stop_reason, None);
    }

    #[test]
    fn the_first_reason_to_stop_is_the_one_that_counts() {
        let mut one = searcher(Limits {
            nodes: Some(0),
            depth: None,
            time: Some(Duration::ZERO),
        });
        one.stop.stop();
        assert!(one.count_node(0));
        assert_eq!(one.stop_reason, Some(StopReason::Nodes));
        one.stop_reason = Some(StopReason::Complete);
        assert!(one.count_node(0));
        assert_eq!(one.stop_reason, Some(StopReason::Complete));
    }

    #[test]
    fn the_nodes_of_other_threads_count_against_the_limit() {
        let shared = Arc::new(SharedNodes::default());
        ThreadRole::helper(&shared, None, 2).sync_nodes(700);
        let mut main = searcher(Limits::nodes(1_000));
        main.role = ThreadRole::Main(shared);
        assert_eq!(count(&mut main, 9_999), 301);
        assert_eq!(main.stop_reason, Some(StopReason::Nodes));
    }

    #[test]
    fn a_node_raises_the_selective_depth_and_has_no_line_yet() {
        let mut one = searcher(Limits::default());
        one.pv_table[4] = vec![7];
        one.pv_table[2] = vec![8];
        for (ply, deepest) in [(3, 3), (4, 4), (2, 4)] {
            one.count_node(ply);
            assert_eq!(one.selective_depth, deepest);
        }
        assert!(one.pv_table[4].is_empty() && one.pv_table[2].is_empty());
        assert_eq!(one.nodes, 3);
    }

    #[test]
    fn a_better_move_is_followed_by_the_line_below_it() {
        let mut one = searcher(Limits::default());
        one.pv_table[3] = vec![10, 11];
        one.pv_table[2] = vec![20, 21, 22];
        one.update_pv(5, 2);
        assert_eq!(one.pv_table[2], [5, 10, 11]);
        one.update_pv(6, MAX_PLIES - 1);
        assert_eq!(one.pv_table[MAX_PLIES - 1], [6]);
    }

    #[test]
    fn a_search_reports_the_limit_that_has_ended_it() {
        // Each move leads back to the start.
        const ENDLESS: &[Place] = &[open(1, &[0, 0])];
        for (limits, reason) in [
            (Limits::nodes(100), StopReason::Nodes),
            (Limits::depth(3), StopReason::Depth),
        ] {
            let mut one = searcher(limits);
            let root = Tree::new(ENDLESS);
            let found = one.search(&root, limits, &StopToken::default(), |_| {});
            assert_eq!(found.map(|found| found.stop_reason), Ok(Some(reason)));
        }
    }
}
