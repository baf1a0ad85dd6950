//! The session: the part of the table without a screen. Ids, moves, undo and redo, seats, saves, statistics, and the
//! player's skill.

pub mod autosave;
pub mod choice_model;
pub mod clock;
mod counting;
pub mod date;
pub mod difficulty;
pub mod forecast;
pub mod form;
pub mod game;
pub mod glimpses;
pub mod hand_over;
pub mod id;
pub mod labels;
pub mod learnt;
pub mod lesson;
pub mod lesson_evolution;
pub mod lesson_genome;
pub mod library;
pub mod link;
mod lock;
pub mod older_games;
pub mod played;
pub mod player_file;
pub mod puzzle;
pub mod rating;
pub mod record;
pub mod replay;
pub mod report;
mod resignation;
pub mod run_file;
pub mod save;
pub mod seat;
pub mod skill;
mod standing;
pub mod statistics;
pub mod store;
pub mod survival;
pub mod table;
pub mod time_control;
pub mod variation;

pub use autosave::{Autosave, FileState, QueuedFile, SaveError};
pub use clock::{ClockGame, Clocks};
pub use date::{Day, Moment};
pub use difficulty::Difficulty;
pub use forecast::Forecast;
pub use game::{
    Ending, Game, GameFile, MoveWork, NextGame, Origin, Preparation, SaveFile, SavedGame,
    StartError, Status, Work,
};
pub use glimpses::{Glimpse, Glimpses};
pub use id::{GameId, IdError};
pub use labels::{KeptFrom, Labels, SavedLabel};
pub use learnt::LearntLessons;
pub use lesson::{Idea, Lesson, LessonGoal, LessonPlayer, LessonWords, Pupil, player_with_ideas};
pub use lesson_genome::{GeneReader, LessonGenome};
pub use library::{FileName, FileNameError, Library, MAX_NAME};
pub use link::{Link, LinkError, is_link};
pub use player_file::{PlayerFile, PlayerFiles};
pub use puzzle::Puzzle;
pub use record::{Rules, SavedMoves, Session};
pub use replay::{ReplayError, ReplayFile, Replays};
pub use report::{FileReport, keep_files_in};
pub use run_file::{RunFile, RunFileError};
pub use save::Slot;
pub use seat::{NoOpponent, Seat, TwoSeats};
pub use skill::{Challenge, RecordedGame, Skill, SkillSample, Skills};
pub use store::{Folders, SetAside, StoreError};
pub use table::{Table, TableVersion};
pub use time_control::{TimeControl, TimeControlError};
pub use variation::Variation;

use older_games::OlderGames;
use played::PlayedGames;
use statistics::Statistics;

pub(crate) fn plugin(app: &mut bevy::prelude::App) {
    app.add_plugins((
        report::plugin,
        autosave::plugin,
        player_file::plugin::<Labels>,
        player_file::plugin::<Statistics>,
        player_file::plugin::<LearntLessons>,
        player_file::plugin::<Glimpses>,
        player_file::plugin::<PlayedGames>,
        player_file::plugin::<OlderGames>,
        skill::plugin,
        replay::kept::plugin,
    ));
}
