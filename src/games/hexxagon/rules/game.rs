//! A game for two or three players, move by move, as a session plays it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::grid::{Cell, CellIndex, CellSet};
use super::plan::{Cells, Plan};
use super::position::{Ending, Move, Player, Position, StuckRule};
use crate::base::{SHORT, excerpt, parse_digits};
use crate::session::Rules;

/// The position of two players or of three, in words that have a bit for each cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// The position of two players.
    Two(Position<2>),
    /// The position of three players.
    Three(Position<3>),
    /// The position of two players on a board of more than 64 cells.
    WideTwo(Position<2, u128>),
    /// The position of three players on a board of more than 64 cells.
    WideThree(Position<3, u128>),
}

impl Pieces {
    /// Makes the position of a board from the pieces of each player, two or three, and the player to move.
    fn new(board: &Board, pieces: &[CellSet], mover: Player) -> Self {
        let two = [pieces[0], pieces[1]];
        match (pieces.get(2), board.is_wide()) {
            (None, false) => Pieces::Two(Position::with_mover(two.map(CellSet::in_word), mover)),
            (None, true) => Pieces::WideTwo(Position::with_mover(two, mover)),
            (Some(third), wide) => {
                let three = [two[0], two[1], *third];
                if wide {
                    Pieces::WideThree(Position::with_mover(three, mover))
                } else {
                    Pieces::Three(Position::with_mover(three.map(CellSet::in_word), mover))
                }
            }
        }
    }
}

/// Evaluates the same expression for a position of any number of players in any word.
macro_rules! with_position {
    ($pieces:expr, $position:ident => $do:expr) => {
        match $pieces {
            $crate::games::hexxagon::rules::Pieces::Two($position) => $do,
            $crate::games::hexxagon::rules::Pieces::Three($position) => $do,
            $crate::games::hexxagon::rules::Pieces::WideTwo($position) => $do,
            $crate::games::hexxagon::rules::Pieces::WideThree($position) => $do,
        }
    };
}
pub(crate) use with_position;

/// A game. Under [`StuckRule::Skip`] it passes by itself for players who have no move.
#[derive(Clone, Debug)]
pub struct Game {
    board: Arc<Board>,
    stuck: StuckRule,
    pieces: Pieces,
    move_count: u32,
    /// The number of moves of each player, without passes.
    moves_of: [u32; 3],
    /// The last move of each player, with its number from 1.
    last_moves: [Option<(u32, MoveEvent)>; 3],
}

/// A move between cells of the grid, as saves and the protocol write it: `41` clones to cell 41,
/// `23-41` jumps there from cell 23.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CellMove {
    /// Source of a jump; `None` for a clone.
    pub from: Option<Cell>,
    /// Target.
    pub to: Cell,
}

/// A text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a move: a clone is written as its target cell, such as 41, a jump as 23-41"
)]
pub struct ParseMoveError(String);

impl fmt::Display for CellMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            Some(from) => write!(f, "{}-{}", from.0, self.to.0),
            None => write!(f, "{}", self.to.0),
        }
    }
}

impl FromStr for CellMove {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let error = || ParseMoveError(excerpt(text, SHORT));
        let cell = |text: &str| {
            let number = parse_digits(text).filter(|_| text.len() <= 2);
            number.and_then(Cell::new).ok_or_else(error)
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
    type Error = ParseMoveError;

    fn try_from(text: String) -> Result<Self, ParseMoveError> {
        text.parse()
    }
}

/// The reason why the rules refuse a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A cell is not on the board.
    #[error("cell {} is not on the board", .0.0)]
    NoCell(Cell),
    /// A piece stands on the target.
    #[error("cell {} is taken", .0.0)]
    Taken(Cell),
    /// The jump does not start at a piece of the player to move.
    #[error("no piece of the player to move stands on cell {}", .0.0)]
    NotYours(Cell),
    /// The target is too far away.
    #[error("cell {} is out of reach", .0.0)]
    OutOfReach(Cell),
}

/// The reason why a position cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The position is for another number of players than the board: the board's, the position's.
    #[error("the board is for {0} players, but pieces are given for {1}")]
    Players(usize, usize),
    /// The player to move does not exist; the value is the number of players.
    #[error("the player to move is one from 1 to {0}")]
    Mover(usize),
    /// A cell is not on the board.
    #[error("cell {} is not on the board", .0.0)]
    NoCell(Cell),
    /// Two pieces stand on one cell.
    #[error("cell {} is given twice", .0.0)]
    Twice(Cell),
}

/// The effect of one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEvent {
    /// The player who moved.
    pub player: Player,
    /// Source of a jump; `None` for a clone or a pass.
    pub from: Option<CellIndex>,
    /// Target; `None` for a pass.
    pub to: Option<CellIndex>,
    /// The captured pieces.
    pub captured: CellSet,
}

impl Game {
    /// Starts a game in which the first player moves first.
    pub fn new(board: &Arc<Board>, stuck: StuckRule) -> Self {
        Game::beginning_with(board, stuck, Player::default())
    }

