//! The table: everything that the games share while they are set up, played and ended. A game implements [`Game`] for its
//! rules and [`TableGame`] for its words and pictures. The rest is here, once for all games.

pub mod actions;
pub mod computers;
mod ending;
pub mod grid_view;
pub mod ground;
mod held_move;
pub mod interlude;
mod interlude_page;
pub mod launch;
pub mod launch_banner;
pub mod lesson;
pub mod move_list;
pub mod new_game;
pub mod panel;
mod preview;
pub mod puzzle;
pub mod replay;
pub mod result;
pub mod save_row;
pub mod setup_page;
pub mod share;
mod skill;
mod text;
pub mod variations;

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

pub use actions::TableAction;
pub use computers::{Computers, Pacing};
pub use ending::count_and_save;
use ending::{EndTimer, count_seconds, show_result, update_count};
pub use interlude::Interlude;
pub use launch::{open, resume, start};
pub use new_game::NewGame;
pub use preview::Preview;
pub use text::{player_name, seat_name, standing_text, status_text, table_tally_text, tally_text};

use super::access::{Speech, SpokenBoard};
use super::audio::music::score::{self, Style};
use super::audio::music::{Mood, Stakes, Styles};
use super::audio::{self, Sound};
use super::games::{ActiveGame, GameCard, Games, active};
pub use super::games::{Evolved, GameWords};
use super::input::game_controls::GameControls;
use super::screen::{Menu, Screen};
use super::theme::palette;
use super::window::ground::{Ground, GroundPattern};
use super::words::Words;
use crate::base::Seed;
use crate::generation::laboratory::Setting;
use crate::generation::{Creature, EvolutionParameters, Picture, WatchedRun};
use crate::session::{Difficulty, FileName, FileState, Game, Lesson, SaveFile, Table, save};

/// The visible half of a game at the table. Most items have a usual value.
pub trait TableGame: Game {
    /// The words of the game: keys in the language files.
    const WORDS: GameWords;
    /// The standard actions of the game, in the order of their buttons.
    const ACTIONS: &'static [TableAction] = &TableAction::ALL;
    /// The number of action buttons in a row.
    const ACTIONS_PER_ROW: usize = 3;
    /// The controls that only this game has.
    const CONTROLS: GameControls = GameControls {
        own: &[],
        actions: &[],
    };
    /// The width of the panel, in interface pixels.
    const PANEL: f32 = 400.0;
    /// How its music sounds.
    const MUSIC: Style = score::USUAL;
    /// The time between the end of a game and its result, in seconds.
    const RESULT_DELAY: f32 = 1.5;
    /// The key of the phrase that says how often the player is expected to succeed (see [`Game::challenge`]).
    const FOR_YOU: &'static str = "play.for_you.games";

    /// Returns the ground on which the board lies. It tells games and difficulties apart.
    fn ground(table: &Table<Self>) -> Ground {
        let hues = [palette::LEAF, palette::LAMP];
        ground::ground_for::<Self>(table.setup(), GroundPattern::Dish, hues)
    }

