//! Clicks that would be lost. Bevy sends the release of a mouse button to the node that was under the mouse a frame
//! earlier. A button that the mouse reaches, presses and releases within one slow frame would do nothing, and would
//! look pressed for ever.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::{Activate, Button};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, finish_clicks);
}

/// Releases the buttons that are still pressed although no button of the mouse is. Those under the mouse are activated.
fn finish_clicks(
    mouse: Res<ButtonInput<MouseButton>>,
    touches: Res<Touches>,
    pressed: Query<(Entity, &Hovered, Has<InteractionDisabled>), (With<Button>, With<Pressed>)>,
    mut commands: Commands,
) {
    let is_held = mouse.get_pressed().next().is_some() || touches.iter().next().is_some();
    if is_held {
        return;
    }
    let is_released = mouse.just_released(MouseButton::Left);
    for (entity, hovered, is_disabled) in &pressed {
        commands.entity(entity).remove::<Pressed>();
        if is_released && hovered.get() && !is_disabled {
            commands.trigger(Activate { entity });
        }
    }
}
