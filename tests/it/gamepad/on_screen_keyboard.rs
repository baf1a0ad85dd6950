//! The on-screen keyboard, with which the gamepad alone types.

use bevy::a11y::AccessibilityRequested;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::shell::input::on_screen_keyboard::OnScreenKeyboard;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::{ScreenKeyboard, Settings};
use evolvarium::shell::theme::bind::SelectedWhen;

use super::{app_with_pad, focused, go_to, go_to_widget, menu, place, says};
use crate::harness::{last_said, press_text, screen, table, until};
use crate::keys::{press, tap};

/// The only shown entity with a component, and its place.
fn only<C: Component>(app: &mut App) -> (Entity, Vec2) {
    let mut all = app.world_mut().query_filtered::<Entity, With<C>>();
    let world = app.world();
    let mut shown = all
        .iter(world)
        .filter_map(|entity| Some((entity, place(world, entity)?)));
    let first = shown.next().expect("one is shown");
    assert!(shown.next().is_none(), "only one is shown");
    first
}

fn is_keyboard_open(app: &App) -> bool {
    app.world().resource::<OnScreenKeyboard>().is_open()
}

/// The place of a key of the on-screen keyboard.
fn key_place(app: &mut App, is_it: impl Fn(&World, Entity) -> bool) -> Vec2 {
    let mut names = app.world_mut().query::<(Entity, &Name)>();
    let world = app.world();
    let keys = names
        .iter(world)
        .filter(|(_, name)| name.as_str() == "Key")
        .map(|(key, _)| key);
    let found = keys.filter(|key| is_it(world, *key)).last();
    place(world, found.expect("the key is there")).expect("it is shown")
}

/// Moves to a key of the on-screen keyboard with the cross, and presses it.
fn press_screen_key(app: &mut App, pad: Entity, caption: &str) {
    for _ in 0..20 {
        app.update();
        let there = key_place(app, |world, key| says(world, key, caption));
        let here = key_place(app, |world, key| {
            world
                .get::<SelectedWhen>(key)
                .is_some_and(SelectedWhen::is_selected)
        });
        let way = there - here;
        let button = match () {
            () if way.y > 5.0 => GamepadButton::DPadDown,
            () if way.y < -5.0 => GamepadButton::DPadUp,
            () if way.x > 5.0 => GamepadButton::DPadRight,
            () if way.x < -5.0 => GamepadButton::DPadLeft,
            () => {
                tap(app, pad, GamepadButton::South);
                return;
            }
        };
        tap(app, pad, button);
    }
    panic!("the key {caption} is not reached");
}

#[test]
fn the_key_under_the_gamepad_and_the_text_so_far_are_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    app.world().resource::<AccessibilityRequested>().set(true);
    go_to_widget(&mut app, pad, "the field", only::<EditableText>);
    tap(&mut app, pad, GamepadButton::South);
    app.update();
    let key = last_said(app.world_mut());
    let at = key_place(&mut app, |world, entity| says(world, entity, &key));
    let chosen = key_place(&mut app, |world, entity| {
        let selected = world.get::<SelectedWhen>(entity);
        selected.is_some_and(SelectedWhen::is_selected)
    });
    assert_eq!(at, chosen, "{key}");
    for (character, text) in [("7", "7"), ("t", "7t"), ("x", "7tx")] {
        press_screen_key(&mut app, pad, character);
        until(&mut app, text, |world| last_said(world).starts_with(text));
    }
    (0..3).for_each(|_| tap(&mut app, pad, GamepadButton::West));
    until(&mut app, "the empty field", |world| {
        last_said(world) == "empty"
    });
}

#[test]
fn a_game_id_is_typed_with_the_gamepad_alone_and_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    go_to_widget(&mut app, pad, "the field", only::<EditableText>);
    assert!(!is_keyboard_open(&app), "it does not stop who passes by");
    tap(&mut app, pad, GamepadButton::South);
    assert!(is_keyboard_open(&app));
    let field = focused(&app);
    let id = "tic-tac-toe:3x3k3-human-random#a7";
    for character in id.chars() {
        press_screen_key(&mut app, pad, &character.to_string());
    }
    // One character too many, and it is deleted again.
    tap(&mut app, pad, GamepadButton::West);
    app.update();
    let typed = |app: &mut App| {
        let mut fields = app.world_mut().query::<&EditableText>();
        let field = fields.single(app.world()).expect("one field");
        field.value().to_string()
    };
    assert_eq!(typed(&mut app), id.trim_end_matches('7'));
    assert_eq!(focused(&app), field, "the field keeps the focus");
    assert_eq!(screen(app.world()), Screen::Title);
    tap(&mut app, pad, GamepadButton::East);
    assert!(!is_keyboard_open(&app));
    assert_eq!(screen(app.world()), Screen::Title);
    go_to(&mut app, pad, "Open");
    tap(&mut app, pad, GamepadButton::South);
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let shown = table::<TicTacToe>(&app).id().to_string();
    assert!(shown.ends_with(":3x3k3-human-random#a"), "{shown}");
}

