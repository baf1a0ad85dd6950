//! Positions and moves: clones, jumps, passes and captures.

use std::fmt;
use std::str::FromStr;

use super::board::Board;
use super::grid::{Bitboard, CellIndex};
use super::word::Word;

/// A player, 0 to 2 in the order of moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(pub u8);

impl Player {
    /// Returns the number for arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The stuck rule, for a player to move who has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StuckRule {
    /// The game ends, and the player who moved last gets the empty cells (Chang, Hexxagon, source
    /// code).
    Ends,
    /// The player passes; the game ends when no player can move (the rule of libhexx).
    Skip,
    /// The game ends, and the player has lost, however many pieces it has (Chang, Hexxagon, text).
    Loses,
}

/// A text names no stuck rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rule for stuck players is ends, skip or loses")]
pub struct ParseStuckRuleError;

impl FromStr for StuckRule {
    type Err = ParseStuckRuleError;

    fn from_str(text: &str) -> Result<Self, ParseStuckRuleError> {
        match text {
            "ends" => Ok(StuckRule::Ends),
            "skip" => Ok(StuckRule::Skip),
            "loses" => Ok(StuckRule::Loses),
            _ => Err(ParseStuckRuleError),
        }
    }
}

impl fmt::Display for StuckRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StuckRule::Ends => "ends",
            StuckRule::Skip => "skip",
            StuckRule::Loses => "loses",
        })
    }
}

impl StuckRule {
    /// Returns the usual rule: games of two end, games of three skip.
    pub fn usual(players: usize) -> Self {
        if players == 2 {
            StuckRule::Ends
        } else {
            StuckRule::Skip
        }
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The player puts a new piece one step away from an own one.
    Clone {
        /// Target.
        to: CellIndex,
    },
    /// A piece moves two steps.
    Jump {
        /// Source.
        from: CellIndex,
        /// Target.
        to: CellIndex,
    },
    /// The player has no move and passes.
    Pass,
}

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The board is full.
    Full,
    /// Only one player has pieces left; except under [`StuckRule::Skip`], some player has none.
    Alone,
    /// The player to move has no move; under [`StuckRule::Skip`] no player has one.
    Stuck,
}

/// A position for `N` players, as bitboards of words `W`: `u128` on a board of more than 64 cells.
/// Methods that need the board take it as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const N: usize, W = u64> {
    /// The pieces of each player in the order of moving; the first is the player to move.
    pieces: [Bitboard<W>; N],
    mover: Player,
}

impl<const N: usize, W: Word> Position<N, W> {
    /// Creates a position from the pieces of each player; the first player is to move.
    pub fn new(pieces: [Bitboard<W>; N]) -> Self {
        Position {
            pieces,
            mover: Player(0),
        }
    }

    /// Creates a position from the pieces of each player and the player to move.
    pub fn with_mover(mut pieces: [Bitboard<W>; N], mover: Player) -> Self {
        pieces.rotate_left(mover.index());
        Position { pieces, mover }
    }

    /// Returns the player to move.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Returns the pieces of the player to move.
    #[inline]
    pub fn own(&self) -> Bitboard<W> {
        self.pieces[0]
    }

    /// Returns the pieces of all other players.
    #[inline]
    pub fn rivals(&self) -> Bitboard<W> {
        let others = self.pieces[1..].iter();
        others.fold(Bitboard::none(), |set, pieces| set.or(*pieces))
    }

    /// Returns the pieces of the player who has just moved.
    #[inline]
    pub fn last_mover_pieces(&self) -> Bitboard<W> {
        self.pieces[N - 1]
    }

    /// Returns the pieces of a player.
    #[inline]
    pub fn pieces(&self, player: Player) -> Bitboard<W> {
        self.pieces[(player.index() + N - self.mover.index()) % N]
    }

