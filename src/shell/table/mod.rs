//! The table: all that the games share while they are set up, played and ended. A game fills in [`Game`] with its rules
//! and [`TableGame`] with its words and pictures; the rest happens here, once for all games.

pub mod actions;
pub mod computers;
pub mod grid_view;
pub mod launch;
pub mod new_game;
pub mod panel;
pub mod result;
pub mod save_row;
pub mod setup_page;
pub mod share;
mod text;

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

pub use actions::TableAction;
pub use computers::{Computers, Pacing};
pub use launch::{open, resume, start};
pub use new_game::NewGame;
pub use text::{player_name, seat_name, status_text, table_tally_text, tally_text};

use super::audio::{self, Sound};
use super::games::{ActiveGame, GameCard, Games, active};
use super::screen::{Menu, Screen};
use super::words::Words;
use crate::base::Seed;
use crate::generation::{EvolutionParameters, WatchedRun};
use crate::session::statistics::Statistics;
use crate::session::{Difficulty, Game, SaveFile, Table, save};

/// What a game shows at the table, beside its rules. Whatever it leaves out has a usual form.
pub trait TableGame: Game {
    /// Its words: keys in the language files.
    const WORDS: GameWords;
    /// The actions that the table offers while it is played, in the order of their buttons.
    const ACTIONS: &'static [TableAction] = &TableAction::ALL;
    /// How many of their buttons stand in a row.
    const ACTIONS_PER_ROW: usize = 3;
    /// Width of its panel, in interface pixels.
    const PANEL: f32 = 400.0;
    /// Seconds between the end of a game and its result.
    const RESULT_DELAY: f32 = 1.5;
    /// Whether the result is shown beside the board, so that the last position can be seen.
    const RESULT_ASIDE: bool = true;

    /// How it searches unless the player has other wishes.
    fn usual_search() -> EvolutionParameters {
        EvolutionParameters::default()
    }

    /// A run to show on its tile.
    fn demo(_seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        None
    }

