//! The properties that a game defines to be seen and played at the table.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::actions::TableAction;
use super::board_section::Boards;
use super::interlude::Interlude;
use super::launch::{self, open};
use super::play::{Hint, play};
use super::preview::Preview;
use super::setup_page::EditorButton;
use super::sides::Sides;
use super::text::{self, status_text};
use super::{ground, lesson, new_game, save_row};
use crate::base::{PlainError, Seed};
use crate::generation::laboratory::LabSetting;
use crate::generation::{Creature, EvolutionParameters, Picture, WatchedRun};
use crate::session::{Difficulty, FileName, Game, Lesson, Table};
use crate::shell::access::SpokenBoard;
use crate::shell::audio::music::Stakes;
use crate::shell::audio::music::score::{self, Style};
use crate::shell::audio::{self, Sound};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::games::{CourseWords, Evolved, GameWords, TileButton};
use crate::shell::input::game_controls::GameControls;
use crate::shell::theme::palette;
use crate::shell::window::ground::{Ground, GroundPattern};
use crate::shell::words::Words;

/// The visible half of a game at the table. Most items have a usual value.
pub trait TableGame: Game {
    /// The words of the game: keys in the language files.
    const WORDS: GameWords;
    /// The standard actions of the game, in the order of their buttons.
    const ACTIONS: &'static [TableAction] = &TableAction::ALONE;
    /// The number of action buttons in a row.
    const ACTIONS_PER_ROW: usize = 3;
    /// The controls that only this game has.
    const CONTROLS: GameControls = GameControls {
        own: &[],
        actions: &[],
    };
    /// The width of the panel, in interface pixels.
    const PANEL: f32 = 400.0;
    /// The style of its music.
    const MUSIC: Style = score::USUAL;
    /// The time between the end of a game and its result, in seconds.
    const RESULT_DELAY: f32 = 1.5;
    /// The key of the phrase with the expected success of the player (see [`Game::challenge`]).
    const FOR_YOU: &'static str = "play.for_you.games";
    /// The words of the chart of the player's skill; `None` if the skill is a rating or nothing is learnt.
    const COURSE: Option<CourseWords> = None;

    /// Returns the ground on which the board lies. It tells games and difficulties apart.
    fn ground(table: &Table<Self>) -> Ground {
        let hues = [palette::LEAF, palette::LAMP];
        ground::ground_for::<Self>(table.setup(), GroundPattern::Dish, hues)
    }

