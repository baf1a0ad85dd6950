//! Volumes: the sound is muted by a key, and sliders set how loud it is.

use bevy::prelude::*;
use bevy::ui_widgets::{Slider, ValueChange};
use evolvarium::shell::audio::{Loudness, PlaySound, Sound};
use evolvarium::shell::screen::Menu;
use evolvarium::shell::settings::Settings;

use crate::harness::{app, end_program, notices, open_menu};
use crate::keys::press;

#[test]
fn mute_silences_everything_and_back_and_the_volume_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    // The loudness is taken from the settings once a frame.
    let heard = |app: &mut App| {
        app.update();
        app.world().resource::<Loudness>().0
    };
    assert_eq!(heard(&mut app), 70);
    press(&mut app, KeyCode::F10);
    assert_eq!(heard(&mut app), 0);
    assert_eq!(app.world().resource::<Settings>().volume_percent, 70);
    let said = notices(app.world());
    assert!(said.contains("Sound is off. F10 switches it on"), "{said}");
    end_program(&mut app);
    drop(app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    assert_eq!(heard(&mut second), 0, "it is kept");
    press(&mut second, KeyCode::F10);
    assert_eq!(heard(&mut second), 70);
    assert!(notices(second.world()).contains("Sound is on."));
}

/// The number of clicks that were heard.
#[derive(Resource, Default)]
struct Clicks(usize);

fn count_clicks(mut sounds: MessageReader<PlaySound>, mut clicks: ResMut<Clicks>) {
    clicks.0 += sounds
        .read()
        .filter(|PlaySound(sound)| *sound == Sound::Click)
        .count();
}

#[test]
fn a_volume_is_set_with_a_slider_and_is_heard_when_it_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.init_resource::<Clicks>()
        .add_systems(Last, count_clicks);
    app.update();
    open_menu(&mut app, Menu::Settings);
    let mut sliders = app.world_mut().query_filtered::<Entity, With<Slider>>();
    let sliders: Vec<Entity> = sliders.iter(app.world()).collect();
    let volumes = |app: &App| {
        let settings = app.world().resource::<Settings>();
        [
            settings.volume_percent,
            settings.effects_percent,
            settings.music_percent,
        ]
    };
    assert_eq!(sliders.len(), volumes(&app).len());
    for source in sliders {
        // The second event comes from the same place, and changes nothing.
        for value in [2.9_f32, 3.2] {
            app.world_mut().trigger(ValueChange {
                source,
                value,
                is_final: false,
            });
            app.update();
        }
    }
    assert_eq!(volumes(&app), [15; 3]);
    assert_eq!(app.world().resource::<Clicks>().0, 3);
}
