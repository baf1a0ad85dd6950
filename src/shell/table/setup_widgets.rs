//! The things of which games make the rows of their setup pages.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{TableGame, new_game};
use crate::base::PlainError;
use crate::shell::notice::show_failure_of;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::tooltip::Tooltip;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, choices};

/// Spawns a button for each of several values of a part of the setup. `read` returns the value of a setup, and `write`
/// changes it.
pub fn setup_choices<G: TableGame, T: Clone + PartialEq + Send + Sync + 'static>(
    row: &mut ChildSpawnerCommands,
    values: impl IntoIterator<Item = (impl Into<BoundText>, T)>,
    read: fn(&G::Setup) -> T,
    write: fn(&mut G::Setup, T),
) {
    choices(
        row,
        values,
        move |world, value| read(new_game::setup::<G>(world)) == value,
        move |world, value| {
            new_game::change::<G>(world, |setup| write(setup, value));
        },
    );
}

/// Spawns a stepper for a number of the setup. `show` returns the number of a setup as a text, and `change` changes it by
/// a step.
pub fn setup_stepper<G: TableGame>(
    row: &mut ChildSpawnerCommands,
    show: fn(&G::Setup) -> String,
    change: fn(&mut G::Setup, i32),
) {
    stepper(
        row,
        move |world| show(new_game::setup::<G>(world)),
        move |world, step| {
            new_game::change::<G>(world, |setup| change(setup, step));
        },
    );
}

/// Spawns a button with which an evolution begins. The reason why it cannot begin is shown.
pub fn spawn_evolve_button(
    row: &mut ChildSpawnerCommands,
    style: ButtonStyle,
    caption: &'static str,
    evolve: fn(&mut World) -> Result<(), PlainError>,
) -> Entity {
    button(row, style, caption, move |world| {
        show_failure_of(world, evolve);
    })
}

/// Gives a button the explanation `NAME.hint`, if it does something else than the row in which it stands.
pub fn explain(row: &mut ChildSpawnerCommands, button: Entity, name: &'static str) {
    let mut commands = row.commands();
    commands.entity(button).insert(Tooltip::of_name(name));
}

/// Spawns a remark beside the controls of a row.
pub fn spawn_remark(row: &mut ChildSpawnerCommands, text: impl Into<BoundText>) {
    row.spawn(bound_text(TextSize::Small, palette::MIST, text));
}

/// Spawns a gap between two parts of a row that have little to do with each other.
pub fn spawn_gap(row: &mut ChildSpawnerCommands) {
    row.spawn(Node {
        width: px(30),
        ..default()
    });
}

/// Shows a row, or a control of a row, while a condition holds.
pub fn show_while(
    parent: &mut ChildSpawnerCommands,
    node: Entity,
    condition: impl Fn(&World) -> bool + Send + Sync + 'static,
) {
    let shown = VisibleWhen::new(condition);
    parent.commands_mut().entity(node).insert(shown);
}