    /// The things that the game evolves with parameters from the settings.
    const EVOLVED: &'static [Evolved] = &[Evolved::usual(
        Self::KEY,
        Self::WORDS.name,
        Self::usual_parameters,
    )];

    /// Its lessons, the first one first.
    const LESSONS: &'static [Lesson<Self>] = &[];

    /// Puts the next puzzle on the table; `None` if the game has no puzzles.
    const PUZZLES: Option<fn(&mut World)> = None;

    /// A button on the tile of the game beside those that all games have.
    const TILE_BUTTON: Option<TileButton> = None;

    /// Called when the puzzle at the table was tried for the first time.
    fn puzzle_tried(_world: &mut World, _is_solved: bool) {}

    /// Returns the parameters of the evolution, unless the player has changed them.
    fn usual_parameters() -> EvolutionParameters {
        EvolutionParameters::default()
    }

    /// Starts a run that is shown on the tile of the game.
    fn demo(_seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        None
    }

    /// Changes the picture of an individual to the picture that the tile of the game shows.
    fn demo_picture(picture: Picture) -> Picture {
        picture
    }

    /// Whether the arrows move something on the board of a replay at the moment, so that they do not step through its
    /// moves.
    fn takes_arrows(_world: &World) -> bool {
        false
    }

    /// Returns the standard actions of this table, if they depend on its setup.
    fn actions(_table: &Table<Self>) -> &'static [TableAction] {
        Self::ACTIONS
    }

    /// Changes a setup to a difficulty.
    fn set_difficulty(_setup: &mut Self::Setup, _difficulty: Difficulty) {}

    /// Whether a setup has a difficulty.
    fn is_difficulty(setup: &Self::Setup, difficulty: Difficulty) -> bool {
        let mut other = setup.clone();
        Self::set_difficulty(&mut other, difficulty);
        other == *setup
    }

    /// Returns the key of the phrase that describes a difficulty in games like that of a setup.
    fn difficulty_key(_setup: &Self::Setup, difficulty: Difficulty) -> &'static str {
        Self::WORDS.difficulties[difficulty as usize]
    }

    /// Returns setups like this one but of other strengths, with their names. The one at which the player is expected
    /// to succeed most nearly in 6 of 10 is suggested. There may be a hundred of them.
    fn strengths(setup: &Self::Setup, words: &Words) -> Vec<(String, Self::Setup)> {
        let strength = |difficulty: Difficulty| {
            let mut other = setup.clone();
            Self::set_difficulty(&mut other, difficulty);
            (words.get(difficulty.key()), other)
        };
        Difficulty::ALL.map(strength).into()
    }

    /// Checks that a setup can be played. The error is shown to the player.
    fn check(_setup: &Self::Setup) -> Result<(), PlainError> {
        Ok(())
    }

    /// Begins a new game when the main button of the setup page is pressed. It starts the game, or opens the theatre
    /// that evolves its content.
    fn begin(world: &mut World) -> Result<(), PlainError> {
        let origin = new_game::origin::<Self>(world);
        open::<Self>(world, origin)
    }

    /// Opens the theatre for the setup of the new game.
    fn evolve(world: &mut World) -> Result<(), PlainError> {
        Self::begin(world)
    }

    /// Returns the setting of the laboratory with which the new game evolves its content; `None` if it evolves nothing
    /// that the laboratory can run.
    fn laboratory_setting(_world: &World) -> Option<LabSetting> {
        None
    }

    /// Finds a good move for the seat to move. This must not take more than a few milliseconds.
    fn hint(_table: &Table<Self>) -> Option<Self::Move> {
        None
    }

    /// Shows a good move.
    fn show_hint(world: &mut World) {
        let table = world.get_resource::<Table<Self>>();
        let table = table.filter(|table| table.is_human_turn());
        let hint = table.and_then(lesson::good_move);
        world.resource_mut::<Hint<Self>>().0 = hint;
    }

    /// Makes a move for a human, if a human is to move.
    fn play_itself(world: &mut World) {
        let table = world.get_resource::<Table<Self>>();
        let table = table.filter(|table| table.is_human_turn());
        if let Some(made) = table.and_then(lesson::good_move) {
            play::<Self>(world, made);
        }
    }

    /// Whether a clock of a person runs. The board is hidden while such a game is paused.
    fn is_timed(_table: &Table<Self>) -> bool {
        false
    }

    /// Returns the state that the music follows: the danger and the nearness of the end, each from 0 to 1.
    fn stakes(_table: &Table<Self>) -> Stakes {
        Stakes::default()
    }

    /// Returns the run that does the work which a move needs (see [`Game::work_before`]), to be shown before the move
    /// is made. Without such a run the work is done unseen.
    fn interlude(_world: &mut World, _made: &Self::Move) -> Option<Interlude> {
        None
    }

    /// Called when the player no longer waits for the work that a move needs. The move is not made.
    fn give_up_move(_world: &mut World) {}

    /// Called when a game has been put on the table.
    fn show_start(_world: &mut World) {}

    /// Shows the events of a move.
    fn show_events(world: &mut World, _events: Self::Events) {
        world.write_message(audio::PlaySound(Sound::Move));
    }

    /// Shows that a move was refused.
    fn show_move_error(world: &mut World, _made: &Self::Move, _why: Self::MoveError) {
        world.write_message(audio::PlaySound(Sound::Refuse));
    }

    /// Returns the picture of a position that stands for the game in the list of games played.
    fn picture(_table: &Table<Self>) -> Picture {
        Picture::default()
    }

    /// Returns a text about the player's success in the game, for its tile; empty before the first game has ended.
    fn standing(world: &World) -> String {
        text::standing_text::<Self>(world)
    }

    /// Returns the name under which results are counted (see [`Game::counted_as`]) in words.
    fn counted_text(name: &str, _words: &Words) -> String {
        name.to_owned()
    }

    /// The factor by which the moves of a replay follow each other faster than those of a board game.
    const REPLAY_SPEED: f32 = 1.0;

    /// Called when the result has been counted, for games that keep further records.
    fn show_end(_world: &mut World) {}

    /// Returns the key of the phrase with the reason why no other game of the same setup can be begun in place of this
    /// one; `None` if one can.
    fn why_no_other_game(_table: &Table<Self>) -> Option<&'static str> {
        None
    }

    /// Begins another game of the same setup in place of the one at the table.
    fn begin_other_game(world: &mut World) -> Result<(), PlainError> {
        launch::start_other_game::<Self>(world)
    }

    /// Called before the game is restarted.
    fn before_restart(_world: &mut World) {}

    /// Returns the board in words, for screen readers; `None` if the game has no board.
    fn spoken_board(_world: &World) -> Option<SpokenBoard> {
        None
    }

    /// Chooses the cell in a row and a column of the spoken board, as a click would.
    fn choose_cell(_world: &mut World, _row: usize, _column: usize) {}

    /// Returns a sentence on a move that was made, for screen readers. `table` is the table after the move.
    fn spoken_move(_table: &Table<Self>, _events: &Self::Events, _words: &Words) -> String {
        String::new()
    }

    /// Returns a sentence on a good move that is shown to the player, for screen readers. `table` is the table before
    /// the move.
    fn spoken_hint(_table: &Table<Self>, _made: &Self::Move, _words: &Words) -> String {
        String::new()
    }

    /// Whether all animations have ended.
    fn is_at_rest(_world: &World) -> bool {
        true
    }

    /// Returns the key of the phrase that names a player, for instance a colour.
    fn player_key(_table: &Table<Self>, _seat: usize) -> &'static str {
        "play.you"
    }

    /// Returns the name of an opponent.
    fn opponent_name(opponent: &Self::Opponent, _words: &Words) -> String {
        opponent.to_string()
    }

    /// Returns the name of an opponent at a table.
    fn name_at_table(_table: &Table<Self>, opponent: &Self::Opponent, words: &Words) -> String {
        Self::opponent_name(opponent, words)
    }

    /// Returns the evolved opponent of a game that can be kept.
    fn evolved_opponent(_table: &Table<Self>) -> Option<Creature> {
        None
    }

    /// Keeps the evolved opponent of the game under way in a file of a name, and returns the path.
    fn keep_opponent(world: &mut World, _name: &FileName) -> Result<PathBuf, PlainError> {
        Err(save_row::nothing_to_save(world))
    }

    /// Returns the content of a game that can be kept, such as its level.
    fn content_to_keep(_table: &Table<Self>) -> Option<ContentToKeep> {
        None
    }

    /// Whether there is a page about the game that has ended.
    fn has_recap(_world: &World) -> bool {
        false
    }

    /// Fills the page about the game that has ended.
    fn recap(_card: &mut ChildSpawnerCommands, _world: &World) {}

    /// Whether the setup page is shown. A game may show another page in its place.
    fn shows_setup_page(_world: &World) -> bool {
        true
    }

    /// Called when the new game has its setup and its seed, before the setup page is spawned and before a game is begun
    /// without the page. A game reads the files that the page lists, and the choices that it keeps elsewhere.
    fn prepare_setup(_world: &mut World) {}

    /// Spawns the rows of the setup page between its title and the row of the seed.
    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World);

    /// The boards between which the setup page steps; `None` if the game has no list of boards. The page of a game with
    /// boards has a [`board_section`](super::board_section), in which the preview stands.
    const BOARDS: Option<Boards> = None;

    /// The button that opens the editor of the game's content; `None` if there is no editor.
    const EDITOR: Option<EditorButton> = None;

    /// The sides of which the player chooses one on the setup page; `None` if there is nothing to choose.
    const SIDES: Option<Sides<Self>> = None;

    /// The key of the button that shows the other picture of the individual in the preview; `None` if there is none.
    const PREVIEW_INSIGHT: Option<&'static str> = None;

    /// Whether the setup page has a preview as it is now.
    fn shows_preview(_world: &World) -> bool {
        true
    }

    /// Returns the content of the preview on the setup page for the new game as it is set up; `None` if there is
    /// nothing to show.
    fn preview(_world: &World) -> Option<Preview> {
        None
    }

    /// Returns the text of the main button of the setup page.
    fn begin_text(world: &World) -> String {
        world.resource::<Words>().get("play.play")
    }

    /// Whether the row of the seed is shown now.
    fn shows_seed(_world: &World) -> bool {
        true
    }

    /// Returns the text beside the seed on the setup page.
    fn id_text(world: &World) -> String {
        new_game::origin::<Self>(world).id().to_string()
    }

    /// Returns the headline of the panel: a text that names the player whose turn it is, or says how the game has
    /// ended.
    fn headline(world: &World) -> String {
        status_text::<Self>(world)
    }

    /// Spawns the upper part of the panel, below the headline.
    fn panel(_top: &mut ChildSpawnerCommands, _world: &World) {}

    /// Spawns further buttons above those of the table.
    fn controls(_bottom: &mut ChildSpawnerCommands, _world: &World) {}

    /// Whether the panel shows the game id now.
    fn shows_id(_world: &World) -> bool {
        true
    }

    /// Returns the title of the result.
    fn result_title(world: &World) -> String {
        Self::headline(world)
    }

    /// Returns the result in a few words without a full stop, for a line that is sent to somebody.
    fn shared_result(table: &Table<Self>, words: &Words) -> String {
        text::outcome_text(table, words)
    }

    /// Spawns the part of the result between its title and its buttons.
    fn result(_card: &mut ChildSpawnerCommands, _world: &World) {}

    /// Returns the buttons of the result, without those that leave the game. The first one is the main button.
    fn result_buttons(_world: &World) -> Vec<ResultButton> {
        vec![ResultButton::new(
            "play.next",
            launch::start_next_game::<Self>,
        )]
    }

    /// Returns the key of the phrase on the button that leads from the result to the setup page.
    fn leave_key(_world: &World) -> &'static str {
        "pause.new"
    }
}

/// A button of a result.
#[derive(Clone, Copy)]
pub struct ResultButton {
    /// The key of the phrase on the button.
    pub key: &'static str,
    /// The action that follows when the result has been closed.
    pub act: fn(&mut World),
}

impl ResultButton {
    /// Makes a button from a key and an action.
    pub fn new(key: &'static str, act: fn(&mut World)) -> Self {
        ResultButton { key, act }
    }
}
