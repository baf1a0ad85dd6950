//! The list of games. The shell knows the games only through this list.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::access::SpokenBoard;
use super::content_to_keep::ContentToKeep;
use super::input::game_controls::GameControls;
use super::words::Words;
use crate::base::PlainError;
use crate::generation::laboratory::LabSetting;
use crate::generation::{Creature, EvolutionParameters, Picture, Seed, WatchedRun};
use crate::session::save::SummaryWork;
use crate::session::survival::StageRates;
use crate::session::{
    FileName, FileState, GameId, Glimpse, LessonWords, ReplayError, ReplayFile, Slot, Work,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Games>();
}

/// The words of a game: keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct GameWords {
    /// Its title.
    pub name: &'static str,
    /// A line that describes the game.
    pub tagline: &'static str,
    /// The explanation of its keys.
    pub keys: &'static str,
    /// The explanation of each difficulty, the easiest first.
    pub difficulties: [&'static str; 4],
    /// The title of its setup page.
    pub setup: &'static str,
}

/// The words of the chart that shows how well the player plays over time, in a game where that is a percentage and no
/// rating: keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct CourseWords {
    /// The title.
    pub title: &'static str,
    /// The name of the percentage.
    pub percent: &'static str,
    /// The name of the games from which it is learnt.
    pub game: &'static str,
}

/// Something that a game evolves with parameters from the settings.
#[derive(Clone, Copy, Debug)]
pub struct Evolved {
    /// The name of its parameters in the settings.
    pub key: &'static str,
    /// The key of its title.
    pub name: &'static str,
    /// The parameters, unless the player has changed them.
    pub usual: fn() -> EvolutionParameters,
    /// The names of the rows of the settings that are not shown, because they would have no effect.
    pub without: &'static [&'static str],
    /// The key of the explanation of the mutation rate.
    pub mutation: &'static str,
    /// The key of the explanation of the populations.
    pub scheme: &'static str,
}

impl Evolved {
    /// Something on which every row of the settings has an effect.
    pub const fn usual(
        key: &'static str,
        name: &'static str,
        usual: fn() -> EvolutionParameters,
    ) -> Self {
        Evolved {
            key,
            name,
            usual,
            without: &[],
            mutation: "settings.mutation.hint",
            scheme: "settings.scheme.hint",
        }
    }

    /// An atlas. Its archive keeps one elite in each cell and breeds at rates of its own, so only the number of
    /// offspring and of generations have an effect.
    pub const fn atlas(
        key: &'static str,
        name: &'static str,
        usual: fn() -> EvolutionParameters,
    ) -> Self {
        Evolved {
            without: &[
                "settings.elitism",
                "settings.mutation",
                "settings.crossover",
                "settings.selection",
                "settings.scheme",
                "settings.stagnation",
                "settings.time",
            ],
            ..Evolved::usual(key, name, usual)
        }
    }
}

/// The origin of a replay, which is named if the replay cannot be shown.
#[derive(Clone, Debug)]
pub enum ReplaySource {
    /// The list of games played, in which the replay has this name.
    Kept(FileName),
    /// A file, with its text.
    File(PathBuf, String),
}

impl ReplaySource {
    /// Says why the replay cannot be shown, with file and line if it comes from a file.
    pub fn explain(&self, why: &ReplayError) -> String {
        match self {
            ReplaySource::Kept(_) => why.to_string(),
            ReplaySource::File(path, text) => why.in_file(path, text).to_string(),
        }
    }
}

/// A button on the tile of a game, which leads to something that only this game has. It stands beside the buttons that
/// all games have.
#[derive(Clone, Copy, Debug)]
pub struct TileButton {
    /// The key of the words on its button.
    pub key: &'static str,
    /// Called when it is pressed.
    pub act: fn(&mut World),
}

