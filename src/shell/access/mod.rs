//! The interface for screen readers: the names and states of controls and texts, the board as a grid of named cells,
//! and the events of the game. AccessKit hands it to AT-SPI on Linux, UI Automation on Windows and NSAccessibility on
//! macOS.
//!
//! All of this is computed only while a screen reader listens.

mod board;
mod names;
mod nodes;
mod requests;
mod speech;

pub use board::{SpokenBoard, SpokenCell, spoken_size};
pub use names::spoken_choice;
pub use speech::Speech;

use bevy::a11y::{AccessibilityRequested, AccessibilitySystems};
use bevy::prelude::*;
use bevy::ui::UiSystems;

pub(super) fn plugin(app: &mut App) {
    // By then texts and places are the same as on the screen.
    app.configure_sets(
        PostUpdate,
        DescribeScreen
            .after(UiSystems::PostLayout)
            .before(AccessibilitySystems::Update)
            .run_if(is_listening),
    )
    .add_plugins((
        names::plugin,
        nodes::plugin,
        board::plugin,
        speech::plugin,
        requests::plugin,
    ));
}

/// The systems that describe the screen.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DescribeScreen;

/// A run condition: a screen reader listens.
pub fn is_listening(requested: Res<AccessibilityRequested>) -> bool {
    requested.get()
}
