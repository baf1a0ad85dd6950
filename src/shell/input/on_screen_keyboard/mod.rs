//! The on-screen keyboard, with which a text field and a number are filled without a keyboard: by the gamepad or the mouse.
//! The field keeps the focus, so that whatever a keyboard writes goes there too.

mod layout;
mod page;

pub use layout::Stroke;

use super::focus::Widgets;
use super::prompts::Device;
use super::{Action, Actions};
use crate::shell::settings::{ScreenKeyboard, Settings};
use crate::shell::theme::number::{self, NumberField};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use bevy::ui_widgets::Activate;
use bevy::window::PrimaryWindow;
use layout::{Layout, Place};
use page::KeyNode;

/// The on-screen keyboard.
#[derive(Resource, Default)]
pub struct OnScreenKeyboard {
    open: Option<Open>,
    /// The field for which it was closed. It does not appear again by itself before the focus has moved.
    closed_for: Option<Entity>,
}

/// The keyboard while it is open.
struct Open {
    /// What it writes into.
    field: Entity,
    layout: Layout,
    /// The place that the gamepad has moved to.
    place: Place,
    capitals: bool,
    /// The node of the keyboard.
    node: Entity,
}

impl OnScreenKeyboard {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

/// The field that has the focus and can be written into.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct FocusedField<'w, 's> {
    focus: Res<'w, InputFocus>,
    widgets: Widgets<'w, 's>,
    fields: Query<'w, 's, &'static UiGlobalTransform, With<EditableText>>,
    numbers: Query<'w, 's, (&'static NumberField, &'static UiGlobalTransform)>,
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
}

impl FocusedField<'_, '_> {
    fn get(&self) -> Option<(Entity, Layout)> {
        let entity = self.focus.get()?;
        let is_typed = |(number, _): (&NumberField, _)| number.is_typing();
        let layout = if self.fields.contains(entity) {
            Layout::Text
        } else if self.numbers.get(entity).is_ok_and(is_typed) {
            Layout::Number
        } else {
            return None;
        };
        self.widgets.is_shown(entity).then_some((entity, layout))
    }

    /// Whether a field is in the lower half of the window.
    fn is_low(&self, field: Entity) -> bool {
        let of_number = || self.numbers.get(field).map(|(_, at)| at);
        let at = self.fields.get(field).or_else(|_| of_number());
        let height = self.windows.single().map(|window| window.physical_height());
        at.is_ok_and(|at| at.translation.y > height.unwrap_or(0) as f32 / 2.0)
    }
}

/// Opens and closes the keyboard as the focus goes from field to field.
pub(super) fn follow_focus(
    focused: FocusedField,
    device: Res<Device>,
    settings: Res<Settings>,
    mut actions: ResMut<Actions>,
    mut keyboard: ResMut<OnScreenKeyboard>,
    mut commands: Commands,
) {
    let field = focused.get();
    let entity = field.map(|(entity, _)| entity);
    if let Some(open) = keyboard.open.take_if(|open| Some(open.field) != entity) {
        commands.entity(open.node).despawn();
    }
    if keyboard.closed_for.is_some() && keyboard.closed_for != entity {
        keyboard.closed_for = None;
    }
    let (Some((entity, layout)), false) = (field, keyboard.is_open()) else {
        return;
    };
    let is_gamepad = *device == Device::Gamepad;
    let is_pressed = layout == Layout::Text && is_gamepad && actions.begun(Action::Confirm);
    let appears = match settings.screen_keyboard {
        ScreenKeyboard::Never => false,
        // A number is pressed before it is typed.
        ScreenKeyboard::WithGamepad => is_pressed || is_gamepad && layout == Layout::Number,
        ScreenKeyboard::Always => is_pressed || keyboard.closed_for != Some(entity),
    };
    if appears {
        if is_pressed {
            actions.take(Action::Confirm);
        }
        keyboard.open = Some(Open {
            field: entity,
            layout,
            place: layout.start(),
            capitals: false,
            node: page::spawn(&mut commands, layout, focused.is_low(entity)),
        });
    }
}

