//! Alpha-beta search by principal variations, deepened iteratively, with a transposition table,
//! killer moves, a history of moves that were good, and forcing moves followed beyond the horizon.
//! This is the tree; its root lies in `deepening`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::limits::{Bad, Limits, Options, Stopper};
use super::order::MoveOrder;
use super::position::{MAX_PLIES, Moves, Position, Score, WIN, from_root, is_decided};
use super::table::{Bound, Entry, Table};
use super::team::Others;
use super::thinking::Ended;

/// Beyond every score.
pub(super) const INFINITY: Score = WIN + 1;
/// Plies that forcing moves are followed beyond the horizon.
const BEYOND: i32 = 24;
/// For each depth, from 1: how far an estimate must lie above a bound to stay there.
const SURE: [Score; 3] = [0, 200, 400];
/// For each depth, from 1: how much more than it promises a move may raise an estimate.
const HOPE: [Score; 2] = [0, 100];
/// Nodes between two looks at the clock.
pub(super) const BETWEEN_LOOKS: u64 = 1_024;

/// Searches positions of one game; what it has learned serves the next search.
pub struct Searcher<P: Position> {
    pub(super) options: Options,
    pub(super) table: Arc<Table>,
    pub(super) order: MoveOrder,
    moves: Vec<Moves<P::Move>>,
    /// Whether the move at each ply does nothing.
    passed: [bool; MAX_PLIES],
    /// The expected line from each ply on.
    pub(super) lines: Vec<Vec<P::Move>>,
    pub(super) nodes: u64,
    /// What other threads count that search the same position.
    pub(super) others: Others,
    /// The node at which to look at the limits again.
    pub(super) next_look: u64,
    pub(super) deepest: u32,
    pub(super) limits: Limits,
    pub(super) stopper: Stopper,
    pub(super) started: Instant,
    pub(super) ended: Option<Ended>,
}

impl<P: Position> Searcher<P> {
    /// A searcher that knows nothing yet. Refuses options outside their range.
    pub fn new(options: Options) -> Result<Self, Bad> {
        options.check()?;
        let table = Arc::new(Table::new(options.table_megabytes));
        Ok(Searcher::sharing(options, table, Others::Nobody))
    }

    /// A searcher that shares a table with others.
    pub(super) fn sharing(options: Options, table: Arc<Table>, others: Others) -> Self {
        Searcher {
            options,
            table,
            order: MoveOrder::new(P::PACKED),
            passed: [false; MAX_PLIES],
            moves: (0..=MAX_PLIES).map(|_| Moves::default()).collect(),
            lines: vec![Vec::new(); MAX_PLIES + 1],
            nodes: 0,
            others,
            next_look: 0,
            deepest: 0,
            limits: Limits::default(),
            stopper: Stopper::default(),
            started: Instant::now(),
            ended: None,
        }
    }

