//! The window: its size, the interface's scale, fullscreen, and the room behind everything.

#[cfg(target_os = "linux")]
mod keyboard;

use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};

use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(palette::NIGHT))
        .add_systems(Startup, (spawn_camera, spawn_motes))
        .add_systems(Update, (reveal, scale_interface, go_fullscreen, drift));
    #[cfg(target_os = "linux")]
    app.add_systems(Update, keyboard::take);
}

/// The size that the interface is laid out for.
pub const DESIGN: Vec2 = Vec2::new(1280.0, 720.0);

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Name::new("Camera"), Camera2d));
}

/// Shows the window once there is something in it, so that it does not flash white.
fn reveal(mut window: Query<&mut Window, With<PrimaryWindow>>, mut frames: Local<u32>) {
    *frames = frames.saturating_add(1);
    if *frames == 3
        && let Ok(mut window) = window.single_mut()
    {
        window.visible = true;
    }
}

fn scale_interface(
    window: Query<&Window, With<PrimaryWindow>>,
    settings: Res<Settings>,
    mut scale: ResMut<UiScale>,
) {
    let Ok(window) = window.single() else { return };
    let fit = (window.width() / DESIGN.x).min(window.height() / DESIGN.y);
    let wish = settings.interface_percent as f32 / 100.0;
    let scaled = (fit * wish).max(0.4);
    if (scale.0 - scaled).abs() > 1e-4 {
        scale.0 = scaled;
    }
}

fn go_fullscreen(mut window: Query<&mut Window, With<PrimaryWindow>>, settings: Res<Settings>) {
    let Ok(mut window) = window.single_mut() else {
        return;
    };
    let mode = if settings.fullscreen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    };
    if window.mode != mode {
        window.mode = mode;
    }
}

/// A speck of light that drifts behind everything.
#[derive(Component)]
struct Mote {
    /// Where it is without drifting, in parts of the window.
    home: Vec2,
    phase: f32,
}

fn spawn_motes(mut commands: Commands, sprites: Res<Sprites>) {
    // The golden ratio spreads them evenly without looking like a grid.
    for i in 0..26 {
        let n = i as f32;
        let home = Vec2::new((n * 0.618_034).fract() - 0.5, (n * 0.754_878).fract() - 0.5);
        let warm = i % 5 == 0;
        let colour = if warm {
            palette::LAMP
        } else {
            palette::THOUGHT
        };
        commands.spawn((
            Name::new("Mote"),
            Mote { home, phase: n },
            Sprite {
                image: sprites.get("shared/spark"),
                custom_size: Some(Vec2::splat(10.0 + (n * 0.37).fract() * 26.0)),
                color: colour.with_alpha(0.05 + 0.1 * (n * 0.53).fract()),
                ..default()
            },
            Transform::from_xyz(0.0, 0.0, -10.0),
        ));
    }
}

fn drift(
    time: Res<Time>,
    settings: Res<Settings>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut motes: Query<(&Mote, &mut Transform)>,
) {
    let Ok(window) = window.single() else { return };
    let t = if settings.reduced_motion {
        0.0
    } else {
        time.elapsed_secs()
    };
    for (mote, mut transform) in &mut motes {
        let sway = Vec2::new(
            (t * 0.11 + mote.phase).sin() * 0.03,
            (t * 0.07 + mote.phase * 1.7).cos() * 0.05,
        );
        let at = (mote.home + sway) * window.size();
        transform.translation = at.extend(-10.0);
    }
}
