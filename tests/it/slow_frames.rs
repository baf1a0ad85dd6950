//! The mouse in frames that are so slow that several of its events come in one.

use std::path::Path;

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::ui::Pressed;
use bevy::window::{PrimaryWindow, WindowEvent};
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::rules::Match3;
use evolvarium::shell::game_id;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::table::launch::AnyLaunch;

use crate::harness::{ID, app, fast_game, menu, open_window, screen, table, until, written};
use crate::mouse::{good_swap, pixel_of_block};

/// The place of a piece of the player who begins, in pixels of the window.
const PIECE: Vec2 = Vec2::new(504.0, 597.0);
/// The place of an empty cell beside it.
const CELL: Vec2 = Vec2::new(566.0, 561.0);

/// A game for two people in a window.
fn game(folder: &Path) -> App {
    let mut app = fast_game(folder, "hexxagon:b3-human-human#a");
    open_window(&mut app);
    (0..5).for_each(|_| app.update());
    app
}

/// The mouse goes to a place of the window, which is returned.
pub fn point(app: &mut App, at: Vec2) -> Entity {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let (window, mut shown) = windows.single_mut(world).expect("a window");
    shown.set_cursor_position(Some(at));
    world.write_message(WindowEvent::CursorMoved(CursorMoved {
        window,
        position: at,
        delta: None,
    }));
    window
}

/// The left button is pressed or released.
fn push(app: &mut App, state: ButtonState) {
    let input = MouseButtonInput {
        button: MouseButton::Left,
        state,
        window: Entity::PLACEHOLDER,
    };
    app.world_mut().write_message(input);
    app.world_mut()
        .write_message(WindowEvent::MouseButtonInput(input));
}

/// A game in which the button is pressed on the piece and held.
fn game_with_piece_pressed(folder: &Path) -> App {
    let mut app = game(folder);
    point(&mut app, PIECE);
    app.update();
    push(&mut app, ButtonState::Pressed);
    app.update();
    app
}

fn moves(app: &App) -> usize {
    table::<Hexxagon>(app).moves().len()
}

#[test]
fn a_click_is_no_drag_to_the_place_to_which_the_mouse_has_gone_on_in_the_same_frame() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game_with_piece_pressed(folder.path());
    push(&mut app, ButtonState::Released);
    point(&mut app, CELL);
    app.update();
    assert_eq!(moves(&app), 0, "the piece is selected, and has not moved");
    push(&mut app, ButtonState::Pressed);
    push(&mut app, ButtonState::Released);
    app.update();
    assert_eq!(moves(&app), 1, "a second click moves it");
}

#[test]
fn a_drag_ends_where_the_button_was_released() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game_with_piece_pressed(folder.path());
    point(&mut app, CELL);
    push(&mut app, ButtonState::Released);
    point(&mut app, PIECE);
    app.update();
    assert_eq!(moves(&app), 1);
}

#[test]
fn two_clicks_in_two_frames_are_one_swap() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    open_window(&mut app);
    (0..5).for_each(|_| app.update());
    let swap = good_swap(table::<Match3>(&app));
    for cell in [swap.a(), swap.b()] {
        let at = pixel_of_block(&mut app, cell);
        point(&mut app, at);
        push(&mut app, ButtonState::Pressed);
        push(&mut app, ButtonState::Released);
        app.update();
    }
    (0..120).for_each(|_| app.update());
    assert_eq!(table::<Match3>(&app).moves().len(), 1);
}

/// The menu that is open, and the number of buttons that are left pressed, after a slow frame on the title. The mouse is
/// elsewhere before it; in it the mouse goes to the button of the settings and presses there, and the button of the mouse
/// is released there or, if it goes on, elsewhere.
fn after_slow_frame(goes_on: bool) -> (Menu, usize) {
    const ELSEWHERE: Vec2 = Vec2::new(5.0, 5.0);
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    point(&mut app, ELSEWHERE);
    (0..5).for_each(|_| app.update());
    let settings = place_of_text(&mut app, "Settings");
    point(&mut app, settings);
    push(&mut app, ButtonState::Pressed);
    if goes_on {
        point(&mut app, ELSEWHERE);
    }
    push(&mut app, ButtonState::Released);
    (0..3).for_each(|_| app.update());
    let mut pressed = app.world_mut().query_filtered::<(), With<Pressed>>();
    let menu = menu(app.world());
    (menu, pressed.iter(app.world()).count())
}

#[test]
fn a_button_that_is_reached_pressed_and_released_in_one_frame_acts_and_is_not_left_pressed() {
    assert_eq!(after_slow_frame(false), (Menu::Settings, 0));
}

#[test]
fn a_button_is_released_and_does_nothing_if_the_mouse_has_gone_on_in_the_same_frame() {
    assert_eq!(after_slow_frame(true), (Menu::None, 0));
}

#[test]
fn a_game_that_is_prepared_from_the_very_frame_in_which_a_page_comes_is_not_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Played);
    app.update();
    assert_eq!(screen(app.world()), Screen::Played);
    game_id::open_id(app.world_mut(), ID).expect("a good id");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    // A game that is prepared ends when the player goes to another page.
    game_id::open_id(app.world_mut(), ID).expect("a good id");
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    (0..3).for_each(|_| app.update());
    let mut launches = app.world_mut().query_filtered::<(), With<AnyLaunch>>();
    assert_eq!(launches.iter(app.world()).count(), 0);
    assert_eq!(screen(app.world()), Screen::Title);
}

#[test]
fn a_game_that_is_prepared_does_not_take_the_player_away_from_a_menu_that_was_opened_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    game_id::open_id(app.world_mut(), ID).expect("a good id");
    app.world_mut()
        .resource_mut::<NextState<Menu>>()
        .set(Menu::Settings);
    (0..3).for_each(|_| app.update());
    let mut launches = app.world_mut().query_filtered::<(), With<AnyLaunch>>();
    assert_eq!(launches.iter(app.world()).count(), 0);
    assert_eq!(menu(app.world()), Menu::Settings);
    assert_eq!(screen(app.world()), Screen::Title);
    // A game that was begun in a menu comes, and the menu closes.
    game_id::open_id(app.world_mut(), ID).expect("a good id");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    until(&mut app, "the end of the menu", |world| {
        menu(world) == Menu::None
    });
}

/// The place in the window of a text.
fn place_of_text(app: &mut App, wanted: &str) -> Vec2 {
    let mut texts = app.world_mut().query::<(&Text, &UiGlobalTransform)>();
    let mut all = texts.iter(app.world());
    let found = all.find(|(text, _)| written(text) == wanted);
    found.expect("the text").1.translation
}
