//! The keys and the buttons of the mouse and the gamepad that mean an action: the usual ones, and the changes of the
//! player.

use std::collections::BTreeMap;
use std::fmt;

use bevy::input::gamepad::GamepadButton;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use serde::{Deserialize, Serialize};

use super::action::Action;

/// A key, or a button of the mouse or the gamepad. Its text is its name in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Control {
    /// A key of the keyboard.
    Key(KeyCode),
    /// A button of the mouse.
    Mouse(MouseButton),
    /// A button of the gamepad.
    Button(GamepadButton),
}

/// The keys that can have a meaning, with their names. Tab and the modifiers are not among them, because they always
/// move the focus and change other keys.
const KEYS: &[(KeyCode, &str)] = &[
    (KeyCode::ArrowUp, "Up"),
    (KeyCode::ArrowDown, "Down"),
    (KeyCode::ArrowLeft, "Left"),
    (KeyCode::ArrowRight, "Right"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Space, "Space"),
    (KeyCode::Escape, "Esc"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Insert, "Insert"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::PageUp, "Page up"),
    (KeyCode::PageDown, "Page down"),
    (KeyCode::KeyA, "A"),
    (KeyCode::KeyB, "B"),
    (KeyCode::KeyC, "C"),
    (KeyCode::KeyD, "D"),
    (KeyCode::KeyE, "E"),
    (KeyCode::KeyF, "F"),
    (KeyCode::KeyG, "G"),
    (KeyCode::KeyH, "H"),
    (KeyCode::KeyI, "I"),
    (KeyCode::KeyJ, "J"),
    (KeyCode::KeyK, "K"),
    (KeyCode::KeyL, "L"),
    (KeyCode::KeyM, "M"),
    (KeyCode::KeyN, "N"),
    (KeyCode::KeyO, "O"),
    (KeyCode::KeyP, "P"),
    (KeyCode::KeyQ, "Q"),
    (KeyCode::KeyR, "R"),
    (KeyCode::KeyS, "S"),
    (KeyCode::KeyT, "T"),
    (KeyCode::KeyU, "U"),
    (KeyCode::KeyV, "V"),
    (KeyCode::KeyW, "W"),
    (KeyCode::KeyX, "X"),
    (KeyCode::KeyY, "Y"),
    (KeyCode::KeyZ, "Z"),
    (KeyCode::Digit0, "0"),
    (KeyCode::Digit1, "1"),
    (KeyCode::Digit2, "2"),
    (KeyCode::Digit3, "3"),
    (KeyCode::Digit4, "4"),
    (KeyCode::Digit5, "5"),
    (KeyCode::Digit6, "6"),
    (KeyCode::Digit7, "7"),
    (KeyCode::Digit8, "8"),
    (KeyCode::Digit9, "9"),
    (KeyCode::Comma, ","),
    (KeyCode::Period, "."),
    (KeyCode::Slash, "/"),
    (KeyCode::Semicolon, ";"),
    (KeyCode::Quote, "'"),
    (KeyCode::BracketLeft, "["),
    (KeyCode::BracketRight, "]"),
    (KeyCode::Backslash, "\\"),
    (KeyCode::Minus, "-"),
    (KeyCode::Equal, "="),
    (KeyCode::Backquote, "`"),
    (KeyCode::Numpad0, "Num 0"),
    (KeyCode::Numpad1, "Num 1"),
    (KeyCode::Numpad2, "Num 2"),
    (KeyCode::Numpad3, "Num 3"),
    (KeyCode::Numpad4, "Num 4"),
    (KeyCode::Numpad5, "Num 5"),
    (KeyCode::Numpad6, "Num 6"),
    (KeyCode::Numpad7, "Num 7"),
    (KeyCode::Numpad8, "Num 8"),
    (KeyCode::Numpad9, "Num 9"),
    (KeyCode::NumpadEnter, "Num Enter"),
    (KeyCode::NumpadAdd, "Num +"),
    (KeyCode::NumpadSubtract, "Num -"),
    (KeyCode::NumpadMultiply, "Num *"),
    (KeyCode::NumpadDivide, "Num /"),
    (KeyCode::NumpadDecimal, "Num ."),
    (KeyCode::F1, "F1"),
    (KeyCode::F2, "F2"),
    (KeyCode::F3, "F3"),
    (KeyCode::F4, "F4"),
    (KeyCode::F5, "F5"),
    (KeyCode::F6, "F6"),
    (KeyCode::F7, "F7"),
    (KeyCode::F8, "F8"),
    (KeyCode::F9, "F9"),
    (KeyCode::F10, "F10"),
    (KeyCode::F11, "F11"),
    (KeyCode::F12, "F12"),
];

