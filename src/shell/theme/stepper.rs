//! Steppers: values between two buttons that lower and raise them.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::number::{NumberChange, spawn_number};
use super::widget::{ButtonStyle, button};

/// A value between two buttons that lower and raise it. It can be dragged, and a number can be typed.
pub fn stepper(
    parent: &mut ChildSpawnerCommands,
    value: impl Fn(&World) -> String + Send + Sync + 'static,
    step: impl Fn(&mut World, i32) + Clone + Send + Sync + 'static,
) {
    stepper_of_width(parent, 96.0, value, step);
}

/// The same with another width for the value, in interface pixels.
pub fn stepper_of_width(
    parent: &mut ChildSpawnerCommands,
    width: f32,
    value: impl Fn(&World) -> String + Send + Sync + 'static,
    step: impl Fn(&mut World, i32) + Clone + Send + Sync + 'static,
) {
    let change = move |world: &mut World, change: NumberChange| match change {
        NumberChange::Step(by) => step(world, by),
        NumberChange::To(_) => {}
    };
    spawn_stepper(parent, width, value, change, false);
}

/// A number between two buttons that lower and raise it in steps. Every number can be typed.
pub fn number_stepper(
    parent: &mut ChildSpawnerCommands,
    width: f32,
    value: impl Fn(&World) -> String + Send + Sync + 'static,
    change: impl Fn(&mut World, NumberChange) + Clone + Send + Sync + 'static,
) {
    spawn_stepper(parent, width, value, change, true);
}

fn spawn_stepper(
    parent: &mut ChildSpawnerCommands,
    width: f32,
    value: impl Fn(&World) -> String + Send + Sync + 'static,
    change: impl Fn(&mut World, NumberChange) + Clone + Send + Sync + 'static,
    takes_any: bool,
) {
    parent
        .spawn(Node {
            align_items: AlignItems::Center,
            column_gap: px(6),
            ..default()
        })
        .with_children(|row| {
            let less = change.clone();
            button(
                row,
                ButtonStyle::Chip,
                |_: &World| "−".into(),
                move |world| less(world, NumberChange::Step(-1)),
            );
            let (value, any) = (Arc::new(value), Arc::new(change.clone()));
            spawn_number(row, width, value, any, takes_any);
            let more = change;
            button(
                row,
                ButtonStyle::Chip,
                |_: &World| "+".into(),
                move |world| more(world, NumberChange::Step(1)),
            );
        });
}
