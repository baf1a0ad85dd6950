//! The rows of the settings menu.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::shell::input::prompts::with_prompts;
use crate::shell::settings::Settings;
use crate::shell::theme::bind::BoundText;
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{
    NamesChoices, TextSize, bound_text, choices_of_width, label, stack,
};
use crate::shell::words::Words;

/// The least width of the button of a choice.
pub(super) const CHOICE_WIDTH: Val = Val::Px(78.0);

/// Spawns a row: a name, a control, and an explanation.
pub(super) fn spawn_row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let hint = move |world: &World| {
        let hint = world.resource::<Words>().get(&hint_of(name));
        with_prompts(world, hint)
    };
    spawn_bound_row(page, name, hint, control);
}

/// Spawns a row with a button for each value that a setting can have.
pub(super) fn spawn_setting_row<T, C>(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    values: impl IntoIterator<Item = (C, T)>,
    get: fn(&Settings) -> T,
    set: fn(&mut Settings, T),
) where
    T: Clone + PartialEq + Send + Sync + 'static,
    C: Into<BoundText>,
{
    spawn_row(page, name, |row| {
        choices_of_width(
            row,
            CHOICE_WIDTH,
            values,
            move |world, value| get(world.resource::<Settings>()) == value,
            move |world, value| set(&mut world.resource_mut::<Settings>(), value),
        );
    });
}

/// Spawns a row with a percentage. It lies between `min` and `max` and changes by `step_size`.
pub(super) fn spawn_percentage(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    (min, max, step_size): (u32, u32, u32),
    get: fn(&Settings) -> u32,
    set: fn(&mut Settings, u32),
) {
    spawn_row(page, name, |row| {
        stepper(
            row,
            move |world| format!("{}%", get(world.resource::<Settings>())),
            move |world, step| {
                let mut settings = world.resource_mut::<Settings>();
                let percent = get(&settings).saturating_add_signed(step * step_size as i32);
                set(&mut settings, percent.clamp(min, max));
            },
        );
    });
}

/// The key of the explanation of a row.
pub(super) fn hint_of(name: &str) -> String {
    format!("{name}.hint")
}

/// Spawns a row without an explanation, whose controls have the whole width of the page and wrap into further lines.
pub(super) fn spawn_wide_row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) {
    page.spawn(row_node()).with_children(|row| {
        spawn_name(row, name);
        let place = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(6),
            ..stack(FlexDirection::Row, 6.0)
        };
        row.spawn(place).with_children(control);
    });
}

fn row_node() -> impl Bundle {
    let node = Node {
        align_items: AlignItems::Center,
        column_gap: px(16),
        row_gap: px(4),
        min_height: px(40),
        flex_shrink: 0.0,
        ..default()
    };
    (node, WrapsWhenLarge, NamesChoices)
}

fn spawn_name(row: &mut ChildSpawnerCommands, name: &'static str) {
    row.spawn(Node {
        width: px(200),
        ..default()
    })
    .with_child(label(name, TextSize::Body, palette::PAPER));
}

/// Spawns a row whose explanation is bound to the world, and returns it.
pub(super) fn spawn_bound_row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: impl Into<BoundText>,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let mut row = page.spawn(row_node());
    row.with_children(|row| {
        spawn_name(row, name);
        let place = Node {
            width: px(400),
            max_width: percent(100),
            flex_wrap: FlexWrap::Wrap,
            ..stack(FlexDirection::Row, 6.0)
        };
        row.spawn(place).with_children(control);
        row.spawn(Node {
            width: px(368),
            max_width: percent(100),
            ..default()
        })
        .with_child(bound_text(TextSize::Small, palette::MIST, hint));
    });
    row.id()
}
