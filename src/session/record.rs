//! A game as its start and its moves: undo, redo, restart and replay follow from that alone.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The rules of a game, as far as a session needs them.
pub trait Rules: Send + Sync + 'static {
    /// A position with everything that decides what follows.
    type State: Clone + Send + Sync;
    /// A move, as it is kept in saves.
    type Move: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Why a move is refused.
    type Refusal: std::error::Error;
    /// What happened, for the view.
    type Events: Default;

    /// Makes a move, or leaves the state as it was. The same state and move give the same result.
    fn apply(state: &mut Self::State, made: &Self::Move) -> Result<Self::Events, Self::Refusal>;
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Session<R: Rules> {
    start: R::State,
    state: R::State,
    moves: Vec<R::Move>,
    /// How many of the moves are made; the others were undone.
    made: usize,
}

/// The moves of a game as they are saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedMoves<M> {
    /// The game id.
    pub id: String,
    /// All moves, also those that were undone.
    pub moves: Vec<M>,
    /// How many of them are made.
    pub made: usize,
}

/// Why the moves of a save do not fit its game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("move {number} of the saved game cannot be made: {why}")]
pub struct ReplayError {
    /// Which move, from 1.
    pub number: usize,
    /// The reason that the rules give.
    pub why: String,
}

impl<R: Rules> Session<R> {
    /// A game at its start.
    pub fn new(start: R::State) -> Self {
        Session {
            state: start.clone(),
            start,
            moves: Vec::new(),
            made: 0,
        }
    }

    /// A game whose first `made` moves are made and whose other moves can be redone. Refuses moves that the rules
    /// refuse.
    pub fn replay(start: R::State, moves: Vec<R::Move>, made: usize) -> Result<Self, ReplayError> {
        let mut session = Session::new(start);
        for (at, next) in moves.iter().enumerate() {
            R::apply(&mut session.state, next).map_err(|why| ReplayError {
                number: at + 1,
                why: why.to_string(),
            })?;
        }
        session.made = moves.len();
        session.moves = moves;
        session.go_to(made);
        Ok(session)
    }

    /// The position that the game began with.
    pub fn start(&self) -> &R::State {
        &self.start
    }

    /// The position.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The moves made, oldest first.
    pub fn moves(&self) -> &[R::Move] {
        &self.moves[..self.made]
    }

    /// All moves, also those that were undone.
    pub fn all_moves(&self) -> &[R::Move] {
        &self.moves
    }

    /// Makes a move. Moves that had been undone are forgotten.
    pub fn play(&mut self, next: R::Move) -> Result<R::Events, R::Refusal> {
        let events = R::apply(&mut self.state, &next)?;
        self.moves.truncate(self.made);
        self.moves.push(next);
        self.made += 1;
        Ok(events)
    }

    /// Whether a move can be taken back.
    pub fn can_undo(&self) -> bool {
        self.made > 0
    }

    /// Whether a move that was taken back can be made again.
    pub fn can_redo(&self) -> bool {
        self.made < self.moves.len()
    }

    /// Takes the last move back.
    pub fn undo(&mut self) {
        self.go_to(self.made.saturating_sub(1));
    }

    /// Makes the move again that was taken back.
    pub fn redo(&mut self) {
        self.go_to(self.made + 1);
    }

    /// Goes back to the start; all moves can be redone.
    pub fn restart(&mut self) {
        self.go_to(0);
    }

    /// Forgets the moves that were taken back.
    pub fn forget_undone(&mut self) {
        self.moves.truncate(self.made);
    }

    /// Goes to the position after so many moves, or after all of them.
    pub fn go_to(&mut self, made: usize) {
        let made = made.min(self.moves.len());
        if made < self.made {
            self.state = self.start.clone();
            self.made = 0;
        }
        for next in &self.moves[self.made..made] {
            // A kept move was made from this very state before.
            if R::apply(&mut self.state, next).is_err() {
                break;
            }
            self.made += 1;
        }
    }
}
