//! The reasons why the window cannot be opened, in words for the player. Bevy panics if it finds no display or no
//! graphics driver, with words for programmers.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use bevy::prelude::AppExit;

use crate::base::panics;

/// The reason why the window cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WindowError {
    /// There is no screen, or it cannot be reached.
    #[error(
        "there is no display to open the window on ({0}); start the game on a desktop, or see evolvarium --help for the \
         commands that need no display"
    )]
    Display(String),
    /// No driver can draw into the window.
    #[error(
        "no graphics driver was found that can draw the game; install one for Vulkan, such as the package \
         mesa-vulkan-drivers, which needs no graphics card"
    )]
    Driver,
}

impl WindowError {
    /// Returns the error for a panic of Bevy; `None` if the panic has another cause.
    fn of_panic(message: &str) -> Option<Self> {
        let begins = |start: &str| message.starts_with(start);
        if begins("Failed to build event loop") {
            return Some(WindowError::Display(display_fault()));
        }
        let is_driver = begins("Unable to find a GPU")
            || begins("Failed to create wgpu surface")
            || message.contains("RequestDeviceError");
        is_driver.then_some(WindowError::Driver)
    }
}

/// Names the display that cannot be opened. The order is that in which the window library looks for a display.
fn display_fault() -> String {
    let value = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let named = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .into_iter()
        .find_map(|name| Some((name, value(name)?)));
    match named {
        Some((name, value)) => format!("{name} is {value:?}, which cannot be opened"),
        None if cfg!(target_os = "linux") => {
            "neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned()
        }
        None => "the system offers none".to_owned(),
    }
}

/// Runs the game. If Bevy panics because the window cannot be opened, the reason is returned instead, and nothing is
/// printed.
pub fn run_or_explain(run: impl FnOnce() -> AppExit) -> Result<AppExit, WindowError> {
    let usual_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if WindowError::of_panic(&panics::message(panic.payload())).is_none() {
            usual_hook(panic);
        }
    }));
    catch_unwind(AssertUnwindSafe(run)).or_else(|panic| {
        match WindowError::of_panic(&panics::message(&*panic)) {
            Some(error) => Err(error),
            None => resume_unwind(panic),
        }
    })
}
