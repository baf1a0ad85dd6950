//! Adds a game to the list of games, and the systems of the table for it to the app.

use bevy::prelude::*;

use super::ending::{EndTimer, count_seconds, show_result, update_count};
use super::new_game::{self, NewGame};
use super::play::{Hint, say_hint, sound_hint};
use super::table_game::TableGame;
use super::{
    Pacing, actions, glimpse, ground, held_move, idle, launch, lesson, other_game, pacing, panel,
    preview, puzzle, question, replay, result, save_copy, setup_page, skill, text,
};
use crate::session::autosave::WriteFiles;
use crate::session::{Game, Table};
use crate::shell::at_rest::InMotion;
use crate::shell::audio::music::{Mood, Styles};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::games::{ActiveGame, GameCard, Games, active};
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;

/// Adds a game to the list of games, and its systems to the app.
pub fn add_game<G: TableGame>(app: &mut App) {
    app.insert_resource(Hint::<G>(None))
        .insert_resource(held_move::HeldMove::<G>::default())
        .init_resource::<NewGame<G>>()
        .init_resource::<EndTimer>();
    add_pages::<G>(app);
    app.add_systems(
        Update,
        (
            launch::finish_launches::<G>,
            new_game::follow_settings::<G>.run_if(resource_changed::<Settings>),
        ),
    )
    .add_systems(
        OnExit(Screen::Play),
        (
            held_move::drop_held_move::<G>,
            launch::keep_as_left::<G>
                .run_if(active(G::KEY))
                .before(pacing::reset_pacing),
        ),
    )
    // The window can be closed in the middle of a game.
    .add_systems(
        Last,
        launch::keep_as_left::<G>
            .run_if(on_message::<AppExit>.and_then(playing::<G>))
            .before(WriteFiles),
    )
    .add_systems(
        Update,
        (
            // The question about an earlier position goes before the keys are read, which may ask about this one.
            question::drop_old_question::<G>,
            actions::read_action_keys::<G>,
            other_game::read_key::<G>,
            count_seconds::<G>,
            held_move::play_held_move::<G>,
            say_hint::<G>,
            update_count::<G>,
            sound_hint::<G>,
            set_mood::<G>,
            tell_motion::<G>,
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
    idle::add_idle_time::<G>(app);
    app.world_mut()
        .resource_mut::<Games>()
        .0
        .push(game_card::<G>());
}

/// Adds the systems that spawn the pages of a game when it is the active one.
fn add_pages<G: TableGame>(app: &mut App) {
    let is_active = || active(G::KEY);
    app.add_systems(
        OnEnter(Screen::Setup),
        setup_page::spawn_setup_page::<G>.run_if(is_active()),
    )
    .add_systems(
        Update,
        preview::follow_setup::<G>.run_if(in_state(Screen::Setup).and_then(is_active())),
    )
    .add_systems(
        OnEnter(Screen::Play),
        panel::spawn_panel::<G>.run_if(is_active()),
    )
    .add_systems(
        OnEnter(Menu::Result),
        result::spawn_result::<G>.run_if(is_active()),
    )
    .add_systems(
        OnEnter(Menu::Recap),
        result::spawn_recap::<G>.run_if(is_active()),
    );
}

/// A game as the shell sees it.
fn game_card<G: TableGame>() -> GameCard {
    GameCard {
        key: G::KEY,
        words: G::WORDS,
        controls: G::CONTROLS,
        evolved: G::EVOLVED,
        course: G::COURSE,
        usual_stages: skill::usual_stages::<G>,
        demo: G::demo,
        demo_picture: G::demo_picture,
        open: launch::open_id::<G>,
        open_replay: replay::open::<G>,
        players: text::players_text::<G>,
        counted_text: G::counted_text,
        standing: G::standing,
        of_the_day: new_game::of_the_day::<G>,
        begin_at_once: setup_page::begin_at_once::<G>,
        resume: launch::resume::<G>,
        resume_slot: launch::resume_slot::<G>,
        save_summary: launch::save_summary::<G>,
        glimpse_of_save: glimpse::glimpse_of_save::<G>,
        keep_as_left: launch::keep_as_left::<G>,
        save_state: save_copy::save_state::<G>,
        can_save_copy: save_copy::is_possible::<G>,
        save_copy: save_copy::save_copy::<G>,
        leave_key: G::leave_key,
        evolved_opponent: |world| G::evolved_opponent(world.get_resource::<Table<G>>()?),
        keep_opponent: G::keep_opponent,
        content_to_keep: content_to_keep::<G>,
        is_over: |world| {
            let table = world.get_resource::<Table<G>>();
            table.is_some_and(Table::is_game_over) || world.resource::<Pacing>().is_at_ended_game()
        },
        is_timed: |world| {
            let table = world.get_resource::<Table<G>>();
            table.is_some_and(|table| !table.is_over() && !table.is_replay() && G::is_timed(table))
        },
        can_restart: actions::can_restart::<G>,
        restart: actions::restart::<G>,
        can_begin_other: other_game::is_possible::<G>,
        begin_other: other_game::ask_or_begin::<G>,
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
        tile_button: G::TILE_BUTTON,
    }
}

/// Lets the music follow the game while no menu covers it.
fn set_mood<G: TableGame>(table: Res<Table<G>>, mut mood: ResMut<Mood>) {
    let stakes = G::stakes(&table);
    mood.set_if_neq(Mood { stakes, ..*mood });
}

/// Tells that something on the board moves, which all frames are drawn for.
fn tell_motion<G: TableGame>(world: &mut World) {
    if !G::is_at_rest(world) {
        world.write_message(InMotion);
    }
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

/// Returns the content of the game under way that can be kept; `None` in a lesson or a puzzle, whose content is made
/// for one idea alone.
fn content_to_keep<G: TableGame>(world: &World) -> Option<ContentToKeep> {
    let table = world.get_resource::<Table<G>>()?;
    let is_game = table.is_recorded() || table.is_replay();
    is_game.then(|| G::content_to_keep(table))?
}
