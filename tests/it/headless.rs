//! The game without a window, graphics and sound; benchmarks use it too.

use std::path::Path;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::winit::WinitPlugin;
use evolvarium::EvolvariumPlugin;
use evolvarium::generation::{Seed, pools};
use evolvarium::session::Folders;
use evolvarium::shell::table::new_game::SetupSeed;

/// Returns the whole game without window, graphics and sound; its files lie in `folder`.
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
            .set(pools::task_pools())
            .disable::<WinitPlugin>()
            .disable::<bevy::log::LogPlugin>()
            .disable::<bevy::audio::AudioPlugin>(),
    );
    app.insert_resource(Folders::within(folder));
    app.add_plugins(EvolvariumPlugin);
    // Runs that a test starts are the same each time.
    app.insert_resource(SetupSeed(Seed(1)));
    app.finish();
    app.cleanup();
    app
}
