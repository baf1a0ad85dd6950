//! Another game of the same setup by one key, in every game.

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::level::Setup;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::session::{Game, save};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::table::{NewGame, actions, look_back, play_for_human};

use crate::harness::{
    ID, app, card, fast_game, is_said, menu, notices, play_itself, press_text, screen, start,
    table, until, wait_for_moves, wait_for_result, won_game_of_tic_tac_toe,
};
use crate::keys::press;

const KEY: KeyCode = KeyCode::F2;
const LINE_GAME: &str = "tic-tac-toe:3x3k3-human-rules#a";

fn setup_and_seed<G: Game>(app: &App) -> (String, String) {
    let origin = table::<G>(app).origin();
    (origin.setup.to_string(), origin.seed.to_string())
}

/// Waits until a game with another seed is on the table, and checks that it is of the same setup and at its start.
fn wait_for_other_game<G: Game>(app: &mut App, before: &(String, String)) {
    until(app, "another game", |world| {
        let table = world.resource::<evolvarium::session::Table<G>>();
        table.origin().seed.to_string() != before.1
    });
    assert_eq!(setup_and_seed::<G>(app).0, before.0);
    assert!(table::<G>(app).moves().is_empty());
}

#[test]
fn a_game_under_way_is_left_when_it_is_asked_for_twice_and_keeps_its_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), LINE_GAME);
    let before = setup_and_seed::<TicTacToe>(&app);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    press(&mut app, KEY);
    assert!(notices(app.world()).contains("Press again (F2)"));
    // A move drops the question.
    let free = (0..9)
        .map(Cell)
        .find(|cell| !table::<TicTacToe>(&app).moves().contains(cell));
    play_for_human::<TicTacToe>(app.world_mut(), free.expect("a free cell"));
    wait_for_moves::<TicTacToe>(&mut app, 4);
    app.update();
    press(&mut app, KEY);
    assert_eq!(setup_and_seed::<TicTacToe>(&app), before);
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 4);
    press(&mut app, KEY);
    wait_for_other_game::<TicTacToe>(&mut app, &before);
    let saves = save::slots(app.world(), TicTacToe::KEY);
    let of = card(&app, TicTacToe::KEY).save_summary;
    let moves = saves
        .iter()
        .filter_map(|slot| of(app.world(), *slot)())
        .map(|saved| saved.moves);
    let mut moves: Vec<usize> = moves.collect();
    moves.sort_unstable();
    assert_eq!(moves, [0, 4], "the game that was left, and the new one");
}

#[test]
fn a_game_under_way_is_not_left_unasked_by_a_player_who_looks_back_at_its_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), LINE_GAME);
    let before = setup_and_seed::<TicTacToe>(&app);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    look_back::begin::<TicTacToe>(app.world_mut());
    actions::go_to::<TicTacToe>(app.world_mut(), 0);
    app.update();
    press(&mut app, KEY);
    assert!(notices(app.world()).contains("Press again (F2)"));
    assert_eq!(setup_and_seed::<TicTacToe>(&app), before);
    press(&mut app, KEY);
    wait_for_other_game::<TicTacToe>(&mut app, &before);
}

#[test]
fn a_player_who_looks_back_at_an_ended_game_is_not_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = won_game_of_tic_tac_toe(folder.path());
    let before = setup_and_seed::<TicTacToe>(&app);
    wait_for_result(&mut app);
    press_text(&mut app, "Look back");
    until(&mut app, "the board", |world| menu(world) == Menu::None);
    press(&mut app, KeyCode::ArrowLeft);
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 4);
    press(&mut app, KEY);
    wait_for_other_game::<TicTacToe>(&mut app, &before);
}

#[test]
fn the_pause_menu_begins_another_game_when_its_button_is_pressed_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), LINE_GAME);
    let before = setup_and_seed::<TicTacToe>(&app);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the menu", |world| {
        is_said(world, "New game like this (F2)")
    });
    press_text(&mut app, "New game like this (F2)");
    until(&mut app, "the question", |world| {
        is_said(world, "Really leave? (F2)")
    });
    assert_eq!(setup_and_seed::<TicTacToe>(&app), before);
    press_text(&mut app, "Really leave? (F2)");
    wait_for_other_game::<TicTacToe>(&mut app, &before);
    until(&mut app, "the board", |world| menu(world) == Menu::None);
}

#[test]
fn a_question_about_another_game_is_none_about_resigning() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), LINE_GAME);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    press(&mut app, KEY);
    press(&mut app, KeyCode::KeyG);
    assert_eq!(table::<TicTacToe>(&app).ending(), None);
    assert!(is_said(app.world_mut(), "Really resign? (G)"));
    // The newer question has taken the place of the older one.
    let before = setup_and_seed::<TicTacToe>(&app);
    press(&mut app, KEY);
    assert_eq!(setup_and_seed::<TicTacToe>(&app), before);
}

#[test]
fn without_a_move_and_beside_a_result_nobody_is_asked_and_all_keep_their_seats() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level1#a");
    let before = setup_and_seed::<Hexxagon>(&app);
    press(&mut app, KEY);
    wait_for_other_game::<Hexxagon>(&mut app, &before);
    // A game that was given up has a result.
    let before = setup_and_seed::<Hexxagon>(&app);
    for _ in 0..2 {
        press(&mut app, KeyCode::KeyG);
    }
    wait_for_result(&mut app);
    app.update();
    press(&mut app, KEY);
    wait_for_other_game::<Hexxagon>(&mut app, &before);
    until(&mut app, "the board", |world| menu(world) == Menu::None);
}

#[test]
fn another_descent_begins_in_another_dungeon() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "dungeon:d2f1r8s8e1c1l0~n30,t4,g40#a");
    let before = setup_and_seed::<DungeonGame>(&app);
    let map = |app: &App| table::<DungeonGame>(app).state().game.dungeon().clone();
    let first = map(&app);
    press(&mut app, KEY);
    wait_for_other_game::<DungeonGame>(&mut app, &before);
    assert!(map(&app) != first);
}

#[test]
fn another_level_of_the_same_kind_is_evolved_in_the_theatre() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    play_itself(&mut app, 1);
    press(&mut app, KEY);
    assert_eq!(screen(app.world()), Screen::Play);
    press(&mut app, KEY);
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let played = table::<Match3>(&app).setup().clone();
    let wanted = &app.world().resource::<NewGame<Match3>>().setup;
    assert_eq!(
        *wanted,
        Setup {
            board: None,
            given: None,
            ..played
        }
    );
    assert_eq!(save::slots(app.world(), Match3::KEY).len(), 1, "it is kept");
}

#[test]
fn a_stop_of_the_journey_is_to_be_won_or_lost_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    app.world_mut().resource_mut::<Table>().extra.stop = Some(0);
    for _ in 0..2 {
        press(&mut app, KEY);
        app.update();
    }
    assert!(notices(app.world()).contains("First win or lose this stop. R "));
    assert_eq!(screen(app.world()), Screen::Play);
}
