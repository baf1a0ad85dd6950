//! Pages are scrolled with keys and the gamepad too, also to texts in which nothing can have the focus.

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use evolvarium::shell::screen::Menu;

use crate::harness::{app, open_menu, open_window, press_text, some_frames};
use crate::keys::{connect_pad, press, tap};

/// The page of the settings about controls, whose list ends with a text.
fn page_of_controls(folder: &std::path::Path) -> App {
    let mut app = app(folder);
    open_window(&mut app);
    open_menu(&mut app, Menu::Settings);
    press_text(&mut app, "Controls");
    some_frames(&mut app);
    app
}

/// The interface pixels that an area hides above and below what is seen, of the area that hides the most.
fn hidden(app: &mut App) -> (f32, f32) {
    let mut areas = app
        .world_mut()
        .query_filtered::<(&ComputedNode, &ScrollPosition), With<ScrollArea>>();
    let all = areas.iter(app.world()).map(|(node, at)| {
        let whole = node.content_size().y - node.size().y;
        (at.0.y, whole * node.inverse_scale_factor - at.0.y)
    });
    all.max_by(|one, other| (one.0 + one.1).total_cmp(&(other.0 + other.1)))
        .unwrap_or_default()
}

#[test]
fn the_page_keys_lead_to_the_end_of_a_list_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = page_of_controls(folder.path());
    let (above, below) = hidden(&mut app);
    assert!(above < 1.0 && below > 100.0, "{above} and {below}");
    for _ in 0..20 {
        press(&mut app, KeyCode::PageDown);
    }
    some_frames(&mut app);
    let (above, below) = hidden(&mut app);
    assert!(above > 100.0 && below < 1.0, "{above} and {below}");
    for _ in 0..20 {
        press(&mut app, KeyCode::PageUp);
    }
    some_frames(&mut app);
    assert!(hidden(&mut app).0 < 1.0);
}

#[test]
fn the_gamepad_stops_at_the_text_below_the_last_row_of_a_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = page_of_controls(folder.path());
    let pad = connect_pad(&mut app);
    // More steps down than the list has rows.
    for _ in 0..120 {
        tap(&mut app, pad, GamepadButton::DPadDown);
    }
    some_frames(&mut app);
    let (above, below) = hidden(&mut app);
    assert!(above > 100.0 && below < 25.0, "{above} and {below}");
}
