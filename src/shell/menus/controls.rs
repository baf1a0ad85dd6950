//! The page of the settings on which keys and buttons get other meanings.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::shell::input::Action;
use crate::shell::input::capture::{self, Capture, Place};
use crate::shell::input::controls::SLOTS;
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, label, stack,
};
use crate::shell::words::Words;

/// The width of a place for a control, in interface pixels.
const SLOT: f32 = 112.0;
/// The width of the name of an action.
const NAME: f32 = 190.0;

/// Spawns the page: a row for each action, with two places for keys and two for buttons of the gamepad.
pub(super) fn spawn_page(page: &mut ChildSpawnerCommands) {
    page.spawn(label("control.how", TextSize::Small, palette::MIST));
    let outer = Node {
        max_height: px(410),
        ..default()
    };
    scroll_area(page, outer, stack(FlexDirection::Column, 5.0), |list| {
        for action in Action::ALL {
            spawn_action(list, action);
        }
    });
    let reset = button(page, ButtonStyle::Plain, "control.reset", |world| {
        world.resource_mut::<Settings>().controls.reset();
    });
    let changed = EnabledWhen::new(|world| world.resource::<Settings>().controls.is_changed());
    page.commands_mut().entity(reset).insert(changed);
}

fn spawn_action(list: &mut ChildSpawnerCommands, action: Action) {
    let row = Node {
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..stack(FlexDirection::Row, 6.0)
    };
    list.spawn(row).with_children(|row| {
        row.spawn(Node {
            width: px(NAME),
            flex_shrink: 0.0,
            ..default()
        })
        .with_child(label(action.key(), TextSize::Body, palette::PAPER));
        for slot in 0..SLOTS {
            spawn_slot(row, Place { action, slot });
        }
        let room = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        let conflicts = move |world: &World| conflict_text(world, action);
        row.spawn(room)
            .with_child(bound_text(TextSize::Small, palette::FAULT, conflicts));
    });
}

/// Spawns the button that shows a control, and waits for another one when it is pressed.
fn spawn_slot(row: &mut ChildSpawnerCommands, place: Place) {
    let node = Node {
        width: px(SLOT),
        flex_shrink: 0.0,
        justify_content: JustifyContent::Center,
        padding: UiRect::axes(px(6), px(6)),
        ..default()
    };
    let is_waiting = move |world: &World| world.resource::<Capture>().place == Some(place);
    let text = BoundText::new(move |world| {
        if is_waiting(world) {
            return world.resource::<Words>().get("control.press");
        }
        let controls = &world.resource::<Settings>().controls;
        let control = controls.of(place.action)[place.slot];
        control.map_or_else(|| "–".to_owned(), |control| control.to_string())
    });
    let begin = move |world: &mut World| capture::begin(world, place);
    row.spawn((
        bare_button(ButtonStyle::Chip, node, begin),
        SelectedWhen::new(is_waiting),
    ))
    .with_child(bound_text(TextSize::Body, palette::PAPER, text));
}

/// Says which other action a control of an action means.
fn conflict_text(world: &World, action: Action) -> String {
    let words = world.resource::<Words>();
    let conflicts = world.resource::<Settings>().controls.conflicts(action);
    let said = conflicts.into_iter().map(|(control, other)| {
        let values = [
            ("control", control.to_string()),
            ("action", words.get(other.key())),
        ];
        words.fill("control.conflict", &values)
    });
    said.collect::<Vec<_>>().join(" ")
}
