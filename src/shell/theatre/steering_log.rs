//! The interventions of a player, as a list in the panel with which a player changes a run.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Show;
use super::steering::{spawn_row, steering_state, value_text, watched_run, with_own_state};
use super::steering_parameters::new_value_text;
use crate::generation::{Act, Intervention};
use crate::shell::access::spoken_choice;
use crate::shell::theme::bind::BoundText;
use crate::shell::theme::widget::{ButtonStyle, button, spoken_name};
use crate::shell::words::Words;

/// The number of interventions that are shown, the newest first.
const ENTRIES: usize = 40;

/// Spawns the list.
pub(super) fn spawn_entries(list: &mut ChildSpawnerCommands) {
    (0..ENTRIES).for_each(|at| spawn_entry(list, at));
}

/// The number and the data of the entry at a place of the list, which begins with the newest.
fn entry(world: &World, at: usize) -> Option<(usize, &Intervention<()>)> {
    let log = &steering_state(world).log;
    let number = log.len().checked_sub(at + 1)?;
    Some((number, &log[number]))
}

fn spawn_entry(list: &mut ChildSpawnerCommands, at: usize) {
    spawn_row(
        list,
        BoundText::new(move |world| entry_text(world, at).unwrap_or_default()),
        move |world| entry(world, at).is_some(),
        |row| {
            spawn_take_back(row, at);
        },
    );
}

/// The entry at a place of the list, in words.
fn entry_text(world: &World, at: usize) -> Option<String> {
    let (number, entry) = entry(world, at)?;
    let words = world.resource::<Words>();
    let values = [
        ("generation", entry.before.to_string()),
        ("what", act_text(&entry.act, world)),
    ];
    let done = words.fill("theatre.steering.entry", &values);
    Some(match number < steering_state(world).in_effect {
        true => done,
        false => words.fill("theatre.steering.not_yet", &[("what", done)]),
    })
}

/// Spawns the button that takes back the entry at a place of the list, and returns it. Its name for screen readers says
/// what it takes back, because there are many of them.
pub(super) fn spawn_take_back(row: &mut ChildSpawnerCommands, at: usize) -> Entity {
    let key = "theatre.steering.take_back";
    let button = button(row, ButtonStyle::Chip, key, move |world| {
        take_back(world, at);
    });
    let name = spoken_name(move |world: &World| take_back_name(world, at));
    row.commands_mut().entity(button).with_child(name);
    button
}

/// The name of the button that takes back the entry at a place of the list, for screen readers.
fn take_back_name(world: &World, at: usize) -> String {
    let (words, key) = (world.resource::<Words>(), "theatre.steering.take_back");
    match entry_text(world, at) {
        Some(what) => spoken_choice(words, key, what),
        None => words.get(key),
    }
}

/// Takes back the entry at a place of the list.
fn take_back(world: &mut World, at: usize) {
    let (number, run) = (
        entry(world, at).map(|(number, _)| number),
        watched_run(world),
    );
    if let (Some(number), Some(run)) = (number, run) {
        if let Some(steering) = run.steerable() {
            steering.take_back(number);
        }
        // The next request counts the entries without this one.
        with_own_state(world, |state| {
            state.log.remove(number);
            state.in_effect -= usize::from(number < state.in_effect);
        });
        world.resource_mut::<Show>().show_newest();
    }
}

/// An intervention in words.
fn act_text(act: &Act<()>, world: &World) -> String {
    let words = world.resource::<Words>();
    let counted = |key: &str, count: usize| words.fill(key, &[("count", count.to_string())]);
    match act {
        Act::Lock { parts, .. } => counted("theatre.steering.did.lock", parts.len()),
        Act::Unlock(parts) => counted("theatre.steering.did.unlock", parts.len()),
        Act::Put(()) => words.get("theatre.steering.did.put"),
        Act::Mate((), (), count) => counted("theatre.steering.did.mate", *count as usize),
        Act::MoreLike((), count) => counted("theatre.steering.did.more_like", *count as usize),
        Act::Set(new) => new_value_text(*new, words),
        Act::Aim(name, value) => {
            let aims = &steering_state(world).aims;
            let aim = aims.iter().find(|aim| aim.name == name);
            let value = aim.map_or_else(|| value.to_string(), |aim| value_text(*value, aim));
            changed_text(words, name, value)
        }
    }
}

/// The name of a parameter or an aim and its new value, in words.
pub(super) fn changed_text(words: &Words, name: &str, value: String) -> String {
    let values = [("name", words.get(name)), ("value", value)];
    words.fill("theatre.steering.did.set", &values)
}
