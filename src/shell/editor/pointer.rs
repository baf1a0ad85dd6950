//! The input of the editor: the pointer on the canvas, the keys, and the gamepad.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::RelativeCursorPosition;

use super::canvas::{PlanPicture, SpotNode, spot_at};
use super::editing::{redo, undo, use_spot};
use super::{Editing, Editor, page};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::theme::covering::CoveringNodes;
use crate::shell::theme::palette;

/// Turns pressing, moving and releasing the pointer into a gesture, and marks the spot under the pointer.
pub(super) fn read_pointer<E: Editor>(
    mut editing: ResMut<Editing<E>>,
    buttons: Res<ButtonInput<MouseButton>>,
    canvases: Query<(&PlanPicture, &RelativeCursorPosition)>,
    covering: CoveringNodes,
    mut nodes: Query<(&SpotNode, &mut BackgroundColor)>,
) {
    let canvas = canvases.iter().find(|(picture, _)| picture.is_canvas);
    let Some((_, pointer)) = canvas else { return };
    let is_over = pointer.cursor_over && !covering.has_pointer();
    let editing = editing.bypass_change_detection();
    // The spots have the places of the usual picture.
    let spots = E::spots(editing.plan());
    let whole = Vec2::new(1.0, E::height(editing.plan()));
    let at = pointer
        .normalized
        .map(|at| (at + 0.5).clamp(Vec2::ZERO, Vec2::ONE) * whole);
    let spot = at.filter(|_| is_over).and_then(|at| spot_at(&spots, at));
    editing.pointed = spot;
    if buttons.just_pressed(MouseButton::Left) && is_over {
        editing.press(spot, at);
    } else if let (true, Some(at)) = (editing.is_pressed(), at) {
        editing.drag(spot, at);
    }
    if editing.is_pressed() && !buttons.pressed(MouseButton::Left) {
        editing.release();
    }
    for (SpotNode(id), mut colour) in &mut nodes {
        let wanted = if spot == Some(*id) {
            palette::PAPER.with_alpha(0.06)
        } else {
            Color::NONE
        };
        colour.set_if_neq(BackgroundColor(wanted));
    }
}

/// Applies the keys. On a spot the keys that press a button use the tool; elsewhere Enter does the action of the main
/// button.
pub(super) fn read_keys<E: Editor>(
    menu: Res<State<Menu>>,
    focus: Res<InputFocus>,
    spots: Query<&SpotNode>,
    fields: Query<(), With<EditableText>>,
    mut actions: ResMut<Actions>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::Editor {
        return;
    }
    let focused = focus.get();
    let typing = focused.is_some_and(|entity| fields.contains(entity));
    if let Some(SpotNode(id)) = focused.and_then(|entity| spots.get(entity).ok()) {
        let id = *id;
        if actions.take(Action::Confirm) | actions.take(Action::Toggle) {
            commands.queue(move |world: &mut World| use_spot::<E>(world, id));
        }
    }
    if actions.take(Action::Confirm) && !typing {
        commands.queue(page::do_main_action::<E>);
    }
    let keys: [(Action, fn(&mut World)); 5] = [
        (Action::Undo, undo::<E>),
        (Action::Redo, redo::<E>),
        (Action::Insight, page::swap_pictures::<E>),
        (Action::Copy, page::share::<E>),
        (Action::Back, page::leave::<E>),
    ];
    for (action, act) in keys {
        if actions.take(action) {
            commands.queue(act);
        }
    }
}