    /// Starts a game in which any player moves first. It is the first one if the board is not for so many players.
    pub fn beginning_with(board: &Arc<Board>, stuck: StuckRule, mover: Player) -> Self {
        let mover = if mover.index() < board.players() {
            mover
        } else {
            Player::default()
        };
        let pieces = Pieces::new(board, board.starts(), mover);
        let mut game = Game {
            board: Arc::clone(board),
            stuck,
            pieces,
            move_count: 0,
            moves_of: [0; 3],
            last_moves: [None, None, None],
        };
        game.pass_stuck_players();
        game
    }

    /// Starts a game from any position, given by the cells of each player and the player to move.
    pub fn set_up(
        board: &Arc<Board>,
        stuck: StuckRule,
        pieces: &[Vec<Cell>],
        mover: Player,
    ) -> Result<Self, PositionError> {
        let mut game = Game::new(board, stuck);
        if pieces.len() != board.players() {
            return Err(PositionError::Players(board.players(), pieces.len()));
        }
        if mover.index() >= board.players() {
            return Err(PositionError::Mover(board.players()));
        }
        let mut taken = CellSet::none();
        let mut sets = vec![CellSet::none(); board.players()];
        for (set, cells) in sets.iter_mut().zip(pieces) {
            for cell in cells {
                let index = board.index_of(*cell).ok_or(PositionError::NoCell(*cell))?;
                if taken.has(index) {
                    return Err(PositionError::Twice(*cell));
                }
                taken = taken.or(index.alone());
                *set = set.or(index.alone());
            }
        }
        game.pieces = Pieces::new(board, &sets, mover);
        game.pass_stuck_players();
        Ok(game)
    }

    /// Returns the board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Returns the rule for players who have no move.
    pub fn stuck(&self) -> StuckRule {
        self.stuck
    }

    /// Returns the position.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns the number of players, 2 or 3.
    pub fn players(&self) -> usize {
        self.board.players()
    }

    /// Returns the number of moves made, without passes.
    pub fn move_count(&self) -> u32 {
        self.move_count
    }

    /// Returns the number of moves that a player has made, without passes.
    pub fn moves_of(&self, player: Player) -> u32 {
        self.moves_of.get(player.index()).copied().unwrap_or(0)
    }

    /// Returns the effect of the last move.
    pub fn last(&self) -> Option<&MoveEvent> {
        let last = self.last_moves.iter().flatten();
        let last = last.max_by_key(|(number, _)| *number);
        last.map(|(_, event)| event)
    }

    /// Returns the last move of every other player who has moved since a player's own last move.
    pub fn last_moves_since(&self, player: Player) -> Vec<&MoveEvent> {
        let own = self.last_moves.get(player.index()).and_then(Option::as_ref);
        let own = own.map_or(0, |(number, _)| *number);
        let later = self.last_moves.iter().flatten();
        let later = later.filter(|(number, _)| *number > own);
        later.map(|(_, event)| event).collect()
    }

    /// Returns the player to move; after the end, the player who would be next.
    pub fn mover(&self) -> Player {
        with_position!(&self.pieces, p => p.mover())
    }

    /// Returns the players with pieces who were passed over after the last move, because they could not move.
    pub fn passed_over(&self) -> Vec<Player> {
        let Some(last) = self.last() else {
            return Vec::new();
        };
        let (players, mover) = (self.players(), self.mover());
        let after = (1..players).map(|step| (last.player.index() + step) % players);
        after
            .map(|player| Player(player as u8))
            .take_while(|player| *player != mover)
            .filter(|player| !self.of(*player).is_empty())
            .collect()
    }

    /// Returns the pieces of a player.
    pub fn of(&self, player: Player) -> CellSet {
        with_position!(&self.pieces, p => p.pieces(player).in_word())
    }

    /// Returns the pieces of the player to move, and of all others.
    pub fn sides(&self) -> (CellSet, CellSet) {
        with_position!(&self.pieces, p => (p.own().in_word(), p.rivals().in_word()))
    }

    /// Returns the free cells.
    pub fn free(&self) -> CellSet {
        with_position!(&self.pieces, p => p.free(&self.board).in_word())
    }

    /// Returns the player whose piece stands on a cell.
    pub fn owner(&self, index: CellIndex) -> Option<Player> {
        let players = (0..self.players() as u8).map(Player);
        players
            .into_iter()
            .find(|player| self.of(*player).has(index))
    }

    /// Returns the cells on which a player has pieces; none for a player who does not play.
    pub fn cells_of(&self, player: Player) -> Cells {
        if player.index() >= self.players() {
            return Cells::default();
        }
        let cells = self.board.cells();
        let pieces = self.of(player);
        pieces.map(|index| cells[index.as_usize()]).collect()
    }

    /// Returns the board with the pieces of the position as its starts.
    pub fn plan(&self) -> Plan {
        Plan {
            starts: [0, 1, 2].map(|player| self.cells_of(Player(player))),
            ..self.board.plan()
        }
    }

