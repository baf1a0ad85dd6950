//! A game for two or three, move by move, as a session keeps it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::grid::{Cell, Spot, Spots};
use super::position::{Ending, Move, Player, Position, Stuck};
use crate::session::Rules;

/// The pieces of two players or of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// Two players.
    Two(Position<2>),
    /// Three players.
    Three(Position<3>),
}

/// Does the same with a position of two players or of three.
macro_rules! of_either {
    ($pieces:expr, $position:ident => $do:expr) => {
        match $pieces {
            Pieces::Two($position) => $do,
            Pieces::Three($position) => $do,
        }
    };
}

/// A game under way. Players who cannot move are passed over, where the rule is to skip them.
#[derive(Clone, Debug)]
pub struct Game {
    board: Arc<Board>,
    stuck: Stuck,
    pieces: Pieces,
    moved: u32,
    last: Option<Turn>,
}

/// A move between cells of the grid, as it is written in saves and in the protocol: `41` clones to cell
/// 41, `23-41` jumps there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CellMove {
    /// Where a jump starts; `None` for a clone.
    pub from: Option<Cell>,
    /// Where it leads.
    pub to: Cell,
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a move: a clone is written as its target cell, such as 41, a jump as 23-41"
)]
pub struct BadMove(String);

impl fmt::Display for CellMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            Some(from) => write!(f, "{}-{}", from.0, self.to.0),
            None => write!(f, "{}", self.to.0),
        }
    }
}

impl FromStr for CellMove {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Self, BadMove> {
        let bad = || BadMove(text.chars().take(40).collect());
        let cell = |text: &str| {
            let plain = text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
            let number = text.parse().ok().filter(|_| plain);
            number.and_then(Cell::new).ok_or_else(bad)
        };
        let (from, to) = match text.split_once('-') {
            Some((from, to)) => (Some(cell(from)?), to),
            None => (None, text),
        };
        let to = cell(to)?;
        Ok(CellMove { from, to })
    }
}

impl From<CellMove> for String {
    fn from(made: CellMove) -> String {
        made.to_string()
    }
}

impl TryFrom<String> for CellMove {
    type Error = BadMove;

    fn try_from(text: String) -> Result<Self, BadMove> {
        text.parse()
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A cell is not on the board.
    #[error("cell {} is not on the board", .0.0)]
    NoCell(Cell),
    /// The target is taken.
    #[error("cell {} is taken", .0.0)]
    Taken(Cell),
    /// The jump does not start at a piece of who is to move.
    #[error("no piece of the player to move stands on cell {}", .0.0)]
    NotYours(Cell),
    /// It is too far away.
    #[error("cell {} is out of reach", .0.0)]
    OutOfReach(Cell),
}

/// Why a position cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// Too few or too many players.
    #[error("the board is for {0} players, but pieces are given for {1}")]
    Players(usize, usize),
    /// Nobody has that number.
    #[error("the player to move is one from 1 to {0}")]
    Mover(usize),
    /// A cell is not on the board.
    #[error("cell {} is not on the board", .0.0)]
    NoCell(Cell),
    /// Two pieces on a cell.
    #[error("cell {} is given twice", .0.0)]
    Twice(Cell),
}

/// What a move did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Who made it.
    pub player: Player,
    /// Where a jump started.
    pub from: Option<Spot>,
    /// Where it led.
    pub to: Option<Spot>,
    /// The pieces that were turned over.
    pub turned: Spots,
}

impl Game {
    /// The start of a game.
    pub fn new(board: &Arc<Board>, stuck: Stuck) -> Self {
        let pieces = match *board.starts() {
            [first, second, third] => Pieces::Three(Position::new([first, second, third])),
            ref two => Pieces::Two(Position::new([two[0], two[1]])),
        };
        let mut game = Game {
            board: Arc::clone(board),
            stuck,
            pieces,
            moved: 0,
            last: None,
        };
        game.skip();
        game
    }

    /// A position set up by hand: the cells of each player, and who is to move.
    pub fn set_up(
        board: &Arc<Board>,
        stuck: Stuck,
        pieces: &[Vec<Cell>],
        mover: Player,
    ) -> Result<Self, BadPosition> {
        let mut game = Game::new(board, stuck);
        if pieces.len() != board.players() {
            return Err(BadPosition::Players(board.players(), pieces.len()));
        }
        if mover.index() >= board.players() {
            return Err(BadPosition::Mover(board.players()));
        }
        let mut taken = Spots::NONE;
        let mut sets = [Spots::NONE; 3];
        for (set, cells) in sets.iter_mut().zip(pieces) {
            for cell in cells {
                let spot = board.spot(*cell).ok_or(BadPosition::NoCell(*cell))?;
                if taken.has(spot) {
                    return Err(BadPosition::Twice(*cell));
                }
                taken = taken.or(spot.alone());
                *set = set.or(spot.alone());
            }
        }
        let [first, second, third] = sets;
        game.pieces = match game.pieces {
            Pieces::Two(_) => Pieces::Two(Position::with([first, second], mover)),
            Pieces::Three(_) => Pieces::Three(Position::with([first, second, third], mover)),
        };
        game.skip();
        Ok(game)
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// What happens when a player cannot move.
    pub fn stuck(&self) -> Stuck {
        self.stuck
    }

    /// The position.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.board.players()
    }

