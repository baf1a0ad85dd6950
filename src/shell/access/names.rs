//! The names of controls for screen readers. A button has the words that are written on it as its name. A slider, a
//! field, and a button with only a sign or a number are named by the words before them, in the order of the screen. So
//! are a number that can be typed and a choice of a setting, whatever their values. A button with a picture has a name
//! that is not seen (`SpokenName`).

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::DescribeScreen;
use super::speech::as_spoken;
use crate::shell::theme::bind::SelectedWhen;
use crate::shell::theme::number::NumberField;
use crate::shell::theme::widget::{NamesChoices, SpokenName};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, name_controls.in_set(DescribeScreen));
}

/// The name of one of several choices: the phrase of the key `of` says which property is chosen, and `name` is the
/// choice.
pub fn spoken_choice(words: &Words, of: &str, name: String) -> String {
    words.fill("access.choice", &[("of", words.get(of)), ("name", name)])
}

/// The number of nodes around a control in which words before it are looked for.
const LEVELS: usize = 3;

type WrittenTexts<'w, 's> = Query<'w, 's, &'static Text, Without<EditableText>>;
type NamedControls<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        Option<&'static AccessibleLabel>,
        Has<NumberField>,
        Has<SelectedWhen>,
    ),
    With<TabIndex>,
>;

/// Gives the controls their names when words or controls have changed.
fn name_controls(
    changed: Query<(), Or<(Changed<Text>, Added<TabIndex>)>>,
    controls: NamedControls,
    children: Query<&Children>,
    parents: Query<&ChildOf>,
    words: WrittenTexts,
    own_names: Query<&Text, With<SpokenName>>,
    rows: Query<(), With<NamesChoices>>,
    mut commands: Commands,
) {
    if changed.is_empty() {
        return;
    }
    for (control, named, is_number, is_choice) in &controls {
        let inner = children.get(control).map_or(&[][..], |children| children);
        let own_name = inner.iter().find_map(|child| own_names.get(*child).ok());
        let written = match own_name {
            Some(own_name) => join_texts(std::iter::once(own_name)),
            None => written_in(control, &controls, &children, &words),
        };
        let is_in_row = || {
            let mut around = parents.iter_ancestors(control).take(LEVELS);
            around.any(|node| rows.contains(node))
        };
        let is_value = is_number || is_choice && is_in_row();
        let name = if is_name(&written) && !is_value {
            written
        } else {
            let before = words_before(control, &controls, &children, &parents, &words);
            format!("{before} {written}").trim().to_owned()
        };
        let is_new = named.is_none_or(|named| named.0 != name);
        if is_new && !name.is_empty() {
            commands.entity(control).try_insert(AccessibleLabel(name));
        }
    }
}

/// Whether a text can name a control. A number alone cannot.
fn is_name(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// The words in a control, in order, without those on controls in it.
fn written_in(
    control: Entity,
    controls: &NamedControls,
    children: &Query<&Children>,
    words: &WrittenTexts,
) -> String {
    let inner = children.get(control).map_or(&[][..], |children| children);
    let parts = inner.iter().rev().copied().collect();
    let own = words.get(control).into_iter();
    join_texts(own.chain(texts_around_controls(parts, controls, children, words)))
}

/// The words in a node that are no control and in no control.
fn written_around_controls(
    node: Entity,
    controls: &NamedControls,
    children: &Query<&Children>,
    words: &WrittenTexts,
) -> String {
    join_texts(texts_around_controls(vec![node], controls, children, words).into_iter())
}

/// The texts in nodes that are no control and in no control. The last node is the first on the screen.
fn texts_around_controls<'a>(
    mut waiting: Vec<Entity>,
    controls: &NamedControls,
    children: &Query<&Children>,
    words: &'a WrittenTexts,
) -> Vec<&'a Text> {
    let mut texts = Vec::new();
    while let Some(node) = waiting.pop() {
        if controls.contains(node) {
            continue;
        }
        texts.extend(words.get(node));
        let inner = children.get(node).map_or(&[][..], |children| children);
        waiting.extend(inner.iter().rev());
    }
    texts
}

fn join_texts<'a>(texts: impl Iterator<Item = &'a Text>) -> String {
    let texts = texts
        .map(|text| text.0.trim())
        .filter(|text| !text.is_empty());
    as_spoken(&texts.collect::<Vec<_>>().join(", "))
}

/// The words nearest before a control, in the nodes around it. Words on other controls are left out, because they are
/// the names of those controls.
fn words_before(
    control: Entity,
    controls: &NamedControls,
    children: &Query<&Children>,
    parents: &Query<&ChildOf>,
    words: &WrittenTexts,
) -> String {
    let mut inner = control;
    for _ in 0..LEVELS {
        let Ok(parent) = parents.get(inner).map(ChildOf::parent) else {
            break;
        };
        let siblings = children.get(parent).map_or(&[][..], |siblings| siblings);
        let before = siblings.iter().take_while(|sibling| **sibling != inner);
        let texts = before.map(|node| written_around_controls(*node, controls, children, words));
        if let Some(name) = texts.filter(|text| is_name(text)).last() {
            return name;
        }
        inner = parent;
    }
    String::new()
}
