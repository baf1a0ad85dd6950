//! The size of the window. It opens with the size at which it was left, or fills the screen.

use bevy::prelude::*;
use bevy::window::{Monitor, MonitorSelection, PrimaryWindow, WindowMode, WindowResized};

use crate::session::Folders;
use crate::shell::settings::Settings;
use crate::shell::window_size::WindowSize;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_window, set_window_mode, remember_size).chain(),
    );
}

/// The seconds for which a window must have kept its size before the size is remembered.
const SETTLED: f32 = 0.5;

/// Shows the window after the first frames, so that it does not flash white. It is no larger than the monitor.
fn show_window(
    mut window: Query<&mut Window, With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
    settings: Res<Settings>,
    folders: Option<Res<Folders>>,
    mut frames: Local<u32>,
) {
    *frames = frames.saturating_add(1);
    if *frames != 3 {
        return;
    }
    let Ok(mut window) = window.single_mut() else {
        return;
    };
    // A tour has no player whose size it could take.
    if folders.is_some() && !settings.fullscreen {
        resize(&mut window, &monitors, settings.window_size);
    } else {
        let size = window.resolution.physical_size();
        fit_to_monitor(&mut window, &monitors, size);
    }
    window.visible = true;
}

/// Gives the window another size, as far as the monitor has room.
fn resize(window: &mut Window, monitors: &Query<&Monitor>, size: WindowSize) {
    let size = Vec2::new(size.width as f32, size.height as f32);
    let physical = (size * window.scale_factor()).round().as_uvec2();
    fit_to_monitor(window, monitors, physical);
}

/// Gives the window a size in physical pixels, or as much of it as the largest monitor has.
fn fit_to_monitor(window: &mut Window, monitors: &Query<&Monitor>, wanted: UVec2) {
    let monitors = monitors.iter().map(Monitor::physical_size);
    let largest = monitors.max_by_key(|size| size.element_product());
    let size = largest.map_or(wanted, |largest| fit_into(wanted, largest));
    if size != window.resolution.physical_size() {
        window.resolution.set_physical_resolution(size.x, size.y);
    }
}

/// Returns the size that a window has on a monitor, in physical pixels. A monitor whose size is unknown is no reason to
/// shrink.
fn fit_into(window: UVec2, monitor: UVec2) -> UVec2 {
    match monitor.min_element() {
        0 => window,
        _ => window.min(monitor),
    }
}

/// Gives the window the size that the player chooses, or that it will have when it no longer fills the screen.
pub fn choose(world: &mut World, size: WindowSize) {
    world.resource_mut::<Settings>().window_size = size;
    if world.resource::<Settings>().fullscreen {
        return;
    }
    if let Err(error) = world.run_system_cached_with(resize_window, size) {
        error!("the window keeps its size: {error}");
    }
}

fn resize_window(
    size: In<WindowSize>,
    mut window: Query<&mut Window, With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
) {
    if let Ok(mut window) = window.single_mut() {
        resize(&mut window, &monitors, *size);
    }
}

fn set_window_mode(
    mut window: Query<&mut Window, With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
    settings: Res<Settings>,
) {
    let Ok(mut window) = window.single_mut() else {
        return;
    };
    let mode = if settings.fullscreen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    };
    if window.mode == mode {
        return;
    }
    window.mode = mode;
    if mode == WindowMode::Windowed {
        resize(&mut window, &monitors, settings.window_size);
    }
}

/// Remembers the size that the player has given to the window. A window that fills the screen is none that was given a
/// size.
fn remember_size(
    mut resized: MessageReader<WindowResized>,
    mut since: Local<Option<f32>>,
    window: Query<&Window, With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
    time: Res<Time<Real>>,
    mut settings: ResMut<Settings>,
) {
    if resized.read().count() > 0 {
        *since = Some(0.0);
    }
    let Some(seconds) = *since else { return };
    let seconds = seconds + time.delta_secs();
    *since = (seconds < SETTLED).then_some(seconds);
    let Ok(window) = window.single() else { return };
    if since.is_some() || !window.visible || settings.fullscreen {
        return;
    }
    let physical = window.resolution.physical_size();
    let fills = |monitor: &Monitor| physical.cmpge(monitor.physical_size()).all();
    let size = WindowSize {
        width: window.width().round() as u32,
        height: window.height().round() as u32,
    };
    if !monitors.iter().any(fills) && size != settings.window_size {
        settings.window_size = size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_no_larger_than_its_monitor() {
        let window = UVec2::new(1280, 720);
        let into = |x, y| fit_into(window, UVec2::new(x, y));
        assert_eq!(into(1920, 1080), window);
        assert_eq!(into(1280, 720), window);
        assert_eq!(into(1024, 768), UVec2::new(1024, 720));
        assert_eq!(into(960, 540), UVec2::new(960, 540));
        assert_eq!(into(0, 0), window);
    }
}
