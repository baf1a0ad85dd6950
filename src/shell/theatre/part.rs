//! A single part of the large picture, chosen and locked without a mouse.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::steering::{in_wrapping_row, steering_state, with_selected};
use super::{Show, controls};
use crate::base::Towards;
use crate::generation::Shape;
use crate::shell::access::Speech;
use crate::shell::theme::bind::{BoundText, EnabledWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, stack};
use crate::shell::words::Words;

/// The part that was chosen without a mouse: its number, its shape in the large picture, and whether it is locked.
fn chosen_part(world: &World) -> Option<(usize, &Shape, bool)> {
    let show = world.resource::<Show>();
    let (frame, number) = (show.frame.as_ref()?, show.steering.part?);
    let key = frame.lockable.get(number)?;
    let mut shapes = frame.selected.picture.shapes.iter();
    let shape = shapes.find(|shape| shape.key == *key)?;
    // Several shapes at one place count as one part.
    let is_there = |other: &&Shape| (other.x, other.y) == (shape.x, shape.y);
    let mut there = frame.selected.picture.shapes.iter().filter(is_there);
    let is_locked = there.any(|other| frame.locked.contains(&other.key));
    Some((number, shape, is_locked))
}

/// Whether the individual in view has parts that can be locked.
fn has_parts(world: &World) -> bool {
    let frame = world.resource::<Show>().frame.as_ref();
    frame.is_some_and(|frame| !frame.lockable.is_empty())
}

/// The chosen part in words.
fn part_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some((number, shape, is_locked)) = chosen_part(world) else {
        return words.get("theatre.steering.no_part");
    };
    let frame = world.resource::<Show>().frame.as_ref();
    let all = frame.map_or(0, |frame| frame.lockable.len());
    let key = match is_locked {
        true => "theatre.steering.part_locked",
        false => "theatre.steering.part",
    };
    let percent = |part: f32| format!("{:.0}", 100.0 * part);
    let values = [
        ("number", (number + 1).to_string()),
        ("all", all.to_string()),
        ("across", percent(shape.x)),
        ("down", percent(shape.y)),
    ];
    words.fill(key, &values)
}

/// Chooses the next part of the large picture, or the one before.
fn step_part(world: &mut World, towards: Towards) {
    let mut show = world.resource_mut::<Show>();
    let all = show.frame.as_ref().map_or(0, |frame| frame.lockable.len());
    let Some(next) = towards.wrapped(show.steering.part, all) else {
        return;
    };
    show.steering.part = Some(next);
    show.repaint_now();
    // The run pauses, so that the chosen part stays on the screen.
    controls::pause(world);
    let line = part_text(world);
    world.resource_mut::<Speech>().say(line);
}

/// Locks the chosen part, or unlocks it.
fn toggle_part(world: &mut World) {
    let key = chosen_part(world).map(|(_, shape, _)| shape.key);
    if let Some(key) = key {
        with_selected(world, |steering, pick| steering.toggle_lock(pick, &[key]));
        controls::pause(world);
    }
}

/// Spawns the controls that choose a single part and lock it, for players without a mouse.
pub(super) fn spawn_part(list: &mut ChildSpawnerCommands) {
    let can_lock = |world: &World| steering_state(world).can_lock;
    let node = stack(FlexDirection::Column, 4.0);
    list.spawn((node, VisibleWhen::new(can_lock)))
        .with_children(|column| {
            column.spawn(bound_text(TextSize::Small, palette::MIST, part_text));
            in_wrapping_row(column, |row| {
                for (key, towards) in [
                    ("theatre.steering.part_before", Towards::Previous),
                    ("theatre.steering.part_next", Towards::Next),
                ] {
                    let step = button(row, ButtonStyle::Chip, key, move |world| {
                        step_part(world, towards);
                    });
                    row.commands_mut()
                        .entity(step)
                        .insert(EnabledWhen::new(has_parts));
                }
                let caption = BoundText::new(|world| {
                    let is_locked = chosen_part(world).is_some_and(|(.., locked)| locked);
                    let key = match is_locked {
                        true => "theatre.steering.unlock_part",
                        false => "theatre.steering.lock_part",
                    };
                    world.resource::<Words>().get(key)
                });
                let toggle = button(row, ButtonStyle::Chip, caption, toggle_part);
                let is_chosen = EnabledWhen::new(|world| chosen_part(world).is_some());
                row.commands_mut().entity(toggle).insert(is_chosen);
            });
        });
}
