//! The keys and the buttons of the gamepad that act on a board.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;

use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;

/// The actions that are meant for the board. There are none while a menu is open.
#[derive(SystemParam)]
pub struct BoardKeys<'w, 's> {
    actions: Res<'w, Actions>,
    menu: Res<'w, State<Menu>>,
    focus: Res<'w, InputFocus>,
    buttons: Query<'w, 's, (), With<Button>>,
}

impl BoardKeys<'_, '_> {
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

    /// Whether the cell at the cursor is chosen. A focused button takes Enter and Space for itself.
    pub fn confirmed(&self) -> bool {
        let focused = self.focus.get();
        let is_button = focused.is_some_and(|entity| self.buttons.contains(entity));
        !is_button && (self.begun(Action::Toggle) || self.begun(Action::Confirm))
    }
}
