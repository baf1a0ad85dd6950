//! The greedy player: it evaluates the position after each move and takes the best. It is fast
//! enough to play the hundreds of games that evolution needs.

use super::best_of_equals::BestOfEquals;
use super::evaluation::Evaluator;
use crate::games::hexxagon::rules::{Board, Move, Position, StuckRule, Word};
use crate::generation::Stream;

/// The score of a won game; every evaluation is below it.
const WIN_SCORE: i32 = 30_000;

/// Returns the best move for the player to move, among equals a random one; `None` if there is no
/// move.
pub fn choose<const N: usize, W: Word>(
    board: &Board,
    position: &Position<N, W>,
    stuck: StuckRule,
    evaluator: &Evaluator,
    rng: &mut Stream,
) -> Option<Move> {
    let mut best = BestOfEquals::new();
    position.each_move(board, |made| {
        let after = position.after(board, made);
        let own = after.last_mover_pieces();
        let rivals = after.occupied().without(own);
        let score = if after.ending(board, stuck).is_some() {
            let counts = after.result(board, stuck);
            let mover = position.mover().index();
            let others = (0..N).filter(|at| *at != mover).map(|at| counts[at]);
            let most = others.max().unwrap_or(0);
            WIN_SCORE * (counts[mover] as i32 - most as i32).signum()
        } else {
            -evaluator.score(board, rivals, own)
        };
        best.consider(made, score, rng);
    });
    best.chosen
}
