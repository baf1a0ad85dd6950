//! A game under way is stored as its start and its moves. Undo, redo, restart and replay follow from that.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::generation::yield_now;

/// The time after which a replay gives other work its turn.
const SLICE: Duration = Duration::from_millis(1);

/// The rules of a game, as far as the session needs them.
pub trait Rules: Send + Sync + 'static {
    /// A position, with everything that influences later moves.
    type State: Clone + Send + Sync;
    /// A move, as it is written to saves.
    type Move: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// The reason why a move is refused.
    type MoveError: std::error::Error;
    /// The effects of a move, for the view.
    type Events: Default;

    /// Makes a move. A move that is refused leaves the state unchanged. The same state and move always give the same
    /// result.
    fn apply(state: &mut Self::State, made: &Self::Move) -> Result<Self::Events, Self::MoveError>;
}

/// A game under way.
#[derive(Debug)]
pub struct Session<R: Rules> {
    start: R::State,
    state: R::State,
    moves: Vec<R::Move>,
    /// The number of moves that are made. The others were undone.
    made: usize,
    /// The positions after each [`KEEP`] moves, so that going back does not make all moves again.
    kept: Vec<R::State>,
}

// A derived implementation would require that the rules themselves are `Clone`.
impl<R: Rules> Clone for Session<R> {
    fn clone(&self) -> Self {
        Session {
            start: self.start.clone(),
            state: self.state.clone(),
            moves: self.moves.clone(),
            made: self.made,
            kept: self.kept.clone(),
        }
    }
}

/// A position is kept after this many moves.
const KEEP: usize = 32;

/// The moves of a game as they are saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedMoves<M> {
    /// The game id.
    pub id: String,
    /// All moves, including those that were undone.
    pub moves: Vec<M>,
    /// The number of moves that are made.
    pub made: usize,
}

/// The reason why the moves of a save do not fit its game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("move {number} of the saved game cannot be made: {why}")]
pub struct SavedMoveError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The reason that the rules give.
    pub why: String,
}

impl<R: Rules> Session<R> {
    /// Makes a session at the start of a game.
    pub fn new(start: R::State) -> Self {
        Session {
            state: start.clone(),
            start,
            moves: Vec::new(),
            made: 0,
            kept: Vec::new(),
        }
    }

    /// Makes a session whose first `made` moves are made and whose other moves can be redone, in slices. A move that
    /// the rules refuse is an error. Before each move the work that it needs is done.
    pub async fn replay<W: Future<Output = ()>>(
        start: R::State,
        moves: Vec<R::Move>,
        made: usize,
        work_before: impl Fn(&R::State, &R::Move) -> Option<W>,
    ) -> Result<Self, SavedMoveError> {
        let mut session = Session::new(start);
        let mut slice = Instant::now();
        for (at, next) in moves.iter().enumerate() {
            if let Some(work) = work_before(&session.state, next) {
                work.await;
            }
            if slice.elapsed() > SLICE {
                yield_now().await;
                slice = Instant::now();
            }
            R::apply(&mut session.state, next).map_err(|why| SavedMoveError {
                number: at + 1,
                why: why.to_string(),
            })?;
            session.made = at + 1;
            session.keep_position();
        }
        session.moves = moves;
        session.go_to(made);
        Ok(session)
    }

    /// Returns the first position.
    pub fn start(&self) -> &R::State {
        &self.start
    }

    /// Returns the current position.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Returns the moves that are made, the oldest first.
    pub fn moves(&self) -> &[R::Move] {
        &self.moves[..self.made]
    }

    /// Returns all moves, including those that were undone.
    pub fn all_moves(&self) -> &[R::Move] {
        &self.moves
    }

    /// Makes a move. Moves that were undone before are removed. If the rules refuse the move, nothing changes.
    pub fn play(&mut self, next: R::Move) -> Result<R::Events, R::MoveError> {
        let events = R::apply(&mut self.state, &next)?;
        self.moves.truncate(self.made);
        self.kept.truncate(self.made / KEEP);
        self.moves.push(next);
        self.made += 1;
        self.keep_position();
        Ok(events)
    }

    /// Makes the next undone move again, and returns its events.
    pub fn advance(&mut self) -> Option<R::Events> {
        let next = self.moves.get(self.made)?;
        let events = R::apply(&mut self.state, next).ok()?;
        self.made += 1;
        self.keep_position();
        Some(events)
    }

    /// Keeps the position if its turn to be kept has come and it is not kept yet.
    fn keep_position(&mut self) {
        if self.made == (self.kept.len() + 1) * KEEP {
            self.kept.push(self.state.clone());
        }
    }

    /// Returns the last position up to that after `made` moves that does not have to be made again, and the number of
    /// its moves. It is the first one, or one that was kept.
    pub fn kept_before(&self, made: usize) -> (usize, &R::State) {
        let near = (made / KEEP).min(self.kept.len());
        let kept = near.checked_sub(1).and_then(|at| self.kept.get(at));
        (near * KEEP, kept.unwrap_or(&self.start))
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

    /// Makes the next undone move again.
    pub fn redo(&mut self) {
        self.go_to(self.made + 1);
    }

    /// Goes back to the start; all moves can be redone.
    pub fn restart(&mut self) {
        self.go_to(0);
    }

    /// Removes the moves that were undone.
    pub fn forget_undone(&mut self) {
        self.moves.truncate(self.made);
        self.kept.truncate(self.made / KEEP);
    }

    /// Returns a session that leaves this one after some of its moves and goes on with others. It ends before a move
    /// that the rules refuse.
    pub fn branch(&self, after: usize, moves: &[R::Move]) -> Self {
        let mut line = self.clone();
        line.go_to(after);
        line.forget_undone();
        for next in moves {
            if line.play(next.clone()).is_err() {
                break;
            }
        }
        line
    }

    /// Goes to the position after `made` moves, or after all moves if there are fewer.
    pub fn go_to(&mut self, made: usize) {
        let made = made.min(self.moves.len());
        let (near, kept) = self.kept_before(made);
        if made < self.made || self.made < near {
            (self.state, self.made) = (kept.clone(), near);
        }
        // Every move in the list was made in this state before, so the rules accept it.
        while self.made < made && self.advance().is_some() {}
    }
}