    /// The actions that this game offers, where not all games of its kind offer the same.
    fn actions(_table: &Table<Self>) -> &'static [TableAction] {
        Self::ACTIONS
    }

    /// Turns a setup into one of a difficulty.
    fn set_difficulty(_setup: &mut Self::Setup, _difficulty: Difficulty) {}

    /// Whether a setup is one of a difficulty.
    fn is_difficulty(setup: &Self::Setup, difficulty: Difficulty) -> bool {
        let mut other = setup.clone();
        Self::set_difficulty(&mut other, difficulty);
        other == *setup
    }

    /// Refuses a setup that cannot be played, in words for the player.
    fn check(_setup: &Self::Setup) -> Result<(), String> {
        Ok(())
    }

    /// The main button of the setup page: starts the game, or opens the theatre on what it needs.
    fn go(world: &mut World) -> Result<(), String> {
        let origin = new_game::origin::<Self>(world);
        open::<Self>(world, origin)
    }

    /// Opens the theatre on what the settings ask for.
    fn evolve(world: &mut World) -> Result<(), String> {
        Self::go(world)
    }

    /// A good move for whose turn it is. It takes no longer than a few milliseconds.
    fn hint(_table: &Table<Self>) -> Option<Self::Move> {
        None
    }

    /// Shows a good move.
    fn show_hint(world: &mut World) {
        let table = world.get_resource::<Table<Self>>();
        let table = table.filter(|table| table.is_human_turn());
        let hint = table.and_then(Self::hint);
        world.resource_mut::<Hint<Self>>().0 = hint;
    }

    /// Makes a move of the automatic player where a human is to move.
    fn play_itself(world: &mut World) {
        let table = world.get_resource::<Table<Self>>();
        let table = table.filter(|table| table.is_human_turn());
        if let Some(made) = table.and_then(Self::hint) {
            play::<Self>(world, made);
        }
    }

    /// Shows that a game has been put on the table.
    fn show_start(_world: &mut World) {}

    /// Shows a move that was made.
    fn show_events(world: &mut World, _events: Self::Events) {
        world.write_message(audio::Play(Sound::Swap));
    }

    /// Shows that a move was refused.
    fn show_refusal(world: &mut World, _made: &Self::Move, _why: Self::Refusal) {
        world.write_message(audio::Play(Sound::Refuse));
    }

    /// Called when the result has been counted, for what is remembered elsewhere.
    fn show_end(_world: &mut World) {}

    /// Called before the game is restarted.
    fn before_restart(_world: &mut World) {}

    /// Whether everything that has happened has been shown.
    fn is_at_rest(_world: &World) -> bool {
        true
    }

    /// The key of the phrase that names a player at the table, such as a colour.
    fn player_key(_table: &Table<Self>, _seat: usize) -> &'static str {
        "play.you"
    }

    /// An opponent in words.
    fn opponent_name(opponent: &Self::Opponent, _words: &Words) -> String {
        opponent.to_string()
    }

    /// Whether the setup page is shown; another page may have its place.
    fn shows_setup_page(_world: &World) -> bool {
        true
    }

    /// Called before the setup page is spawned, for instance to read what it lists.
    fn before_setup_page(_world: &mut World) {}

    /// Fills the setup page between its title and the row of the seed.
    fn setup_rows(page: &mut ChildSpawnerCommands, world: &World);

    /// What the main button of the setup page says.
    fn go_text(world: &World) -> String {
        world.resource::<Words>().say("play.play")
    }

    /// Whether the page with the row of the seed is shown at present.
    fn shows_seed(_world: &World) -> bool {
        true
    }

    /// What stands beside the seed on the setup page.
    fn id_text(world: &World) -> String {
        new_game::origin::<Self>(world).id().to_string()
    }

    /// Whose turn it is, or how the game has ended.
    fn headline(world: &World) -> String {
        status_text::<Self>(world)
    }

    /// Fills the upper part of the panel, below the headline.
    fn panel(_top: &mut ChildSpawnerCommands, _world: &World) {}

    /// Adds buttons of its own above those of the table.
    fn controls(_bottom: &mut ChildSpawnerCommands, _world: &World) {}

    /// Whether the panel has room for the game id at present.
    fn shows_id(_world: &World) -> bool {
        true
    }

    /// What the result says first.
    fn result_title(world: &World) -> String {
        Self::headline(world)
    }

    /// Fills the result between its title and its buttons.
    fn result(_card: &mut ChildSpawnerCommands, _world: &World) {}

    /// The buttons of the result before those that leave the game; the first is the one to press.
    fn result_buttons(_world: &World) -> Vec<ResultButton> {
        vec![ResultButton::new("play.next", launch::next::<Self>)]
    }

    /// What the button says that leads from the result to the setup page.
    fn leave_key(_world: &World) -> &'static str {
        "pause.new"
    }
}

/// The words of a game: keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct GameWords {
    /// Its title.
    pub name: &'static str,
    /// A line on what it is.
    pub tagline: &'static str,
    /// What its keyboard does.
    pub keys: &'static str,
    /// What each difficulty means, easiest first.
    pub difficulties: [&'static str; 4],
    /// The title of its setup page.
    pub setup: &'static str,
}

/// A button of a result.
#[derive(Clone, Copy)]
pub struct ResultButton {
    /// What it says: a key in the language files.
    pub key: &'static str,
    /// What it does once the result is closed.
    pub act: fn(&mut World),
}

impl ResultButton {
    /// A button.
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
        launch::plugin,
        setup_page::plugin,
        share::plugin,
    ));
}

/// Puts a game on the list of games and on the table.
pub fn add_game<G: TableGame>(app: &mut App) {
    app.insert_resource(Hint::<G>(None))
        .init_resource::<NewGame<G>>()
        .init_resource::<EndShown>();
    app.add_systems(Update, launch::finish::<G>)
        .add_systems(
            OnEnter(Screen::Setup),
            setup_page::spawn::<G>.run_if(active(G::KEY)),
        )
        .add_systems(
            OnEnter(Screen::Play),
            panel::spawn::<G>.run_if(active(G::KEY)),
        )
        .add_systems(
            OnEnter(Menu::Result),
            result::spawn::<G>.run_if(active(G::KEY)),
        )
        .add_systems(
            Update,
            (actions::keys::<G>, count_result::<G>, show_result::<G>)
                .chain()
                .run_if(playing::<G>),
        );
    app.world_mut().resource_mut::<Games>().0.push(GameCard {
        key: G::KEY,
        words: G::WORDS,
        usual_search: G::usual_search,
        demo: G::demo,
        open: launch::open_id::<G>,
        resume: launch::resume::<G>,
        is_saved: is_saved::<G>,
        evolve: G::evolve,
        play_itself: G::play_itself,
    });
}

