//! The size of the window: dragged, chosen, kept while the screen is filled, and remembered until the next start.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::PrimaryWindow;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theme::sprites::Sprites;
use evolvarium::shell::window::size;
use evolvarium::shell::window_size::WindowSize;

use crate::fitting::resize;
use crate::harness::{app, fast_game, fix_frame_time, open_window, until};

/// The size of the window, in logical pixels.
fn size(app: &mut App) -> (f32, f32) {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
    let window = windows.single(world).expect("a window");
    (window.width(), window.height())
}

/// The size that is remembered, in logical pixels.
fn remembered(world: &World) -> (u32, u32) {
    let size = world.resource::<Settings>().window_size;
    (size.width, size.height)
}

/// Lets the window settle: the size is remembered when it has kept still for half a second.
fn settle(app: &mut App) {
    fix_frame_time(app);
    (0..15).for_each(|_| app.update());
}

#[test]
fn the_window_opens_with_the_size_at_which_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    open_window(&mut first);
    (0..5).for_each(|_| first.update());
    assert_eq!(size(&mut first), (1280.0, 720.0));

    resize(&mut first, 1400.0, 810.0);
    until(&mut first, "the dragged size", |world| {
        remembered(world) == (1400, 810)
    });
    size::choose(first.world_mut(), WindowSize::OFFERED[2]);
    settle(&mut first);
    assert_eq!(size(&mut first), (1920.0, 1080.0));
    assert_eq!(remembered(first.world()), (1920, 1080));

    first.world_mut().resource_mut::<Settings>().fullscreen = true;
    resize(&mut first, 2560.0, 1440.0);
    settle(&mut first);
    assert_eq!(remembered(first.world()), (1920, 1080));
    first.world_mut().resource_mut::<Settings>().fullscreen = false;
    first.update();
    assert_eq!(size(&mut first), (1920.0, 1080.0));
    let file = folder.path().join("config").join("settings.ron");
    until(&mut first, "the file", |_| {
        std::fs::read_to_string(&file).is_ok_and(|text| text.contains("width: 1920"))
    });
    drop(first);

    let mut second = app(folder.path());
    open_window(&mut second);
    (0..5).for_each(|_| second.update());
    assert_eq!(size(&mut second), (1920.0, 1080.0));
}

/// The pixels a side of the sprites that follow the board.
fn sprite_side(world: &World) -> u32 {
    let sprite = world.resource::<Sprites>().get("hexxagon/cell");
    let image = world.resource::<Assets<Image>>().get(&sprite);
    image.expect("it is drawn").width()
}

fn are_sprites_drawn(world: &mut World) -> bool {
    !world.resource::<Sprites>().is_drawing()
}

#[test]
fn the_sprites_of_a_board_are_drawn_again_when_the_window_has_kept_still() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b3-human-human#a");
    open_window(&mut app);
    (0..5).for_each(|_| app.update());
    until(&mut app, "the sprites", are_sprites_drawn);
    let small = sprite_side(app.world());
    let frame = Duration::from_millis(10);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    for (width, height) in [(1400.0, 810.0), (1600.0, 900.0), (1920.0, 1080.0)] {
        resize(&mut app, width, height);
        assert!(!are_sprites_drawn(app.world_mut()));
        assert_eq!(sprite_side(app.world()), small, "the old pictures stay");
    }
    fix_frame_time(&mut app);
    until(&mut app, "the larger sprites", are_sprites_drawn);
    assert!(sprite_side(app.world()) > small);
}
