//! The root of a search: deepening iteratively, and what has been found so far.

use std::time::Instant;

use super::alpha_beta::{BETWEEN_LOOKS, INFINITY, Searcher};
use super::limits::{Bad, Limits, Stopper};
use super::position::{MAX_PLIES, Moves, Position, Score, WIN, is_decided};
use super::thinking::{Candidate, Ended, Thinking};
use crate::generation::Purpose;

impl<P: Position> Searcher<P> {
    /// Looks ahead from `root` until a limit is reached or `stopper` stops it. `watch` gets what was
    /// found whenever that has grown. Refuses limits outside their range.
    ///
    /// At least one ply is looked at, whatever the limits, so that there is a best move.
    pub fn think(
        &mut self,
        root: &P,
        limits: Limits,
        stopper: &Stopper,
        watch: impl FnMut(&Thinking<P::Move>),
    ) -> Result<Thinking<P::Move>, Bad> {
        limits.check()?;
        self.table.grow_older();
        Ok(match self.options.threads {
            0 | 1 => self.deepen(root, limits, stopper, 1, watch),
            _ => self.lead(root, limits, stopper, watch),
        })
    }

    /// Deepens from `first` plies on, in this thread.
    pub(super) fn deepen(
        &mut self,
        root: &P,
        limits: Limits,
        stopper: &Stopper,
        first: u32,
        mut watch: impl FnMut(&Thinking<P::Move>),
    ) -> Thinking<P::Move> {
        self.begin(limits, stopper);
        let mut found = Thinking {
            sound: root.lists_all() && !self.options.reductions,
            ..Thinking::default()
        };
        let mut at_root = root.clone();
        let mut list = Moves::default();
        if self.options.every_move {
            root.every_move(&mut list);
        } else {
            root.moves(&mut list);
        }
        if let Some(seed) = self.options.seed {
            list.shuffle(&mut seed.stream(Purpose::Player));
        }
        while let Some((_, made)) = list.take_best() {
            found.candidates.push(Candidate {
                made,
                score: 0,
                exact: false,
            });
        }
        if found.candidates.is_empty() {
            found.score = root.known().unwrap_or(0);
            found.complete = true;
            found.ended = Some(Ended::Complete);
            return found;
        }
        let whole = root.plies_left();
        let most = limits.depth.unwrap_or(u32::MAX).min(MAX_PLIES as u32 - 1);
        for depth in first.min(most)..=most {
            let done = self.iterate(&mut at_root, depth, &mut found);
            self.tell(&mut found);
            if !done {
                break;
            }
            found.depth = depth;
            found.complete = found.sound && depth >= whole;
            let sure = |score: Score| is_decided(score) && (WIN - score.abs()) as u32 <= depth;
            let decided = if self.options.every_move {
                found.candidates.iter().all(|c| sure(c.score))
            } else {
                sure(found.score)
            };
            if depth >= whole || decided {
                self.ended = Some(Ended::Complete);
                found.complete |= decided && found.sound;
            }
            watch(&found);
            if self.ended.is_none() && self.stopper.stopped() {
                self.ended = Some(Ended::Stopped);
            }
            if self.ended.is_some() {
                break;
            }
        }
        found.ended = Some(self.ended.unwrap_or(Ended::Depth));
        self.tell(&mut found);
        found
    }

    fn begin(&mut self, limits: Limits, stopper: &Stopper) {
        self.limits = limits;
        self.stopper = stopper.clone();
        self.started = Instant::now();
        self.nodes = 0;
        self.deepest = 0;
        self.ended = None;
        self.next_look = limits
            .nodes
            .unwrap_or(u64::MAX)
            .saturating_add(1)
            .min(BETWEEN_LOOKS);
        self.order.begin();
    }

    fn tell(&mut self, found: &mut Thinking<P::Move>) {
        found.nodes = self.nodes + self.others.look(self.nodes);
        found.deepest = self.deepest;
        found.elapsed = self.started.elapsed();
        found.ended = self.ended;
    }

    /// Searches all moves at the root to a depth; false if it was stopped before the end. What was
    /// found by then stays if it is better than what was known.
    fn iterate(&mut self, root: &mut P, depth: u32, found: &mut Thinking<P::Move>) -> bool {
        let mut best = -INFINITY;
        let count = found.candidates.len();
        let last: Vec<Candidate<P::Move>> = found.candidates.clone();
        let mut scored: Vec<Candidate<P::Move>> = Vec::with_capacity(count);
        for (at, candidate) in last.iter().enumerate() {
            let made = candidate.made;
            let undo = root.make(made);
            let below = depth as i32 - 1;
            let open = at == 0 || self.options.every_move;
            let mut exact = true;
            let mut score = if open {
                -self.node(root, below, -INFINITY, INFINITY, 1)
            } else {
                -self.node(root, below, -best - 1, -best, 1)
            };
            if !open && score > best && self.ended.is_none() {
                score = -self.node(root, below, -INFINITY, -best, 1);
            } else if !open {
                exact = false;
            }
            root.unmake(made, undo);
            if self.ended.is_some() && !(found.depth == 0 && at == 0) {
                self.keep_part(found, &last, scored, best);
                return false;
            }
            if score > best {
                best = score;
                found.line.clear();
                found.line.push(made);
                found.line.extend_from_slice(&self.lines[1]);
            }
            scored.push(Candidate { made, score, exact });
        }
        found.score = best;
        // Stable, so that moves that were not better stay behind the ones they were compared with.
        scored.sort_by_key(|candidate| (std::cmp::Reverse(candidate.score), !candidate.exact));
        found.candidates = scored;
        true
    }

    /// After a stop: a better move that was found before it leads, the others stay as they were.
    fn keep_part(
        &self,
        found: &mut Thinking<P::Move>,
        last: &[Candidate<P::Move>],
        mut scored: Vec<Candidate<P::Move>>,
        best: Score,
    ) {
        if scored.is_empty() {
            return;
        }
        let rest = last
            .iter()
            .filter(|c| scored.iter().all(|s| s.made != c.made));
        let rest: Vec<_> = rest
            .copied()
            .map(|c| Candidate { exact: false, ..c })
            .collect();
        let order =
            |candidate: &Candidate<_>| (std::cmp::Reverse(candidate.score), !candidate.exact);
        scored.sort_by_key(order);
        scored.extend(rest);
        if is_decided(best) && best < 0 {
            // What was best is refuted: rather one that has not been looked at again.
            scored.sort_by_key(order);
        }
        found.score = scored[0].score;
        if found.line.first() != Some(&scored[0].made) {
            found.line = vec![scored[0].made];
        }
        found.candidates = scored;
    }
}
