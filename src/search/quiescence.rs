//! The quiescence search: beyond the horizon it follows tactical moves alone, because the static
//! evaluation of a position in the middle of an exchange misleads (Shannon 1950).

use super::position::{MAX_PLIES, Position, Score, relative_to_root};
use super::searcher::{INFINITY, Searcher};

/// The most plies of a quiescence search.
pub(super) const QUIESCENCE_PLIES: i32 = 24;

impl<P: Position> Searcher<P> {
    /// The score of a position for the side to move when only tactical moves are searched, at most
    /// `plies_left` plies deep. The caller has counted the node and knows that the game goes on.
    pub(super) fn quiescence(
        &mut self,
        position: &mut P,
        plies_left: i32,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        // Step 1. Stand pat: as a rule the side to move has a quiet move that keeps the evaluation.
        let mut best = position.evaluate();
        if plies_left <= 0 || !self.options.quiescence || ply >= MAX_PLIES - 1 {
            return best;
        }

        // Step 2. Generate the tactical moves.
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
        moves.clear();
        position.tactical_moves(&mut moves);

        // Step 3. No stand-pat when moves are forced: the side to move has no quiet move then.
        if moves.is_stand_pat_forbidden() {
            best = -INFINITY;
        }

        // Step 4. Search the moves, unless the stand-pat score causes a cutoff already.
        if best < beta {
            alpha = alpha.max(best);
            while let Some((_, mv)) = moves.take_best() {
                let undo = position.make(mv);
                let score = if self.count_node(ply + 1) {
                    0
                } else if let Some(score) = position.terminal_score() {
                    -relative_to_root(score, ply + 1)
                } else {
                    -self.quiescence(position, plies_left - 1, -beta, -alpha, ply + 1)
                };
                position.unmake(mv, undo);
                if self.stop_reason.is_some() {
                    break;
                }
                best = best.max(score);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }

        self.move_lists[ply] = moves;
        if self.stop_reason.is_some() {
            return 0;
        }
        best
    }
}
