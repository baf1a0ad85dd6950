//! Texts of every size fit on the setup pages, with few choices and in each part of all of them, and no part scrolls at
//! the usual size.

use bevy::prelude::*;
use bevy::ui_widgets::ControlOrientation;
use evolvarium::games::match3::rules::Match3;
use evolvarium::session::Game;
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::screen::{Menu, Screen, set_screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::Language;

use super::{check, is_bar_shown, resize, with_window};
use crate::harness::press_text;

/// The buttons of the parts of a setup page with all choices.
fn parts_of_setup(game: &str) -> &'static [&'static str] {
    match game {
        "match3" => &["Endless", "Against the clock", "Atlas", "One level"],
        "dungeon" => &["What makes it good", "Enemies", "Dungeon"],
        _ => &["Players and rules", "Evolution", "The game"],
    }
}

#[test]
fn no_part_of_a_setup_page_scrolls_at_the_usual_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    // Large texts do not fit, so a bar is shown then.
    let mut settings = app.world_mut().resource_mut::<Settings>();
    (settings.all_choices, settings.text_percent) = (true, 200);
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(Match3::KEY);
    set_screen(app.world_mut(), Screen::Setup);
    resize(&mut app, 1280.0, 720.0);
    (0..5).for_each(|_| app.update());
    assert!(is_bar_shown(&mut app, ControlOrientation::Vertical));
    app.world_mut().resource_mut::<Settings>().text_percent = 100;
    set_screen(app.world_mut(), Screen::Title);
    resize(&mut app, 1280.0, 720.0);
    for card in app.world().resource::<Games>().0.clone() {
        for language in [Language::English, Language::Korean] {
            let mut settings = app.world_mut().resource_mut::<Settings>();
            (settings.all_choices, settings.language) = (true, Language::English);
            app.world_mut().resource_mut::<ActiveGame>().0 = Some(card.key);
            set_screen(app.world_mut(), Screen::Setup);
            (0..3).for_each(|_| app.update());
            for button in parts_of_setup(card.key) {
                press_text(&mut app, button);
                app.world_mut().resource_mut::<Settings>().language = language;
                (0..4).for_each(|_| app.update());
                let scrolls = is_bar_shown(&mut app, ControlOrientation::Vertical);
                assert!(!scrolls, "{}, {button}, {language:?}", card.key);
                app.world_mut().resource_mut::<Settings>().language = Language::English;
                (0..3).for_each(|_| app.update());
            }
            set_screen(app.world_mut(), Screen::Title);
            (0..3).for_each(|_| app.update());
        }
    }
}

#[test]
fn texts_of_every_size_fit_on_the_setup_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    let cards = app.world().resource::<Games>().0.clone();
    for card in cards {
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(card.key);
        let mut screen = app.world_mut().resource_mut::<NextState<Screen>>();
        screen.set(Screen::Setup);
        (0..3).for_each(|_| app.update());
        let setup = (Screen::Setup, Menu::None);
        check(&mut app, setup, card.key);
        app.world_mut().resource_mut::<Settings>().all_choices = true;
        (0..3).for_each(|_| app.update());
        for button in parts_of_setup(card.key) {
            press_text(&mut app, button);
            check(&mut app, setup, &format!("{}, {button}", card.key));
        }
        app.world_mut().resource_mut::<Settings>().all_choices = false;
        let mut screen = app.world_mut().resource_mut::<NextState<Screen>>();
        screen.set(Screen::Title);
        (0..3).for_each(|_| app.update());
    }
}