/// A run condition: the game is being played.
pub fn playing<G: Game>(
    screen: Res<State<Screen>>,
    game: Option<Res<ActiveGame>>,
    table: Option<Res<Table<G>>>,
) -> bool {
    let active = game.is_some_and(|game| game.0 == Some(G::KEY));
    *screen.get() == Screen::Play && active && table.is_some()
}

/// Whether the game under way is saved.
fn is_saved<G: TableGame>(world: &World) -> bool {
    world.get_resource::<Table<G>>().is_some_and(G::is_saved)
}

/// Makes a move for the seat that is to move. This is the one place in the program where a move is applied. A move that
/// the rules refuse changes nothing; true if it was made.
pub fn play<G: TableGame>(world: &mut World, made: G::Move) -> bool {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return false;
    };
    match table.play(made.clone()) {
        Ok(events) => {
            world.resource_mut::<Hint<G>>().0 = None;
            world.resource_mut::<Pacing>().since_move = 0.0;
            save::<G>(world);
            G::show_events(world, events);
            true
        }
        Err(why) => {
            G::show_refusal(world, &made, why);
            false
        }
    }
}

/// Makes a move for a human; nothing happens when no human is to move.
pub fn play_for_human<G: TableGame>(world: &mut World, made: G::Move) {
    let table = world.get_resource::<Table<G>>();
    if table.is_some_and(Table::is_human_turn) {
        play::<G>(world, made);
    }
}

/// Changes the game otherwise than by a move, and saves it.
pub fn change<G: TableGame>(world: &mut World, change: impl FnOnce(&mut Table<G>)) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    change(&mut table);
    world.resource_mut::<Hint<G>>().0 = None;
    save::<G>(world);
}

/// Saves the game under way; a game that has ended loses its save and is counted.
pub fn save<G: TableGame>(world: &mut World) {
    count::<G>(world);
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    if !G::is_saved(table) {
        return;
    }
    let file = (!table.is_over()).then(|| G::File::of(table));
    save::write(world, G::KEY, G::SAVE_FORMAT, file.as_ref());
}

/// Counts the result of the game once it has ended.
fn count<G: TableGame>(world: &mut World) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    if !table.bypass_change_detection().count_once() {
        return;
    }
    let (points, counted_as) = (G::points(&table), G::counted_as(&table));
    if let Some((result, against)) = table.result().zip(counted_as) {
        Statistics::count(world, G::KEY, &against, result, points);
    }
    G::show_end(world);
}

/// Counts a game that has ended without a move, for instance because its time was up.
fn count_result<G: TableGame>(world: &mut World) {
    let table = world.resource::<Table<G>>();
    let over = table.is_over();
    if over != table.is_counted() && (over || G::COUNTS_AGAIN) {
        save::<G>(world);
    }
}

/// Seconds for which the end of the game under way has been seen.
#[derive(Resource, Default)]
struct EndShown(f32);

/// Shows the result, after a moment in which the end can be seen.
fn show_result<G: TableGame>(world: &mut World) {
    let looking_back = world.resource::<Pacing>().looking_back;
    if !world.resource::<Table<G>>().is_over() || looking_back {
        world.resource_mut::<EndShown>().0 = 0.0;
        return;
    }
    let menu = *world.resource::<State<Menu>>().get();
    // The result does not come back while the next game is on its way.
    if menu != Menu::None || !G::is_at_rest(world) || launch::is_under_way::<G>(world) {
        return;
    }
    let speed = world
        .resource::<super::settings::Settings>()
        .animation_speed();
    let delta = world.resource::<Time>().delta_secs() * speed;
    let mut shown = world.resource_mut::<EndShown>();
    let before = shown.0;
    shown.0 += delta;
    if shown.0 < G::RESULT_DELAY {
        return;
    }
    NextState::set_if_neq(&mut world.resource_mut::<NextState<Menu>>(), Menu::Result);
    if before < G::RESULT_DELAY {
        let lost = world.resource::<Table<G>>().is_lost();
        let sound = if lost { Sound::Lose } else { Sound::Win };
        world.write_message(audio::Play(sound));
    }
}
