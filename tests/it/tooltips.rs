//! Explanations of the controls under the pointer.

use std::path::Path;
use std::time::Duration;

use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::ui_widgets::ScrollArea;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::hexxagon::Hexxagon;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::Game;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theme::tooltip::{Tooltip, explained};

use crate::fitting::{place_of, resize};
use crate::harness::{app, is_said, open_window, screen, until, written};

fn setup_page(folder: &Path, key: &'static str) -> App {
    let mut app = app(folder);
    // An explanation comes after a moment, however long a frame takes.
    let frame = Duration::from_millis(20);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    app.update();
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(key);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(&mut app, "the page", |world| screen(world) == Screen::Setup);
    (0..4).for_each(|_| app.update());
    app
}

/// The control around a text.
fn around(app: &mut App, is_wanted: impl Fn(&str) -> bool) -> Entity {
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let mut found = texts.iter(app.world());
    let found = found.find(|(text, _)| is_wanted(&written(text)));
    found.expect("the text is there").1.parent()
}

/// Goes to a control with the keyboard, and waits for the explanation, which comes after a moment.
fn go_to(app: &mut App, control: Entity) {
    app.world_mut().resource_mut::<InputFocusVisible>().0 = true;
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(control, FocusCause::Navigated);
    app.update();
    assert_eq!(explained(app.world()), "", "it comes after a moment");
    until(app, "the explanation", |world| !explained(world).is_empty());
    app.update();
}

/// Goes to a control with the keyboard, and returns the explanation that comes after a moment.
fn explanation_of(app: &mut App, control: Entity) -> String {
    go_to(app, control);
    let said = explained(app.world());
    assert!(is_said(app.world_mut(), &said), "it is shown");
    app.world_mut().resource_mut::<InputFocus>().clear();
    app.update();
    assert_eq!(explained(app.world()), "", "it goes with the focus");
    said
}

#[test]
fn numbers_choices_and_pictures_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = setup_page(folder.path(), Match3::KEY);
    // Without a window nothing has a size, so that no control is in sight.
    open_window(&mut app);
    (0..4).for_each(|_| app.update());
    // A number and a choice are explained by the name before them.
    let number = around(&mut app, |text| text.starts_with("± "));
    assert!(explanation_of(&mut app, number).contains("swap potential of a board"));
    let choice = around(&mut app, |text| text == "From a parent");
    assert!(explanation_of(&mut app, choice).starts_with("Whether a child"));
    // A picture is explained by its own name.
    let name = "Special cells: shell 2";
    let picture = around(&mut app, |text| text == name);
    assert_eq!(explanation_of(&mut app, picture), name);
    // A page that is no row of choices explains nothing.
    let back = around(&mut app, |text| text == "Back");
    app.world_mut().resource_mut::<InputFocusVisible>().0 = true;
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(back, FocusCause::Navigated);
    let mut seconds = 0.0;
    until(&mut app, "a second", |world| {
        seconds += world.resource::<Time>().delta_secs();
        seconds > 1.0
    });
    assert_eq!(explained(app.world()), "");
}

/// Scrolls all areas of the page to a place, or to their ends if they are shorter.
fn scroll_to(app: &mut App, place: f32) {
    let world = app.world_mut();
    let mut areas = world.query_filtered::<&mut ScrollPosition, With<ScrollArea>>();
    for mut position in areas.iter_mut(world) {
        position.0.y = place;
    }
    (0..4).for_each(|_| app.update());
}

#[test]
fn a_control_that_is_scrolled_out_of_sight_is_not_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = setup_page(folder.path(), Match3::KEY);
    open_window(&mut app);
    // With large texts the page is much higher than the window.
    app.world_mut().resource_mut::<Settings>().text_percent = 200;
    resize(&mut app, 1280.0, 720.0);
    let control = around(&mut app, |text| text == "Easy");
    go_to(&mut app, control);
    scroll_to(&mut app, 5_000.0);
    assert_eq!(explained(app.world()), "");
    scroll_to(&mut app, 0.0);
    until(&mut app, "the explanation", |world| {
        !explained(world).is_empty()
    });
}

#[test]
fn most_tooltips_on_the_setup_pages_have_a_text() {
    for key in [Match3::KEY, Hexxagon::KEY, TicTacToe::KEY, DungeonGame::KEY] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = setup_page(folder.path(), key);
        let mut tooltips = app.world_mut().query::<&Tooltip>();
        let said: Vec<String> = tooltips
            .iter(app.world())
            .map(|tooltip| tooltip.text(app.world()))
            .collect();
        let explained = said.iter().filter(|said| !said.is_empty()).count();
        let all = said.len();
        assert!(2 * explained > all, "{key}: {explained} of {all}");
        assert!(said.iter().all(|said| !said.ends_with(".hint")), "{said:?}");
    }
}

/// The place of the bubble, which is shown.
fn place_of_bubble(world: &mut World) -> Rect {
    let mut names = world.query::<(Entity, &Name)>();
    let mut named = names.iter(world);
    let bubble = named.find(|(_, name)| name.as_str() == "Tooltip");
    place_of(world, bubble.expect("it is spawned").0).expect("it is laid out")
}

/// The places of a control and of what stands beside it in its row.
fn line_of(world: &World, control: Entity) -> Vec<Rect> {
    let own = place_of(world, control).expect("it is laid out");
    let row = world.get::<ChildOf>(control).expect("a row").parent();
    let all = world.get::<Children>(row).expect("a row").iter();
    let places = all.filter_map(|one| place_of(world, one));
    let is_beside = |place: &Rect| own.min.y < place.max.y && place.min.y < own.max.y;
    places.filter(is_beside).collect()
}

#[test]
fn an_explanation_covers_nothing_of_the_line_that_it_is_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = setup_page(folder.path(), Match3::KEY);
    open_window(&mut app);
    for text_percent in [100, 150, 200] {
        app.world_mut().resource_mut::<Settings>().text_percent = text_percent;
        for (width, height) in [(960.0, 540.0), (1280.0, 720.0)] {
            resize(&mut app, width, height);
            for caption in ["Difficulty", "Easy", "From a parent"] {
                let control = around(&mut app, |text| text == caption);
                let has_tooltip = app.world().get::<Tooltip>(control).is_some();
                assert_eq!(has_tooltip, caption == "Difficulty");
                go_to(&mut app, control);
                // The bubble is placed when its size and the place of the page are known.
                (0..4).for_each(|_| app.update());
                let bubble = place_of_bubble(app.world_mut());
                let at = format!("{caption}, {text_percent} %, {width}x{height}: {bubble:?}");
                let window = Rect::new(0.0, 0.0, width, height);
                assert_eq!(bubble.intersect(window).size(), bubble.size(), "{at}");
                for place in line_of(app.world(), control) {
                    let covered = bubble.intersect(place).size();
                    assert!(covered.min_element() <= 0.0, "{at} lies over {place:?}");
                }
            }
        }
    }
}
