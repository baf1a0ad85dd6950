//! Pictures of the window: by a key and by a button, without the pause menu, and with the board that it hides.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use evolvarium::shell::screen::Menu;

use crate::harness::{ID, app, is_said, menu, notices, press_text, start, until};
use crate::keys::press;

/// Gives the requested picture, as the renderer would, and returns whether one was requested.
fn develop(app: &mut App) -> bool {
    let mut asked = app.world_mut().query_filtered::<Entity, With<Screenshot>>();
    let Some(entity) = asked.iter(app.world()).next() else {
        return false;
    };
    let size = Extent3d {
        width: 3,
        height: 2,
        depth_or_array_layers: 1,
    };
    let image = Image::new_fill(
        size,
        TextureDimension::D2,
        &[10, 20, 30, 0],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    app.world_mut()
        .trigger(ScreenshotCaptured { entity, image });
    app.world_mut().despawn(entity);
    true
}

/// Whether the first entity with a name is hidden itself.
fn is_hidden(app: &mut App, wanted: &str) -> bool {
    let mut named = app.world_mut().query::<(&Name, &Visibility)>();
    let found = named
        .iter(app.world())
        .find(|(name, _)| name.as_str() == wanted);
    *found.expect("it is there").1 == Visibility::Hidden
}

#[test]
fn a_key_saves_a_picture_and_a_notice_says_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    for number in 1..=2 {
        press(&mut app, KeyCode::F12);
        assert!(develop(&mut app));
        let name = format!("match3-{number}.png");
        until(&mut app, "the notice", |world| {
            let said = notices(world);
            said.contains("Saved as") && said.contains(&name)
        });
        let path = folder.path().join("data").join("pictures").join(name);
        let bytes = std::fs::read(path).expect("it is on the disk when it is said");
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .expect("a PNG file");
        let mut pixels = vec![0; 3 * 2 * 3];
        reader.next_frame(&mut pixels).expect("a picture");
        assert_eq!(pixels, [10_u8, 20, 30].repeat(6), "it is opaque");
    }
}

#[test]
fn a_pause_hides_the_board_only_while_a_clock_would_run() {
    for (id, is_timed) in [
        (ID, false),
        ("match3:9x9c6-p488u10#5", true),
        ("hexxagon:b1-human-human#a", false),
        ("hexxagon:b1-human-human-t5#a", true),
        ("tic-tac-toe:3x3k3-human-human#a", false),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        start(&mut app, id);
        app.update();
        assert!(!is_hidden(&mut app, "Board"), "{id}");
        press(&mut app, KeyCode::Escape);
        until(&mut app, "the menu", |world| menu(world) == Menu::Pause);
        app.update();
        assert_eq!(is_hidden(&mut app, "Board"), is_timed, "{id}");
        press(&mut app, KeyCode::Escape);
        until(&mut app, "the game", |world| menu(world) == Menu::None);
        app.update();
        assert!(!is_hidden(&mut app, "Board"), "{id}");
    }
}

#[test]
fn the_pause_menu_is_left_out_of_the_picture_for_which_the_board_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    // Against the clock the board is hidden under the menu.
    start(&mut app, "match3:9x9c6-p488u10#5");
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the menu", |world| {
        is_said(world, "Save a picture (F12)")
    });
    app.update();
    assert!(is_hidden(&mut app, "Board") && !is_hidden(&mut app, "Menu"));
    press_text(&mut app, "Save a picture (F12)");
    assert!(!is_hidden(&mut app, "Board") && is_hidden(&mut app, "Menu"));
    assert!(is_hidden(&mut app, "Notices"));
    app.update();
    assert!(is_hidden(&mut app, "Board") && !is_hidden(&mut app, "Menu"));
    assert!(!is_hidden(&mut app, "Notices"));
    assert_eq!(menu(app.world()), Menu::Pause);
    assert!(develop(&mut app));
    assert!(!develop(&mut app), "one picture is taken");
    until(&mut app, "the notice", |world| {
        notices(world).contains("match3-1.png")
    });
}

#[test]
fn a_picture_that_cannot_be_saved_is_not_said_to_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    // A file stands where the folder of the pictures should be.
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).expect("made");
    std::fs::write(data.join("pictures"), "").expect("written");
    press(&mut app, KeyCode::F12);
    assert!(develop(&mut app));
    until(&mut app, "the reason", |world| {
        let said = notices(world);
        said.contains("Could not save") && said.contains("match3-1.png")
    });
    assert!(!notices(app.world()).contains("Saved as"));
}
