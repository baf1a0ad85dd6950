//! The keys and the buttons of the gamepad that act on a board.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::shell::input::panel::PanelFocus;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;

/// The actions that are meant for the board. There are none while a menu is open. While the focus is in the panel, the
/// panel uses up arrows and confirming actions.
#[derive(SystemParam)]
pub struct BoardKeys<'w> {
    actions: Res<'w, Actions>,
    panel: Res<'w, PanelFocus>,
    menu: Res<'w, State<Menu>>,
}

impl BoardKeys<'_> {
    /// Whether keys are meant for the board: no menu is open, and the focus is not in the panel.
    pub fn are_free(&self) -> bool {
        *self.menu.get() == Menu::None && !self.panel.is_in_panel()
    }

    /// Whether an action began in this frame.
    pub fn has_begun(&self, action: Action) -> bool {
        *self.menu.get() == Menu::None && self.actions.has_begun(action)
    }

    /// The steps of the cursor that the arrows ask for: columns to the right, rows down.
    pub fn steps(&self) -> impl Iterator<Item = IVec2> + '_ {
        self.actions.arrow_steps().filter(|_| self.are_free())
    }

    /// Whether the cell at the cursor is chosen.
    pub fn is_confirmed(&self) -> bool {
        self.has_begun(Action::Toggle) || self.has_begun(Action::Confirm)
    }
}