    /// Returns the rivals' pieces that the player to move captures with a move to a cell.
    pub fn captured_at(&self, to: CellIndex) -> CellSet {
        let (_, rivals) = self.sides();
        self.board.near(to).and(rivals)
    }

    /// Returns the reason why the game is over; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        with_position!(&self.pieces, p => p.ending(&self.board, self.stuck))
    }

    /// Returns the number of pieces of each player; at the end with the empty cells that
    /// [`StuckRule::Ends`] gives.
    pub fn counts(&self) -> Vec<u32> {
        with_position!(&self.pieces, p => p.counts(&self.board, self.stuck).to_vec())
    }

    /// Returns the points that decide who has won; see [`Position::result`].
    pub fn result(&self) -> Vec<u32> {
        with_position!(&self.pieces, p => p.result(&self.board, self.stuck).to_vec())
    }

    /// Returns the only player with the most points; `None` for a draw and while the game goes on.
    pub fn winner(&self) -> Option<Player> {
        self.ending()?;
        let points = self.result();
        let most = *points.iter().max()?;
        let mut first = (0..points.len()).filter(|at| points[*at] == most);
        let winner = first.next().map(|at| Player(at as u8));
        winner.filter(|_| first.next().is_none())
    }

    /// Returns all moves of the player to move, clones first; none after the end.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            with_position!(&self.pieces, p => p.each_move(&self.board, |made| moves.push(made)));
        }
        moves
    }

    /// Converts a move to cells of the grid; `None` for a pass, and for a move on a larger board.
    pub fn written(&self, made: Move) -> Option<CellMove> {
        let cell = |index: CellIndex| self.board.cells().get(index.as_usize()).copied();
        match made {
            Move::Clone { to } => Some(CellMove {
                from: None,
                to: cell(to)?,
            }),
            Move::Jump { from, to } => Some(CellMove {
                from: Some(cell(from)?),
                to: cell(to)?,
            }),
            Move::Pass => None,
        }
    }

    /// Converts a move from cells of the grid, and checks that it is legal.
    pub fn read(&self, made: &CellMove) -> Result<Move, MoveError> {
        if self.ending().is_some() {
            return Err(MoveError::Over);
        }
        let index = |cell: Cell| self.board.index_of(cell).ok_or(MoveError::NoCell(cell));
        let to = index(made.to)?;
        let (own, _) = self.sides();
        if !self.free().has(to) {
            return Err(MoveError::Taken(made.to));
        }
        let Some(cell) = made.from else {
            let beside = !self.board.near(to).and(own).is_empty();
            let clone = beside.then_some(Move::Clone { to });
            return clone.ok_or(MoveError::OutOfReach(made.to));
        };
        let from = index(cell)?;
        if !own.has(from) {
            return Err(MoveError::NotYours(cell));
        }
        let there = self.board.far::<u128>(from).has(to);
        there
            .then_some(Move::Jump { from, to })
            .ok_or(MoveError::OutOfReach(made.to))
    }

    /// Makes a legal move.
    pub fn make(&mut self, made: Move) -> MoveEvent {
        let (from, to) = match made {
            Move::Clone { to } => (None, Some(to)),
            Move::Jump { from, to } => (Some(from), Some(to)),
            Move::Pass => (None, None),
        };
        let captured = to.map_or(CellSet::none(), |to| self.captured_at(to));
        let event = MoveEvent {
            player: self.mover(),
            from,
            to,
            captured,
        };
        self.advance(made);
        self.move_count += 1;
        if let Some(moves) = self.moves_of.get_mut(event.player.index()) {
            *moves += 1;
        }
        if let Some(last) = self.last_moves.get_mut(event.player.index()) {
            *last = Some((self.move_count, event.clone()));
        }
        self.pass_stuck_players();
        event
    }

    fn advance(&mut self, made: Move) {
        self.pieces = match &self.pieces {
            Pieces::Two(p) => Pieces::Two(p.after(&self.board, made)),
            Pieces::Three(p) => Pieces::Three(p.after(&self.board, made)),
            Pieces::WideTwo(p) => Pieces::WideTwo(p.after(&self.board, made)),
            Pieces::WideThree(p) => Pieces::WideThree(p.after(&self.board, made)),
        };
    }

    /// Passes for the player to move while that player has no move and the game goes on.
    fn pass_stuck_players(&mut self) {
        let can_move = |game: &Game| with_position!(&game.pieces, p => p.can_move(&game.board, 0));
        while self.ending().is_none() && !can_move(self) {
            self.advance(Move::Pass);
        }
    }
}

/// The rules of Hexxagon for [`crate::session::Session`].
#[derive(Clone, Copy, Debug)]
pub struct Hexxagon;

impl Rules for Hexxagon {
    type State = Game;
    type Move = CellMove;
    type MoveError = MoveError;
    type Events = MoveEvent;

    fn apply(state: &mut Game, made: &CellMove) -> Result<MoveEvent, MoveError> {
        let made = state.read(made)?;
        Ok(state.make(made))
    }
}

#[cfg(test)]
mod tests;
