//! The tree below the root: a fail-soft alpha-beta search in the form of the principal variation search,
//! in numbered steps.

use super::move_list::MoveList;
use super::position::{MAX_PLIES, Position, Score, WIN, is_decided, relative_to_root};
use super::quiescence::QUIESCENCE_PLIES;
use super::searcher::{INFINITY, Searcher};
use super::transposition_table::{Bound, Entry};

/// The reverse futility margin for each depth, from 1: the least amount by which the evaluation must exceed beta.
const REVERSE_FUTILITY_MARGIN: [Score; 3] = [0, 200, 400];
/// The futility margin for each depth, from 1: the amount that a move may gain beyond what the game expects.
const FUTILITY_MARGIN: [Score; 2] = [0, 100];
/// From this ply on, single replies are not extended, so that a line of them cannot exhaust the plies.
const SINGLE_REPLY_PLIES: usize = 100;
/// The greatest stored depth of a position that was not searched to the end of the game.
const MAX_STORED_DEPTH: i32 = 250;

/// A node while the search goes through its moves.
struct Node {
    depth: i32,
    ply: usize,
    alpha: Score,
    beta: Score,
    /// The packed best move of an earlier search.
    hash_move: Option<u16>,
    /// The static evaluation if moves may be pruned by it.
    futility_evaluation: Option<Score>,
    /// The depth of its children.
    child_depth: i32,
    /// The number of moves that have been searched.
    searched: usize,
    /// The best score so far.
    best: Score,
    /// The packed move that raised alpha last.
    best_move: Option<u16>,
}

/// The depth that the table keeps of a search to a depth, in a position whose game ends after `plies_left` plies.
#[inline]
fn stored_depth(depth: i32, plies_left: i32) -> u8 {
    match depth >= plies_left {
        true => Entry::TO_THE_END,
        false => depth.min(MAX_STORED_DEPTH) as u8,
    }
}

impl<P: Position> Searcher<P> {
    /// The score of a position for the side to move, searched `depth` plies deep. It is exact inside
    /// the window from `alpha` to `beta`, otherwise a bound; 0 without meaning if the search was
    /// stopped.
    pub(super) fn node(
        &mut self,
        position: &mut P,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        // Steps 1 to 4. Leaves of the tree.
        if let Some(score) = self.leaf(position, depth, alpha, beta, ply) {
            return score;
        }

        // Step 5. Mate distance pruning: no line from here beats a win or a loss at this ply.
        let (alpha, beta) = (
            alpha.max(-(WIN - ply as Score)),
            beta.min(WIN - ply as Score - 1),
        );
        if alpha >= beta {
            return alpha;
        }

        // Step 6. Transposition table: an earlier search of this position may be deep enough.
        let plies_left = position.plies_left() as i32;
        let key = position.key();
        let entry = self.table.probe(key);
        let cutoff = entry.and_then(|e| e.cutoff(depth.min(plies_left), ply, alpha, beta));
        if let Some(score) = cutoff {
            return score;
        }
        let hash_move = entry.and_then(|entry| entry.best_move());

        // Step 7. Static evaluation, only where a pruning step needs it.
        let near_horizon = depth <= FUTILITY_MARGIN.len() as i32;
        let may_prune_moves = self.options.selective && near_horizon && !is_decided(alpha);
        let may_prune_node = self.options.selective && beta - alpha == 1 && !is_decided(beta);
        let evaluation = match may_prune_moves || may_prune_node {
            true => position.evaluate(),
            false => 0,
        };

        // Steps 8 and 9. Reverse futility and null move: a node that is clearly too good needs no moves.
        if may_prune_node
            && let Some(score) = self.prune_early(position, evaluation, depth, beta, ply)
        {
            return score;
        }

        // Steps 10 to 16. Moves.
        let mut node = Node {
            depth,
            ply,
            alpha,
            beta,
            hash_move,
            futility_evaluation: may_prune_moves.then_some(evaluation),
            child_depth: depth - 1,
            searched: 0,
            best: -INFINITY,
            best_move: None,
        };
        self.search_moves(position, &mut node);
        if self.stop_reason.is_some() {
            return 0;
        }

        // Step 17. Store the result: other move orders lead to the same position.
        self.store_result(key, &node, alpha, plies_left);
        node.best
    }

