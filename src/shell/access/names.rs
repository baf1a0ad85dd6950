//! The names of controls for screen readers. A button is called what is written on it. A slider, a field, and a button with
//! a sign alone are called by the words before them, as they are read on the screen.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::DescribeScreen;
use crate::shell::theme::bind::WORD_JOINER;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, name_controls.in_set(DescribeScreen));
}

/// So many nodes around a control are searched for words before it.
const LEVELS: usize = 3;

type Words<'w, 's> = Query<'w, 's, &'static Text, Without<EditableText>>;

/// Gives the controls their names when words or controls have changed.
fn name_controls(
    changed: Query<(), Or<(Changed<Text>, Added<TabIndex>)>>,
    controls: Query<(Entity, Option<&AccessibleLabel>), With<TabIndex>>,
    children: Query<&Children>,
    parents: Query<&ChildOf>,
    words: Words,
    mut commands: Commands,
) {
    if changed.is_empty() {
        return;
    }
    for (control, named) in &controls {
        let written = written_in(control, &children, &words);
        let name = if written.chars().any(char::is_alphanumeric) {
            written
        } else {
            let before = words_before(control, &children, &parents, &words);
            format!("{before} {written}").trim().to_owned()
        };
        let is_new = named.is_none_or(|named| named.0 != name);
        if is_new && !name.is_empty() {
            commands.entity(control).try_insert(AccessibleLabel(name));
        }
    }
}

/// All words in a node, in order.
fn written_in(node: Entity, children: &Query<&Children>, words: &Words) -> String {
    let nodes = std::iter::once(node).chain(children.iter_descendants_depth_first(node));
    let texts = nodes.filter_map(|node| words.get(node).ok());
    let texts = texts
        .map(|text| text.0.trim())
        .filter(|text| !text.is_empty());
    // A screen reader is told the words alone.
    texts
        .collect::<Vec<_>>()
        .join(", ")
        .replace(WORD_JOINER, "")
}

/// The words nearest before a control, in the nodes around it.
fn words_before(
    control: Entity,
    children: &Query<&Children>,
    parents: &Query<&ChildOf>,
    words: &Words,
) -> String {
    let mut inner = control;
    for _ in 0..LEVELS {
        let Ok(parent) = parents.get(inner).map(ChildOf::parent) else {
            break;
        };
        let siblings = children.get(parent).map_or(&[][..], |siblings| siblings);
        let before = siblings.iter().take_while(|sibling| **sibling != inner);
        let texts = before.map(|sibling| written_in(*sibling, children, words));
        let is_name = |text: &String| text.chars().any(char::is_alphabetic);
        if let Some(name) = texts.filter(is_name).last() {
            return name;
        }
        inner = parent;
    }
    String::new()
}
