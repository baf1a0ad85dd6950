//! The icon of the window, for window systems that take it from the program: X11 and Windows.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::WINIT_WINDOWS;
use winit::window::Icon;

use crate::shell::theme::sprites;

const ICON: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/assets/icon/evolvarium.svg"
));

/// Pixels a side. Window systems scale it down.
const PIXELS: u32 = 128;

/// Gives the window its icon as soon as there is a window.
pub(super) fn set_icon(window: Query<Entity, With<PrimaryWindow>>, mut done: Local<bool>) {
    if *done {
        return;
    }
    let Ok(window) = window.single() else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        let Some(window) = windows.get_window(window) else {
            return;
        };
        *done = true;
        match sprites::plain_pixels(ICON, PIXELS) {
            Ok(pixels) => match Icon::from_rgba(pixels, PIXELS, PIXELS) {
                Ok(icon) => window.set_window_icon(Some(icon)),
                Err(error) => error!("icon: {error}"),
            },
            Err(why) => error!("icon: {why}"),
        }
    });
}
