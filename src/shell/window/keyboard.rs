//! Without a window manager a new window does not get the keyboard, so the program takes it.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RawHandleWrapper};
use raw_window_handle::RawWindowHandle;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, InputFocus};

/// Gives the new window the focus if the display is X11 without a window manager.
pub(super) fn take_keyboard(
    window: Query<&RawHandleWrapper, With<PrimaryWindow>>,
    mut frames: Local<u32>,
) {
    *frames = frames.saturating_add(1);
    if *frames != 10 {
        return;
    }
    let Ok(handle) = window.single() else { return };
    let id = match handle.get_window_handle() {
        RawWindowHandle::Xlib(handle) => handle.window as u32,
        RawWindowHandle::Xcb(handle) => handle.window.get(),
        _ => return,
    };
    if let Err(error) = focus(id) {
        debug!("the window does not take the keyboard: {error}");
    }
}

fn focus(window: u32) -> Result<(), Box<dyn std::error::Error>> {
    let (connection, screen) = x11rb::connect(None)?;
    let root = connection.setup().roots[screen].root;
    // Every window manager sets this property of the root window (EWMH).
    let managed = connection
        .intern_atom(false, b"_NET_SUPPORTING_WM_CHECK")?
        .reply()?
        .atom;
    let manager = connection
        .get_property(false, root, managed, AtomEnum::WINDOW, 0, 1)?
        .reply()?;
    if manager.length == 0 {
        connection
            .set_input_focus(InputFocus::POINTER_ROOT, window, x11rb::CURRENT_TIME)?
            .check()?;
    }
    Ok(())
}
