//! The game at the table: its origin, its moves, and undo and redo together with the computers' replies. Its standing
//! is in `standing.rs`, and its counts are in `counting.rs`.

use bevy::prelude::Resource;

use super::game::{Game, Origin, SaveFile as _, SavedGame, StartError, Status};
use super::id::GameId;
use super::lesson::Lesson;
use super::library::FileName;
use super::puzzle::Puzzle;
use super::record::{SavedMoveError, Session};
use super::resignation::Resignation;
use super::save::Slot;
use super::seat::Seat;
use super::statistics::GameResult;
use super::variation::Variations;
use crate::base::Seed;

/// The version of a table: another one means another position. A result about a position is valid until then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableVersion {
    moves: usize,
    revision: u32,
}

/// The game under way.
#[derive(Resource)]
pub struct Table<G: Game> {
    origin: Origin<G>,
    /// The game, or the variation of it that is on the table.
    pub(super) session: Session<G>,
    pub(super) variations: Variations<G>,
    pub(super) seats: Vec<Seat<G::Opponent>>,
    /// The content that was made for the game.
    pub content: G::Content,
    /// The extra data beside the moves.
    pub extra: G::Extra,
    /// The slot of its save among the saves of the game.
    slot: Slot,
    /// A number that increases when the position changes in another way than by a move.
    revision: u32,
    pub(super) counted: bool,
    /// The result of the first try at the puzzle.
    pub(super) try_result: Option<GameResult>,
    /// Whether the replay of the game is kept as it stands.
    pub(super) kept: bool,
    /// The name of its kept replay.
    pub(super) kept_as: Option<FileName>,
    /// The time for which the game was played, in seconds.
    seconds: f32,
    /// The part of this time that belongs to results that have been counted.
    counted_seconds: f32,
    pub(super) taken_over: bool,
    pub(super) helped: bool,
    pub(super) resignation: Option<Resignation>,
    /// In a replay, the extra data that the game had at its end.
    replay: Option<G::Extra>,
    /// The lesson or puzzle that the game is a try of; `None` if it is played for its own sake.
    pub(super) exercise: Option<Exercise<G>>,
}

/// A lesson or a puzzle with which a player practises.
pub(super) enum Exercise<G: Game> {
    Lesson(Lesson<G>),
    Puzzle(Puzzle<G>),
}

impl<G: Game> Table<G> {
    /// Makes a table with a game at its start. It is an error if the content does not fit the origin.
    pub fn new(
        origin: Origin<G>,
        content: G::Content,
        extra: G::Extra,
    ) -> Result<Self, StartError> {
        let start = G::first_state(&origin, &content).map_err(StartError::Content)?;
        Ok(Table {
            seats: G::seats(&origin.setup),
            session: Session::new(start),
            variations: Variations::default(),
            origin,
            content,
            extra,
            slot: Slot::FIRST,
            revision: 0,
            counted: false,
            try_result: None,
            kept: false,
            kept_as: None,
            seconds: 0.0,
            counted_seconds: 0.0,
            taken_over: false,
            helped: false,
            resignation: None,
            replay: None,
            exercise: None,
        })
    }

    /// Makes a table with a lesson at its start. Where the rules leave something to chance, `luck` decides. It is an
    /// error if the genes of the lesson give no position.
    pub fn of_lesson(
        lesson: Lesson<G>,
        content: G::Content,
        luck: Seed,
    ) -> Result<Self, StartError> {
        let mut genes = lesson.genome.reader();
        let origin = lesson.read_origin(&mut genes);
        let origin = origin.map_err(StartError::Content)?;
        let mut table = Table::new(origin, content, G::Extra::default())?;
        let first = table.session.start().clone();
        let start = (lesson.begin)(first, &mut genes, luck).map_err(StartError::Content)?;
        table.session = Session::new(start);
        table.exercise = Some(Exercise::Lesson(lesson));
        Ok(table)
    }

    /// Makes a table with a puzzle at its start. It is an error if the content does not fit the puzzle.
    pub fn of_puzzle(puzzle: Puzzle<G>, content: G::Content) -> Result<Self, StartError> {
        let mut table = Table::new(puzzle.origin(), content, G::Extra::default())?;
        table.exercise = Some(Exercise::Puzzle(puzzle));
        Ok(table)
    }

