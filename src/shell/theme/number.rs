//! A number between its two buttons. It can be dragged to the sides, and typed. Both repeat the steps that the buttons
//! make, so that the owner of a number defines only the step.

use std::ops::RangeInclusive;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::{FocusCause, FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

use super::palette;
use super::widget::{ButtonStyle, TextSize, bare_button, bound_text};
use crate::shell::input::{Action, Actions, KeepsFocus, TakeActions};
use crate::shell::words::{with_minus, with_separators};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, stop_typing_on_back.in_set(TakeActions::OfNumber))
        .add_systems(Update, enter_left_numbers);
}

/// The distance of the mouse for one step while a number is dragged, in pixels.
const DRAG: f32 = 9.0;
/// The most steps that are made for a typed number.
const MOST_STEPS: usize = 2_000;
/// The most characters that are typed.
const MOST_DIGITS: usize = 8;

/// Returns a number changed by a step, within a range that is not empty.
pub fn stepped<T: Copy + Into<i64> + TryFrom<i64>>(
    value: T,
    step: i32,
    range: RangeInclusive<T>,
) -> T {
    let (least, most) = range.into_inner();
    let wanted = value.into() + i64::from(step);
    // Every number of the range is a number of the type.
    T::try_from(wanted.clamp(least.into(), most.into())).unwrap_or(value)
}

/// A change of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumberChange {
    /// By a number of steps.
    Step(i32),
    /// To a typed number, or to the nearest one that is allowed.
    To(f64),
}

impl NumberChange {
    /// Returns the change of a number that is shown divided by `unit`: a typed number is multiplied by it.
    pub fn in_unit(self, unit: f64) -> Self {
        match self {
            NumberChange::Step(step) => NumberChange::Step(step),
            NumberChange::To(number) => NumberChange::To(number * unit),
        }
    }
}

type Value = Arc<dyn Fn(&World) -> String + Send + Sync>;
type Change = Arc<dyn Fn(&mut World, NumberChange) + Send + Sync>;

/// A number that a player sets.
#[derive(Component)]
pub struct NumberField {
    value: Value,
    change: Change,
    /// Whether every typed number can be entered, and not only those to which steps lead.
    takes_any: bool,
    /// The text that was typed so far; `None` while no number is typed.
    typed: Option<String>,
    /// The distance that the number was dragged since its last step, in pixels.
    dragged: f32,
    /// Whether the press that is going on has dragged the number.
    is_drag: bool,
}

impl NumberField {
    /// Whether a number is being typed.
    pub fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Returns the text that was typed so far; `None` while no number is typed.
    pub fn typed(&self) -> Option<&str> {
        self.typed.as_deref()
    }

    /// Types a digit, a sign or a point. The first one begins the number.
    pub fn type_character(&mut self, character: char) {
        let typed = self.typed.get_or_insert_default();
        if typed.len() < MOST_DIGITS {
            typed.push(character);
        }
    }

    /// Deletes the last character that was typed.
    pub fn delete_character(&mut self) {
        if let Some(typed) = &mut self.typed {
            typed.pop();
        }
    }
}

/// Spawns a number of a width in interface pixels. If it does not take any number, a typed one is entered in steps.
pub(super) fn spawn_number(
    row: &mut ChildSpawnerCommands,
    width: f32,
    value: Value,
    change: Change,
    takes_any: bool,
) {
    let node = Node {
        width: px(width),
        padding: UiRect::axes(px(4), px(6)),
        justify_content: JustifyContent::Center,
        ..default()
    };
    let field = NumberField {
        value: value.clone(),
        change,
        takes_any,
        typed: None,
        dragged: 0.0,
        is_drag: false,
    };
    let mut number = row.spawn((
        bare_button(ButtonStyle::Chip, node, |_| {}),
        field,
        KeepsFocus,
        observe(on_press),
        observe(on_key),
        observe(on_drag),
        observe(end_drag),
    ));
    let entity = number.id();
    let text = move |world: &World| {
        let field = world.get::<NumberField>(entity);
        let text = match field.and_then(|field| field.typed.as_ref()) {
            Some(typed) => format!("{typed}_"),
            None => with_separators(&value(world)),
        };
        with_minus(&text)
    };
    number.with_child(bound_text(TextSize::Body, palette::EMBER, text));
}

/// Begins to type a number, or enters the typed number.
fn on_press(
    press: On<Activate>,
    mut fields: Query<&mut NumberField>,
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    let entity = press.entity;
    let Ok(mut field) = fields.get_mut(entity) else {
        return;
    };
    if std::mem::take(&mut field.is_drag) {
        return;
    }
    if field.typed.is_some() {
        commands.queue(move |world: &mut World| enter(world, entity));
    } else {
        field.typed = Some(String::new());
        focus.set(entity, FocusCause::Navigated);
    }
}