    /// What the game evolves with parameters from the settings.
    const EVOLVED: &'static [Evolved] = &[Evolved::usual(
        Self::KEY,
        Self::WORDS.name,
        Self::usual_search,
    )];

    /// Its lessons, the first one first.
    const LESSONS: &'static [Lesson<Self>] = &[];

    /// Puts the next puzzle on the table; `None` if the game has no puzzles.
    const PUZZLES: Option<fn(&mut World)> = None;

    /// Called when the puzzle at the table was tried for the first time.
    fn puzzle_tried(_world: &mut World, _is_solved: bool) {}

    /// Returns the parameters of the evolution, unless the player has changed them.
    fn usual_search() -> EvolutionParameters {
        EvolutionParameters::default()
    }

    /// Starts a run that is shown on the tile of the game.
    fn demo(_seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        None
    }

    /// Changes the picture of an individual to what the tile of the game shows.
    fn demo_picture(picture: Picture) -> Picture {
        picture
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

    /// Returns setups like this one but of other strengths, with their names. One of them is suggested to the player.
    fn strengths(setup: &Self::Setup, words: &Words) -> Vec<(String, Self::Setup)> {
        let strength = |difficulty: Difficulty| {
            let mut other = setup.clone();
            Self::set_difficulty(&mut other, difficulty);
            (words.get(difficulty.key()), other)
        };
        Difficulty::ALL.map(strength).into()
    }

    /// Checks that a setup can be played. The error is shown to the player.
    fn check(_setup: &Self::Setup) -> Result<(), String> {
        Ok(())
    }

    /// Begins a new game when the main button of the setup page is pressed. It starts the game, or opens the theatre that
    /// evolves its content.
    fn begin(world: &mut World) -> Result<(), String> {
        let origin = new_game::origin::<Self>(world);
        open::<Self>(world, origin)
    }

    /// Opens the theatre for the setup of the new game.
    fn evolve(world: &mut World) -> Result<(), String> {
        Self::begin(world)
    }

    /// Returns the setting of the laboratory with which the new game evolves what it needs; `None` if it evolves nothing
    /// that the laboratory can run.
    fn laboratory_setting(_world: &World) -> Option<Setting> {
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

    /// What the music follows: how much is at stake, and how near the end is, each from 0 to 1.
    fn stakes(_table: &Table<Self>) -> Stakes {
        Stakes::default()
    }

    /// Returns the run that does the work which a move needs (see [`Game::work_before`]), to be shown before the move is
    /// made. Without one the work is done unseen.
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

    /// Returns where the player stands in the game, for its tile; empty before the first game has ended.
    fn standing(world: &World) -> String {
        text::standing_text::<Self>(world)
    }

    /// Returns the name under which results are counted (see [`Game::counted_as`]) in words.
    fn counted_text(name: &str, _words: &Words) -> String {
        name.to_owned()
    }

    /// How much faster the moves of a replay follow each other than those of a board game.
    const REPLAY_SPEED: f32 = 1.0;

    /// Called when the result has been counted, for games that keep further records.
    fn show_end(_world: &mut World) {}

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

    /// Returns the evolved opponent of a game that can be kept.
    fn evolved_opponent(_table: &Table<Self>) -> Option<Creature> {
        None
    }

    /// Keeps the evolved opponent of the game under way in a file of a name, and returns the path.
    fn keep_opponent(world: &mut World, _name: &FileName) -> Result<PathBuf, String> {
        Err(save_row::nothing_to_save(world))
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

    /// Called before the setup page is spawned, for instance to read files that it lists.
    fn before_setup_page(_world: &mut World) {}

    /// Spawns the rows of the setup page between its title and the row of the seed.
    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World);

    /// The button that shows the other picture of what the preview shows; `None` if there is none.
    const PREVIEW_INSIGHT: Option<&'static str> = None;

    /// What the setup page shows of the new game as it stands; `None` if there is nothing to see.
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

    /// Returns the headline of the panel: whose turn it is, or how the game has ended.
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

    /// Spawns the part of the result between its title and its buttons.
    fn result(_card: &mut ChildSpawnerCommands, _world: &World) {}

    /// Returns the buttons of the result, without those that leave the game. The first one is the main button.
    fn result_buttons(_world: &World) -> Vec<ResultButton> {
        vec![ResultButton::new("play.next", launch::next::<Self>)]
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

/// A good move that is shown until the position changes.
#[derive(Resource)]
pub struct Hint<G: Game>(pub Option<G::Move>);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        computers::plugin,
        interlude::plugin,
        launch::plugin,
        launch_banner::plugin,
        lesson::plugin,
        preview::plugin,
        replay::plugin,
        setup_page::plugin,
        share::plugin,
    ));
}

/// Adds a game to the list of games, and its systems to the app.
pub fn add_game<G: TableGame>(app: &mut App) {
    app.insert_resource(Hint::<G>(None))
        .insert_resource(held_move::HeldMove::<G>::default())
        .init_resource::<NewGame<G>>()
        .init_resource::<EndTimer>();
    app.add_systems(Update, launch::finish_launches::<G>)
        .add_systems(
            Update,
            new_game::follow_settings::<G>.run_if(resource_changed::<super::settings::Settings>),
        )
        .add_systems(
            OnEnter(Screen::Setup),
            setup_page::spawn_setup_page::<G>.run_if(active(G::KEY)),
        )
        .add_systems(
            Update,
            preview::follow_setup::<G>.run_if(in_state(Screen::Setup).and_then(active(G::KEY))),
        )
        .add_systems(
            OnEnter(Screen::Play),
            panel::spawn_panel::<G>.run_if(active(G::KEY)),
        )
        .add_systems(
            OnEnter(Menu::Result),
            result::spawn_result::<G>.run_if(active(G::KEY)),
        )
        .add_systems(
            OnEnter(Menu::Recap),
            result::spawn_recap::<G>.run_if(active(G::KEY)),
        )
        .add_systems(
            Update,
            (
                actions::read_action_keys::<G>,
                count_seconds::<G>,
                held_move::play_held_move::<G>,
                update_count::<G>,
                set_mood::<G>,
                ground::show_ground::<G>,
                show_result::<G>,
            )
                .chain()
                .run_if(playing::<G>),
        );
    app.world_mut()
        .get_resource_or_init::<Styles>()
        .add(G::KEY, G::MUSIC);
    replay::add_replays::<G>(app);
    skill::add_learning::<G>(app);
    lesson::add_lessons::<G>(app);
    app.world_mut().resource_mut::<Games>().0.push(GameCard {
        key: G::KEY,
        words: G::WORDS,
        controls: G::CONTROLS,
        evolved: G::EVOLVED,
        demo: G::demo,
        demo_picture: G::demo_picture,
        open: launch::open_id::<G>,
        open_replay: replay::open::<G>,
        players: text::players_text::<G>,
        counted_text: G::counted_text,
        standing: G::standing,
        of_the_day: new_game::of_the_day::<G>,
        resume: launch::resume::<G>,
        resume_slot: launch::resume_slot::<G>,
        save_summary: launch::save_summary::<G>,
        save_state: save_state::<G>,
        evolved_opponent: |world| G::evolved_opponent(world.get_resource::<Table<G>>()?),
        keep_opponent: G::keep_opponent,
        id_under_way: |world| Some(world.get_resource::<Table<G>>()?.id().to_string()),
        evolve: G::evolve,
        laboratory_setting: G::laboratory_setting,
        play_itself: skill::play_itself::<G>,
        headline: G::headline,
        result_title: puzzle::result_title::<G>,
        spoken_board: G::spoken_board,
        choose_cell: G::choose_cell,
        lessons: lesson::words::<G>,
        start_lesson: lesson::start::<G>,
        next_puzzle: G::PUZZLES,
    });
}

