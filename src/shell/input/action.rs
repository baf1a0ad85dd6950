//! The actions: the meanings of keys and buttons.

use serde::{Deserialize, Serialize};

/// The meaning of a key, or of a button of the mouse or the gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Move up.
    Up,
    /// Move down.
    Down,
    /// Move to the left.
    Left,
    /// Move to the right.
    Right,
    /// Confirm.
    Confirm,
    /// Go back, or open the menu.
    Back,
    /// Show a good move.
    Hint,
    /// Take a move back.
    Undo,
    /// Make a move again that was taken back.
    Redo,
    /// Start over.
    Restart,
    /// Give the game up.
    Resign,
    /// Begin another game of the same setup.
    NewGame,
    /// Pause or go on.
    Toggle,
    /// Go one step.
    Step,
    /// Skip to the end.
    Skip,
    /// Copy the game id.
    Copy,
    /// Save a picture of the window.
    Picture,
    /// Show the next kind of insight into the game.
    Insight,
    /// Move the focus to the buttons beside the board, or back to the board.
    Panel,
    /// Switch all sound off or on.
    Mute,
    /// Switch fullscreen on or off.
    Fullscreen,
}

impl Action {
    /// All actions.
    pub const ALL: [Action; 21] = [
        Action::Up,
        Action::Down,
        Action::Left,
        Action::Right,
        Action::Confirm,
        Action::Back,
        Action::Toggle,
        Action::Hint,
        Action::Undo,
        Action::Redo,
        Action::Restart,
        Action::Resign,
        Action::NewGame,
        Action::Step,
        Action::Skip,
        Action::Insight,
        Action::Panel,
        Action::Copy,
        Action::Picture,
        Action::Mute,
        Action::Fullscreen,
    ];

    /// Returns the key of its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            Action::Up => "control.up",
            Action::Down => "control.down",
            Action::Left => "control.left",
            Action::Right => "control.right",
            Action::Confirm => "control.confirm",
            Action::Back => "control.back",
            Action::Hint => "control.hint",
            Action::Undo => "control.undo",
            Action::Redo => "control.redo",
            Action::Restart => "control.restart",
            Action::Resign => "control.resign",
            Action::NewGame => "control.new_game",
            Action::Toggle => "control.toggle",
            Action::Step => "control.step",
            Action::Skip => "control.skip",
            Action::Copy => "control.copy",
            Action::Picture => "control.picture",
            Action::Insight => "control.insight",
            Action::Panel => "control.panel",
            Action::Mute => "control.mute",
            Action::Fullscreen => "control.fullscreen",
        }
    }
}