/// The character of a number that a key writes.
fn character(key: &KeyboardInput) -> Option<char> {
    if let Key::Character(text) = &key.logical_key {
        return text
            .chars()
            .next()
            .filter(|c| matches!(c, '0'..='9' | '-' | '.'));
    }
    char::from_digit(digit(key.key_code)?, 10)
}

/// The digit of a key.
fn digit(key: KeyCode) -> Option<u32> {
    let digits = [
        (KeyCode::Digit0, KeyCode::Numpad0),
        (KeyCode::Digit1, KeyCode::Numpad1),
        (KeyCode::Digit2, KeyCode::Numpad2),
        (KeyCode::Digit3, KeyCode::Numpad3),
        (KeyCode::Digit4, KeyCode::Numpad4),
        (KeyCode::Digit5, KeyCode::Numpad5),
        (KeyCode::Digit6, KeyCode::Numpad6),
        (KeyCode::Digit7, KeyCode::Numpad7),
        (KeyCode::Digit8, KeyCode::Numpad8),
        (KeyCode::Digit9, KeyCode::Numpad9),
    ];
    let at = digits
        .iter()
        .position(|(one, other)| [*one, *other].contains(&key));
    at.map(|at| at as u32)
}

/// Whether a key writes a part of a number, so that it has no other meaning while a number has the focus.
pub fn is_key_of_number(key: KeyCode) -> bool {
    let signs = [
        KeyCode::Minus,
        KeyCode::NumpadSubtract,
        KeyCode::Period,
        KeyCode::NumpadDecimal,
    ];
    digit(key).is_some() || signs.contains(&key)
}

/// Types a number into the focused field. The first digit begins it.
fn on_key(mut key: On<FocusedInput<KeyboardInput>>, mut fields: Query<&mut NumberField>) {
    let Ok(mut field) = fields.get_mut(key.focused_entity) else {
        return;
    };
    if key.input.state != ButtonState::Pressed {
        return;
    }
    if let Some(character) = character(&key.input) {
        field.type_character(character);
        key.propagate(false);
    } else if key.input.key_code == KeyCode::Backspace && field.is_typing() {
        field.delete_character();
        key.propagate(false);
    }
}

/// Forgets a drag that has ended, so that the next press is a press. The press that belongs to the drag comes before
/// its end, and only if the drag ends on the number.
fn end_drag(drag: On<Pointer<DragEnd>>, mut fields: Query<&mut NumberField>) {
    if let Ok(mut field) = fields.get_mut(drag.entity) {
        (field.is_drag, field.dragged) = (false, 0.0);
    }
}

/// Makes a step for every few pixels that the number is dragged.
fn on_drag(drag: On<Pointer<Drag>>, mut fields: Query<&mut NumberField>, mut commands: Commands) {
    let Ok(mut field) = fields.get_mut(drag.entity) else {
        return;
    };
    field.dragged += drag.delta.x;
    let steps = (field.dragged / DRAG) as i32;
    if steps == 0 {
        return;
    }
    field.dragged -= steps as f32 * DRAG;
    (field.is_drag, field.typed) = (true, None);
    let change = field.change.clone();
    commands.queue(move |world: &mut World| {
        for _ in 0..steps.unsigned_abs() {
            change(world, NumberChange::Step(steps.signum()));
        }
    });
}

/// Going back ends typing, and leaves the number as it was. Where the key to go back is Backspace, it deletes a digit
/// instead.
fn stop_typing_on_back(
    keys: Res<ButtonInput<KeyCode>>,
    mut actions: ResMut<Actions>,
    mut fields: Query<&mut NumberField>,
) {
    let typing = fields.iter_mut().find(|field| field.typed.is_some());
    if let Some(mut field) = typing
        && actions.take(Action::Back)
        && !keys.just_pressed(KeyCode::Backspace)
    {
        field.typed = None;
    }
}

/// Enters the typed number of a field that has lost the focus.
fn enter_left_numbers(
    focus: Res<InputFocus>,
    fields: Query<(Entity, &NumberField)>,
    mut commands: Commands,
) {
    for (entity, field) in &fields {
        if field.typed.is_some() && focus.get() != Some(entity) {
            commands.queue(move |world: &mut World| enter(world, entity));
        }
    }
}