/// The buttons of the mouse that can have a meaning, with their names. The left one always points and presses.
const MOUSE: &[(MouseButton, &str)] = &[
    (MouseButton::Right, "Mouse 2"),
    (MouseButton::Middle, "Mouse 3"),
    (MouseButton::Back, "Mouse 4"),
    (MouseButton::Forward, "Mouse 5"),
];

/// The buttons of the gamepad that can have a meaning, with their names.
const BUTTONS: &[(GamepadButton, &str)] = &[
    (GamepadButton::DPadUp, "Pad up"),
    (GamepadButton::DPadDown, "Pad down"),
    (GamepadButton::DPadLeft, "Pad left"),
    (GamepadButton::DPadRight, "Pad right"),
    (GamepadButton::South, "Pad South"),
    (GamepadButton::East, "Pad East"),
    (GamepadButton::North, "Pad North"),
    (GamepadButton::West, "Pad West"),
    (GamepadButton::LeftTrigger, "L1"),
    (GamepadButton::RightTrigger, "R1"),
    (GamepadButton::LeftTrigger2, "L2"),
    (GamepadButton::RightTrigger2, "R2"),
    (GamepadButton::LeftThumb, "L3"),
    (GamepadButton::RightThumb, "R3"),
    (GamepadButton::Select, "Select"),
    (GamepadButton::Start, "Start"),
];

/// All controls with their names.
fn controls_with_names() -> impl Iterator<Item = (Control, &'static str)> {
    let keys = KEYS.iter().map(|(key, name)| (Control::Key(*key), *name));
    let mouse = MOUSE.iter();
    let mouse = mouse.map(|(button, name)| (Control::Mouse(*button), *name));
    let buttons = BUTTONS.iter();
    let buttons = buttons.map(|(button, name)| (Control::Button(*button), *name));
    keys.chain(mouse).chain(buttons)
}

impl Control {
    /// The control of a key; `None` if the key cannot have a meaning.
    pub fn of_key(key: KeyCode) -> Option<Self> {
        let known = KEYS.iter().any(|(known, _)| *known == key);
        known.then_some(Control::Key(key))
    }

    /// The control of a button of the mouse; `None` if the button cannot have a meaning.
    pub fn of_mouse(button: MouseButton) -> Option<Self> {
        let known = MOUSE.iter().any(|(known, _)| *known == button);
        known.then_some(Control::Mouse(button))
    }

    /// The control of a button of the gamepad; `None` if the button cannot have a meaning.
    pub fn of_button(button: GamepadButton) -> Option<Self> {
        let known = BUTTONS.iter().any(|(known, _)| *known == button);
        known.then_some(Control::Button(button))
    }

    /// Whether it is a key that writes a character into a text field, deletes one, or moves in the text.
    pub fn edits(self) -> bool {
        use KeyCode::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Backspace, Delete, End, Home};
        let moves_or_deletes = matches!(
            self,
            Control::Key(
                ArrowDown | ArrowLeft | ArrowRight | ArrowUp | Backspace | Delete | End | Home
            )
        );
        moves_or_deletes || self.writes()
    }

    /// Whether it is a key that writes a character.
    fn writes(self) -> bool {
        let is_space = self == Control::Key(KeyCode::Space);
        let name = self.to_string();
        let is_numpad = name.starts_with("Num ") && name != "Num Enter";
        is_space || name.chars().count() == 1 || is_numpad
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = controls_with_names().find(|(control, _)| control == self);
        f.write_str(name.map_or("?", |(_, name)| name))
    }
}

impl From<Control> for String {
    fn from(control: Control) -> String {
        control.to_string()
    }
}

