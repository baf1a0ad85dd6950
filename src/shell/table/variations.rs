//! Variations of a game: while the player looks back, moves can be tried in any position. The game itself does not
//! change.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{Pacing, TableGame, actions, refuse, save, say_move};
use crate::session::replay::kept;
use crate::session::{ReplayFile, Table};
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::widget::{ButtonStyle, button, choice, stack};

/// Makes a move in the position on the table, as a part of a variation, if the player tries moves.
pub(super) fn try_move<G: TableGame>(world: &mut World, made: G::Move) {
    if let Some(length) = world.resource::<Pacing>().trying {
        try_in::<G>(world, made, length);
    }
}

/// Makes a move in the position on the table, as a part of a variation of a game with a number of moves.
pub fn try_in<G: TableGame>(world: &mut World, made: G::Move, length: usize) {
    let table = world.get_resource_mut::<Table<G>>();
    let Some(mut table) = table.filter(|table| !table.is_over()) else {
        return;
    };
    let revision = table.revision();
    match table.try_move(made.clone(), length) {
        Ok(events) => {
            let has_jumped = table.revision() != revision;
            // A move of the game itself changes no variation, and a save would end in the wrong position.
            if table.shown_variation().is_some() {
                keep::<G>(world);
            }
            say_move::<G>(world, &events);
            // If the position has jumped, the view shows it anew.
            if !has_jumped {
                G::show_events(world, events);
            }
        }
        Err(why) => refuse::<G>(world, &made, why),
    }
}

/// Keeps the variations with the save of the game or, if it has ended, with its replay.
fn keep<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let name = table
        .kept_as()
        .filter(|_| table.is_game_over() || table.is_replay());
    let changed = name.cloned().zip(Some(ReplayFile::variations_of(table)));
    save::<G>(world);
    if let Some((name, variations)) = changed {
        kept::set_variations(world, &name, variations);
    }
}

/// Shows the last position of a variation of a game with a number of moves.
pub fn show<G: TableGame>(world: &mut World, number: usize, length: usize) {
    if let Some(mut table) = world.get_resource_mut::<Table<G>>() {
        table.show_variation(number, length);
    }
}

/// Goes from the variation on the table back to the game, to the position where the variation leaves it.
pub fn show_game<G: TableGame>(world: &mut World) {
    if let Some(mut table) = world.get_resource_mut::<Table<G>>()
        && let Some(number) = table.shown_variation()
    {
        let after = table.variations()[number].after;
        table.show_game(after);
    }
}

/// Removes the variation on the table.
fn remove<G: TableGame>(world: &mut World) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    let Some(number) = table.shown_variation() else {
        return;
    };
    let after = table.variations()[number].after;
    table.remove_variation();
    keep::<G>(world);
    actions::go_to::<G>(world, after);
}

/// Lets the player try moves in variations of a game with a number of moves, or stops it.
fn toggle(world: &mut World, length: usize) {
    let mut pacing = world.resource_mut::<Pacing>();
    pacing.trying = match pacing.trying {
        None => Some(length),
        Some(_) => None,
    };
}

/// Spawns the button with which the player begins and ends to try moves. `length` is the number of moves of the game at
/// which the player looks back.
pub fn spawn_try_button(row: &mut ChildSpawnerCommands, length: fn(&World) -> usize) {
    let trying = SelectedWhen::new(|world| world.resource::<Pacing>().trying.is_some());
    choice(row, "play.variation.try", trying, move |world| {
        let length = length(world);
        toggle(world, length);
    });
}

/// Spawns the buttons that leave and remove the variation on the table. They are there while one is shown.
pub fn spawn_variation_buttons<G: TableGame>(parent: &mut ChildSpawnerCommands) {
    let is_shown = VisibleWhen::new(|world| {
        let table = world.get_resource::<Table<G>>();
        table.is_some_and(|table| table.shown_variation().is_some())
    });
    let wrapped = Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 6.0)
    };
    parent.spawn((wrapped, is_shown)).with_children(|row| {
        for (caption, act) in [
            ("play.variation.game", show_game::<G> as fn(&mut World)),
            ("play.variation.remove", remove::<G>),
        ] {
            button(row, ButtonStyle::Chip, caption, act);
        }
    });
}
