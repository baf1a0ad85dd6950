//! The requests of a screen reader: to press a button, to choose a cell of the board, to move the focus, or to move a
//! slider.

use accesskit::Action;
use bevy::a11y::ActionRequest;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, Button, SetSliderValue, Slider, SliderValueChange};

use super::board::{NodeOfCell, choose_cell};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>()
        .add_systems(PreUpdate, answer_requests);
}

/// A place of a picture that is used like a button, and is none.
type UsedPlace = (
    With<TabIndex>,
    Without<Button>,
    Without<Slider>,
    Without<EditableText>,
    Without<InteractionDisabled>,
);

/// Does the requested actions. A request for something that is gone, or that cannot be used, has no effect.
fn answer_requests(
    mut requests: MessageReader<ActionRequest>,
    buttons: Query<(), (With<Button>, Without<InteractionDisabled>)>,
    sliders: Query<(), (With<Slider>, Without<InteractionDisabled>)>,
    focusable: Query<(), With<TabIndex>>,
    (cells, places): (Query<&NodeOfCell>, Query<(), UsedPlace>),
    mut focus: ResMut<InputFocus>,
    mut is_focus_visible: ResMut<InputFocusVisible>,
    mut commands: Commands,
) {
    for request in requests.read() {
        let Some(entity) = Entity::try_from_bits(request.target_node.0) else {
            continue;
        };
        match request.action {
            Action::Click if buttons.contains(entity) => commands.trigger(Activate { entity }),
            Action::Click => {
                if let Ok(cell) = cells.get(entity) {
                    let cell = *cell;
                    commands.queue(move |world: &mut World| choose_cell(world, cell));
                } else if places.contains(entity) {
                    commands.trigger(Activate { entity });
                }
            }
            Action::Focus if focusable.contains(entity) => {
                focus.set(entity, FocusCause::Navigated);
                is_focus_visible.0 = true;
            }
            Action::Increment if sliders.contains(entity) => {
                commands.trigger(one_step(entity, 1.0));
            }
            Action::Decrement if sliders.contains(entity) => {
                commands.trigger(one_step(entity, -1.0));
            }
            _ => {}
        }
    }
}

fn one_step(slider: Entity, direction: f32) -> SetSliderValue {
    SetSliderValue {
        entity: slider,
        change: SliderValueChange::RelativeStep(direction),
    }
}
