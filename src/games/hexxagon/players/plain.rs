//! A plain search, as others have it: alpha-beta to a fixed depth, no table, no order of moves, piece
//! difference as the estimate. The reference that ours is measured against.

use crate::games::hexxagon::rules::{Board, Move, Position, Stuck};

/// Beyond every piece difference.
const WON: i32 = 1_000;

/// The first of the best moves, `plies` deep; `None` if there is no move.
pub fn choose(board: &Board, position: &Position<2>, stuck: Stuck, plies: u32) -> Option<Move> {
    let (mut best, mut chosen) = (-WON * 2, None);
    position.each_move(board, |made| {
        let after = position.after(board, made);
        let score = -search(board, &after, stuck, plies - 1, -WON * 2, -best, &mut 0);
        if score > best {
            best = score;
            chosen = Some(made);
        }
    });
    chosen
}

/// The score of a position for who is to move; `nodes` counts positions.
pub fn search(
    board: &Board,
    position: &Position<2>,
    stuck: Stuck,
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
        return difference + WON * difference.signum();
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
