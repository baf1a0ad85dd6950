//! The game at the table: its origin, its moves, whose turn it is, and undo and redo together with the computers' replies.

use bevy::prelude::Resource;

use super::game::{Ending, Game, Origin, SavedGame, StartError, Status};
use super::id::GameId;
use super::lesson::Lesson;
use super::library::FileName;
use super::puzzle::Puzzle;
use super::record::{ReplayError, Session};
use super::save::Slot;
use super::seat::Seat;
use super::skill::{Challenge, Record, Trial};
use super::statistics::GameResult;
use super::variation::Variations;
use crate::base::Seed;

/// The game under way.
#[derive(Resource)]
pub struct Table<G: Game> {
    origin: Origin<G>,
    /// The game, or the variation of it that is on the table.
    pub(super) session: Session<G>,
    pub(super) variations: Variations<G>,
    seats: Vec<Seat<G::Opponent>>,
    /// The content that was made for the game.
    pub content: G::Content,
    /// The extra data beside the moves.
    pub extra: G::Extra,
    /// The place of its save among the saves of the game.
    slot: Slot,
    /// A number that increases when the position changes in another way than by a move.
    revision: u32,
    counted: bool,
    /// Whether the replay of the game is kept as it stands.
    kept: bool,
    /// The name of its replay among those that are kept.
    kept_as: Option<FileName>,
    /// How long the game was played, in seconds.
    seconds: f32,
    taken_over: bool,
    helped: bool,
    /// In a replay, the extra data that the game had at its end.
    replay: Option<G::Extra>,
    /// What the game is a try of, if it is not played for its own sake.
    exercise: Option<Exercise<G>>,
}

/// What a player practises with.
enum Exercise<G: Game> {
    Lesson(Lesson<G>),
    Puzzle(Puzzle<G>),
}