    /// Returns all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        self.own().or(self.rivals())
    }

    /// Returns the free cells.
    #[inline]
    pub fn free(&self, board: &Board) -> Bitboard<W> {
        board.all().without(self.occupied())
    }

    /// Tells whether the player `turns` turns from now has a move. It stops at the first free cell
    /// within reach, as (Chang, Hexxagon) does.
    #[inline]
    pub fn can_move(&self, board: &Board, turns: usize) -> bool {
        let own = self.pieces[turns];
        self.free(board)
            .any(|index| !board.near(index).or(board.far(index)).and(own).is_empty())
    }

    /// Returns the free cells that the player to move can clone to.
    #[inline]
    pub fn clones(&self, board: &Board) -> Bitboard<W> {
        let beside = self
            .own()
            .fold(Bitboard::none(), |set, piece| set.or(board.near(piece)));
        beside.and(self.free(board))
    }

    /// Calls `each` with every move of the player to move, clones before jumps, never a pass. A clone
    /// to a cell is one move, whichever piece it comes from.
    #[inline]
    pub fn each_move(&self, board: &Board, mut each: impl FnMut(Move)) {
        let free = self.free(board);
        for to in self.clones(board) {
            each(Move::Clone { to });
        }
        for from in self.own() {
            for to in board.far(from).and(free) {
                each(Move::Jump { from, to });
            }
        }
    }

    /// Calls `each` with moves as [`Position::each_move`] does, until it returns `false`.
    #[inline]
    pub fn each_move_while(&self, board: &Board, mut each: impl FnMut(Move) -> bool) {
        let free = self.free(board);
        for to in self.clones(board) {
            if !each(Move::Clone { to }) {
                return;
            }
        }
        for from in self.own() {
            for to in board.far(from).and(free) {
                if !each(Move::Jump { from, to }) {
                    return;
                }
            }
        }
    }

    /// Returns the position after a legal move. The move captures all rivals' pieces one step around
    /// its target.
    #[inline]
    pub fn after(&self, board: &Board, made: Move) -> Self {
        let mut pieces = self.pieces;
        let (left, to) = match made {
            Move::Clone { to } => (Bitboard::none(), to),
            Move::Jump { from, to } => (from.alone(), to),
            Move::Pass => return self.next_turn(pieces),
        };
        let near = board.near(to);
        let captured = near.and(self.rivals());
        pieces[0] = pieces[0].or(captured).or(to.alone()).without(left);
        for rival in &mut pieces[1..] {
            *rival = rival.without(near);
        }
        self.next_turn(pieces)
    }

    /// Returns the next player's position with these pieces.
    #[inline]
    fn next_turn(&self, mut pieces: [Bitboard<W>; N]) -> Self {
        pieces.rotate_left(1);
        let next = self.mover.0 + 1;
        Position {
            pieces,
            mover: Player(if usize::from(next) == N { 0 } else { next }),
        }
    }

    /// Tells whether too few players have pieces to go on; see [`Ending::Alone`].
    #[inline]
    pub fn is_alone(&self, stuck: StuckRule) -> bool {
        let with_pieces = self.pieces.iter().filter(|pieces| !pieces.is_empty());
        // Under StuckRule::Skip the rest play on without a player who has no pieces.
        let enough = match stuck {
            StuckRule::Ends | StuckRule::Loses => N,
            StuckRule::Skip => 2,
        };
        with_pieces.count() < enough
    }

    /// Returns the reason why the game is over; `None` while it goes on. Under [`StuckRule::Skip`] a player who has no
    /// move must pass while another player has one.
    pub fn ending(&self, board: &Board, stuck: StuckRule) -> Option<Ending> {
        if self.free(board).is_empty() {
            return Some(Ending::Full);
        }
        if self.is_alone(stuck) {
            return Some(Ending::Alone);
        }
        let goes_on = match stuck {
            StuckRule::Ends | StuckRule::Loses => self.can_move(board, 0),
            StuckRule::Skip => (0..N).any(|turns| self.can_move(board, turns)),
        };
        (!goes_on).then_some(Ending::Stuck)
    }

    /// Returns the number of pieces of each player. When the game has ended under
    /// [`StuckRule::Ends`] because the player to move has no move, the player who moved last also
    /// gets the empty cells.
    pub fn counts(&self, board: &Board, stuck: StuckRule) -> [u32; N] {
        let mut counts = std::array::from_fn(|player| self.pieces(Player(player as u8)).count());
        if stuck == StuckRule::Ends && self.ending(board, stuck) == Some(Ending::Stuck) {
            let last = (self.mover.index() + N - 1) % N;
            counts[last] += self.free(board).count();
        }
        counts
    }

    /// Returns the points that decide who has won: the counts, except that under
    /// [`StuckRule::Loses`] a player who has no move gets nothing. Every other player has a piece
    /// then, so the stuck player does not win.
    pub fn result(&self, board: &Board, stuck: StuckRule) -> [u32; N] {
        let mut points = self.counts(board, stuck);
        if stuck == StuckRule::Loses && self.ending(board, stuck) == Some(Ending::Stuck) {
            points[self.mover.index()] = 0;
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::hexxagon::rules::{Cell, Plan};

    /// A board of these cells of the middle column, 36 to 44, each of which lies beside the next one.
    fn column(cells: &[u8]) -> Arc<Board> {
        let set = |cells: &[u8]| cells.iter().map(|cell| Cell(*cell)).collect();
        let plan = Plan {
            cells: set(cells),
            starts: [set(&cells[..1]), set(&cells[cells.len() - 1..]), set(&[])],
        };
        Board::from_plan("column", &plan).expect("a board")
    }

    fn set(indices: &[u8]) -> Bitboard {
        let alone = indices.iter().map(|index| CellIndex(*index).alone());
        alone.fold(Bitboard::none(), Bitboard::or)
    }

    fn position<const N: usize>(pieces: [&[u8]; N], mover: u8) -> Position<N> {
        Position::with_mover(pieces.map(set), Player(mover))
    }

    const CELLS: [u8; 6] = [36, 37, 38, 39, 40, 41];

    #[test]
    fn stuck_rules_are_read_as_they_are_written() {
        for stuck in [StuckRule::Ends, StuckRule::Skip, StuckRule::Loses] {
            assert_eq!(stuck.to_string().parse(), Ok(stuck));
        }
        let texts = [StuckRule::Ends, StuckRule::Skip, StuckRule::Loses];
        assert_eq!(
            texts.map(|stuck| stuck.to_string()),
            ["ends", "skip", "loses"]
        );
        assert_eq!("Ends".parse::<StuckRule>(), Err(ParseStuckRuleError));
        assert_eq!(
            [2, 3].map(StuckRule::usual),
            [StuckRule::Ends, StuckRule::Skip]
        );
    }

    #[test]
    fn pieces_belong_to_their_players_whoever_is_to_move() {
        let pieces: [&[u8]; 3] = [&[0], &[1, 2], &[4]];
        for (mover, own, rivals, last) in [
            (0, &[0][..], &[1, 2, 4][..], &[4][..]),
            (1, &[1, 2], &[0, 4], &[0]),
            (2, &[4], &[0, 1, 2], &[1, 2]),
        ] {
            let position = position(pieces, mover);
            assert_eq!(position.mover(), Player(mover));
            assert_eq!((position.own(), position.rivals()), (set(own), set(rivals)));
            assert_eq!(position.last_mover_pieces(), set(last));
            let of = [0, 1, 2].map(|player| position.pieces(Player(player)));
            assert_eq!(of, pieces.map(set));
            assert_eq!(position.occupied(), set(&[0, 1, 2, 4]));
            assert_eq!(position.free(&column(&CELLS)), set(&[3, 5]));
        }
        assert_eq!(Position::new(pieces.map(set)), position(pieces, 0));
        assert_eq!(Player(2).index(), 2);
    }

    #[test]
    fn a_player_can_move_to_a_free_cell_at_most_two_steps_away() {
        let board = column(&CELLS);
        let position = position([&[0], &[1, 2], &[5]], 0);
        let can_move = [0, 1, 2].map(|turns| position.can_move(&board, turns));
        assert_eq!(can_move, [false, true, true]);
    }

    #[test]
    fn clones_come_before_jumps_and_can_be_ended_early() {
        let board = column(&CELLS);
        let position = position([&[1, 2], &[5]], 0);
        assert_eq!(position.clones(&board), set(&[0, 3]));
        let clone = |to| Move::Clone { to: CellIndex(to) };
        let jump = |from, to| Move::Jump {
            from: CellIndex(from),
            to: CellIndex(to),
        };
        let expected = [clone(0), clone(3), jump(1, 3), jump(2, 0), jump(2, 4)];
        let mut moves = Vec::new();
        position.each_move(&board, |made| moves.push(made));
        assert_eq!(moves, expected);
        for most in 1..=6 {
            let mut moves = Vec::new();
            position.each_move_while(&board, |made| {
                moves.push(made);
                moves.len() < most
            });
            assert_eq!(moves, expected[..most.min(5)]);
        }
    }

    #[test]
    fn a_move_changes_the_pieces_and_the_turn() {
        let board = column(&CELLS);
        let before = position([&[1], &[3], &[0, 5]], 2);
        let clone = before.after(&board, Move::Clone { to: CellIndex(4) });
        assert_eq!(clone, position([&[1], &[], &[0, 3, 4, 5]], 0));
        let (from, to) = (CellIndex(0), CellIndex(2));
        let jump = before.after(&board, Move::Jump { from, to });
        assert_eq!(jump, position([&[], &[], &[1, 2, 3, 5]], 0));
        let passed = before.after(&board, Move::Pass);
        assert_eq!(passed, position([&[1], &[3], &[0, 5]], 0));
        assert_eq!(passed.after(&board, Move::Pass).mover(), Player(1));
    }

    #[test]
    fn a_game_goes_on_while_enough_players_have_pieces() {
        use StuckRule::{Ends, Loses, Skip};
        let alone = |pieces| [Ends, Loses, Skip].map(|stuck| position(pieces, 0).is_alone(stuck));
        assert_eq!(alone([&[0], &[1], &[2]]), [false, false, false]);
        assert_eq!(alone([&[0], &[], &[2]]), [true, true, false]);
        assert_eq!(alone([&[0], &[], &[]]), [true, true, true]);
    }

    #[test]
    fn the_stuck_rule_says_when_a_game_ends_and_who_gets_what() {
        use StuckRule::{Ends, Loses, Skip};
        let board = column(&CELLS);
        let end = |position: &Position<2>, board: &Board, stuck| {
            (
                position.ending(board, stuck),
                position.counts(board, stuck),
                position.result(board, stuck),
            )
        };
        // The player to move is walled in, its rival is not.
        let stuck = Some(Ending::Stuck);
        let walled = position([&[0], &[1, 2]], 0);
        assert_eq!(end(&walled, &board, Ends), (stuck, [1, 5], [1, 5]));
        assert_eq!(end(&walled, &board, Skip), (None, [1, 2], [1, 2]));
        assert_eq!(end(&walled, &board, Loses), (stuck, [1, 2], [0, 2]));
        let walled = position([&[1, 2], &[0]], 1);
        assert_eq!(end(&walled, &board, Ends), (stuck, [5, 1], [5, 1]));
        assert_eq!(end(&walled, &board, Loses), (stuck, [2, 1], [2, 0]));
        // Nobody can reach the rest of the board.
        let apart = column(&[36, 37, 38, 42, 43, 44]);
        let walled = position([&[0, 1], &[2]], 0);
        assert_eq!(end(&walled, &apart, Ends), (stuck, [2, 4], [2, 4]));
        assert_eq!(end(&walled, &apart, Skip), (stuck, [2, 1], [2, 1]));
        assert_eq!(end(&walled, &apart, Loses), (stuck, [2, 1], [0, 1]));
        // Other ends give nothing away.
        let alone = position([&[0, 1], &[]], 0);
        let full = position([&[0, 1], &[2, 3, 4, 5]], 0);
        for stuck in [Ends, Skip, Loses] {
            let (ending, counts) = (Some(Ending::Alone), [2, 0]);
            assert_eq!(end(&alone, &board, stuck), (ending, counts, counts));
            let (ending, counts) = (Some(Ending::Full), [2, 4]);
            assert_eq!(end(&full, &board, stuck), (ending, counts, counts));
        }
        // The one of three players before the player to move gets the empty cells.
        let three = position([&[1], &[2], &[0]], 2);
        assert_eq!(three.counts(&board, Ends), [1, 4, 1]);
        assert_eq!(three.result(&board, Loses), [1, 1, 0]);
    }
}
