//! The difficulty of the settings menu reaches the next game of each kind, wherever it is changed.

use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::journey::PlayerJourney;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::{Difficulty, Game, Table};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{NewGame, TableGame, launch};
use evolvarium::shell::words::Words;

use crate::harness::{
    ID, app, can_press, card, end_game_of_tic_tac_toe, is_text_shown, open_menu, press_button,
    press_text, screen, start, table, until, wait_for_result,
};

/// Whether a button stands in the row of a game.
fn is_in_row(world: &World, button: Entity, name: &str) -> bool {
    let parent = |entity: Entity| world.get::<ChildOf>(entity).map(ChildOf::parent);
    let row = parent(button).and_then(parent);
    // The name stands in a column of its own.
    let columns = row.and_then(|row| world.get::<Children>(row));
    let columns = columns.into_iter().flatten();
    let mut children = columns.filter_map(|column| world.get::<Children>(*column)?.first());
    children.any(|child| world.get::<Text>(*child).is_some_and(|text| text.0 == name))
}

/// Chooses the hardest difficulty of a game in the settings menu, and closes the menu.
fn choose_expert(app: &mut App, key: &str) {
    open_menu(app, Menu::Settings);
    let card = card(app, key);
    let name = app.world().resource::<Words>().get(card.words.name);
    press_button(app, "Expert", |world, button| {
        is_in_row(world, button, &name)
    });
    open_menu(app, Menu::None);
}

/// Starts a game, chooses another difficulty while it is under way, and returns the setup of the game that follows.
fn setup_after<G: TableGame>(folder: &Path, id: &str) -> G::Setup
where
    G::Setup: PartialEq,
{
    let mut app = app(folder);
    start(&mut app, id);
    let before = table::<G>(&app).setup().clone();
    choose_expert(&mut app, G::KEY);
    assert!(
        *table::<G>(&app).setup() == before,
        "the game under way stays"
    );
    launch::start_next_game::<G>(app.world_mut());
    until(&mut app, "the next game", |world| {
        let table = world.resource::<Table<G>>();
        *table.setup() != before
    });
    table::<G>(&app).setup().clone()
}

#[test]
fn a_note_says_that_a_new_difficulty_waits_for_the_next_game_only_while_one_is_under_way() {
    let note = "This takes effect with the next one.";
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_menu(&mut app, Menu::Settings);
    press_text(&mut app, "Games");
    assert!(!is_text_shown(app.world_mut(), note));
    open_menu(&mut app, Menu::None);
    start(&mut app, "dungeon:d2f1r8s8e0c0l0#a");
    open_menu(&mut app, Menu::Settings);
    press_text(&mut app, "Games");
    app.update();
    assert!(is_text_shown(app.world_mut(), note));
}

#[test]
fn the_next_game_of_hexxagon_has_the_new_difficulty() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = setup_after::<Hexxagon>(folder.path(), "hexxagon:b1-human-level3#a");
    // The seats are swapped for the rematch.
    assert_eq!(setup.to_string(), "b1-level8-human");
}

#[test]
fn the_next_game_of_tic_tac_toe_has_the_new_difficulty() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = setup_after::<TicTacToe>(folder.path(), "tic-tac-toe:3x3k3-human-rules#a");
    assert!(TicTacToe::is_difficulty(&setup, Difficulty::Expert));
}

#[test]
fn the_next_dungeon_has_the_new_difficulty() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut plain = app(folder.path());
    plain.update();
    let id = plain
        .world()
        .resource::<NewGame<DungeonGame>>()
        .setup
        .to_string();
    drop(plain);
    let setup = setup_after::<DungeonGame>(folder.path(), &format!("dungeon:{id}#a"));
    assert!(DungeonGame::is_difficulty(&setup, Difficulty::Expert));
}

#[test]
fn the_next_level_and_the_journey_have_the_new_difficulty() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    choose_expert(&mut app, Match3::KEY);
    assert_eq!(app.world().resource::<PlayerJourney>().0.rate, 20);
    app.world_mut()
        .resource_mut::<Table<Match3>>()
        .extra
        .is_finished = true;
    wait_for_result(&mut app);
    app.update();
    press_text(&mut app, "Next level");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let setup = &app.world().resource::<NewGame<Match3>>().setup;
    assert_eq!(setup.success, 20);
}

#[test]
fn an_open_setup_page_follows_the_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(Hexxagon::KEY);
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Setup);
    until(&mut app, "the page", |world| screen(world) == Screen::Setup);
    choose_expert(&mut app, Hexxagon::KEY);
    assert_eq!(screen(app.world()), Screen::Setup);
    let setup = &app.world().resource::<NewGame<Hexxagon>>().setup;
    assert!(Hexxagon::is_difficulty(setup, Difficulty::Expert));
}

#[test]
fn a_game_between_humans_stays_between_humans() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, "hexxagon:b1-human-human#a");
    choose_expert(&mut app, Hexxagon::KEY);
    let seed = table::<Hexxagon>(&app).origin().seed;
    launch::start_next_game::<Hexxagon>(app.world_mut());
    until(&mut app, "the next game", |world| {
        world.resource::<Table<Hexxagon>>().origin().seed != seed
    });
    assert_eq!(
        table::<Hexxagon>(&app).setup().to_string(),
        "b1-human-human"
    );
}

#[test]
fn a_win_offers_a_stronger_opponent_and_the_next_game_has_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let id = "tic-tac-toe:3x3k3-human-random#a";
    end_game_of_tic_tac_toe(&mut app, id, &[0, 3, 1, 4, 2]);
    press_text(&mut app, "Play a stronger opponent");
    until(&mut app, "the next game", |world| {
        let table = world.resource::<Table<TicTacToe>>();
        table.moves().len() < 5
    });
    let setup = table::<TicTacToe>(&app).setup();
    assert_eq!(setup.to_string(), "3x3k3-human-rules-second");
    let settings = app.world().resource::<Settings>();
    assert_eq!(settings.difficulty_of(TicTacToe::KEY), Difficulty::Normal);
}

#[test]
fn no_stronger_opponent_is_offered_after_a_loss_or_where_there_is_none() {
    // The human loses against the random player; then two humans play; then the strongest opponent is beaten.
    for (id, moves) in [
        ("tic-tac-toe:3x3k3-human-random#a", &[0, 3, 1, 4, 8, 5][..]),
        ("tic-tac-toe:3x3k3-human-human#a", &[0, 3, 1, 4, 2]),
        ("tic-tac-toe:3x3k3-human-minimax#a", &[0, 3, 1, 4, 2]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        end_game_of_tic_tac_toe(&mut app, id, moves);
        assert!(can_press(app.world_mut(), "Rematch"), "{id}");
        assert!(
            !can_press(app.world_mut(), "Play a stronger opponent"),
            "{id}"
        );
    }
}
