//! The counts of the game at the table, each made once: its result, its replay, and its sample, from which the player's
//! skill is learnt.

use super::game::Game;
use super::library::FileName;
use super::skill::{Challenge, RecordedGame, SkillSample};
use super::statistics::GameResult;
use super::table::Table;

impl<G: Game> Table<G> {
    /// Counts the first try at a puzzle as soon as a move is made, and returns its result. A player who was helped has
    /// not solved it.
    pub fn count_try_once(&mut self) -> Option<GameResult> {
        let is_solved = self.puzzle()?.is_solved_by(self.moves())?;
        if self.counted {
            return None;
        }
        self.counted = true;
        self.try_result = Some(match is_solved && !self.helped {
            true => GameResult::Won,
            false => GameResult::Lost,
        });
        self.try_result
    }

    /// Returns the result of the first try at the puzzle on the table; `None` before it.
    pub fn try_result(&self) -> Option<GameResult> {
        self.try_result
    }

    /// Returns the sample that the game was for the player's skill; `None` unless its challenge is measured and it was
    /// played from its start to its end without help. An individual that a player has picked or made is not measured.
    pub fn sample(&self) -> Option<SkillSample> {
        let is_of_measured_strength = self.origin().is_outcome_of_run();
        if self.is_replay() || self.taken_over || self.helped || !is_of_measured_strength {
            return None;
        }
        let result = self.result()?;
        Some(match G::challenge(self.setup())? {
            Challenge::Rival(rival) => match self.record() {
                Some(record) => SkillSample::Recorded {
                    rival,
                    result,
                    record,
                },
                None => SkillSample::Game { rival, result },
            },
            Challenge::Stages(rates) => SkillSample::Stages {
                passed: G::stages_passed(self).min(rates.len()),
                rates,
            },
        })
    }

    /// Returns the record from whose moves the player's choices are learnt; `None` if the game has no such learning, or
    /// the moves cannot be written.
    fn record(&self) -> Option<RecordedGame> {
        G::SCORES?;
        Some(RecordedGame {
            id: self.id().to_string(),
            moves: G::write_moves(self.moves()).ok()?,
        })
    }

    /// Whether the result has been counted.
    pub fn is_counted(&self) -> bool {
        self.counted
    }

    /// Whether [`Table::is_counted`] must be updated.
    pub fn is_count_due(&self) -> bool {
        let over = self.is_over();
        self.is_recorded()
            && self.shown_variation().is_none()
            && over != self.counted
            && (over || G::COUNTS_AGAIN)
    }

    /// Whether the game has ended and its replay is to be kept now. It is kept once, unless moves are made after the
    /// end was taken back.
    pub fn keep_once(&mut self) -> bool {
        let due =
            self.is_over() && !self.kept && self.is_recorded() && self.shown_variation().is_none();
        self.kept |= due;
        due
    }

    /// Whether its replay is kept, and no move was made since then.
    pub fn is_kept(&self) -> bool {
        self.kept
    }

    /// Returns the name of its kept replay; `None` if no replay of it is kept.
    pub fn kept_as(&self) -> Option<&FileName> {
        self.kept_as.as_ref()
    }

    /// Notes the name of its kept replay.
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
        if self.is_over() {
            (self.counted, self.kept) = (true, true);
            // A save of an earlier version does not say how much of the time was counted.
            self.count_seconds();
        }
    }
}
