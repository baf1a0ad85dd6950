//! The keys and the buttons of the gamepad that act on a board.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;

/// The actions that are meant for the board. There are none while a menu is open.
#[derive(SystemParam)]
pub struct BoardKeys<'w> {
    actions: Res<'w, Actions>,
    menu: Res<'w, State<Menu>>,
}

impl BoardKeys<'_> {
    /// Whether no menu is open.
    pub fn are_free(&self) -> bool {
        *self.menu.get() == Menu::None
    }

    /// Whether an action began in this frame.
    pub fn begun(&self, action: Action) -> bool {
        self.are_free() && self.actions.begun(action)
    }

    /// The steps of the cursor that the arrows ask for: columns to the right, rows down.
    pub fn steps(&self) -> impl Iterator<Item = IVec2> + '_ {
        self.actions.arrow_steps().filter(|_| self.are_free())
    }

    /// Whether the cell at the cursor is chosen.
    pub fn confirmed(&self) -> bool {
        self.begun(Action::Toggle) || self.begun(Action::Confirm)
    }
}
