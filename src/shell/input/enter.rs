//! Enter in a text field is meant for the field, and not for the page around it.

use std::sync::Arc;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::{Action, Actions};

/// The action of Enter in a text field. A field without it ignores Enter.
#[derive(Component, Clone)]
pub struct EnterAction(Arc<dyn Fn(&mut World) + Send + Sync>);

impl EnterAction {
    /// An action of Enter.
    pub fn new(action: impl Fn(&mut World) + Send + Sync + 'static) -> Self {
        EnterAction(Arc::new(action))
    }
}

/// The action of the field in which Enter was pressed in this frame.
#[derive(Resource, Default)]
pub(super) struct EnteredField(Option<EnterAction>);

/// Takes Enter away from the page if a text field has the focus.
pub(super) fn read_enter(
    focus: Res<InputFocus>,
    fields: Query<Option<&EnterAction>, With<EditableText>>,
    mut actions: ResMut<Actions>,
    mut entered: ResMut<EnteredField>,
) {
    let field = focus.get().and_then(|entity| fields.get(entity).ok());
    if let Some(action) = field
        && actions.take(Action::Confirm)
    {
        entered.0 = action.cloned();
    }
}

/// Does the action of the field at the end of the frame. By then a character that is typed in the same frame is in the
/// field.
pub(super) fn do_enter_action(world: &mut World) {
    if let Some(EnterAction(action)) = world.resource_mut::<EnteredField>().0.take() {
        action(world);
    }
}