    /// Moves made.
    pub fn moved(&self) -> u32 {
        self.moved
    }

    /// The last move.
    pub fn last(&self) -> Option<&Turn> {
        self.last.as_ref()
    }

    /// Whose turn it is, or would be.
    pub fn mover(&self) -> Player {
        of_either!(&self.pieces, p => p.mover())
    }

    /// The pieces of a player.
    pub fn of(&self, player: Player) -> Spots {
        of_either!(&self.pieces, p => p.pieces(player))
    }

    /// The pieces of who is to move, and of all others.
    pub fn sides(&self) -> (Spots, Spots) {
        of_either!(&self.pieces, p => (p.own(), p.rivals()))
    }

    /// The free cells.
    pub fn free(&self) -> Spots {
        of_either!(&self.pieces, p => p.free(&self.board))
    }

    /// Whose piece stands on a spot.
    pub fn owner(&self, spot: Spot) -> Option<Player> {
        let players = (0..self.players() as u8).map(Player);
        players
            .into_iter()
            .find(|player| self.of(*player).has(spot))
    }

    /// Why the game is over; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        of_either!(&self.pieces, p => p.ending(&self.board, self.stuck))
    }

    /// What each player has; at the end with the empty cells that the rule gives.
    pub fn counts(&self) -> Vec<u32> {
        of_either!(&self.pieces, p => p.result(&self.board, self.stuck).to_vec())
    }

    /// Who has the most pieces alone; `None` while the game goes on or if nobody has.
    pub fn winner(&self) -> Option<Player> {
        self.ending()?;
        let counts = self.counts();
        let most = *counts.iter().max()?;
        let mut first = (0..counts.len()).filter(|at| counts[*at] == most);
        let winner = first.next().map(|at| Player(at as u8));
        winner.filter(|_| first.next().is_none())
    }

    /// All moves of who is to move, clones first.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            of_either!(&self.pieces, p => p.each_move(&self.board, |made| moves.push(made)));
        }
        moves
    }

    /// A move in cells of the grid; `None` for a pass.
    pub fn written(&self, made: Move) -> Option<CellMove> {
        let cell = |spot: Spot| self.board.cells()[spot.index()];
        match made {
            Move::Clone { to } => Some(CellMove {
                from: None,
                to: cell(to),
            }),
            Move::Jump { from, to } => Some(CellMove {
                from: Some(cell(from)),
                to: cell(to),
            }),
            Move::Pass => None,
        }
    }

    /// A written move as one of who is to move, if it is possible.
    pub fn read(&self, made: &CellMove) -> Result<Move, Refusal> {
        if self.ending().is_some() {
            return Err(Refusal::Over);
        }
        let spot = |cell: Cell| self.board.spot(cell).ok_or(Refusal::NoCell(cell));
        let to = spot(made.to)?;
        let (own, _) = self.sides();
        if !self.free().has(to) {
            return Err(Refusal::Taken(made.to));
        }
        let Some(cell) = made.from else {
            let beside = !self.board.near(to).and(own).is_empty();
            let clone = beside.then_some(Move::Clone { to });
            return clone.ok_or(Refusal::OutOfReach(made.to));
        };
        let from = spot(cell)?;
        if !own.has(from) {
            return Err(Refusal::NotYours(cell));
        }
        let there = self.board.far(from).has(to);
        there
            .then_some(Move::Jump { from, to })
            .ok_or(Refusal::OutOfReach(made.to))
    }

    /// Makes a move that is possible.
    pub fn make(&mut self, made: Move) -> Turn {
        let (_, rivals) = self.sides();
        let (from, to) = match made {
            Move::Clone { to } => (None, Some(to)),
            Move::Jump { from, to } => (Some(from), Some(to)),
            Move::Pass => (None, None),
        };
        let turned = to.map_or(Spots::NONE, |to| self.board.near(to).and(rivals));
        let turn = Turn {
            player: self.mover(),
            from,
            to,
            turned,
        };
        self.advance(made);
        self.moved += 1;
        self.last = Some(turn.clone());
        self.skip();
        turn
    }

    fn advance(&mut self, made: Move) {
        self.pieces = match &self.pieces {
            Pieces::Two(p) => Pieces::Two(p.after(&self.board, made)),
            Pieces::Three(p) => Pieces::Three(p.after(&self.board, made)),
        };
    }

    /// Passes over who cannot move, while somebody can.
    fn skip(&mut self) {
        let can = |game: &Game| of_either!(&game.pieces, p => p.can_move(&game.board, 0));
        while self.ending().is_none() && !can(self) {
            self.advance(Move::Pass);
        }
    }
}

/// Hexxagon for [`crate::session::Session`].
#[derive(Clone, Copy, Debug)]
pub struct Hexxagon;

impl Rules for Hexxagon {
    type State = Game;
    type Move = CellMove;
    type Refusal = Refusal;
    type Events = Turn;

    fn apply(state: &mut Game, made: &CellMove) -> Result<Turn, Refusal> {
        let made = state.read(made)?;
        Ok(state.make(made))
    }
}