/// A text that names no control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no key and no button of a mouse or a gamepad")]
pub struct ControlError(String);

impl TryFrom<String> for Control {
    type Error = ControlError;

    fn try_from(text: String) -> Result<Self, ControlError> {
        let known = controls_with_names().find(|(_, name)| *name == text);
        let known = known.map(|(control, _)| control);
        known.ok_or(ControlError(text))
    }
}

/// The places for controls of an action: two for keys and buttons of the mouse, then two for buttons of the gamepad.
pub const SLOTS: usize = 4;

/// The number of places for keys and buttons of the mouse.
pub const KEY_SLOTS: usize = 2;

/// The controls of an action.
pub type Slots = [Option<Control>; SLOTS];

const fn keys(first: KeyCode, button: Option<GamepadButton>) -> Slots {
    let button = match button {
        Some(button) => Some(Control::Button(button)),
        None => None,
    };
    [Some(Control::Key(first)), None, button, None]
}

/// The usual controls of an action.
pub fn usual_controls(action: Action) -> Slots {
    use GamepadButton as Pad;
    match action {
        Action::Up => keys(KeyCode::ArrowUp, Some(Pad::DPadUp)),
        Action::Down => keys(KeyCode::ArrowDown, Some(Pad::DPadDown)),
        Action::Left => keys(KeyCode::ArrowLeft, Some(Pad::DPadLeft)),
        Action::Right => keys(KeyCode::ArrowRight, Some(Pad::DPadRight)),
        Action::Confirm => {
            let second = Some(Control::Key(KeyCode::NumpadEnter));
            let [first, _, button, _] = keys(KeyCode::Enter, Some(Pad::South));
            [first, second, button, None]
        }
        Action::Back => [
            Some(Control::Key(KeyCode::Escape)),
            Some(Control::Key(KeyCode::KeyP)),
            Some(Control::Button(Pad::East)),
            Some(Control::Button(Pad::Start)),
        ],
        Action::Hint => keys(KeyCode::KeyH, Some(Pad::North)),
        Action::Undo => keys(KeyCode::KeyU, Some(Pad::LeftTrigger)),
        Action::Redo => keys(KeyCode::KeyY, Some(Pad::RightTrigger)),
        Action::Restart => keys(KeyCode::KeyR, None),
        Action::Resign => keys(KeyCode::KeyG, None),
        Action::NewGame => keys(KeyCode::F2, None),
        Action::Toggle => keys(KeyCode::Space, Some(Pad::West)),
        Action::Step => keys(KeyCode::KeyN, Some(Pad::LeftTrigger2)),
        Action::Skip => keys(KeyCode::KeyF, Some(Pad::RightTrigger2)),
        Action::Copy => keys(KeyCode::KeyC, None),
        Action::Picture => keys(KeyCode::F12, None),
        Action::Insight => keys(KeyCode::KeyV, Some(Pad::Select)),
        Action::Panel => keys(KeyCode::F6, Some(Pad::RightThumb)),
        Action::Mute => keys(KeyCode::F10, None),
        Action::Fullscreen => keys(KeyCode::F11, None),
    }
}

/// The actions whose controls the player has changed, with their controls. The other actions have their usual controls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Controls(BTreeMap<Action, Slots>);

impl Controls {
    /// Returns the controls of an action.
    pub fn of(&self, action: Action) -> Slots {
        self.0
            .get(&action)
            .copied()
            .unwrap_or_else(|| usual_controls(action))
    }

    /// Whether a control means an action.
    pub fn means(&self, control: Control, action: Action) -> bool {
        self.of(action).contains(&Some(control))
    }

    /// Puts a control into a place of an action, or takes it away.
    pub fn set(&mut self, action: Action, slot: usize, control: Option<Control>) {
        let mut slots = self.of(action);
        if let Some(place) = slots.get_mut(slot) {
            *place = control;
        }
        if slots == usual_controls(action) {
            self.0.remove(&action);
        } else {
            self.0.insert(action, slots);
        }
    }

    /// Gives all actions their usual controls.
    pub fn reset(&mut self) {
        self.0.clear();
    }

    /// Whether any control was changed.
    pub fn is_changed(&self) -> bool {
        !self.0.is_empty()
    }
}
