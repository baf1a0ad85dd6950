//! Reads the keyboard, the mouse and the gamepads into actions.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::Button;

use super::controls::Control;
use super::keys_and_mouse::KeysAndMouse;
use super::stick::{self, Stick};
use super::{Action, Actions};
use crate::shell::settings::Settings;
use crate::shell::theme::number::{NumberField, is_key_of_number};

/// The keys with Control, which the player cannot change.
const WITH_CONTROL: [(KeyCode, Action); 3] = [
    (KeyCode::KeyZ, Action::Undo),
    (KeyCode::KeyY, Action::Redo),
    (KeyCode::KeyC, Action::Copy),
];

/// The keys that confirm in a text field.
const ENTER: [KeyCode; 2] = [KeyCode::Enter, KeyCode::NumpadEnter];

/// The widget that has the focus.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Focused {
    /// A text field, into which the keyboard writes.
    Field,
    Button,
    /// A number, which is a button into which digits are typed.
    Number,
    Other,
}

impl Focused {
    /// Whether the widget reads a key itself, so that the key has no other meaning.
    fn reads(self, key: KeyCode, action: Action) -> bool {
        match self {
            Focused::Field => {
                let works_there = matches!(
                    action,
                    Action::Back
                        | Action::Fullscreen
                        | Action::Mute
                        | Action::Picture
                        | Action::Confirm
                );
                // In a text field the keys that edit it have no other meaning, and Enter confirms.
                !works_there || Control::Key(key).edits() || ENTER.contains(&key)
            }
            Focused::Button => matches!(key, KeyCode::Enter | KeyCode::Space),
            Focused::Number => Focused::Button.reads(key, action) || is_key_of_number(key),
            Focused::Other => false,
        }
    }
}

/// Finds the actions that begin in this frame.
pub(super) fn read_actions(
    pressed: KeysAndMouse,
    gamepads: Query<&Gamepad>,
    focus: Option<Res<InputFocus>>,
    fields: Query<(), With<EditableText>>,
    (buttons, numbers): (Query<(), With<Button>>, Query<(), With<NumberField>>),
    (settings, time): (Res<Settings>, Res<Time>),
    mut held_stick: Local<Stick>,
    mut actions: ResMut<Actions>,
) {
    actions.clear();
    let focused = match focus.and_then(|focus| focus.get()) {
        Some(entity) if fields.contains(entity) => Focused::Field,
        Some(entity) if numbers.contains(entity) => Focused::Number,
        Some(entity) if buttons.contains(entity) => Focused::Button,
        _ => Focused::Other,
    };
    let control = pressed.has_control();
    let place = stick::stick_position(gamepads.iter());
    let of_stick = held_stick.step(place, settings.stick_deflection(), time.delta_secs());
    for action in Action::ALL {
        let begins = |held: Control| match held {
            Control::Key(key) => {
                !control && pressed.just_pressed(held) && !focused.reads(key, action)
            }
            Control::Mouse(_) => pressed.just_pressed(held),
            Control::Button(button) => gamepads.iter().any(|pad| pad.just_pressed(button)),
        };
        let mut controls = settings.controls.of(action).into_iter().flatten();
        if !controls.any(begins) && of_stick != Some(action) {
            continue;
        }
        if action == Action::Confirm && matches!(focused, Focused::Button | Focused::Number) {
            actions.presses = true;
        } else {
            actions.begun.push(action);
        }
    }
    let is_entered = ENTER.into_iter().any(|key| pressed.keys.just_pressed(key));
    if focused == Focused::Field && is_entered && !control {
        // In a text field this key confirms, also if the player has given it another action.
        actions.begun.push(Action::Confirm);
    }
    if control && focused != Focused::Field {
        for (key, action) in WITH_CONTROL {
            if pressed.keys.just_pressed(key) {
                actions.begun.push(action);
            }
        }
    }
}
