//! The baseline for measuring the shared search: alpha-beta to a fixed depth without a transposition
//! table or move ordering, with the piece difference as evaluation (as in libhexx).

use crate::games::hexxagon::rules::{Board, Move, Position, StuckRule, Word};

/// The score of a won game; every piece difference is below it.
const WIN_SCORE: i32 = 1_000;

/// Returns the first of the best moves at a depth of `plies`, at least 1; `None` if there is no move.
pub fn choose<W: Word>(
    board: &Board,
    position: &Position<2, W>,
    stuck: StuckRule,
    plies: u32,
) -> Option<Move> {
    let (mut best, mut chosen) = (-WIN_SCORE * 2, None);
    position.each_move(board, |made| {
        let after = position.after(board, made);
        let score = -search(
            board,
            &after,
            stuck,
            plies - 1,
            -WIN_SCORE * 2,
            -best,
            &mut 0,
        );
        if score > best {
            best = score;
            chosen = Some(made);
        }
    });
    chosen
}

/// Returns the score of a position for the player to move, and adds the searched positions to
/// `nodes`.
pub fn search<W: Word>(
    board: &Board,
    position: &Position<2, W>,
    stuck: StuckRule,
    plies: u32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if position.ending(board, stuck).is_some() {
        let counts = position.result(board, stuck).map(|count| count as i32);
        let own = counts[position.mover().index()];
        let difference = 2 * own - counts[0] - counts[1];
        return difference + WIN_SCORE * difference.signum();
    }
    if plies == 0 {
        return position.own().count() as i32 - position.rivals().count() as i32;
    }
    let mut moves = 0;
    position.each_move_while(board, |made| {
        moves += 1;
        let after = position.after(board, made);
        let score = -search(board, &after, stuck, plies - 1, -beta, -alpha, nodes);
        alpha = alpha.max(score);
        alpha < beta
    });
    if moves == 0 {
        let after = position.after(board, Move::Pass);
        return -search(board, &after, stuck, plies - 1, -beta, -alpha, nodes);
    }
    alpha
}
