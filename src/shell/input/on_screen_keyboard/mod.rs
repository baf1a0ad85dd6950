//! The on-screen keyboard, on which text fields and numbers are filled with the gamepad or the mouse. The field keeps
//! the focus, so that a real keyboard writes into it too.

mod hangul;
mod layout;
mod page;

pub use layout::Stroke;
pub use page::spoken_keyboard;

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
use layout::{KeyPlace, Layout};
use page::KeyNode;

/// The on-screen keyboard.
#[derive(Resource, Default)]
pub struct OnScreenKeyboard {
    open: Option<Open>,
    /// The field for which it was closed. It does not appear again by itself before the focus has moved.
    closed_for: Option<Entity>,
    /// Whether it writes Hangul.
    hangul: bool,
}

/// The keyboard while it is open.
struct Open {
    /// The field into which it writes.
    field: Entity,
    layout: Layout,
    /// The place that the gamepad has moved to.
    place: KeyPlace,
    capitals: bool,
    /// Whether the next letter of Hangul may join the character before the cursor.
    joins: bool,
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
    let is_pressed = layout == Layout::Text && is_gamepad && actions.has_begun(Action::Confirm);
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
            joins: false,
            node: page::spawn(&mut commands, layout, focused.is_low(entity)),
        });
    }
}

/// While the keyboard is open, the gamepad moves over its keys and presses them. The action Toggle deletes, and the
/// action Hint writes a space. Of the other actions only Back, Mute, Picture and Fullscreen have an effect.
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
    if keys.get_just_pressed().len() > 0 && actions.has_begun(Action::Confirm) {
        // Enter keeps its meaning in the field.
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
            commands.queue(move |world: &mut World| strike_key(world, stroke));
        }
    }
    match open.layout {
        Layout::Text if actions.take(Action::Back) => commands.queue(close),
        // The number itself reads the actions that end typing without a change.
        _ => {}
    }
    let stays = [
        Action::Back,
        Action::Mute,
        Action::Picture,
        Action::Fullscreen,
    ];
    actions.begun.retain(|action| stays.contains(action));
    actions.presses = false;
}

/// Does the action of a key of the keyboard.
fn strike_key(world: &mut World, stroke: Stroke) {
    let keyboard = &mut *world.resource_mut::<OnScreenKeyboard>();
    let Some(open) = &mut keyboard.open else {
        return;
    };
    let (field, layout) = (open.field, open.layout);
    match (stroke, layout) {
        (Stroke::Capitals, _) => open.capitals = !open.capitals,
        (Stroke::Hangul, _) => {
            keyboard.hangul = !keyboard.hangul;
            (open.capitals, open.joins) = (false, false);
        }
        (Stroke::Done, Layout::Text) => close(world),
        (Stroke::Done, Layout::Number) => {
            number::enter(world, field);
            close(world);
        }
        (stroke, Layout::Text) => edit_field(world, field, stroke),
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

/// Changes the text of a field as a key does.
fn edit_field(world: &mut World, field: Entity, stroke: Stroke) {
    let text = world.get::<EditableText>(field);
    let (before, free) = (text.and_then(before_cursor), text.and_then(free_characters));
    let keyboard = &mut *world.resource_mut::<OnScreenKeyboard>();
    let (hangul, Some(open)) = (keyboard.hangul, &mut keyboard.open) else {
        return;
    };
    let before = before.filter(|_| open.joins);
    let instead = |text: String| vec![TextEdit::Backspace, TextEdit::Insert(text.into())];
    let insert = |text: String| vec![TextEdit::Insert(text.into())];
    let (edits, joins) = match stroke {
        Stroke::Write(key) => {
            let character = written_character(key, hangul, open.capitals);
            // In Hangul the capitals hold for one letter only.
            open.capitals &= !hangul;
            let joined = before.and_then(|before| hangul::compose(before, character));
            // The field would refuse a text that is too long after the syllable before it was deleted.
            let is_too_long =
                |joined: &String| free.is_some_and(|free| joined.chars().count() > free + 1);
            if joined.as_ref().is_some_and(is_too_long) {
                return;
            }
            let edits = joined.map_or_else(|| insert(character.to_string()), instead);
            (edits, hangul)
        }
        Stroke::Delete => match before.and_then(hangul::shorten) {
            Some(shorter) => (instead(shorter.to_string()), true),
            None => (vec![TextEdit::Backspace], false),
        },
        Stroke::Space => (insert(" ".to_owned()), false),
        Stroke::Left => (vec![TextEdit::Left(false)], false),
        Stroke::Right => (vec![TextEdit::Right(false)], false),
        Stroke::Capitals | Stroke::Hangul | Stroke::Done => return,
    };
    open.joins = joins;
    if let Some(mut text) = world.get_mut::<EditableText>(field) {
        text.pending_edits.extend(edits);
    }
}

/// The number of characters that a field still has room for; `None` if there is no limit.
fn free_characters(text: &EditableText) -> Option<usize> {
    let length = text.editor().raw_text().chars().count();
    Some(text.max_characters?.saturating_sub(length))
}

/// The character before the cursor of a text; `None` if a part of the text is selected, which the next letter replaces.
fn before_cursor(text: &EditableText) -> Option<char> {
    match text.pending_edits.last() {
        // What was written in this frame is not in the text yet.
        Some(TextEdit::Insert(written)) => return written.chars().next_back(),
        Some(_) => return None,
        None => {}
    }
    let selection = text.editor().raw_selection();
    if !selection.is_collapsed() {
        return None;
    }
    let before = text.editor().raw_text().get(..selection.focus().index())?;
    before.chars().next_back()
}

/// The character that a key writes.
fn written_character(key: char, hangul: bool, capitals: bool) -> char {
    let letter = hangul.then(|| hangul::on_key(key, capitals)).flatten();
    match (letter, capitals) {
        (Some(letter), _) => letter,
        (None, true) => key.to_ascii_uppercase(),
        (None, false) => key,
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

#[cfg(test)]
mod tests {
    use super::{before_cursor, free_characters};
    use bevy::text::{EditableText, TextEdit};

    #[test]
    fn the_room_in_a_field_is_counted_in_characters() {
        let with = |most| EditableText {
            max_characters: most,
            ..EditableText::new("가나")
        };
        assert_eq!(free_characters(&with(Some(5))), Some(3));
        assert_eq!(free_characters(&with(Some(2))), Some(0));
        assert_eq!(free_characters(&with(None)), None);
    }

    #[test]
    fn a_letter_joins_what_was_written_before_it_in_the_same_frame() {
        let after = |edits: Vec<TextEdit>| {
            before_cursor(&EditableText {
                pending_edits: edits,
                ..EditableText::new("가")
            })
        };
        let written = TextEdit::Insert("나다".into());
        assert_eq!(
            after(vec![TextEdit::Backspace, written.clone()]),
            Some('다')
        );
        assert_eq!(after(vec![written, TextEdit::Left(false)]), None);
    }
}
