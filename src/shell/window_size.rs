//! The size at which the window opens, which is kept in the settings.

use serde::{Deserialize, Serialize};

/// The size of a window, in logical pixels: at least 640 by 360.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowSize {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

impl WindowSize {
    /// The sizes that the settings menu offers. A window can be dragged to any other.
    pub const OFFERED: [WindowSize; 3] = [
        WindowSize::new(1280, 720),
        WindowSize::new(1600, 900),
        WindowSize::new(1920, 1080),
    ];

    const fn new(width: u32, height: u32) -> Self {
        WindowSize { width, height }
    }
}

impl Default for WindowSize {
    fn default() -> Self {
        WindowSize::OFFERED[0]
    }
}
