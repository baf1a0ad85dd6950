//! The keys of the keyboard and the buttons of the mouse, which both can have a meaning.

use bevy::ecs::system::SystemParam;
use bevy::picking::PickingSystems;
use bevy::prelude::*;
use bevy::ui::Pressed;

use super::controls::Control;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(press_with_left_alone).configure_sets(
        PreUpdate,
        // The pressed button of the mouse must be known before `press_with_left_alone` asks for it.
        PickingSystems::ProcessInput.after(bevy::input::InputSystems),
    );
}

/// The pressed keys of the keyboard and buttons of the mouse.
#[derive(SystemParam)]
pub struct KeysAndMouse<'w> {
    /// The keys.
    pub keys: Res<'w, ButtonInput<KeyCode>>,
    mouse: Res<'w, ButtonInput<MouseButton>>,
}

impl KeysAndMouse<'_> {
    /// Whether a control is a key or a button of the mouse that was pressed in this frame.
    pub fn just_pressed(&self, control: Control) -> bool {
        match control {
            Control::Key(key) => self.keys.just_pressed(key),
            Control::Mouse(button) => self.mouse.just_pressed(button),
            Control::Button(_) => false,
        }
    }

    /// Whether a control is a key or a button of the mouse that is held.
    pub fn pressed(&self, control: Control) -> bool {
        match control {
            Control::Key(key) => self.keys.pressed(key),
            Control::Mouse(button) => self.mouse.pressed(button),
            Control::Button(_) => false,
        }
    }

    /// Whether Control is held, which gives keys other meanings.
    pub fn has_control(&self) -> bool {
        self.keys
            .any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight])
    }
}

/// Lets widgets be pressed with the left button of the mouse alone, because the others can have meanings of their own.
fn press_with_left_alone(
    pressed: On<Add, Pressed>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut commands: Commands,
) {
    let is_other = mouse.get_pressed().len() > 0 && !mouse.pressed(MouseButton::Left);
    if is_other {
        commands.entity(pressed.entity).try_remove::<Pressed>();
    }
}