    /// Counts a node; true if the search is to end.
    #[inline]
    fn visit(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply as u32);
        self.lines[ply].clear();
        if self.nodes >= self.next_look {
            self.look();
        }
        self.ended.is_some()
    }

    /// Looks at the limits, and says at which node to look again.
    #[cold]
    fn look(&mut self) {
        if self.ended.is_some() {
            return;
        }
        let counted = self.nodes + self.others.look(self.nodes);
        let late = |most: Duration| self.started.elapsed() >= most;
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        if counted > most {
            self.ended = Some(Ended::Nodes);
        } else if self.stopper.stopped() {
            self.ended = Some(Ended::Stopped);
        } else if self.limits.time.is_some_and(late) {
            self.ended = Some(Ended::Time);
        }
        let left = most.saturating_sub(counted).saturating_add(1);
        self.next_look = self.nodes + left.min(BETWEEN_LOOKS);
    }

    /// The score of a position for who is to move, searched `depth` plies deep.
    pub(super) fn node(
        &mut self,
        position: &mut P,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if self.visit(ply) {
            return 0;
        }
        if let Some(known) = position.known() {
            return from_root(known, ply);
        }
        if ply >= MAX_PLIES - 1 {
            return position.evaluate();
        }
        if depth <= 0 {
            return self.beyond(position, BEYOND, alpha, beta, ply);
        }
        // No line from here can be better or worse than a game decided now.
        let (mut alpha, beta) = (
            alpha.max(-(WIN - ply as Score)),
            beta.min(WIN - ply as Score - 1),
        );
        if alpha >= beta {
            return alpha;
        }
        let whole = position.plies_left() as i32;
        let key = position.key();
        let entry = self.table.get(key);
        if let Some(score) = entry.and_then(|e| e.cut(depth.min(whole), ply, alpha, beta)) {
            return score;
        }
        let hash_move = entry.and_then(|entry| entry.best());
        // Just before the horizon a move is judged by its promise first.
        let near = depth <= HOPE.len() as i32;
        let frontier = self.options.reductions && near && !is_decided(alpha);
        let narrow = self.options.reductions && beta - alpha == 1 && !is_decided(beta);
        let estimate = if frontier || narrow {
            position.evaluate()
        } else {
            0
        };
        if narrow && let Some(score) = self.cut_early(position, estimate, depth, beta, ply) {
            return score;
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        let (mut best, mut best_move, first_alpha) = (-INFINITY, None, alpha);
        // What was best before is tried before the others are even listed.
        let first = hash_move.and_then(|packed| position.unpack(packed));
        let mut tried = 0;
        let mut below = depth - 1;
        if let Some(made) = first {
            let undo = position.make(made);
            best = -self.node(position, below, -beta, -alpha, ply + 1);
            position.unmake(made, undo);
            tried = 1;
            if best > alpha && self.ended.is_none() {
                alpha = best;
                best_move = Some(P::pack(made));
                self.extend_line(made, ply);
                if alpha >= beta {
                    self.order.reward::<P>(&moves, made, depth, ply);
                }
            }
        }
        if alpha < beta && self.ended.is_none() {
            let left_out = if frontier {
                let hope = HOPE[depth as usize - 1];
                position.promising(&mut moves, alpha + 1 - estimate - hope)
            } else {
                position.moves(&mut moves);
                false
            };
            if left_out {
                best = best.max(alpha);
            }
            if depth > 1 || hash_move.is_some() {
                self.order.rank::<P>(&mut moves, hash_move, ply);
            }
            // A move that is forced costs no depth.
            if moves.len() == 1 && !left_out && tried == 0 && ply < 100 {
                below = depth;
            }
        }
        while alpha < beta && self.ended.is_none() {
            let Some((rank, made)) = moves.take_best() else {
                break;
            };
            if Some(made) == first {
                continue;
            }
            let undo = position.make(made);
            let reduction = if rank < P::URGENT {
                self.reduction(below, tried)
            } else {
                0
            };
            let score = match tried {
                0 => -self.node(position, below, -beta, -alpha, ply + 1),
                _ => self.follow(position, (below, reduction), (alpha, beta), ply),
            };
            position.unmake(made, undo);
            if self.ended.is_some() {
                break;
            }
            tried += 1;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(P::pack(made));
                    self.extend_line(made, ply);
                }
                if alpha >= beta {
                    self.order.reward::<P>(&moves, made, depth, ply);
                }
            }
        }
        self.moves[ply] = moves;
        if self.ended.is_some() {
            return 0;
        }
        let bound = match best {
            s if s >= beta => Bound::Lower,
            s if s > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let depth = if depth >= whole {
            i32::from(Entry::WHOLE)
        } else {
            depth.min(250)
        };
        self.table
            .put(key, depth as u8, ply, best, bound, best_move);
        best
    }

    /// A score of at least `beta` that needs no look at the moves: the estimate lies far above it, or
    /// even doing nothing keeps it there.
    fn cut_early(
        &mut self,
        position: &mut P,
        estimate: Score,
        depth: i32,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
        if depth <= SURE.len() as i32 && estimate - SURE[depth as usize - 1] >= beta {
            return Some(estimate);
        }
        if depth < 3 || self.passed[ply - 1] || estimate < beta {
            return None;
        }
        let pass = position.pass()?;
        let undo = position.make(pass);
        self.passed[ply] = true;
        let less = depth - 3 - i32::from(depth >= 6);
        let score = -self.node(position, less, -beta, 1 - beta, ply + 1);
        self.passed[ply] = false;
        position.unmake(pass, undo);
        if self.ended.is_some() {
            return Some(0);
        }
        // A win after a pass need not be one after a move.
        (score >= beta).then_some(if is_decided(score) { beta } else { score })
    }

    /// How much less deeply a move is looked at that others were tried before.
    #[inline]
    fn reduction(&self, below: i32, tried: usize) -> i32 {
        if !self.options.reductions || below < 2 || tried < 4 {
            return 0;
        }
        1 + i32::from(tried >= 12) + i32::from(tried >= 24 && below >= 4)
    }

    /// The score of a later move that was just made: a narrow look first, a full one if it may be good.
    #[inline]
    fn follow(
        &mut self,
        position: &mut P,
        (below, reduction): (i32, i32),
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Score {
        let mut score = -self.node(position, below - reduction, -alpha - 1, -alpha, ply + 1);
        if score > alpha && reduction > 0 {
            score = -self.node(position, below, -alpha - 1, -alpha, ply + 1);
        }
        if score > alpha && score < beta {
            score = -self.node(position, below, -beta, -alpha, ply + 1);
        }
        score
    }

    /// Follows forcing moves alone, until the position can be estimated.
    fn beyond(
        &mut self,
        position: &mut P,
        left: i32,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        let mut best = position.evaluate();
        if left <= 0 || !self.options.forcing || ply >= MAX_PLIES - 1 {
            return best;
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        position.forcing(&mut moves);
        // Who must answer cannot be content with things as they are.
        if moves.forced() {
            best = -INFINITY;
        }
        if best < beta {
            alpha = alpha.max(best);
            while let Some((_, made)) = moves.take_best() {
                let undo = position.make(made);
                let score = if self.visit(ply + 1) {
                    0
                } else if let Some(known) = position.known() {
                    -from_root(known, ply + 1)
                } else {
                    -self.beyond(position, left - 1, -beta, -alpha, ply + 1)
                };
                position.unmake(made, undo);
                if self.ended.is_some() {
                    break;
                }
                best = best.max(score);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves[ply] = moves;
        if self.ended.is_some() {
            return 0;
        }
        best
    }

    #[inline]
    fn extend_line(&mut self, made: P::Move, ply: usize) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(made);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
