//! The dungeon with large texts: enemies in sight are listed where the panel is seen without scrolling, and messages do
//! not lie over the cells around the hero.

use bevy::prelude::*;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::{DungeonGame, Table};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::play;

use super::{is_shown, place_of, resize, with_window};
use crate::harness::start;

const WINDOW: Vec2 = Vec2::new(960.0, 540.0);
/// The width of the panel beside the map, in interface pixels.
const PANEL: f32 = 330.0;
/// The distance of the panel from the edges of the window, in interface pixels.
const MARGIN: f32 = 20.0;
/// The number of cells in the height of the window.
const ROWS: f32 = 17.0;

/// A dungeon with enemies in a small window, with texts of this size.
fn dungeon_with_texts(folder: &std::path::Path, text_percent: u32) -> App {
    let mut app = with_window(folder);
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.text_percent = text_percent;
    settings.animation_percent = 300;
    start(&mut app, "dungeon:d2f1r8s8e4c1l0#a");
    resize(&mut app, WINDOW.x, WINDOW.y);
    app
}

/// Makes moves as long as the first dungeon lasts, at most this many, and looks at the screen after each.
fn play_and_look(app: &mut App, most: usize, mut look: impl FnMut(&mut App)) {
    let mut player = ReferencePlayer::Careful.player();
    for _ in 0..most {
        let table = app.world().resource::<Table>();
        if table.is_over() {
            return;
        }
        let chosen = player.choose(&table.state().game).expect("a move");
        if !play::<DungeonGame>(app.world_mut(), chosen) {
            return;
        }
        (0..3).for_each(|_| app.update());
        look(app);
    }
}

/// The place of the node of a name that is shown, in pixels of the window.
fn place_of_shown(world: &mut World, wanted: &str) -> Option<Rect> {
    let mut nodes = world.query::<(Entity, &Name)>();
    let mut found = nodes
        .iter(world)
        .filter(|(node, name)| name.as_str() == wanted && is_shown(world, *node));
    let (node, _) = found.next()?;
    place_of(world, node)
}

#[test]
fn enemies_in_sight_stand_where_the_panel_is_seen_without_scrolling() {
    for text_percent in [100, 150, 200] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = dungeon_with_texts(folder.path(), text_percent);
        let mut met = 0;
        play_and_look(&mut app, 300, |app| {
            let game = &app.world().resource::<Table>().state().game;
            if met > 3 || game.visible_enemies().next().is_none() {
                return;
            }
            met += 1;
            let world = app.world_mut();
            let scale = world.resource::<UiScale>().0;
            let list = place_of_shown(world, "Enemy in sight").expect("an enemy on the panel");
            let map = place_of_shown(world, "Small map").expect("a small map");
            let end = WINDOW.y - MARGIN * scale;
            assert!(list.max.y <= end, "{text_percent} %: {list:?}");
            let is_above = list.max.y <= map.min.y;
            assert_eq!(is_above, text_percent > 100, "{text_percent} %");
        });
        assert!(met > 0, "{text_percent} %: the hero met enemies");
    }
}

#[test]
fn messages_with_large_texts_leave_the_cells_around_the_hero_free() {
    for text_percent in [150, 200] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = dungeon_with_texts(folder.path(), text_percent);
        let scale = app.world().resource::<UiScale>().0;
        let panel = (PANEL * scale).min(WINDOW.x / 2.0 + MARGIN * scale);
        let hero = Vec2::new((WINDOW.x - panel) / 2.0, WINDOW.y / 2.0);
        let cell = (WINDOW.y / ROWS).round();
        let around = Rect::from_center_size(hero, Vec2::splat(3.0 * cell));
        let mut seen = 0;
        play_and_look(&mut app, 80, |app| {
            let Some(lines) = place_of_shown(app.world_mut(), "Messages") else {
                return;
            };
            seen += 1;
            let both = lines.intersect(around);
            assert!(
                both.is_empty(),
                "{text_percent} %: {lines:?} lie over {around:?}"
            );
        });
        assert!(seen > 5, "{text_percent} %: {seen} turns with messages");
    }
}
