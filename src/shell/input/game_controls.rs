//! The controls that only one game has.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::controls::{Control, KEY_SLOTS, Slots};

/// Two keys.
pub type Keys = [Option<Control>; KEY_SLOTS];

/// A control that only one game has.
#[derive(Debug)]
pub struct GameControl {
    /// Its name in the settings, and the key of its name in the language files: the game and the control, for instance
    /// `dungeon.control.wait`.
    pub id: &'static str,
    /// Its usual keys and buttons.
    pub usual: Slots,
    /// Its keys for the left hand alone, and for the right hand alone.
    pub one_handed: [Keys; 2],
    /// Its button for the left hand alone, and for the right hand alone. A control without one is used in the panel.
    pub one_handed_buttons: [Option<Control>; 2],
}

impl GameControl {
    /// The same control with a button for the left hand alone, and one for the right hand alone.
    pub const fn with_one_handed_buttons(
        self,
        left: Option<Control>,
        right: Option<Control>,
    ) -> Self {
        GameControl {
            one_handed_buttons: [left, right],
            ..self
        }
    }
}

/// The own controls of a game, and the actions that it uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameControls {
    /// The controls that only this game has.
    pub own: &'static [GameControl],
    /// The actions that have a meaning while the game is played. Other actions may share their keys with the game's own
    /// controls.
    pub actions: &'static [Action],
}

/// The controls of games that the player has changed, by their ids. The others have their usual keys and buttons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChangedGameControls(BTreeMap<String, Slots>);

impl ChangedGameControls {
    /// Returns the keys and buttons of a control.
    pub fn of(&self, control: &GameControl) -> Slots {
        self.0.get(control.id).copied().unwrap_or(control.usual)
    }

    /// Gives a control other keys and buttons.
    pub fn set(&mut self, control: &GameControl, slots: Slots) {
        if slots == control.usual {
            self.0.remove(control.id);
        } else {
            self.0.insert(control.id.to_owned(), slots);
        }
    }

    /// Gives all controls their usual keys and buttons.
    pub fn reset(&mut self) {
        self.0.clear();
    }

    /// Whether any control was changed.
    pub fn is_changed(&self) -> bool {
        !self.0.is_empty()
    }
}