impl<G: Game> Table<G> {
    /// Makes a table with a game at its start.
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
            kept: false,
            kept_as: None,
            seconds: 0.0,
            taken_over: false,
            helped: false,
            replay: None,
            exercise: None,
        })
    }

    /// Makes a table with a lesson at its start. Where the rules leave something to chance, `luck` decides.
    pub fn of_lesson(
        lesson: Lesson<G>,
        content: G::Content,
        luck: Seed,
    ) -> Result<Self, StartError> {
        let origin = lesson.origin().map_err(StartError::Content)?;
        let mut table = Table::new(origin, content, G::Extra::default())?;
        let first = table.session.start().clone();
        let start = (lesson.begin)(first, lesson.seed, luck).map_err(StartError::Content)?;
        table.session = Session::new(start);
        table.exercise = Some(Exercise::Lesson(lesson));
        Ok(table)
    }

    /// Makes a table with a puzzle.
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
            .map_err(|why| StartError::Content(why.to_string()))?;
        table.counted = saved.counted;
        table.seconds = saved.seconds.max(0.0);
        table.taken_over = saved.taken_over;
        table.helped = saved.helped;
        table.with_variations(saved.variations).await
    }

    /// Makes the moves of a replay at this table, in slices, and shows the end of the game.
    pub async fn replaying(
        mut self,
        moves: Vec<G::Move>,
        extra: G::Extra,
    ) -> Result<Self, ReplayError> {
        let (start, all) = (self.session.start().clone(), moves.len());
        self.session = Session::replay(start, moves, all, G::work_before).await?;
        self.replay = Some(extra);
        self.follow_replay();
        Ok(self)
    }

    /// Whether the game is a replay. Nobody moves in it.
    pub fn is_replay(&self) -> bool {
        self.replay.is_some()
    }

    /// Returns the lesson that the game is a try of.
    pub fn lesson(&self) -> Option<&Lesson<G>> {
        match &self.exercise {
            Some(Exercise::Lesson(lesson)) => Some(lesson),
            _ => None,
        }
    }

    /// Returns the puzzle that the game is a try of.
    pub fn puzzle(&self) -> Option<&Puzzle<G>> {
        match &self.exercise {
            Some(Exercise::Puzzle(puzzle)) => Some(puzzle),
            _ => None,
        }
    }

    /// Counts the first try at a puzzle as soon as a move is made, and returns its result. Whoever was helped has not solved
    /// it.
    pub fn count_try_once(&mut self) -> Option<GameResult> {
        let is_solved = self.puzzle()?.is_solved_by(self.moves())?;
        if self.counted {
            return None;
        }
        self.counted = true;
        Some(match is_solved && !self.helped {
            true => GameResult::Won,
            false => GameResult::Lost,
        })
    }

    /// Whether the game is one that the player plays for its own sake: it is saved, kept and counted. Replays, lessons and
    /// puzzles are not.
    pub fn is_recorded(&self) -> bool {
        !self.is_replay() && self.exercise.is_none()
    }

    /// Whether moves can be made. Nobody moves in a replay, nor after the end of a lesson or a puzzle.
    pub fn takes_moves(&self) -> bool {
        !self.is_replay() && (self.exercise.is_none() || !self.is_over())
    }

    /// Whether the game was taken over from a replay. It counts for no record.
    pub fn is_taken_over(&self) -> bool {
        self.taken_over
    }

    /// Whether the player has taken moves back, or was shown one or the values of some. Such a game tells nothing of how well they play.
    pub fn is_helped(&self) -> bool {
        self.helped
    }

    /// Notes that the player was shown a move, or that one was made for them.
    pub fn note_help(&mut self) {
        self.helped = true;
    }

    /// Returns what the game tells of how well the player does; `None` unless its challenge is measured and it was played
    /// from its start to its end without help.
    pub fn trial(&self) -> Option<Trial> {
        if self.is_replay() || self.taken_over || self.helped {
            return None;
        }
        let result = self.result()?;
        Some(match G::challenge(self.setup())? {
            Challenge::Rival(rival) => match self.record() {
                Some(record) => Trial::Recorded {
                    rival,
                    result,
                    record,
                },
                None => Trial::Game { rival, result },
            },
            Challenge::Stages(rates) => Trial::Stages {
                passed: G::stages_passed(self).min(rates.len()),
                rates,
            },
        })
    }

    /// Returns the game as something that its moves can be learnt from; `None` if nothing learns from them.
    fn record(&self) -> Option<Record> {
        G::SCORES?;
        Some(Record {
            id: self.id().to_string(),
            moves: G::write_moves(self.moves()).ok()?,
        })
    }

    /// Returns how long the game was played, in seconds.
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// Counts the time for which the game is played.
    pub fn add_seconds(&mut self, seconds: f32) {
        self.seconds += seconds;
    }

    /// In a replay, makes the next move.
    pub fn advance(&mut self) -> Option<G::Events> {
        let events = self.session.advance()?;
        self.follow_replay();
        Some(events)
    }

    /// Gives a replay the extra data that belongs to its position: those of the end are known, and the others are usual.
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
            taken_over: true,
            helped: false,
            variations: Vec::new(),
        };
        (origin, saved)
    }

    /// Sets the place of the save.
    pub fn saved_in(mut self, slot: Slot) -> Self {
        self.slot = slot;
        self
    }

    /// Returns the place of the save.
    pub fn slot(&self) -> Slot {
        self.slot
    }

    /// Sets the revision to the one after that of an earlier game, so that views notice the new game.
    pub fn following(mut self, earlier: u32) -> Self {
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

    /// Returns the number of moves and the revision. Results about a position are valid until they change.
    pub fn version(&self) -> (usize, u32) {
        (self.moves().len(), self.revision)
    }

    /// Returns whose turn it is, or how the game has ended.
    pub fn status(&self) -> Status {
        match &self.exercise {
            Some(Exercise::Lesson(lesson)) => lesson.status(self),
            Some(Exercise::Puzzle(puzzle)) => puzzle.status(self),
            None => G::status(self),
        }
    }

    /// Returns how the game has ended, or `None`.
    pub fn ending(&self) -> Option<Ending> {
        match self.status() {
            Status::Over(ending) => Some(ending),
            Status::Turn(_) => None,
        }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// Returns the seat to move.
    pub fn turn(&self) -> Option<usize> {
        match self.status() {
            Status::Turn(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// Returns who sits in each seat.
    pub fn seats(&self) -> &[Seat<G::Opponent>] {
        &self.seats
    }

    /// Returns the opponent to move, if it is the turn of a computer.
    pub fn computer(&self) -> Option<&G::Opponent> {
        if self.is_replay() {
            return None;
        }
        self.seats[self.turn()?].computer()
    }

    /// Whether a human is to move.
    pub fn is_human_turn(&self) -> bool {
        let turn = self.turn().filter(|_| !self.is_replay());
        turn.is_some_and(|seat| self.seats[seat].is_human())
    }

    /// Returns the seats of humans.
    pub fn humans(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|seat| self.seats[*seat].is_human())
    }

    /// Whether only computers play.
    pub fn is_demonstration(&self) -> bool {
        self.humans().next().is_none()
    }

    /// Returns the seat of the human, if there is exactly one.
    pub fn only_human(&self) -> Option<usize> {
        let mut humans = self.humans();
        humans.next().filter(|_| humans.next().is_none())
    }

    /// Returns the result for the human, if there is exactly one and the game has ended.
    pub fn result(&self) -> Option<GameResult> {
        let human = self.only_human()?;
        Some(match self.ending()? {
            Ending::Won(seat) if seat == human => GameResult::Won,
            Ending::Won(_) | Ending::Lost => GameResult::Lost,
            Ending::Drawn => GameResult::Drawn,
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

    /// Makes a move for the seat to move.
    pub fn play(&mut self, made: G::Move) -> Result<G::Events, G::MoveError> {
        let events = self.session.play(made)?;
        self.variations.forget_after(self.moves().len() - 1);
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
        if !G::allows_undo(self) {
            self.session.forget_undone();
        }
        G::restarted(self);
    }

    /// Goes to the position after so many moves.
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
        // At the start it may be the turn of a computer, which would make a new move, and the undone moves would be lost.
        // So the table goes forward again until a human is to move.
        while !self.is_settled() && self.session.can_redo() {
            self.session.redo();
        }
        self.revision += 1;
    }

    /// Whether no computer of a game with humans moves next.
    fn is_settled(&self) -> bool {
        self.turn().is_none() || self.is_human_turn() || self.is_demonstration()
    }

    /// Whether the result has been counted.
    pub fn is_counted(&self) -> bool {
        self.counted
    }

    /// Whether it must be updated whether the result has been counted.
    pub fn is_count_due(&self) -> bool {
        let over = self.is_over();
        self.is_recorded()
            && self.shown_variation().is_none()
            && over != self.counted
            && (over || G::COUNTS_AGAIN)
    }

    /// Whether the game has ended and its replay is to be kept now. It is kept once, unless moves are made after the end
    /// was taken back.
    pub fn keep_once(&mut self) -> bool {
        let due =
            self.is_over() && !self.kept && self.is_recorded() && self.shown_variation().is_none();
        self.kept |= due;
        due
    }

    /// Returns the name of its replay among those that are kept.
    pub fn kept_as(&self) -> Option<&FileName> {
        self.kept_as.as_ref()
    }

    /// Notes the name of its replay among those that are kept.
    pub fn set_kept_as(&mut self, name: Option<FileName>) {
        self.kept_as = name;
    }

    /// Updates whether the result has been counted, and returns whether it must be counted now.
    pub fn count_once(&mut self) -> bool {
        if !self.is_count_due() {
            return false;
        }
        let over = self.is_over();
        self.counted = over;
        if over {
            G::ended(self);
        }
        over
    }

    /// Marks the result of a game that had ended before it was opened as counted.
    pub fn skip_counting(&mut self) {
        self.counted |= self.is_over();
        self.kept |= self.is_over();
    }
}
