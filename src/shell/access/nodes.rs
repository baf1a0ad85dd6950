//! The nodes of the interface as a screen reader sees them: the role, the text and the state of each.

use accesskit::{Action, Node as AccessNode, Role, Toggled};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Button, Slider};

use super::DescribeScreen;
use super::speech::as_spoken;
use crate::shell::theme::bind::SelectedWhen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (add_nodes, describe_nodes, clear_lost_focus)
            .chain()
            .in_set(DescribeScreen),
    );
}

/// Adds the accessibility node to each node. Every node has one, so that the order on the screen is the order of
/// reading.
fn add_nodes(
    nodes: Query<Entity, (With<Node>, Without<AccessibilityNode>)>,
    mut commands: Commands,
) {
    for entity in &nodes {
        commands
            .entity(entity)
            .try_insert(AccessibilityNode::default());
    }
}

/// Clears a focus that is on something without an accessibility node: the window, or a control that is gone. Bevy does
/// not update the screen reader while such a focus is set.
fn clear_lost_focus(mut focus: ResMut<InputFocus>, nodes: Query<(), With<AccessibilityNode>>) {
    if focus.get().is_some_and(|focused| !nodes.contains(focused)) {
        focus.clear();
    }
}

type Described<'a> = (
    Entity,
    &'a mut AccessibilityNode,
    &'a Node,
    &'a InheritedVisibility,
    Option<&'a Text>,
    Option<&'a EditableText>,
    Option<&'a AccessibleLabel>,
    Option<&'a SelectedWhen>,
    Option<&'a Children>,
    Has<Button>,
    Has<Slider>,
);

/// Describes all nodes.
fn describe_nodes(
    mut nodes: Query<Described>,
    parents: Query<&ChildOf>,
    controls: Query<(), With<TabIndex>>,
) {
    for (
        entity,
        mut access,
        node,
        visible,
        text,
        field,
        name,
        selected,
        children,
        button,
        slider,
    ) in &mut nodes
    {
        let access = &mut access.0;
        let is_inside_control = || {
            parents
                .iter_ancestors(entity)
                .any(|parent| controls.contains(parent))
        };
        let is_shown = node.display != Display::None && visible.get();
        if let Some(field) = field {
            set_role(access, Role::TextInput);
            set_value(access, &field.value().to_string());
            access.add_action(Action::Focus);
            set_hidden(access, !is_shown);
        } else if button || slider {
            describe_control(access, button, selected);
            set_hidden(access, !is_shown);
        } else if controls.contains(entity) {
            // A place of a picture that is used like a button.
            set_role(access, Role::Button);
            describe_control(access, true, selected);
            set_hidden(access, !is_shown);
        } else if let Some(text) = text {
            let text = as_spoken(&text.0);
            // A text in a control is its name already.
            let is_read = is_shown && !text.trim().is_empty() && !is_inside_control();
            set_role(access, Role::Label);
            set_value(access, &text);
            set_hidden(access, !is_read);
        } else {
            // A picture without a name cannot be read aloud.
            let role = if name.is_some() {
                Role::Image
            } else {
                Role::GenericContainer
            };
            set_role(access, role);
            // An empty container cannot be read aloud either. The AT-SPI part of AccessKit 0.36 ends a list of siblings
            // at an empty container before a hidden node.
            let is_empty = name.is_none() && children.is_none_or(|children| children.is_empty());
            set_hidden(access, !is_shown || is_empty);
        }
    }
}

/// Describes a button or a slider. Their roles, values and whether they can be used come from their widgets.
fn describe_control(access: &mut AccessNode, button: bool, selected: Option<&SelectedWhen>) {
    access.add_action(Action::Focus);
    if button {
        access.add_action(Action::Click);
        if let Some(selected) = selected {
            access.set_toggled(Toggled::from(selected.is_selected()));
        }
    } else {
        access.add_action(Action::Increment);
        access.add_action(Action::Decrement);
    }
}

fn set_role(access: &mut AccessNode, role: Role) {
    if access.role() != role {
        access.set_role(role);
    }
}

fn set_value(access: &mut AccessNode, value: &str) {
    if access.value() != Some(value) {
        access.set_value(value);
    }
}

fn set_hidden(access: &mut AccessNode, is_hidden: bool) {
    if is_hidden {
        access.set_hidden();
    } else {
        access.clear_hidden();
    }
}
