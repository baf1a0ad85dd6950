//! Perft: counts the leaf positions of the game tree, to compare move generators between programs.

use std::hint::black_box;

use super::board::Board;
use super::position::{Move, Position, StuckRule};
use super::word::Word;

/// Returns the number of positions exactly `depth` plies below. Every last move is really made. A
/// finished game has none below it, and a pass counts as one ply.
pub fn perft<const N: usize, W: Word>(
    board: &Board,
    position: &Position<N, W>,
    stuck: StuckRule,
    depth: u32,
) -> u64 {
    count(board, position, stuck, depth, &|| false)
}

/// Like [`perft`], but returns `None` soon after `is_stopped` has become true.
pub fn stoppable_perft<const N: usize, W: Word>(
    board: &Board,
    position: &Position<N, W>,
    stuck: StuckRule,
    depth: u32,
    is_stopped: impl Fn() -> bool,
) -> Option<u64> {
    let nodes = count(board, position, stuck, depth, &is_stopped);
    (!is_stopped()).then_some(nodes)
}

/// Counts the positions. Once `is_stopped` is true, the result means nothing.
fn count<const N: usize, W: Word>(
    board: &Board,
    position: &Position<N, W>,
    stuck: StuckRule,
    depth: u32,
    is_stopped: &impl Fn() -> bool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    // A player who is left alone could still move. There are no moves on a full board, and none for players who are
    // stuck.
    if position.is_alone(stuck) {
        return 0;
    }
    let (mut nodes, mut moves) = (0, 0u64);
    if depth == 1 {
        position.each_move(board, |made| {
            // The last move is made too, so that the count measures making moves.
            black_box(&position.after(board, made));
            moves += 1;
        });
        nodes = moves;
    } else if is_stopped() {
        return 0;
    } else {
        position.each_move(board, |made| {
            let after = position.after(board, made);
            nodes += count(board, &after, stuck, depth - 1, is_stopped);
            moves += 1;
        });
    }
    if moves == 0 && stuck == StuckRule::Skip && position.ending(board, stuck).is_none() {
        let after = position.after(board, Move::Pass);
        nodes += count(board, &after, stuck, depth - 1, is_stopped);
    }
    nodes
}
