//! Counting the positions that moves lead to, to compare with other programs.

use std::hint::black_box;

use super::board::Board;
use super::position::{Move, Position, Stuck};

/// How many positions are so many plies below, every last move made. A game that has ended has none
/// below it; a pass is one ply.
pub fn perft<const N: usize>(
    board: &Board,
    position: &Position<N>,
    stuck: Stuck,
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut nodes, mut moves) = (0, 0u64);
    if depth == 1 {
        position.each_move(board, |made| {
            // Made like all others, not only counted.
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
    if moves == 0 && stuck == Stuck::Skip && position.ending(board, stuck).is_none() {
        let after = position.after(board, Move::Pass);
        nodes += perft(board, &after, stuck, depth - 1);
    }
    nodes
}
