//! The game without a window, for tests that play it.

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::winit::WinitPlugin;
use evolvarium::EvolvariumPlugin;
use evolvarium::games::match3::Table;
use evolvarium::session::Folders;
use evolvarium::shell::games::Games;
use evolvarium::shell::notice::Notices;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::title;

/// All of the game but window, graphics and sound, with its files in `folder`.
pub fn app(folder: &Path) -> App {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: None,
                exit_condition: bevy::window::ExitCondition::DontExit,
                ..default()
            })
            .set(RenderPlugin {
                render_creation: WgpuSettings {
                    backends: None,
                    ..default()
                }
                .into(),
                ..default()
            })
            .disable::<WinitPlugin>()
            .disable::<bevy::log::LogPlugin>()
            .disable::<bevy::audio::AudioPlugin>(),
    );
    app.insert_resource(Folders::within(folder));
    app.add_plugins(EvolvariumPlugin);
    app.finish();
    app.cleanup();
    app
}

/// Updates until something holds; panics when it does not within five minutes: a stuck game, not a slow machine.
pub fn until(app: &mut App, what: &str, mut holds: impl FnMut(&mut World) -> bool) {
    let started = Instant::now();
    while !holds(app.world_mut()) {
        assert!(
            started.elapsed() < Duration::from_secs(300),
            "waited in vain for {what}"
        );
        app.update();
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub fn screen(world: &World) -> Screen {
    *world.resource::<State<Screen>>().get()
}

pub fn notices(world: &World) -> String {
    world
        .resource::<Notices>()
        .lines()
        .collect::<Vec<_>>()
        .join("\n")
}

pub const ID: &str = "match3:9x9c6-p500#k3f9";

pub fn start(app: &mut App, id: &str) {
    app.update();
    title::open_id(app.world_mut(), id).expect("a good id");
    until(app, "the board", |world| screen(world) == Screen::Play);
}

pub fn play_itself(app: &mut App, moves: usize) {
    for _ in 0..moves {
        let card = app
            .world()
            .resource::<Games>()
            .find("match3")
            .expect("it is listed");
        let before = app.world().resource::<Table>().moves().len();
        until(app, "the move", |world| {
            (card.play_itself)(world);
            world.resource::<Table>().moves().len() > before
        });
    }
}
