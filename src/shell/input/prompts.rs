//! Prompts: the keys and buttons in texts. They follow the device that was used last, and the changes of the player.

use bevy::prelude::*;

use super::controls::{Control, KEY_SLOTS};
use super::meaning::{self, Meaning};
use super::stick;
use crate::shell::games::Games;
use crate::shell::settings::Settings;
use crate::shell::words::Words;

/// The device that was used last.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// The keyboard or the mouse.
    #[default]
    Keyboard,
    /// A gamepad.
    Gamepad,
}

/// Remembers which device was used last.
pub(super) fn note_device(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    gamepads: Query<&Gamepad>,
    settings: Res<Settings>,
    mut device: ResMut<Device>,
) {
    let is_pressed = |pad: &Gamepad| pad.get_just_pressed().next().is_some();
    let place = stick::stick_position(gamepads.iter());
    let is_stick_pushed = stick::is_pushed(place, settings.stick_deflection());
    let used = if is_stick_pushed || gamepads.iter().any(is_pressed) {
        Device::Gamepad
    } else if keys.get_just_pressed().len() + mouse.get_just_pressed().len() > 0 {
        Device::Keyboard
    } else {
        return;
    };
    device.set_if_neq(used);
}

/// The name of the first key or button with a meaning, of the device that was used last if it has one.
pub fn control_text(world: &World, meaning: Meaning) -> String {
    let controls = world.resource::<Settings>().controls_of(meaning);
    let (keys, buttons) = controls.split_at(KEY_SLOTS);
    let first = |slots: &[Option<Control>]| slots.iter().flatten().next().copied();
    let found = match world.resource::<Device>() {
        Device::Keyboard => first(keys).or_else(|| first(buttons)),
        Device::Gamepad => first(buttons).or_else(|| first(keys)),
    };
    let words = world.resource::<Words>();
    found.map_or_else(|| "–".to_owned(), |control| name_of(control, words))
}

/// Returns the name of a control that a player reads. A key has the letter or the sign that stands on it. Each of the
/// four buttons on the right of a gamepad has the letter that stands there on most gamepads, in a circle.
pub fn name_of(control: Control, words: &Words) -> String {
    let key = match control {
        Control::Key(KeyCode::ArrowUp) => return "↑".to_owned(),
        Control::Key(KeyCode::ArrowDown) => return "↓".to_owned(),
        Control::Key(KeyCode::ArrowLeft) => return "←".to_owned(),
        Control::Key(KeyCode::ArrowRight) => return "→".to_owned(),
        Control::Mouse(MouseButton::Right) => "control.mouse.right",
        Control::Mouse(MouseButton::Middle) => "control.mouse.middle",
        Control::Mouse(MouseButton::Back) => "control.mouse.back",
        Control::Mouse(MouseButton::Forward) => "control.mouse.forward",
        Control::Button(GamepadButton::DPadUp) => "control.pad.up",
        Control::Button(GamepadButton::DPadDown) => "control.pad.down",
        Control::Button(GamepadButton::DPadLeft) => "control.pad.left",
        Control::Button(GamepadButton::DPadRight) => "control.pad.right",
        Control::Button(GamepadButton::South) => "control.pad.south",
        Control::Button(GamepadButton::East) => "control.pad.east",
        Control::Button(GamepadButton::West) => "control.pad.west",
        Control::Button(GamepadButton::North) => "control.pad.north",
        _ => return control.to_string(),
    };
    words.get(key)
}

/// Replaces the names of meanings in a text, such as `{control.hint}`, by the names of their keys or buttons.
pub fn with_prompts(world: &World, text: String) -> String {
    if !text.contains('{') {
        return text;
    }
    let mut said = text.clone();
    for meaning in meaning::all(world.resource::<Games>()) {
        let place = format!("{{{}}}", meaning.key());
        if text.contains(&place) {
            said = said.replace(&place, &control_text(world, meaning));
        }
    }
    said
}
