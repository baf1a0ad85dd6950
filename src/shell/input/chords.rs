//! Quick chords: in a slow frame, a modifier such as Ctrl may be pressed and released again within the frame, together
//! with another key. A text field reads only the keys that are down at the end of the frame, and would type the letter.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

/// The modifiers that are held down for the rest of a frame, because a key was pressed with them.
#[derive(Resource, Default)]
pub(super) struct HeldModifiers {
    held: Vec<Key>,
    /// The modifiers that were down after the last message.
    down: Vec<Key>,
}

fn is_modifier(key: &Key) -> bool {
    matches!(key, Key::Control | Key::Super | Key::Alt | Key::Shift)
}

/// Holds down the modifiers with which keys were pressed in this frame.
pub(super) fn hold_modifiers(
    mut messages: MessageReader<KeyboardInput>,
    mut keys: ResMut<ButtonInput<Key>>,
    mut modifiers: ResMut<HeldModifiers>,
) {
    let HeldModifiers { held, down } = &mut *modifiers;
    for message in messages.read() {
        let key = &message.logical_key;
        match (is_modifier(key), message.state) {
            (true, ButtonState::Pressed) if !down.contains(key) => down.push(key.clone()),
            (true, ButtonState::Pressed) => {}
            (true, ButtonState::Released) => down.retain(|other| other != key),
            (false, ButtonState::Pressed) => {
                let missing = down.iter().filter(|key| !keys.pressed((*key).clone()));
                held.extend(missing.cloned());
            }
            (false, ButtonState::Released) => {}
        }
    }
    // A modifier that was released while another window was in front must not be remembered.
    down.retain(|key| keys.pressed(key.clone()));
    for key in held.iter() {
        keys.press(key.clone());
    }
}

/// Releases the held modifiers again.
pub(super) fn release_modifiers(
    mut keys: ResMut<ButtonInput<Key>>,
    mut modifiers: ResMut<HeldModifiers>,
) {
    for key in modifiers.held.drain(..) {
        keys.release(key);
    }
}