    /// Makes a table with a saved game in its saved position, in slices. Moves that do not fit the game are an error.
    pub async fn resume(
        origin: Origin<G>,
        content: G::Content,
        saved: SavedGame<G>,
    ) -> Result<Self, StartError> {
        let mut table = Table::new(origin, content, saved.extra)?;
        let start = table.session.start().clone();
        table.session = Session::replay(start, saved.moves, saved.made, G::work_before)
            .await
            .map_err(|why| StartError::Content(why.into()))?;
        table.counted = saved.counted;
        table.seconds = saved.seconds.max(0.0);
        table.counted_seconds = saved.counted_seconds.clamp(0.0, table.seconds);
        (table.kept, table.kept_as) = (saved.kept, saved.kept_as);
        table.taken_over = saved.taken_over;
        table.helped = saved.helped;
        table.with_variations(saved.variations).await
    }

    /// Makes the moves of a replay at this table, in slices, and shows the end of the game. A move that the rules
    /// refuse is an error.
    pub async fn replaying(
        mut self,
        moves: Vec<G::Move>,
        extra: G::Extra,
    ) -> Result<Self, SavedMoveError> {
        let (start, all) = (self.session.start().clone(), moves.len());
        self.session = Session::replay(start, moves, all, G::work_before).await?;
        self.replay = Some(extra);
        self.follow_replay();
        Ok(self)
    }

    /// Whether the game is a replay, in which no moves are made.
    pub fn is_replay(&self) -> bool {
        self.replay.is_some()
    }

    /// Returns the lesson that the game is a try of; `None` in other games.
    pub fn lesson(&self) -> Option<&Lesson<G>> {
        match &self.exercise {
            Some(Exercise::Lesson(lesson)) => Some(lesson),
            _ => None,
        }
    }

    /// Returns the puzzle that the game is a try of; `None` in other games.
    pub fn puzzle(&self) -> Option<&Puzzle<G>> {
        match &self.exercise {
            Some(Exercise::Puzzle(puzzle)) => Some(puzzle),
            _ => None,
        }
    }

    /// Whether the game is one that the player plays for its own sake: it is saved, kept and counted. Replays, lessons
    /// and puzzles are not.
    pub fn is_recorded(&self) -> bool {
        !self.is_replay() && self.exercise.is_none()
    }

    /// Whether moves can be made. They cannot in a replay, after the end of a lesson or a puzzle, or when a player has
    /// resigned.
    pub fn takes_moves(&self) -> bool {
        let is_closed = self.exercise.is_some() || self.resigned().is_some();
        !(self.is_replay() || is_closed && self.is_over())
    }

    /// Whether the game was taken over from a replay. It counts for no record.
    pub fn is_taken_over(&self) -> bool {
        self.taken_over
    }

    /// Whether the player has taken moves back, or was shown a move or the values of some moves. Such a game says
    /// nothing about the player's skill.
    pub fn is_helped(&self) -> bool {
        self.helped
    }

    /// Notes that the player was shown a move, or that a move was made for the player.
    pub fn note_help(&mut self) {
        self.helped = true;
    }

    /// Returns the time for which the game was played, in seconds.
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// Counts the time for which the game is played.
    pub fn add_seconds(&mut self, seconds: f32) {
        self.seconds += seconds;
    }

    /// Returns how much of this time belongs to results that have been counted, in seconds.
    pub fn counted_seconds(&self) -> f32 {
        self.counted_seconds
    }

    /// Returns the time that belongs to the result which is being counted, in seconds, and notes that it is counted. A
    /// game whose end was taken back is counted again, with the time since then.
    pub fn count_seconds(&mut self) -> f32 {
        let counted = std::mem::replace(&mut self.counted_seconds, self.seconds);
        self.seconds - counted
    }

    /// Returns the extra data that the game has now, or in a replay those that it had at its end.
    pub fn newest_extra(&self) -> &G::Extra {
        self.replay.as_ref().unwrap_or(&self.extra)
    }

    /// In a replay, makes the next move.
    pub fn advance(&mut self) -> Option<G::Events> {
        let events = self.session.advance()?;
        self.follow_replay();
        Some(events)
    }

    /// Gives a replay the extra data that belongs to its position. The data of the last position are known; all others
    /// have the default.
    pub(super) fn follow_replay(&mut self) {
        let is_variation = self.shown_variation().is_some();
        if let Some(last) = &self.replay {
            self.extra = if is_variation || self.session.can_redo() {
                G::Extra::default()
            } else {
                last.clone()
            };
        }
    }

