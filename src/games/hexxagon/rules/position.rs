//! Positions and moves: clones, jumps, and what they turn over.

use std::fmt;

use super::board::Board;
use super::grid::{Spot, Spots};

/// A player, 0 to 2 in the order of moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(pub u8);

impl Player {
    /// Its number for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What happens when the player to move cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Stuck {
    /// The game ends, and the empty cells go to who moved last.
    Ends,
    /// The player is skipped, until nobody can move.
    Skip,
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stuck::Ends => "ends",
            Stuck::Skip => "skip",
        })
    }
}

impl Stuck {
    /// The usual rule for so many players.
    pub fn usual(players: usize) -> Self {
        if players == 2 {
            Stuck::Ends
        } else {
            Stuck::Skip
        }
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A new piece beside an old one.
    Clone {
        /// Where.
        to: Spot,
    },
    /// A piece goes two steps.
    Jump {
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A player who cannot move is skipped.
    Pass,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No cell is free.
    Full,
    /// Only one player has pieces left; under [`Stuck::Ends`] somebody has none.
    Alone,
    /// Who is to move cannot, or nobody can.
    Stuck,
}

/// A position for `N` players. It knows no board: what needs one gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const N: usize> {
    /// The pieces of who is to move, of who is next, and so on.
    pieces: [Spots; N],
    mover: Player,
}

impl<const N: usize> Position<N> {
    /// The pieces of each player; the first is to move.
    pub fn new(pieces: [Spots; N]) -> Self {
        Position {
            pieces,
            mover: Player(0),
        }
    }

    /// The pieces of each player, and who is to move.
    pub fn with(mut pieces: [Spots; N], mover: Player) -> Self {
        pieces.rotate_left(mover.index());
        Position { pieces, mover }
    }

    /// Whose turn it is.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The pieces of who is to move.
    #[inline]
    pub fn own(&self) -> Spots {
        self.pieces[0]
    }

    /// The pieces of all others.
    #[inline]
    pub fn rivals(&self) -> Spots {
        let others = self.pieces[1..].iter();
        others.fold(Spots::NONE, |set, pieces| set.or(*pieces))
    }

    /// The pieces of who moves last of all: who has just moved.
    #[inline]
    pub fn last(&self) -> Spots {
        self.pieces[N - 1]
    }

    /// The pieces of a player.
    #[inline]
    pub fn pieces(&self, player: Player) -> Spots {
        self.pieces[(player.index() + N - self.mover.index()) % N]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Spots {
        self.own().or(self.rivals())
    }

    /// The free cells.
    #[inline]
    pub fn free(&self, board: &Board) -> Spots {
        board.all().without(self.occupied())
    }

    /// Whether the player `turns` turns from now has a move: some free cell is within reach.
    #[inline]
    pub fn can_move(&self, board: &Board, turns: usize) -> bool {
        let own = self.pieces[turns];
        self.free(board)
            .any(|spot| !board.near(spot).or(board.far(spot)).and(own).is_empty())
    }

    /// The free cells that the player to move can clone to.
    #[inline]
    pub fn clones(&self, board: &Board) -> Spots {
        let beside = self
            .own()
            .fold(Spots::NONE, |set, piece| set.or(board.near(piece)));
        beside.and(self.free(board))
    }

    /// Calls `each` with every move of the player to move, clones before jumps. A clone to a cell is
    /// one move, whichever piece it comes from. A pass is never among them.
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

    /// Calls `each` with moves as [`Position::each_move`] does, as long as it says that it wants more.
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

    /// The position after a move that is possible. All rivals' pieces around where it leads are turned
    /// over.
    #[inline]
    pub fn after(&self, board: &Board, made: Move) -> Self {
        let mut pieces = self.pieces;
        let (left, to) = match made {
            Move::Clone { to } => (Spots::NONE, to),
            Move::Jump { from, to } => (from.alone(), to),
            Move::Pass => return self.turned(pieces),
        };
        let near = board.near(to);
        let turned = near.and(self.rivals());
        pieces[0] = pieces[0].or(turned).or(to.alone()).without(left);
        for rival in &mut pieces[1..] {
            *rival = rival.without(near);
        }
        self.turned(pieces)
    }

    /// The next player's turn, with these pieces.
    #[inline]
    fn turned(&self, mut pieces: [Spots; N]) -> Self {
        pieces.rotate_left(1);
        let next = self.mover.0 + 1;
        Position {
            pieces,
            mover: Player(if usize::from(next) == N { 0 } else { next }),
        }
    }

    /// Why the game is over; `None` while it goes on. With [`Stuck::Skip`] a player who cannot move
    /// while another can must pass.
    pub fn ending(&self, board: &Board, stuck: Stuck) -> Option<Ending> {
        if self.free(board).is_empty() {
            return Some(Ending::Full);
        }
        // Where stuck players end the game, so do players without pieces; else it goes on without them.
        let with_pieces = self.pieces.iter().filter(|pieces| !pieces.is_empty());
        let enough = match stuck {
            Stuck::Ends => N,
            Stuck::Skip => 2,
        };
        if with_pieces.count() < enough {
            return Some(Ending::Alone);
        }
        let goes_on = match stuck {
            Stuck::Ends => self.can_move(board, 0),
            Stuck::Skip => (0..N).any(|turns| self.can_move(board, turns)),
        };
        (!goes_on).then_some(Ending::Stuck)
    }

    /// Pieces of each player, by player. When the game ended stuck under [`Stuck::Ends`], the empty
    /// cells count for who moved last.
    pub fn result(&self, board: &Board, stuck: Stuck) -> [u32; N] {
        let mut counts = std::array::from_fn(|player| self.pieces(Player(player as u8)).count());
        if stuck == Stuck::Ends && self.ending(board, stuck) == Some(Ending::Stuck) {
            let last = (self.mover.index() + N - 1) % N;
            counts[last] += self.free(board).count();
        }
        counts
    }
}
