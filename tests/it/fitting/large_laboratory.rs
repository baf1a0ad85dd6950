//! The laboratory with large texts: its page is as wide as the window, and only its tables and plots scroll sideways.

use bevy::prelude::*;
use evolvarium::shell::laboratory::{Laboratory, Page};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::{Language, Words};

use super::other_pages::laboratory_with_results;
use super::{is_shown, place_of, resize};
use crate::harness::written;

/// The place of the page that scrolls, and the size by which its content is larger, in pixels of the window.
fn page_and_overflow(world: &mut World) -> (Rect, Vec2) {
    let mut areas = world.query::<(Entity, &Name, &ComputedNode)>();
    let mut pages = areas.iter(world).filter(|(node, name, _)| {
        let is_page = name.as_str() == "Scroll page";
        is_page && is_shown(world, *node)
    });
    let (node, _, computed) = pages.next().expect("a page");
    let over = (computed.content_size() - computed.size()).max(Vec2::ZERO);
    (place_of(world, node).expect("it is laid out"), over)
}

/// The place of the button that begins what the page describes.
fn place_of_start(world: &mut World, page: Page) -> Rect {
    let key = match page {
        Page::Experiments => "experiment.run",
        Page::Settings | Page::Results => "lab.start",
    };
    let caption = world.resource::<Words>().get(key);
    let mut texts = world.query::<(Entity, &Text)>();
    let mut found = texts
        .iter(world)
        .filter(|(node, text)| written(text) == caption && is_shown(world, *node));
    let (node, _) = found.next().expect("a button that starts");
    place_of(world, node).expect("it is laid out")
}

fn check_page(app: &mut App, page: Page, (width, height): (f32, f32)) {
    /// The largest excess of a width that rounding explains.
    const ROUNDING: f32 = 2.5;
    resize(app, width, height);
    let text_percent = app.world().resource::<Settings>().text_percent;
    let at = format!("{page:?}, {text_percent} %, {width}x{height}");
    let (place, over) = page_and_overflow(app.world_mut());
    assert!(over.x <= ROUNDING, "{at}: wider by {}", over.x);
    let start = place_of_start(app.world_mut(), page);
    assert!(
        start.min.x >= 0.0 && start.max.x <= width,
        "{at}: Start at {start:?}"
    );
    let end = match text_percent {
        100 => height,
        _ => place.max.y + over.y + ROUNDING,
    };
    assert!(
        start.min.y >= 0.0 && start.max.y <= end,
        "{at}: Start at {start:?}, the page ends at {end}"
    );
}

#[test]
fn the_laboratory_is_as_wide_as_the_window_and_start_is_reached_by_scrolling_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = laboratory_with_results(folder.path());
    for _ in 0..4 {
        let mut laboratory = app.world_mut().resource_mut::<Laboratory>();
        laboratory.draft.add();
    }
    for language in [Language::English, Language::Korean] {
        for text_percent in [100, 150, 200] {
            let mut settings = app.world_mut().resource_mut::<Settings>();
            settings.language = language;
            settings.text_percent = text_percent;
            for page in [Page::Settings, Page::Results, Page::Experiments] {
                app.world_mut().resource_mut::<Laboratory>().page = page;
                for window in [(960.0, 540.0), (1280.0, 720.0)] {
                    check_page(&mut app, page, window);
                }
            }
        }
    }
}