/// While the keyboard is open, the gamepad moves over its keys and presses them, and does nothing else. Its buttons for
/// choosing and for a hint delete and write a space.
pub(super) fn read_actions(
    mut actions: ResMut<Actions>,
    keys: Res<ButtonInput<KeyCode>>,
    mut keyboard: ResMut<OnScreenKeyboard>,
    nodes: Query<(Entity, &KeyNode)>,
    mut commands: Commands,
) {
    let Some(open) = &mut keyboard.open else {
        return;
    };
    if keys.get_just_pressed().len() > 0 && actions.begun(Action::Confirm) {
        // Enter means what it means in the field.
        commands.queue(close);
        return;
    }
    let rows = open.layout.rows();
    for step in actions.arrow_steps() {
        open.place = open.place.moved(&rows, step);
    }
    if actions.take(Action::Confirm) || actions.presses {
        let (row, number) = (open.place.row, open.place.key(&rows));
        let is_chosen = |(_, node): &(Entity, &KeyNode)| (node.row, node.number) == (row, number);
        if let Some((entity, _)) = nodes.iter().find(is_chosen) {
            commands.trigger(Activate { entity });
        }
    }
    for (action, stroke) in [
        (Action::Toggle, Stroke::Delete),
        (Action::Hint, Stroke::Space),
    ] {
        if actions.take(action) {
            commands.queue(move |world: &mut World| strike(world, stroke));
        }
    }
    match open.layout {
        Layout::Text if actions.take(Action::Back) => commands.queue(close),
        // The number itself reads what leaves it as it was.
        _ => {}
    }
    let stays = [Action::Back, Action::Mute, Action::Fullscreen];
    actions.begun.retain(|action| stays.contains(action));
    actions.presses = false;
}

/// Does what a key of the keyboard does.
fn strike(world: &mut World, stroke: Stroke) {
    let Some(open) = &mut world.resource_mut::<OnScreenKeyboard>().open else {
        return;
    };
    let (field, layout, capitals) = (open.field, open.layout, open.capitals);
    match (stroke, layout) {
        (Stroke::Capitals, _) => open.capitals = !capitals,
        (Stroke::Done, Layout::Text) => close(world),
        (Stroke::Done, Layout::Number) => {
            number::enter(world, field);
            close(world);
        }
        (stroke, Layout::Text) => {
            if let Some(mut text) = world.get_mut::<EditableText>(field) {
                text.pending_edits.extend(edit_of(stroke, capitals));
            }
        }
        (stroke, Layout::Number) => {
            if let Some(mut number) = world.get_mut::<NumberField>(field) {
                match stroke {
                    Stroke::Write(character) => number.type_character(character),
                    Stroke::Delete => number.delete_character(),
                    _ => {}
                }
            }
        }
    }
}

/// What a key changes in a text.
fn edit_of(stroke: Stroke, capitals: bool) -> Option<TextEdit> {
    Some(match stroke {
        Stroke::Write(character) => {
            TextEdit::Insert(written(character, capitals).to_string().into())
        }
        Stroke::Space => TextEdit::Insert(" ".into()),
        Stroke::Delete => TextEdit::Backspace,
        Stroke::Left => TextEdit::Left(false),
        Stroke::Right => TextEdit::Right(false),
        Stroke::Capitals | Stroke::Done => return None,
    })
}

/// The character that a key writes.
fn written(character: char, capitals: bool) -> char {
    if capitals {
        character.to_ascii_uppercase()
    } else {
        character
    }
}

/// Closes the keyboard. The field keeps the focus.
fn close(world: &mut World) {
    let mut keyboard = world.resource_mut::<OnScreenKeyboard>();
    if let Some(open) = keyboard.open.take() {
        keyboard.closed_for = Some(open.field);
        world.despawn(open.node);
    }
}
