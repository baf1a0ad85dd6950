//! Setup pages with large texts: the lines of a row that wraps begin below its first value.

use bevy::prelude::*;
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::Language;

use super::{is_shown, place_of, resize, with_window};

/// The distance of the values of a row from its left edge, in interface pixels.
const INDENT: f32 = 164.0;

/// The rows that are shown: the place of each, and those of its name and its values.
fn rows(world: &mut World) -> Vec<(Rect, Vec<Rect>)> {
    let mut rows = world.query::<(Entity, &Name, &Children)>();
    let rows = rows
        .iter(world)
        .filter(|(row, name, _)| name.as_str() == "Setup row" && is_shown(world, *row));
    let shown = rows.map(|(row, _, parts)| {
        let parts = parts.iter().filter(|part| is_shown(world, *part));
        let places = parts.filter_map(|part| place_of(world, part));
        let places = places.filter(|place| place.size().min_element() > 0.0);
        (
            place_of(world, row).expect("it is laid out"),
            places.collect(),
        )
    });
    shown.collect()
}

/// Checks the rows of the page that is open, and returns the number of those with several lines.
fn check_rows(app: &mut App, at: &str) -> usize {
    let world = app.world_mut();
    let scale = world.resource::<UiScale>().0;
    let rows = rows(world);
    assert!(rows.len() > 3, "{at}: {} rows", rows.len());
    let mut wrapped = 0;
    for (row, parts) in rows {
        let [name, values @ ..] = &parts[..] else {
            panic!("{at}: the row at {row:?} has no name");
        };
        assert!((name.min.x - row.min.x).abs() < 2.0, "{at}: {name:?}");
        for value in values {
            assert!(
                value.min.x > row.min.x + INDENT * scale - 2.0,
                "{at}: the value at {value:?} in the row at {row:?}"
            );
        }
        let begins_below = |value: &Rect| value.min.y >= values[0].max.y;
        wrapped += usize::from(values.iter().any(begins_below));
    }
    wrapped
}

#[test]
fn the_lines_of_a_row_that_wraps_begin_below_its_first_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    let cards = app.world().resource::<Games>().0.clone();
    for card in cards {
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(card.key);
        let mut screen = app.world_mut().resource_mut::<NextState<Screen>>();
        screen.set(Screen::Setup);
        (0..3).for_each(|_| app.update());
        for language in [Language::English, Language::Korean] {
            for text_percent in [100, 150, 200] {
                let mut settings = app.world_mut().resource_mut::<Settings>();
                settings.language = language;
                settings.text_percent = text_percent;
                resize(&mut app, 960.0, 540.0);
                let at = format!("{}, {language:?}, {text_percent} %", card.key);
                let wrapped = check_rows(&mut app, &at);
                assert!(wrapped > 0 || text_percent < 200, "{at}: no row wraps");
            }
        }
        let mut screen = app.world_mut().resource_mut::<NextState<Screen>>();
        screen.set(Screen::Title);
        (0..3).for_each(|_| app.update());
    }
}
