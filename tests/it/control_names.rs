//! The names of controls for screen readers, and what pressing some of them says.

use bevy::a11y::AccessibilityRequested;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::EditableText;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::Game;

use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::menus::show_settings_page;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::theme::number::NumberField;
use evolvarium::shell::theme::tooltip::explained;
use evolvarium::shell::{laboratory, played, shelf};

use crate::harness::{
    app, fix_frame_time, last_said, menu, open_menu, press_text, screen, some_frames, start, until,
};
use crate::theatre_reading::{app_at_end_of_run, text_of};

/// The controls of a page that are shown and have no name. Fails if hardly any are shown.
fn nameless(app: &mut App, page: &str) -> Vec<String> {
    app.update();
    app.update();
    let mut controls = app.world_mut().query_filtered::<(
        &ComputedNode,
        Option<&AccessibleLabel>,
        Option<&Name>,
        Has<EditableText>,
        &TabIndex,
    ), ()>();
    let all = controls.iter(app.world());
    let shown: Vec<_> = all.filter(|(node, ..)| !node.is_empty()).collect();
    assert!(shown.len() > 3, "{page} shows {} controls", shown.len());
    let nameless = shown.into_iter().filter(|(_, label, ..)| label.is_none());
    nameless
        .map(|(_, _, name, is_field, _)| format!("{name:?} field: {is_field}"))
        .collect()
}

#[test]
fn controls_of_pages_menus_and_of_the_panel_beside_a_board_have_names_for_screen_readers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    crate::harness::open_window(&mut app);
    app.world().resource::<AccessibilityRequested>().set(true);
    app.update();
    let none: [String; 0] = [];
    assert_eq!(nameless(&mut app, "the title"), none, "the title");
    for menu in [Menu::Settings, Menu::None] {
        open_menu(&mut app, menu);
        let name = format!("{menu:?}");
        assert_eq!(nameless(&mut app, &name), none, "{name}");
    }
    for game in ["match3", Hexxagon::KEY, TicTacToe::KEY, "dungeon"] {
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
        app.world_mut()
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Setup);
        until(&mut app, "the setup", |world| {
            screen(world) == Screen::Setup
        });
        assert_eq!(nameless(&mut app, game), none, "{game}");
    }
    played::open(app.world_mut(), None);
    until(&mut app, "the list", |world| {
        screen(world) == Screen::Played
    });
    let page = "games played";
    assert_eq!(nameless(&mut app, page), none, "{page}");
    shelf::open(app.world_mut(), None);
    until(&mut app, "the shelf", |world| {
        screen(world) == Screen::Shelf
    });
    let page = "the shelf";
    assert_eq!(nameless(&mut app, page), none, "{page}");
    laboratory::open(app.world_mut());
    until(&mut app, "the laboratory", |world| {
        screen(world) == Screen::Laboratory
    });
    let page = "the laboratory";
    assert_eq!(nameless(&mut app, page), none, "{page}");
    start(&mut app, "tic-tac-toe:3x3k3-human-random#a");
    let page = "the board";
    assert_eq!(nameless(&mut app, page), none, "{page}");
    for menu in [Menu::Pause, Menu::Result] {
        open_menu(&mut app, menu);
        let name = format!("{menu:?}");
        assert_eq!(nameless(&mut app, &name), none, "{name}");
    }
}

/// The node that has this name for screen readers.
fn named(app: &mut App, name: &str) -> Option<Entity> {
    let mut labels = app.world_mut().query::<(Entity, &AccessibleLabel)>();
    let mut found = labels.iter(app.world());
    found.find(|(_, label)| label.0 == name).map(|(at, _)| at)
}

#[test]
fn places_and_keys_on_the_panel_of_the_dungeon_say_what_is_in_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    crate::harness::open_window(&mut app);
    app.world().resource::<AccessibilityRequested>().set(true);
    start(&mut app, "dungeon:d2f1r8s8e0c0l0#a");
    let none: [String; 0] = [];
    assert_eq!(nameless(&mut app, "the dungeon"), none, "the dungeon");
    let potion = "Place 1 of the belt: potion, gives 12 life";
    for name in [
        potion,
        "Place 2 of the belt: empty",
        "Place 4 of the belt: empty",
        "Item 1: empty",
        "Item 6: empty",
        "The key of the exit",
        "The round key",
        "The square key",
        "The triangular key",
    ] {
        assert!(named(&mut app, name).is_some(), "{name} is said");
    }
    // A player who comes to a place with the keyboard also reads the text about the thing in it.
    fix_frame_time(&mut app);
    let place = named(&mut app, potion).expect("it is there");
    app.world_mut().resource_mut::<InputFocusVisible>().0 = true;
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(place, FocusCause::Navigated);
    until(&mut app, "the explanation", |world| {
        explained(world) == potion
    });
}

#[test]
fn a_value_of_the_settings_is_named_with_its_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    crate::harness::open_window(&mut app);
    app.world().resource::<AccessibilityRequested>().set(true);
    show_settings_page(app.world_mut(), 3);
    until(&mut app, "the settings", |world| {
        menu(world) == Menu::Settings
    });
    some_frames(&mut app);
    for name in ["Hint when idle Off", "Hint when idle On"] {
        assert!(named(&mut app, name).is_some(), "{name}");
    }
    let mut numbers = app
        .world_mut()
        .query_filtered::<&AccessibleLabel, With<NumberField>>();
    let names: Vec<&str> = numbers.iter(app.world()).map(|name| &*name.0).collect();
    let is_speed = |name: &&str| name.starts_with("Animation speed ");
    assert!(names.iter().any(is_speed), "{names:?}");
}

#[test]
fn an_explanation_and_the_individual_that_is_selected_are_said_to_a_listener() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_at_end_of_run(folder.path());
    app.world().resource::<AccessibilityRequested>().set(true);
    let fact = text_of(&mut app, "Swap potential: ");
    press_text(&mut app, &fact);
    let said = last_said(app.world_mut());
    assert!(said.contains("Patterns of four cells"), "{said}");
    press_text(&mut app, "›");
    until(&mut app, "the next individual", |world| {
        let said = last_said(world);
        said.contains("in generation ") && said.contains("distance ")
    });
    // The page of a family lies hidden. The signs on it that turn the pages of a line have names.
    for name in ["Younger ancestors", "Older ancestors"] {
        assert!(named(&mut app, name).is_some(), "{name}");
    }
}
