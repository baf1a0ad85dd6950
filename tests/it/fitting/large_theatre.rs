//! The theatre with large texts, where its panels stand below each other and the page scrolls.

use bevy::input::ButtonState;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::ui::ScrollPosition;
use bevy::window::WindowEvent;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::{Language, Words};

use super::{is_shown, place_of, resize, with_window};
use crate::harness::until;
use crate::keys::move_key;
use crate::slow_frames::point;
use crate::theatre::open_theatre;

/// The theatre in a small window, with texts of this size and without tips.
fn theatre_with_texts(folder: &std::path::Path, text_percent: u32) -> App {
    let mut app = with_window(folder);
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.text_percent = text_percent;
    settings.theatre_tips = false;
    open_theatre(&mut app);
    resize(&mut app, 960.0, 540.0);
    app
}

/// The place of a text that is shown, in pixels of the window.
fn place_of_text(world: &mut World, wanted: &str) -> Rect {
    let mut texts = world.query::<(Entity, &Text)>();
    let mut found = texts
        .iter(world)
        .filter(|(node, text)| text.0 == wanted && is_shown(world, *node));
    let (node, _) = found.next().expect(wanted);
    place_of(world, node).expect("it is laid out")
}

#[test]
fn the_controls_of_the_theatre_lie_below_its_panels() {
    let folder = tempfile::tempdir().expect("a folder");
    for text_percent in [100, 150, 200] {
        let mut app = theatre_with_texts(folder.path(), text_percent);
        let world = app.world_mut();
        let controls = place_of_text(world, "Slow");
        let explained = Words::of(Language::English).get("explain.how");
        for text in ["Progress", &explained] {
            let place = place_of_text(world, text);
            assert!(
                place.max.y <= controls.min.y,
                "{text_percent} %: {text} at {place:?}, the controls at {controls:?}"
            );
        }
    }
}

#[test]
fn what_stands_in_a_line_of_the_heading_has_its_middle_there() {
    let folder = tempfile::tempdir().expect("a folder");
    for text_percent in [100, 150, 200] {
        let mut app = theatre_with_texts(folder.path(), text_percent);
        let world = app.world_mut();
        let figures = crate::theatre::texts(world);
        let is_figures = |text: &&String| text.contains("  ·  seed ");
        let figures = figures.iter().find(is_figures).expect("the figures");
        let places = ["Back", "Evolving a level", "Intervene", figures]
            .map(|text| (text, place_of_text(world, text)));
        for (at, (one, place)) in places.iter().enumerate() {
            for (other, beside) in &places[..at] {
                let is_same_line =
                    place.min.y < beside.max.y - 2.0 && beside.min.y < place.max.y - 2.0;
                let off = (place.center().y - beside.center().y).abs();
                assert!(
                    !is_same_line || off < 2.0,
                    "{text_percent} %: {one} at {place:?}, {other} at {beside:?}"
                );
            }
        }
    }
}

/// The distance by which the pages are scrolled down, in interface pixels.
fn scrolled(world: &mut World) -> f32 {
    let mut pages = world.query::<(&Name, &ScrollPosition)>();
    let pages = pages.iter(world);
    let pages = pages.filter(|(name, _)| name.as_str() == "Scroll page");
    pages.map(|(_, position)| position.y).sum()
}

/// Turns the wheel by some lines over a point of the window.
pub fn turn_wheel(app: &mut App, at: Vec2, lines: f32) {
    let window = point(app, at);
    app.update();
    let wheel = MouseWheel {
        unit: MouseScrollUnit::Line,
        x: 0.0,
        y: lines,
        window,
        phase: TouchPhase::Moved,
    };
    app.world_mut().write_message(wheel);
    app.world_mut()
        .write_message(WindowEvent::MouseWheel(wheel));
    (0..3).for_each(|_| app.update());
}

#[test]
fn the_wheel_over_a_population_scrolls_a_page_that_is_too_long_unless_ctrl_is_held() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = theatre_with_texts(folder.path(), 200);
    until(&mut app, "a long page", |world| {
        place_of_text(world, "Slow").min.y > 540.0
    });
    // The first population is at the top of the page.
    let population = Vec2::new(300.0, 300.0);
    move_key(&mut app, KeyCode::ControlLeft, ButtonState::Pressed);
    turn_wheel(&mut app, population, -1.0);
    assert_eq!(scrolled(app.world_mut()), 0.0);
    move_key(&mut app, KeyCode::ControlLeft, ButtonState::Released);
    turn_wheel(&mut app, population, -1.0);
    assert!(scrolled(app.world_mut()) > 0.0);
}
