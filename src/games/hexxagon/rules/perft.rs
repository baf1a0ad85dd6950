//! Perft: counts the leaf positions of the game tree, to compare move generators between programs.

use std::hint::black_box;

use super::board::Board;
use super::position::{Move, Position, StuckRule};

/// Returns the number of positions exactly `depth` plies below. Every last move is really made. A
/// finished game has none below it, and a pass counts as one ply.
pub fn perft<const N: usize>(
    board: &Board,
    position: &Position<N>,
    stuck: StuckRule,
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut nodes, mut moves) = (0, 0u64);
    if depth == 1 {
        position.each_move(board, |made| {
            // The last move is made too, so that the count measures making moves.
            black_box(&position.after(board, made));
            moves += 1;
        });
        nodes = moves;
    } else {
        position.each_move(board, |made| {
            nodes += perft(board, &position.after(board, made), stuck, depth - 1);
            moves += 1;
        });
    }
    if moves == 0 && stuck == StuckRule::Skip && position.ending(board, stuck).is_none() {
        let after = position.after(board, Move::Pass);
        nodes += perft(board, &after, stuck, depth - 1);
    }
    nodes
}