/// Enters the typed number, or comes as near to it as steps lead.
pub fn enter(world: &mut World, entity: Entity) {
    let Some(mut field) = world.get_mut::<NumberField>(entity) else {
        return;
    };
    let wanted = field.typed.take().and_then(|typed| number_in(&typed));
    let (value, change, takes_any) = (field.value.clone(), field.change.clone(), field.takes_any);
    let Some(wanted) = wanted else { return };
    if takes_any {
        return change(world, NumberChange::To(wanted));
    }
    let step = |world: &mut World, step| change(world, NumberChange::Step(step));
    step_to(world, wanted, &value, &step);
}

/// Steps to a number, as near as steps lead.
fn step_to(world: &mut World, wanted: f64, value: &Value, step: &dyn Fn(&mut World, i32)) {
    let mut shown = value(world);
    let way = if wanted > place_of(&shown) { 1 } else { -1 };
    for _ in 0..MOST_STEPS {
        let here = place_of(&shown);
        let is_passed = (wanted > here) != (way > 0);
        if here == wanted || is_passed {
            return;
        }
        step(world, way);
        let after = value(world);
        let next = place_of(&after);
        if next == here {
            if after != shown && number_in(&shown).is_none() {
                // The value is a name, which cannot be chosen by a number.
                step(world, -way);
            }
            return;
        }
        if (next - wanted).abs() >= (here - wanted).abs() {
            step(world, -way);
            // The step back may lead elsewhere, from a value that is in no list or from the end of a range.
            let back = place_of(&value(world));
            if (next - wanted).abs() < (back - wanted).abs() {
                step(world, way);
            }
            return;
        }
        shown = after;
    }
}

/// The number in a value, where 0 stands for a value without a number, such as "no limit".
fn place_of(value: &str) -> f64 {
    number_in(value).unwrap_or(0.0)
}

/// The first number in a text.
fn number_in(text: &str) -> Option<f64> {
    let text = text.replace('−', "-");
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
    let number: f64 = rest[..end.unwrap_or(rest.len())]
        .trim_end_matches('.')
        .parse()
        .ok()?;
    let is_negative = text[..start].ends_with('-');
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a field that steps through some values, after a number was typed. 0 is shown without a number. The
    /// first value may be none of them.
    fn entered(values: &'static [u32], begin: u32, typed: &str) -> u32 {
        #[derive(Resource)]
        struct Value(u32);

        let mut world = World::new();
        world.insert_resource(Value(begin));
        let value = |world: &World| match world.resource::<Value>().0 {
            0 => "never".to_owned(),
            value => value.to_string(),
        };
        let change = move |world: &mut World, change: NumberChange| {
            let NumberChange::Step(step) = change else {
                panic!("only steps are possible");
            };
            let mut value = world.resource_mut::<Value>();
            let next = match step > 0 {
                true => values.iter().find(|next| **next > value.0),
                false => values.iter().rfind(|next| **next < value.0),
            };
            value.0 = next.copied().unwrap_or(value.0);
        };
        let field = NumberField {
            value: Arc::new(value),
            change: Arc::new(change),
            takes_any: false,
            typed: Some(typed.to_owned()),
            dragged: 0.0,
            is_drag: false,
        };
        let entity = world.spawn(field).id();
        enter(&mut world, entity);
        world.resource::<Value>().0
    }

    #[test]
    fn a_typed_number_leads_to_the_nearest_value_and_only_0_to_the_one_without_a_number() {
        const VALUES: &[u32] = &[0, 20, 50, 100];
        for begin in VALUES.iter().copied() {
            for (typed, reached) in [("15", 20), ("9", 0), ("0", 0), ("49", 50), ("4000", 100)] {
                assert_eq!(
                    entered(VALUES, begin, typed),
                    reached,
                    "{typed} from {begin}"
                );
            }
        }
    }

    #[test]
    fn from_a_value_that_is_in_no_list_a_typed_number_leads_to_the_nearest_one_of_the_list() {
        const VALUES: &[u32] = &[10, 20, 50, 100];
        for (typed, reached) in [("45", 50), ("60", 50), ("36", 50), ("28", 20), ("30", 30)] {
            assert_eq!(entered(VALUES, 30, typed), reached, "{typed} from 30");
        }
    }

    #[test]
    fn a_number_is_found_in_the_words_around_it() {
        for (text, number) in [
            ("60 %", Some(60.0)),
            ("± 20", Some(20.0)),
            ("−3", Some(-3.0)),
            ("-1.5 s", Some(-1.5)),
            ("level 4.", Some(4.0)),
            ("off", None),
            ("", None),
        ] {
            assert_eq!(number_in(text), number, "{text}");
        }
    }
}
