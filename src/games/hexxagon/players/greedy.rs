//! Looking one move ahead: the move after which the estimate is best. Fast enough to play games by the
//! hundred while something is evolved.

use super::evaluation::Estimator;
use crate::games::hexxagon::rules::{Board, Move, Position, Stuck};
use crate::generation::Stream;

/// Beyond every estimate.
const WON: i32 = 30_000;

/// The best move for who is to move, of equal ones any; `None` if there is no move.
pub fn choose<const N: usize>(
    board: &Board,
    position: &Position<N>,
    stuck: Stuck,
    estimator: &Estimator,
    rng: &mut Stream,
) -> Option<Move> {
    let (mut best, mut chosen, mut equals) = (i32::MIN, None, 0);
    position.each_move(board, |made| {
        let after = position.after(board, made);
        // Who has moved comes last now; all others are the rivals.
        let own = after.last();
        let rivals = after.occupied().without(own);
        let score = if after.ending(board, stuck).is_some() {
            let counts = after.result(board, stuck);
            let mover = position.mover().index();
            let others = (0..N).filter(|at| *at != mover).map(|at| counts[at]);
            let most = others.max().unwrap_or(0);
            WON * (counts[mover] as i32 - most as i32).signum()
        } else {
            -estimator.score(board, rivals, own)
        };
        if score > best {
            (best, equals) = (score, 0);
        }
        if score == best {
            equals += 1;
            if rng.below(equals) == 0 {
                chosen = Some(made);
            }
        }
    });
    chosen
}