    /// The score of a leaf of the tree; `None` for an inner node. When the search must end, every node is a leaf.
    #[inline]
    fn leaf(
        &mut self,
        position: &mut P,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
        // Step 1. Count the node and check the limits: a search must end when it is told to.
        if self.count_node(ply) {
            return Some(0);
        }

        // Step 2. Terminal score: what the rules decide needs no search.
        if let Some(score) = position.terminal_score() {
            return Some(relative_to_root(score, ply));
        }

        // Step 3. Ply limit: the tables of the searcher end here.
        if ply >= MAX_PLIES - 1 {
            return Some(position.evaluate());
        }

        // Step 4. Horizon: the quiescence search settles exchanges before the evaluation.
        (depth <= 0).then(|| self.quiescence(position, QUIESCENCE_PLIES, alpha, beta, ply))
    }

    /// Stores the result of a node in the transposition table. `alpha` is the lower end of the window with which the
    /// search of its moves began.
    #[inline]
    fn store_result(&self, key: u64, node: &Node, alpha: Score, plies_left: i32) {
        let bound = match node.best {
            best if best >= node.beta => Bound::Lower,
            best if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let depth = stored_depth(node.depth, plies_left);
        self.table
            .store(key, depth, node.ply, node.best, bound, node.best_move);
    }

    /// The score of a node that is clearly too good to need its moves searched, at least `beta`; `None` for other
    /// nodes.
    fn prune_early(
        &mut self,
        position: &mut P,
        evaluation: Score,
        depth: i32,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
        // Step 8. Reverse futility: so near the horizon, the opponent does not make up the margin.
        if depth <= REVERSE_FUTILITY_MARGIN.len() as i32
            && evaluation - REVERSE_FUTILITY_MARGIN[depth as usize - 1] >= beta
        {
            return Some(evaluation);
        }

        // Step 9. Null move: if even passing keeps the score above beta, a move does so too. Two null moves in a row
        // would only repeat the position with less depth.
        if depth < 3 || self.null_move_at[ply - 1] || evaluation < beta {
            return None;
        }
        let null_move = position.null_move()?;
        let undo = position.make(null_move);
        self.null_move_at[ply] = true;
        let null_depth = depth - 3 - i32::from(depth >= 6);
        let score = -self.node(position, null_depth, -beta, 1 - beta, ply + 1);
        self.null_move_at[ply] = false;
        position.unmake(null_move, undo);
        if self.stop_reason.is_some() {
            return Some(0);
        }
        // A win after a null move does not prove a win, so the search claims no more than beta.
        (score >= beta).then_some(if is_decided(score) { beta } else { score })
    }

    /// Searches the moves of a node and leaves the best score and move in it.
    #[inline]
    fn search_moves(&mut self, position: &mut P, node: &mut Node) {
        let mut moves = std::mem::take(&mut self.move_lists[node.ply]);
        moves.clear();

        // Step 10. Hash move: it often causes a cutoff, which saves the generation of the others.
        let hash_move = node.hash_move.and_then(|packed| position.unpack(packed));
        if let Some(mv) = hash_move {
            let undo = position.make(mv);
            let score = -self.node(
                position,
                node.child_depth,
                -node.beta,
                -node.alpha,
                node.ply + 1,
            );
            position.unmake(mv, undo);
            self.record_score(node, &moves, mv, score);
        }

        if node.alpha < node.beta && self.stop_reason.is_none() {
            self.generate_moves(position, node, &mut moves);
        }
        while node.alpha < node.beta && self.stop_reason.is_none() {
            let Some((rank, mv)) = moves.take_best() else {
                break;
            };
            if Some(mv) == hash_move {
                continue;
            }
            let undo = position.make(mv);
            let score = self.search_child(position, node, rank);
            position.unmake(mv, undo);
            self.record_score(node, &moves, mv, score);
        }
        self.move_lists[node.ply] = moves;
    }

    /// Fills the move list of a node and ranks it.
    #[inline]
    fn generate_moves(&self, position: &P, node: &mut Node, moves: &mut MoveList<P::Move>) {
        // Step 11. Futility pruning: near the horizon, moves that cannot raise alpha are left out.
        let pruned = if let Some(evaluation) = node.futility_evaluation {
            let margin = FUTILITY_MARGIN[node.depth as usize - 1];
            position.futility_filtered_moves(moves, node.alpha + 1 - evaluation - margin)
        } else {
            position.moves(moves);
            false
        };
        if pruned {
            node.best = node.best.max(node.alpha);
        }

        // Step 12. Move ordering: good moves first cause early cutoffs. The last ply skips it, unless it has a
        // hash move.
        if node.depth > 1 || node.hash_move.is_some() {
            self.ordering.rank::<P>(moves, node.hash_move, node.ply);
        }

        // Step 13. Single-reply extension: a forced move costs no depth, because it leaves no choice.
        if moves.len() == 1 && !pruned && node.searched == 0 && node.ply < SINGLE_REPLY_PLIES {
            node.child_depth = node.depth;
        }
    }

    /// The score of a move that was just made, for its mover.
    #[inline]
    fn search_child(&mut self, position: &mut P, node: &Node, rank: i32) -> Score {
        let &Node {
            alpha,
            beta,
            child_depth,
            ..
        } = node;
        let ply = node.ply + 1;

        // Step 14. Late-move reduction: good ordering makes late moves unlikely to be the best.
        let reduction = if rank < P::NO_REDUCTION_RANK {
            self.late_move_reduction(child_depth, node.searched)
        } else {
            0
        };

        // Step 15. Principal variation search: the first move gets the full window, later ones only
        // have to be refuted by a null window. A reduced move that is not refuted is searched again in
        // full depth, and one that lies inside the window with the full window.
        if node.searched == 0 {
            return -self.node(position, child_depth, -beta, -alpha, ply);
        }
        let mut score = -self.node(position, child_depth - reduction, -alpha - 1, -alpha, ply);
        if score > alpha && reduction > 0 {
            score = -self.node(position, child_depth, -alpha - 1, -alpha, ply);
        }
        if score > alpha && score < beta {
            score = -self.node(position, child_depth, -beta, -alpha, ply);
        }
        score
    }

    /// The late-move reduction in plies, for a move after `searched` others.
    #[inline]
    fn late_move_reduction(&self, child_depth: i32, searched: usize) -> i32 {
        if !self.options.selective || child_depth < 2 || searched < 4 {
            return 0;
        }
        1 + i32::from(searched >= 12) + i32::from(searched >= 24 && child_depth >= 4)
    }

    /// Updates a node by the score of a move, unless the search was stopped and the score means nothing.
    #[inline]
    fn record_score(
        &mut self,
        node: &mut Node,
        moves: &MoveList<P::Move>,
        mv: P::Move,
        score: Score,
    ) {
        if self.stop_reason.is_some() {
            return;
        }
        node.searched += 1;
        if score <= node.best {
            return;
        }
        node.best = score;
        if score > node.alpha {
            node.alpha = score;
            node.best_move = Some(P::pack(mv));
            self.update_pv(mv, node.ply);
        }
        // Step 16. Cutoff: the opponent avoids this node; the move may refute its siblings too.
        if node.alpha >= node.beta {
            self.ordering
                .update_after_cutoff::<P>(moves, mv, node.depth, node.ply);
        }
    }
}

#[cfg(test)]
mod tests;
