//! The settings with texts of every size.

use bevy::prelude::*;
use bevy::ui::CalculatedClip;
use bevy::ui_widgets::Button;
use evolvarium::shell::menus::show_settings_page;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;

use super::{is_shown, place_of, resize, with_window};
use crate::harness::{menu, screen, until};

/// The number of pages.
const PAGES: usize = 6;

/// Whether a node belongs to the menu, and not to the page behind it.
fn is_in_menu(world: &World, node: Entity) -> bool {
    let mut at = Some(node);
    while let Some(entity) = at {
        let name = world.get::<Name>(entity);
        if name.is_some_and(|name| name.as_str() == "Menu") {
            return true;
        }
        at = world.get::<ChildOf>(entity).map(ChildOf::parent);
    }
    false
}

/// The part of a button that is seen; `None` if it lies beyond the edges of what scrolls.
fn seen_place(world: &World, button: Entity) -> Option<Rect> {
    let place = place_of(world, button)?;
    let seen = match world.get::<CalculatedClip>(button) {
        Some(clip) => place.intersect(clip.clip),
        None => place,
    };
    (!seen.is_empty()).then_some(seen)
}

/// The places of all buttons of the menu that are seen.
fn places_of_buttons(app: &mut App) -> Vec<Rect> {
    let world = app.world_mut();
    let mut buttons = world.query_filtered::<Entity, With<Button>>();
    let all: Vec<Entity> = buttons.iter(world).collect();
    let shown = all
        .into_iter()
        .filter(|button| is_shown(world, *button) && is_in_menu(world, *button));
    shown
        .filter_map(|button| seen_place(world, button))
        .collect()
}

#[test]
fn buttons_of_the_settings_do_not_lie_over_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    until(&mut app, "the title", |world| {
        screen(world) == Screen::Title
    });
    resize(&mut app, 960.0, 540.0);
    for page in 0..PAGES {
        show_settings_page(app.world_mut(), page);
        until(&mut app, "the menu", |world| menu(world) == Menu::Settings);
        for percent in (100..=200).step_by(10) {
            app.world_mut().resource_mut::<Settings>().text_percent = percent;
            (0..5).for_each(|_| app.update());
            let places = places_of_buttons(&mut app);
            assert!(places.len() > 8, "{} buttons", places.len());
            for (number, place) in places.iter().enumerate() {
                for other in &places[number + 1..] {
                    let covered = place.intersect(*other).size();
                    let at = format!("page {page}, {percent} %: {place:?} and {other:?}");
                    assert!(covered.min_element() < 1.0, "{at}");
                }
            }
        }
    }
}
