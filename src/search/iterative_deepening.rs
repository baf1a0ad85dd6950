//! The root of a search: iterative deepening, and the report of its results.

use std::cmp::Reverse;
use std::time::Instant;

use super::limits::Limits;
use super::move_list::MoveList;
use super::position::{MAX_PLIES, Position, Score, WIN, is_decided};
use super::report::{Candidate, SearchReport, StopReason};
use super::searcher::{INFINITY, NODES_BETWEEN_CHECKS, Searcher};
use super::stop_token::StopToken;
use crate::base::{Purpose, RangeError};

impl<P: Position> Searcher<P> {
    /// Searches from `root` until it reaches a limit or `stop` is set, and calls `on_report` after each
    /// iteration. Returns an error if a limit is outside its range.
    ///
    /// With any limits, the report has a best move, unless the game is over.
    pub fn search(
        &mut self,
        root: &P,
        limits: Limits,
        stop: &StopToken,
        on_report: impl FnMut(&SearchReport<P::Move>),
    ) -> Result<SearchReport<P::Move>, RangeError> {
        limits.check()?;
        self.table.new_search();
        Ok(match self.options.threads {
            0 | 1 => self.deepen(root, limits, stop, 1, on_report),
            _ => self.search_with_helpers(root, limits, stop, on_report),
        })
    }

    /// Iterative deepening in this thread; the first iteration is `first_depth` plies deep.
    pub(super) fn deepen(
        &mut self,
        root: &P,
        limits: Limits,
        stop: &StopToken,
        first_depth: u32,
        mut on_report: impl FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        self.new_search(limits, stop);
        let mut report = SearchReport {
            sound: root.has_complete_moves() && !self.options.selective,
            candidates: self.root_moves(root),
            ..SearchReport::default()
        };
        if report.candidates.is_empty() {
            report.score = root.terminal_score().unwrap_or(0);
            report.complete = true;
            report.stop_reason = Some(StopReason::Complete);
            return report;
        }
        let mut position = root.clone();
        let plies_left = root.plies_left();
        let last_depth = limits.depth.unwrap_or(u32::MAX).min(MAX_PLIES as u32 - 1);
        for depth in first_depth.min(last_depth)..=last_depth {
            let finished = self.search_root(&mut position, depth, &mut report);
            self.update_counters(&mut report);
            if !finished {
                break;
            }
            self.check_completeness(depth, plies_left, &mut report);
            on_report(&report);
            if self.stop_reason.is_none() && self.stop.is_stopped() {
                self.stop_reason = Some(StopReason::Stopped);
            }
            if self.stop_reason.is_some() {
                break;
            }
        }
        self.stop_reason.get_or_insert(StopReason::Depth);
        self.update_counters(&mut report);
        report
    }

    fn new_search(&mut self, limits: Limits, stop: &StopToken) {
        self.limits = limits;
        self.stop = stop.clone();
        self.started = Instant::now();
        self.nodes = 0;
        self.selective_depth = 0;
        self.stop_reason = None;
        let most = limits.nodes.unwrap_or(u64::MAX);
        let first = self.share_of(most).saturating_add(1);
        self.next_check = first.min(NODES_BETWEEN_CHECKS);
        self.ordering.new_search();
    }

    /// The root moves in the order in which the first iteration tries them.
    fn root_moves(&self, root: &P) -> Vec<Candidate<P::Move>> {
        let mut moves = MoveList::default();
        if self.options.score_every_move {
            root.every_move(&mut moves);
        } else {
            root.moves(&mut moves);
        }
        if let Some(seed) = self.options.seed {
            moves.shuffle(&mut seed.stream(Purpose::Player));
        }
        let mut candidates = Vec::with_capacity(moves.len());
        while let Some((_, mv)) = moves.take_best() {
            candidates.push(Candidate {
                mv,
                score: 0,
                exact: false,
            });
        }
        candidates
    }

