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

#[cfg(test)]
mod tests {
    use std::cell::Cell as Counter;

    use super::*;
    use crate::games::hexxagon::rules::{Bitboard, Cell, CellIndex, Plan};

    /// A board of these cells of the middle column, each of which lies beside the next one.
    fn column(cells: &[u8]) -> std::sync::Arc<Board> {
        let plan = Plan {
            cells: cells.iter().map(|cell| Cell(*cell)).collect(),
            starts: [
                [Cell(cells[0])].into_iter().collect(),
                [Cell(cells[cells.len() - 1])].into_iter().collect(),
                Default::default(),
            ],
        };
        Board::from_plan("column", &plan).expect("a board")
    }

    fn position(first: &[u8], second: &[u8]) -> Position<2> {
        let set = |indices: &[u8]| {
            let alone = indices.iter().map(|index| CellIndex(*index).alone());
            alone.fold(Bitboard::none(), Bitboard::or)
        };
        Position::new([set(first), set(second)])
    }

    #[test]
    fn positions_are_counted_below_moves_and_passes() {
        let board = column(&[36, 37, 38, 39, 40]);
        let count = |position: &Position<2>, stuck| {
            [0, 1, 2].map(|depth| perft(&board, position, stuck, depth))
        };
        // Both can clone and jump. After the clone to 37 the rival can clone to 39 and jump to 38; after the jump to 38,
        // clone to 39 alone.
        let start = position(&[0], &[4]);
        assert_eq!(count(&start, StuckRule::Skip), [1, 2, 3]);
        // The first player is walled in. It passes, or the game is over.
        let stuck = position(&[0], &[1, 2]);
        assert_eq!(count(&stuck, StuckRule::Skip), [1, 1, 3]);
        assert_eq!(count(&stuck, StuckRule::Ends), [1, 0, 0]);
        assert_eq!(count(&stuck, StuckRule::Loses), [1, 0, 0]);
        // A player left alone could move, but the game is over; so it is on a full board.
        assert_eq!(count(&position(&[0], &[]), StuckRule::Skip), [1, 0, 0]);
        let full = position(&[0, 1], &[2, 3, 4]);
        assert_eq!(count(&full, StuckRule::Skip), [1, 0, 0]);
    }

    #[test]
    fn a_count_that_is_stopped_has_no_result() {
        let board = column(&[36, 37, 38, 39, 40, 41, 42, 43, 44]);
        let start = board.start::<2>().expect("a board for two");
        let count = |is_stopped: &dyn Fn() -> bool| {
            stoppable_perft(&board, &start, StuckRule::Skip, 7, is_stopped)
        };
        let whole = perft(&board, &start, StuckRule::Skip, 7);
        assert_eq!(count(&|| false), Some(whole));
        // It asks at every position above the last ply, and no more once it is told to stop.
        let asked = Counter::new(0);
        let stops_after = |most: u32| {
            asked.set(0);
            let found = count(&|| {
                asked.set(asked.get() + 1);
                asked.get() > most
            });
            (found, asked.get())
        };
        let (found, all) = stops_after(u32::MAX - 1);
        assert_eq!(found, Some(whole));
        let (found, few) = stops_after(3);
        assert_eq!(found, None);
        assert!(few < all, "{few} of {all}");
        assert_eq!(stops_after(0), (None, 2));
    }
}