    /// Returns the game as it stands in a replay, to be played on from there. If only computers play, a human takes the
    /// seat to move.
    pub fn to_take_over(&self) -> (Origin<G>, SavedGame<G>) {
        let mut origin = self.origin.clone();
        if self.is_demonstration()
            && let Status::Turn(seat) = self.status()
        {
            G::seat_human(&mut origin.setup, seat);
        }
        let saved = SavedGame {
            id: origin.id().to_string(),
            moves: self.moves().to_vec(),
            made: self.moves().len(),
            counted: false,
            extra: G::Extra::default(),
            seconds: 0.0,
            counted_seconds: 0.0,
            kept: false,
            kept_as: None,
            taken_over: true,
            helped: false,
            variations: Vec::new(),
        };
        (origin, saved)
    }

    /// Returns the content of a save from which the game is played on as it stands now. As a game that was taken over,
    /// it counts for no record, and the kept replay is not that of the copy.
    pub fn file_of_copy(&mut self) -> G::File {
        let taken_over = std::mem::replace(&mut self.taken_over, true);
        let kept_as = self.kept_as.take();
        let file = G::File::of(self);
        (self.taken_over, self.kept_as) = (taken_over, kept_as);
        file
    }

    /// Sets the slot of the save.
    pub fn with_slot(mut self, slot: Slot) -> Self {
        self.slot = slot;
        self
    }

    /// Returns the slot of the save.
    pub fn slot(&self) -> Slot {
        self.slot
    }

    /// Sets the revision to the one after that of an earlier game, so that views notice the new game.
    pub fn with_revision_after(mut self, earlier: u32) -> Self {
        self.revision = earlier + 1;
        self
    }

    /// Returns the origin of the game.
    pub fn origin(&self) -> &Origin<G> {
        &self.origin
    }

    /// Returns the setup of the game.
    pub fn setup(&self) -> &G::Setup {
        &self.origin.setup
    }

    /// Returns the id of the game.
    pub fn id(&self) -> GameId {
        self.origin.id()
    }

    /// Returns the moves and the position of the game, or of the variation of it that is on the table.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Returns the position.
    pub fn state(&self) -> &G::State {
        self.session.state()
    }

    /// Returns the moves that are made, the oldest first.
    pub fn moves(&self) -> &[G::Move] {
        self.session.moves()
    }

    /// Returns the revision, which increases when the position changes in another way than by a move.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Returns the version of the position on the table.
    pub fn version(&self) -> TableVersion {
        TableVersion {
            moves: self.moves().len(),
            revision: self.revision,
        }
    }

    /// Makes a move for the seat to move. If the rules refuse it, nothing changes and the reason is the error.
    pub fn play(&mut self, made: G::Move) -> Result<G::Events, G::MoveError> {
        let events = self.session.play(made)?;
        self.variations.forget_after(self.moves().len() - 1);
        self.resignation = None;
        self.kept = false;
        Ok(events)
    }

    /// Whether the last move can be taken back.
    pub fn can_undo(&self) -> bool {
        G::allows_undo(self) && self.session.can_undo()
    }

    /// Whether a move that was taken back can be made again.
    pub fn can_redo(&self) -> bool {
        G::allows_undo(self) && self.session.can_redo()
    }

    /// Whether the game can be restarted.
    pub fn can_restart(&self) -> bool {
        G::can_restart(self)
    }

    /// Takes moves back until a human is to move, so that the replies of computers are taken back too.
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
        if self.counted {
            // From here on it is another game with a time of its own.
            (self.seconds, self.counted_seconds) = (0.0, 0.0);
        }
        if !G::allows_undo(self) {
            self.session.forget_undone();
            // Without the moves before it, a variation could not be played when the save is read again.
            self.variations.forget_after(self.moves().len());
        }
        G::restarted(self);
    }

    /// Goes to the position after a number of moves.
    pub fn go_to(&mut self, moves: usize) {
        self.session.go_to(moves);
        self.follow_replay();
        self.mark_jump();
    }

    /// Notes that the position has changed in another way than by a move.
    pub(super) fn mark_jump(&mut self) {
        self.revision += 1;
    }

    fn step_through(&mut self, step: fn(&mut Session<G>)) {
        self.helped = true;
        loop {
            let before = self.moves().len();
            step(&mut self.session);
            if self.moves().len() == before || self.is_settled() {
                break;
            }
        }
        // At the start it may be the turn of a computer, which would make a new move, and the undone moves would be
        // lost. So the table goes forward again until a human is to move.
        while !self.is_settled() && self.session.can_redo() {
            self.session.redo();
        }
        self.mark_jump();
    }

    /// Whether the next move is not that of a computer, or only computers play.
    fn is_settled(&self) -> bool {
        self.turn().is_none() || self.is_human_turn() || self.is_demonstration()
    }
}
