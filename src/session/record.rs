//! A game as its start and its moves: undo, redo, restart and replay follow from that alone.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::id::GameId;

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
    id: GameId,
    start: R::State,
    state: R::State,
    moves: Vec<R::Move>,
    /// How many of the moves are made; the others were undone.
    made: usize,
}

/// A game as it is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved<M> {
    /// The game id.
    pub id: String,
    /// All moves, also those that were undone.
    pub moves: Vec<M>,
    /// How many of them are made.
    pub made: usize,
}

/// A save whose moves do not fit its game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("move {number} of the saved game cannot be made: {why}")]
pub struct BadMove {
    /// Which move, from 1.
    pub number: usize,
    /// What the rules say.
    pub why: String,
}

impl<R: Rules> Session<R> {
    /// A game at its start.
    pub fn new(id: GameId, start: R::State) -> Self {
        Session {
            id,
            state: start.clone(),
            start,
            moves: Vec::new(),
            made: 0,
        }
    }

    /// A saved game, its moves made again.
    pub fn replay(id: GameId, start: R::State, saved: &Saved<R::Move>) -> Result<Self, BadMove> {
        let mut session = Session::new(id, start);
        for (at, made) in saved.moves.iter().enumerate() {
            R::apply(&mut session.state, made).map_err(|why| BadMove {
                number: at + 1,
                why: why.to_string(),
            })?;
        }
        session.moves.clone_from(&saved.moves);
        session.go_to(saved.made.min(saved.moves.len()));
        Ok(session)
    }

    /// What to save.
    pub fn saved(&self) -> Saved<R::Move> {
        Saved {
            id: self.id.to_string(),
            moves: self.moves.clone(),
            made: self.made,
        }
    }

    /// The game id.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// The position that it began with.
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

    /// Makes a move; what had been undone is forgotten.
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
        self.go_to((self.made + 1).min(self.moves.len()));
    }

    /// Back to the start; all moves can be redone.
    pub fn restart(&mut self) {
        self.go_to(0);
    }

    /// Forgets the moves that were taken back.
    pub fn forget(&mut self) {
        self.moves.truncate(self.made);
    }

    fn go_to(&mut self, made: usize) {
        self.state = self.start.clone();
        self.made = 0;
        for step in &self.moves[..made] {
            // A kept move was made from this very state before.
            if R::apply(&mut self.state, step).is_err() {
                break;
            }
            self.made += 1;
        }
    }
}
