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

    /// Counts a node and checks the limits if it is time. Returns true if the search must end.
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

    /// Checks the limits and the stop token, and plans the next check so that a limit on the nodes is
    /// kept exactly.
    #[cold]
    fn check_limits(&mut self) {
        if self.stop_reason.is_some() {
            return;
        }
        let nodes = self.nodes + self.role.sync_nodes(self.nodes);
        let is_over = |limit: Duration| self.started.elapsed() >= limit;
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        if nodes > limit {
            self.stop_reason = Some(StopReason::Nodes);
        } else if self.stop.is_stopped() {
            self.stop_reason = Some(StopReason::Stopped);
        } else if self.limits.time.is_some_and(is_over) {
            self.stop_reason = Some(StopReason::Time);
        }
        let left = limit.saturating_sub(nodes).saturating_add(1);
        self.next_check = self.nodes + left.min(NODES_BETWEEN_CHECKS);
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
