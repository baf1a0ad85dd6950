//! Waiting for the key or button that is to mean an action.

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;

use super::controls::{Control, KEY_SLOTS};
use super::meaning::Meaning;
use super::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Capture>()
        .add_systems(OnExit(Menu::Settings), stop_waiting);
}

/// The place for a control that the player is asked to press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlSlot {
    /// The meaning that the control gets.
    pub meaning: Meaning,
    /// The number of the place.
    pub slot: usize,
}

/// The state of waiting for a control that the player is asked to press. Meanwhile keys and buttons have no other
/// meaning.
#[derive(Resource, Default)]
pub struct Capture {
    /// The place for the control; `None` if no control is waited for.
    pub place: Option<ControlSlot>,
    /// The widget that had the focus, and gets it back.
    focus: Option<Entity>,
}

/// Begins to wait for a key or a button for a place.
pub fn begin(world: &mut World, place: ControlSlot) {
    let mut focus = world.resource_mut::<InputFocus>();
    let focused = focus.get();
    // A focused button would be pressed by the key.
    focus.clear();
    *world.resource_mut::<Capture>() = Capture {
        place: Some(place),
        focus: focused,
    };
}

/// Puts the first key or button that is pressed into the place that waits for it. Backspace leaves the place empty. A
/// left click leaves it as it is. So does Escape, unless the place is one for keys of the action Back, and a button of
/// the gamepad, if the place is one for keys.
pub(super) fn capture_control(
    mut keys: ResMut<ButtonInput<KeyCode>>,
    mut gamepads: Query<&mut Gamepad>,
    mut mouse: ResMut<ButtonInput<MouseButton>>,
    mut capture: ResMut<Capture>,
    mut settings: ResMut<Settings>,
) {
    let Some(place) = capture.place else { return };
    if mouse.just_pressed(MouseButton::Left) {
        capture.place = None;
        return;
    }
    let wants_key = place.slot < KEY_SLOTS;
    let mut pressed = Vec::new();
    let key = keys.get_just_pressed().next().copied();
    if let Some(key) = key {
        keys.clear_just_pressed(key);
        let stays = key == KeyCode::Escape
            && !(wants_key && place.meaning == Meaning::Action(Action::Back));
        if stays {
            capture.place = None;
            return;
        }
        if key == KeyCode::Backspace {
            settings.set_control(place.meaning, place.slot, None);
            capture.place = None;
            return;
        }
        pressed.extend(Control::of_key(key).filter(|_| wants_key));
    }
    let button = mouse.get_just_pressed().next().copied();
    if let Some(button) = button {
        mouse.clear_just_pressed(button);
        pressed.extend(Control::of_mouse(button).filter(|_| wants_key));
    }
    for mut gamepad in &mut gamepads {
        let digital = gamepad.digital_mut();
        let button = digital.get_just_pressed().next().copied();
        if let Some(button) = button {
            digital.clear_just_pressed(button);
            // Without a keyboard there is no other way out of choosing a key.
            if wants_key {
                capture.place = None;
                return;
            }
            pressed.extend(Control::of_button(button).filter(|_| !wants_key));
        }
    }
    if let Some(control) = pressed.first() {
        settings.set_control(place.meaning, place.slot, Some(*control));
        capture.place = None;
    }
}

/// Lets no widget have the focus while a control is waited for. The Tab key moves the focus, and a focused button would
/// be pressed by the key.
pub(super) fn hold_focus(capture: Res<Capture>, mut focus: ResMut<InputFocus>) {
    if capture.place.is_some() && focus.get().is_some() {
        focus.clear();
    }
}

/// Waits no longer when the menu closes in which the player was asked.
fn stop_waiting(mut capture: ResMut<Capture>) {
    *capture = Capture::default();
}

/// Gives the focus back at the end of the frame in which the capture ended.
pub(super) fn give_focus_back(mut capture: ResMut<Capture>, mut focus: ResMut<InputFocus>) {
    if capture.place.is_none()
        && let Some(entity) = capture.focus.take()
        && focus.get().is_none()
    {
        focus.set(entity, FocusCause::Navigated);
    }
}

/// Lets no action begin while a control is waited for.
pub(super) fn silence_actions(capture: Res<Capture>, mut actions: ResMut<Actions>) {
    if capture.place.is_some() {
        actions.clear();
    }
}
