//! The game at the table: where it came from, its moves, whose turn it is, and going back and forth through it.

use bevy::prelude::Resource;

use super::game::{Ending, Game, Origin, SavedGame, StartError, Status};
use super::id::GameId;
use super::record::Session;
use super::seat::Seat;
use super::statistics::Played;

/// The game under way.
#[derive(Resource)]
pub struct Table<G: Game> {
    origin: Origin<G>,
    session: Session<G>,
    seats: Vec<Seat<G::Opponent>>,
    /// What was made for the game.
    pub content: G::Content,
    /// What is remembered beside the moves.
    pub extra: G::Extra,
    /// Counts up when the position changes otherwise than by a move.
    revision: u32,
    counted: bool,
}

impl<G: Game> Table<G> {
    /// A game at its start.
    pub fn new(
        origin: Origin<G>,
        content: G::Content,
        extra: G::Extra,
    ) -> Result<Self, StartError> {
        let start = G::first_state(&origin, &content).map_err(StartError::Content)?;
        Ok(Table {
            seats: G::seats(&origin.setup),
            session: Session::new(start),
            origin,
            content,
            extra,
            revision: 0,
            counted: false,
        })
    }

    /// A saved game at the position in which it was left. Refuses moves that do not fit it.
    pub fn resume(
        origin: Origin<G>,
        content: G::Content,
        saved: SavedGame<G>,
    ) -> Result<Self, StartError> {
        let mut table = Table::new(origin, content, saved.extra)?;
        let start = table.session.start().clone();
        table.session = Session::replay(start, saved.moves, saved.made)
            .map_err(|why| StartError::Content(why.to_string()))?;
        table.counted = saved.counted;
        Ok(table)
    }

    /// The same game with a revision that follows that of an earlier one, so that views see that it is another game.
    pub fn following(mut self, earlier: u32) -> Self {
        self.revision = earlier + 1;
        self
    }

    /// Everything that the game started from.
    pub fn origin(&self) -> &Origin<G> {
        &self.origin
    }

    /// The player's choices that it started from.
    pub fn setup(&self) -> &G::Setup {
        &self.origin.setup
    }

    /// Its id.
    pub fn id(&self) -> GameId {
        self.origin.id()
    }

    /// Its moves and position.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        self.session.state()
    }

    /// The moves made, oldest first.
    pub fn moves(&self) -> &[G::Move] {
        self.session.moves()
    }

    /// The revision of the position: it counts up when the position changes otherwise than by a move.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// The moves made and the revision: what is found out about a position is worth something while they stay.
    pub fn version(&self) -> (usize, u32) {
        (self.moves().len(), self.revision)
    }

    /// Where the game stands.
    pub fn status(&self) -> Status {
        G::status(self)
    }

    /// How it has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        match self.status() {
            Status::Over(ending) => Some(ending),
            Status::Turn(_) => None,
        }
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// The seat that is to move.
    pub fn turn(&self) -> Option<usize> {
        match self.status() {
            Status::Turn(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat<G::Opponent>] {
        &self.seats
    }

    /// The computer that is to move.
    pub fn computer(&self) -> Option<&G::Opponent> {
        self.seats[self.turn()?].computer()
    }

    /// Whether a human is to move.
    pub fn is_human_turn(&self) -> bool {
        self.turn().is_some_and(|seat| self.seats[seat].is_human())
    }

    /// The seats of humans.
    pub fn humans(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|seat| self.seats[*seat].is_human())
    }

    /// Whether only computers play.
    pub fn is_demonstration(&self) -> bool {
        self.humans().next().is_none()
    }

    /// The seat of the only human, if there is just one.
    pub fn only_human(&self) -> Option<usize> {
        let mut humans = self.humans();
        humans.next().filter(|_| humans.next().is_none())
    }

    /// The result for the only human, once the game has ended.
    pub fn result(&self) -> Option<Played> {
        let human = self.only_human()?;
        Some(match self.ending()? {
            Ending::Won(seat) if seat == human => Played::Won,
            Ending::Won(_) | Ending::Lost => Played::Lost,
            Ending::Drawn => Played::Drawn,
        })
    }

    /// Whether the humans at the table have lost.
    pub fn is_lost(&self) -> bool {
        match self.ending() {
            Some(Ending::Won(seat)) => {
                !self.is_demonstration() && self.humans().all(|human| human != seat)
            }
            Some(Ending::Lost) => true,
            Some(Ending::Drawn) | None => false,
        }
    }

    /// Makes a move for the seat that is to move.
    pub fn play(&mut self, made: G::Move) -> Result<G::Events, G::Refusal> {
        self.session.play(made)
    }

    /// Whether the last move can be taken back.
    pub fn can_undo(&self) -> bool {
        G::can_take_back(self) && self.session.can_undo()
    }

    /// Whether a move can be made again that was taken back.
    pub fn can_redo(&self) -> bool {
        G::can_take_back(self) && self.session.can_redo()
    }

    /// Whether the game can be restarted.
    pub fn can_restart(&self) -> bool {
        G::can_restart(self)
    }

    /// Takes moves back until a human is to move: the replies of computers go with the moves that they answered.
    pub fn undo(&mut self) {
        if self.can_undo() {
            self.step_through(Session::undo);
        }
    }

    /// Makes moves again until a human is to move.
    pub fn redo(&mut self) {
        if self.can_redo() {
            self.step_through(Session::redo);
        }
    }

    /// Goes back to the start.
    pub fn restart(&mut self) {
        self.step_through(Session::restart);
        if !G::can_take_back(self) {
            self.session.forget_undone();
        }
        G::restarted(self);
    }

    /// Goes to the position after so many moves, to look at it.
    pub fn go_to(&mut self, moves: usize) {
        self.session.go_to(moves);
        self.revision += 1;
    }

    fn step_through(&mut self, step: fn(&mut Session<G>)) {
        loop {
            let before = self.moves().len();
            step(&mut self.session);
            if self.moves().len() == before || self.is_settled() {
                break;
            }
        }
        // In the other direction as far as needed: a computer would make its move anew, and the moves that followed
        // could not be made again.
        while !self.is_settled() && self.session.can_redo() {
            self.session.redo();
        }
        self.revision += 1;
    }

    /// Whether the game can stand here without a computer moving at once.
    fn is_settled(&self) -> bool {
        self.turn().is_none() || self.is_human_turn() || self.is_demonstration()
    }

    /// Whether the result has been counted.
    pub fn is_counted(&self) -> bool {
        self.counted
    }

    /// Marks the result as counted when the game has just ended; true if it is to be counted now.
    pub fn count_once(&mut self) -> bool {
        let over = self.is_over();
        if over == self.counted || !over && !G::COUNTS_AGAIN {
            return false;
        }
        self.counted = over;
        if over {
            G::ended(self);
        }
        over
    }

    /// Marks the result as counted without counting it, for a game that was over when it was opened.
    pub fn skip_counting(&mut self) {
        self.counted |= self.is_over();
    }
}