/// A game as the shell sees it: functions that do not depend on the types of the game.
#[derive(Clone, Copy)]
pub struct GameCard {
    /// The name of the game in game ids, files and settings.
    pub key: &'static str,
    /// The words of the game.
    pub words: GameWords,
    /// The controls that only it has.
    pub controls: GameControls,
    /// The things that it evolves with parameters from the settings.
    pub evolved: &'static [Evolved],
    /// Returns a text about the player's success in the game; empty before the first game has ended.
    pub standing: fn(&World) -> String,
    /// The words of the chart of the player's skill, if the skill is a percentage.
    pub course: Option<CourseWords>,
    /// Returns the stages of its usual new game, if it has stages whose difficulty is measured.
    pub usual_stages: fn() -> Option<StageRates>,
    /// Starts a run that is shown on the tile of the game.
    pub demo: fn(Seed) -> Option<Arc<dyn WatchedRun>>,
    /// Changes the picture of an individual of that run to the picture that the tile shows.
    pub demo_picture: fn(Picture) -> Picture,
    /// Starts the game that an id names, or returns the reason why it cannot.
    pub open: fn(&mut World, &GameId) -> Result<(), PlainError>,
    /// Shows a replay as soon as it is ready. The source is named in the error if the replay cannot be shown.
    pub open_replay: fn(&mut World, &ReplayFile, ReplaySource),
    /// Returns the names of the players of a replay; empty in a game for one player.
    pub players: fn(&ReplayFile, &Words) -> String,
    /// Returns a name under which results are counted, in words.
    pub counted_text: fn(&str, &Words) -> String,
    /// Returns the game of the day for its seed.
    pub of_the_day: fn(Seed) -> GameId,
    /// Begins the new game with which the setup page would open, as the main button of the page does.
    pub begin_at_once: fn(&mut World) -> Result<(), PlainError>,
    /// Resumes the game that was saved last.
    pub resume: fn(&mut World),
    /// Resumes one of the saved games.
    pub resume_slot: fn(&mut World, Slot),
    /// Returns the work that makes the summary of a saved game.
    pub save_summary: fn(&World, Slot) -> SummaryWork,
    /// Returns the work that makes the glimpse of a saved game; `None` if there are no folders. It fails if the save is
    /// broken.
    pub glimpse_of_save: fn(&World, Slot) -> Option<Work<Glimpse>>,
    /// Keeps the glimpse of the game under way and the time that has passed, when another game takes its place on the
    /// screen.
    pub keep_as_left: fn(&mut World),
    /// Returns the state of the save of the game under way, or `None` if the game is not to be saved.
    pub save_state: fn(&World) -> Option<FileState>,
    /// Whether a copy of the game under way can be saved.
    pub can_save_copy: fn(&World) -> bool,
    /// Saves a copy of the game under way.
    pub save_copy: fn(&mut World),
    /// Returns the key of the button that leads from the game under way to the setup page.
    pub leave_key: fn(&World) -> &'static str,
    /// Returns the evolved opponent of the game under way that can be kept.
    pub evolved_opponent: fn(&World) -> Option<Creature>,
    /// Keeps the evolved opponent in a file of a name, and returns the path.
    pub keep_opponent: fn(&mut World, &FileName) -> Result<PathBuf, PlainError>,
    /// Returns the content of the game under way that can be kept, such as its level.
    pub content_to_keep: fn(&World) -> Option<ContentToKeep>,
    /// Whether the game on the table has ended, also while the player looks back at it.
    pub is_over: fn(&World) -> bool,
    /// Whether a clock of a person runs in the game under way.
    pub is_timed: fn(&World) -> bool,
    /// Whether the game under way can be begun again.
    pub can_restart: fn(&World) -> bool,
    /// Begins the game under way again.
    pub restart: fn(&mut World),
    /// Whether another game of the same setup can take the place of the one under way.
    pub can_begin_other: fn(&World) -> bool,
    /// Begins another game of the same setup. If a game is going, the player is asked first.
    pub begin_other: fn(&mut World),
    /// Returns the id of the game under way.
    pub id_under_way: fn(&World) -> Option<String>,
    /// Opens the theatre for the setup of the new game.
    pub evolve: fn(&mut World) -> Result<(), PlainError>,
    /// Returns the setting of the laboratory with which the new game evolves its content.
    pub laboratory_setting: fn(&World) -> Option<LabSetting>,
    /// Makes a move for a human in the game under way.
    pub play_itself: fn(&mut World),
    /// Returns a text that names the player whose turn it is, or says how the game has ended.
    pub headline: fn(&World) -> String,
    /// Returns the title of the result.
    pub result_title: fn(&World) -> String,
    /// Returns the board in words, for screen readers.
    pub spoken_board: fn(&World) -> Option<SpokenBoard>,
    /// Chooses the cell in a row and a column of the spoken board, as a click would.
    pub choose_cell: fn(&mut World, usize, usize),
    /// Returns the words of its lessons, the first one first.
    pub lessons: fn() -> Vec<LessonWords>,
    /// Starts one of its lessons, by its number.
    pub start_lesson: fn(&mut World, usize),
    /// Puts its next puzzle on the table; `None` if it has no puzzles.
    pub next_puzzle: Option<fn(&mut World)>,
    /// The button on its tile that only this game has, if there is one.
    pub tile_button: Option<TileButton>,
}

/// All games, in the order of the title screen.
#[derive(Resource, Default)]
pub struct Games(pub Vec<GameCard>);

impl Games {
    /// Finds a game by its key.
    pub fn find(&self, key: &str) -> Option<GameCard> {
        self.0.iter().find(|card| card.key == key).copied()
    }
}

/// The game that the setup screen, the theatre and the play screen show.
#[derive(Resource, Default, PartialEq, Eq, Clone, Copy, Debug)]
pub struct ActiveGame(pub Option<&'static str>);

/// The card of the active game; `None` if no game is active.
pub fn active_card(world: &World) -> Option<GameCard> {
    let game = world.resource::<ActiveGame>().0?;
    world.resource::<Games>().find(game)
}

/// A run condition: this game is the active one.
pub fn active(key: &'static str) -> impl Fn(Option<Res<ActiveGame>>) -> bool + Clone {
    move |game| game.is_some_and(|game| game.0 == Some(key))
}