#[test]
fn hangul_is_typed_with_the_gamepad_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    go_to_widget(&mut app, pad, "the field", only::<EditableText>);
    tap(&mut app, pad, GamepadButton::South);
    press_screen_key(&mut app, pad, "한글");
    let typed = |app: &mut App| {
        app.update();
        let mut fields = app.world_mut().query::<&EditableText>();
        let field = fields.single(app.world()).expect("one field");
        field.value().to_string()
    };
    for letter in ["ㅎ", "ㅏ", "ㄴ", "ㄱ", "ㅡ", "ㄹ"] {
        press_screen_key(&mut app, pad, letter);
    }
    assert_eq!(typed(&mut app), "한글");
    tap(&mut app, pad, GamepadButton::West);
    assert_eq!(typed(&mut app), "한그", "a letter is deleted");
    // A doubled consonant is written once.
    press_screen_key(&mut app, pad, "ㄱㄲ");
    press_screen_key(&mut app, pad, "ㄲ");
    assert_eq!(typed(&mut app), "한귺");
    press_screen_key(&mut app, pad, "ㄱ");
    assert_eq!(typed(&mut app), "한귺ㄱ");
    press_screen_key(&mut app, pad, "abc");
    press_screen_key(&mut app, pad, "a");
    assert_eq!(typed(&mut app), "한귺ㄱa");
}

#[test]
fn a_letter_of_hangul_replaces_what_is_selected_and_does_not_join_what_is_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    go_to_widget(&mut app, pad, "the field", only::<EditableText>);
    tap(&mut app, pad, GamepadButton::South);
    press_screen_key(&mut app, pad, "한글");
    for letter in ["ㄱ", "ㅏ", "ㄴ", "ㅏ"] {
        press_screen_key(&mut app, pad, letter);
    }
    app.update();
    let mut fields = app.world_mut().query::<&mut EditableText>();
    let mut field = fields.single_mut(app.world_mut()).expect("one field");
    assert_eq!(field.value().to_string(), "가나");
    field.queue_edit(TextEdit::Left(true));
    app.update();
    press_screen_key(&mut app, pad, "ㄷ");
    app.update();
    let field = fields.single(app.world()).expect("one field");
    assert_eq!(field.value().to_string(), "가ㄷ");
}

#[test]
fn a_number_is_typed_with_the_gamepad_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    app.world_mut()
        .resource_mut::<NextState<Menu>>()
        .set(Menu::Settings);
    (0..3).for_each(|_| app.update());
    press_text(&mut app, "Pace");
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.animation_percent = 175;
    app.update();
    let percent = |app: &App| app.world().resource::<Settings>().animation_percent;
    go_to(&mut app, pad, "175%");
    tap(&mut app, pad, GamepadButton::South);
    app.update();
    assert!(is_keyboard_open(&app));
    for digit in ["2", "5", "0"] {
        press_screen_key(&mut app, pad, digit);
    }
    assert_eq!(percent(&app), 175, "nothing is entered yet");
    press_screen_key(&mut app, pad, "Done");
    app.update();
    assert_eq!(percent(&app), 250);
    assert!(!is_keyboard_open(&app));
    // Going back leaves the number, and the page stays.
    tap(&mut app, pad, GamepadButton::South);
    app.update();
    press_screen_key(&mut app, pad, "9");
    tap(&mut app, pad, GamepadButton::East);
    app.update();
    assert!(!is_keyboard_open(&app));
    assert_eq!((percent(&app), menu(app.world())), (250, Menu::Settings));
}

#[test]
fn the_on_screen_keyboard_appears_always_or_never_as_the_settings_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    let (field, _) = only::<EditableText>(&mut app);
    let focus = |app: &mut App| {
        let mut focus = app.world_mut().resource_mut::<InputFocus>();
        focus.set(field, FocusCause::Pressed);
        app.update();
    };
    app.world_mut().resource_mut::<Settings>().screen_keyboard = ScreenKeyboard::Never;
    focus(&mut app);
    assert!(!is_keyboard_open(&app), "it never appears");
    tap(&mut app, pad, GamepadButton::DPadDown);
    focus(&mut app);
    assert!(!is_keyboard_open(&app), "nor with the gamepad");
    app.world_mut().resource_mut::<InputFocus>().clear();
    app.update();
    assert!(!is_keyboard_open(&app));
    app.world_mut().resource_mut::<Settings>().screen_keyboard = ScreenKeyboard::Always;
    focus(&mut app);
    assert!(is_keyboard_open(&app));
    press(&mut app, KeyCode::Escape);
    assert!(!is_keyboard_open(&app), "it is closed");
    assert_eq!(focused(&app), Some(field));
    app.world_mut().resource_mut::<InputFocus>().clear();
    app.update();
    focus(&mut app);
    assert!(is_keyboard_open(&app));
    app.world_mut().resource_mut::<InputFocus>().clear();
    app.update();
    assert!(!is_keyboard_open(&app), "it goes with the focus");
}