    /// Notes a finished iteration, and ends the search if a deeper one would find nothing new: it has
    /// seen the whole tree, or the game is decided within the searched depth.
    fn check_completeness(
        &mut self,
        depth: u32,
        plies_left: u32,
        report: &mut SearchReport<P::Move>,
    ) {
        report.depth = depth;
        report.complete = report.sound && depth >= plies_left;
        let is_settled = |score: Score| is_decided(score) && (WIN - score.abs()) as u32 <= depth;
        let settled = if self.options.score_every_move {
            report.candidates.iter().all(|c| is_settled(c.score))
        } else {
            is_settled(report.score)
        };
        if depth >= plies_left || settled {
            self.stop_reason = Some(StopReason::Complete);
            report.complete |= settled && report.sound;
        }
    }

    fn update_counters(&mut self, report: &mut SearchReport<P::Move>) {
        report.nodes = self.nodes + self.role.sync_nodes(self.nodes);
        report.selective_depth = self.selective_depth;
        report.elapsed = self.started.elapsed();
        report.stop_reason = self.stop_reason;
    }

    /// One iteration: searches every root move to `depth`. Returns false if the search was stopped
    /// before the end; the report then keeps what the iteration had found.
    fn search_root(
        &mut self,
        root: &mut P,
        depth: u32,
        report: &mut SearchReport<P::Move>,
    ) -> bool {
        let mut best = -INFINITY;
        let previous: Vec<Candidate<P::Move>> = report.candidates.clone();
        let mut searched: Vec<Candidate<P::Move>> = Vec::with_capacity(previous.len());
        for (at, candidate) in previous.iter().enumerate() {
            let mv = candidate.mv;
            let undo = root.make(mv);
            let child_depth = depth as i32 - 1;
            // The first move gets the full window, the others a null window and the full one only if
            // they turn out to be better (principal variation search).
            let full_window = at == 0 || self.options.score_every_move;
            let mut exact = true;
            let mut score = if full_window {
                -self.node(root, child_depth, -INFINITY, INFINITY, 1)
            } else {
                -self.node(root, child_depth, -best - 1, -best, 1)
            };
            if !full_window && score > best && self.stop_reason.is_none() {
                score = -self.node(root, child_depth, -INFINITY, -best, 1);
            } else if !full_window {
                exact = false;
            }
            root.unmake(mv, undo);
            if self.stop_reason.is_some() && !(report.depth == 0 && at == 0) {
                keep_partial_iteration(report, &previous, searched, best);
                return false;
            }
            if score > best {
                best = score;
                report.principal_variation.clear();
                report.principal_variation.push(mv);
                report
                    .principal_variation
                    .extend_from_slice(&self.pv_table[1]);
            }
            searched.push(Candidate { mv, score, exact });
        }
        report.score = best;
        // The sort is stable: a move with only an upper bound stays behind the moves it did not beat.
        searched.sort_by_key(best_first);
        report.candidates = searched;
        true
    }
}

/// The sorting key of root moves: the best score first, exact ones before upper bounds.
fn best_first<M>(candidate: &Candidate<M>) -> (Reverse<Score>, bool) {
    (Reverse(candidate.score), !candidate.exact)
}

/// Merges a stopped iteration into the report: the moves that it has searched come first, the others
/// keep their earlier order.
fn keep_partial_iteration<M: Copy + PartialEq>(
    report: &mut SearchReport<M>,
    previous: &[Candidate<M>],
    mut searched: Vec<Candidate<M>>,
    best: Score,
) {
    if searched.is_empty() {
        return;
    }
    let rest = previous
        .iter()
        .filter(|c| searched.iter().all(|s| s.mv != c.mv));
    let rest: Vec<_> = rest
        .copied()
        .map(|c| Candidate { exact: false, ..c })
        .collect();
    searched.sort_by_key(best_first);
    searched.extend(rest);
    if is_decided(best) && best < 0 {
        // All searched moves lose now, so a move that was not searched again is preferred.
        searched.sort_by_key(best_first);
    }
    report.score = searched[0].score;
    if report.principal_variation.first() != Some(&searched[0].mv) {
        report.principal_variation = vec![searched[0].mv];
    }
    report.candidates = searched;
}

#[cfg(test)]
mod tests;