/// Lets the music follow the game, while no menu lies over it.
fn set_mood<G: TableGame>(table: Res<Table<G>>, mut mood: ResMut<Mood>) {
    let stakes = G::stakes(&table);
    mood.set_if_neq(Mood { stakes, ..*mood });
}

/// A run condition: this game is on the play screen.
pub fn playing<G: Game>(
    screen: Res<State<Screen>>,
    game: Option<Res<ActiveGame>>,
    table: Option<Res<Table<G>>>,
) -> bool {
    let active = game.is_some_and(|game| game.0 == Some(G::KEY));
    *screen.get() == Screen::Play && active && table.is_some()
}

/// Returns where the save of the game under way is. A game that has ended has none.
fn save_state<G: TableGame>(world: &World) -> Option<FileState> {
    let table = world.get_resource::<Table<G>>()?;
    let is_saved = G::is_saved(table) && !table.is_over() && table.is_recorded();
    is_saved.then(|| save::state(world, G::KEY, table.slot()))
}

/// Makes a move for the seat to move, and returns whether it was made. A move that the rules refuse changes nothing. This
/// is the only place in the program where a new move of a game is made; those of variations are made in `variations`.
pub fn play<G: TableGame>(world: &mut World, made: G::Move) -> bool {
    // Nothing happens in the game while a run is shown.
    if interlude::is_open(world) {
        return false;
    }
    let table = world.get_resource_mut::<Table<G>>();
    let Some(mut table) = table.filter(|table| table.takes_moves()) else {
        return false;
    };
    if let Some(work) = G::work_before(table.state(), &made) {
        let version = table.version();
        held_move::hold::<G>(world, made, version, work);
        return false;
    }
    match table.play(made.clone()) {
        Ok(events) => {
            world.resource_mut::<Hint<G>>().0 = None;
            world.resource_mut::<Pacing>().since_move = 0.0;
            count_and_save::<G>(world);
            say_move::<G>(world, &events);
            G::show_events(world, events);
            true
        }
        Err(why) => {
            refuse::<G>(world, &made, why);
            false
        }
    }
}

/// Tells the player that a move was refused.
fn refuse<G: TableGame>(world: &mut World, made: &G::Move, why: G::MoveError) {
    let refused = world.resource::<Words>().get("access.refused");
    world.resource_mut::<Speech>().say(refused);
    G::show_move_error(world, made, why);
}

/// Tells a screen reader what a move has done.
fn say_move<G: TableGame>(world: &mut World, events: &G::Events) {
    let (table, words) = (world.get_resource::<Table<G>>(), world.resource::<Words>());
    let spoken = table.map(|table| G::spoken_move(table, events, words));
    world
        .resource_mut::<Speech>()
        .say(spoken.unwrap_or_default());
}

/// Makes a move for a human, or tries it in a variation. Nothing happens if no human is to move.
pub fn play_for_human<G: TableGame>(world: &mut World, made: G::Move) {
    if world.resource::<Pacing>().trying.is_some() {
        variations::try_move::<G>(world, made);
        return;
    }
    let table = world.get_resource::<Table<G>>();
    if table.is_some_and(Table::is_human_turn) {
        play::<G>(world, made);
    }
}

/// Changes the game in another way than by a move, and saves it.
pub fn change<G: TableGame>(world: &mut World, change: impl FnOnce(&mut Table<G>)) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    change(&mut table);
    world.resource_mut::<Hint<G>>().0 = None;
    count_and_save::<G>(world);
}

/// Saves the game under way. The save of a game that has ended is removed.
fn save<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    if !G::is_saved(table) || !table.is_recorded() {
        return;
    }
    let file = (!table.is_game_over()).then(|| G::File::of(table));
    let slot = table.slot();
    save::write(world, G::KEY, slot, G::SAVE_FORMAT, file.as_ref());
}
