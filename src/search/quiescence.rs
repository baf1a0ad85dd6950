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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::written_tree::{Place, Tree, decided, forced, quiet};
    use crate::search::{Limits, Options, StopReason, WIN, win_in};

    const WHOLE: (Score, Score) = (-INFINITY, INFINITY);

    fn searcher(quiescence: bool) -> Searcher<Tree> {
        let options = Options {
            table_megabytes: 1,
            quiescence,
            ..Options::default()
        };
        Searcher::new(options).expect("in range")
    }

    /// The score of the first position, and the number of nodes that the search has counted.
    fn searched(
        searcher: &mut Searcher<Tree>,
        places: &'static [Place],
        plies_left: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> (Score, u64) {
        let before = searcher.nodes;
        let mut position = Tree::new(places);
        let score = searcher.quiescence(&mut position, plies_left, alpha, beta, ply);
        assert_eq!(position.at, 0, "all moves are taken back");
        (score, searcher.nodes - before)
    }

    /// An exchange with three captures. The first one seems to gain 40, but the rival captures back and gains 40. The
    /// second one gains 15 for good: if the rival captures back, it loses more to a third capture. The last capture
    /// loses 5.
    const EXCHANGE: &[Place] = &[
        quiet(10, &[1, 3, 6]),
        quiet(-50, &[2, 2]),
        quiet(-30, &[]),
        quiet(-25, &[4]),
        quiet(15, &[5]),
        quiet(-40, &[]),
        quiet(-5, &[]),
    ];

    #[test]
    fn an_exchange_is_followed_to_its_end() {
        for (plies, expected) in [
            // The static evaluation.
            (0, (10, 0)),
            // One ply sees what is captured, and not what is captured back.
            (1, (50, 3)),
            // The second reply to the first capture is cut off. The second capture seems to gain 5 alone.
            (2, (15, 5)),
            (3, (25, 6)),
            (QUIESCENCE_PLIES, (25, 6)),
        ] {
            let found = searched(&mut searcher(true), EXCHANGE, plies, WHOLE, 0);
            assert_eq!(found, expected, "{plies} plies");
        }
        // Without a quiescence search the static evaluation stays.
        let found = searched(&mut searcher(false), EXCHANGE, QUIESCENCE_PLIES, WHOLE, 0);
        assert_eq!(found, (10, 0));
    }

    #[test]
    fn moves_that_cannot_change_the_result_are_not_searched() {
        for (window, expected) in [
            // The static evaluation reaches beta, so no move is needed.
            ((-INFINITY, 9), (10, 0)),
            ((-INFINITY, 10), (10, 0)),
            // The second capture reaches beta even if the rival captures back.
            ((-INFINITY, 11), (15, 4)),
            // It reaches beta by the capture after that, and the last capture is left out.
            ((-INFINITY, 25), (25, 5)),
            // All three are needed.
            ((-INFINITY, 26), (25, 6)),
            // No capture raises alpha, so each is given up at once or after its first reply.
            ((30, 40), (25, 4)),
        ] {
            let found = searched(&mut searcher(true), EXCHANGE, QUIESCENCE_PLIES, window, 0);
            assert_eq!(found, expected, "{window:?}");
        }
    }

    #[test]
    fn a_side_without_a_quiet_move_cannot_stand_pat() {
        // Both moves lose something.
        const LOSING: &[Place] = &[forced(100, &[1, 2]), quiet(40, &[]), quiet(60, &[])];
        let mut one = searcher(true);
        assert_eq!(searched(&mut one, LOSING, 9, WHOLE, 0), (-40, 2));
        // The next position at the same ply has quiet moves again.
        assert_eq!(searched(&mut one, EXCHANGE, 9, WHOLE, 0), (25, 6));
    }

    #[test]
    fn a_decided_game_counts_by_its_distance_from_the_root() {
        // The side to move wins by its second move, because the rival has only one reply.
        const WON: &[Place] = &[
            quiet(0, &[1]),
            forced(0, &[2]),
            quiet(0, &[3]),
            decided(-WIN),
        ];
        let mut one = searcher(true);
        assert_eq!(searched(&mut one, WON, 9, WHOLE, 4), (win_in(7), 3));
        assert_eq!(one.selective_depth, 7);
        // Both moves lose: one lets the rival win by its next move, the other by the one after that.
        const LOST: &[Place] = &[
            forced(0, &[1, 2]),
            decided(win_in(1)),
            quiet(0, &[3]),
            forced(0, &[4]),
            decided(win_in(1)),
        ];
        assert_eq!(searched(&mut one, LOST, 9, WHOLE, 4), (-win_in(8), 4));
        // A side that has a quiet move need not lose.
        const AVOIDED: &[Place] = &[quiet(5, &[1]), decided(win_in(1))];
        assert_eq!(searched(&mut one, AVOIDED, 9, WHOLE, 4), (5, 1));
    }

    #[test]
    fn a_search_ends_at_the_last_ply() {
        let mut one = searcher(true);
        let last = MAX_PLIES - 1;
        assert_eq!(searched(&mut one, EXCHANGE, 9, WHOLE, last), (10, 0));
        // One ply before it, captures are seen, but no replies.
        assert_eq!(searched(&mut one, EXCHANGE, 9, WHOLE, last - 1), (50, 3));
    }

    #[test]
    fn a_search_that_is_stopped_counts_no_further_node() {
        for limit in 1..=5 {
            let mut one = searcher(true);
            one.limits = Limits::nodes(limit);
            let found = searched(&mut one, EXCHANGE, 9, WHOLE, 0);
            assert_eq!(found, (0, limit));
            assert_eq!(one.stop_reason, Some(StopReason::Nodes));
        }
        let mut one = searcher(true);
        one.limits = Limits::nodes(6);
        assert_eq!(searched(&mut one, EXCHANGE, 9, WHOLE, 0), (25, 6));
        assert_eq!(one.stop_reason, None);
    }
}
