//! The page of the settings with the parameters of each game's evolution.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::parameters::{CROSSOVERS, PARAMETERS, SCHEMES, SELECTIONS};
use super::row::{CHOICE_WIDTH, hint_of, spawn_bound_row, spawn_row, spawn_wide_row};
use crate::generation::EvolutionParameters;
use crate::shell::games::{ActiveGame, Evolved, Games};
use crate::shell::laboratory;
use crate::shell::settings::Settings;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::stepper::number_stepper;
use crate::shell::theme::widget::{ButtonStyle, button, choices, choices_of_width};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownGame>();
}

/// Shows the parameters of the active game.
pub(super) fn show_active_game(world: &mut World) {
    world.resource_mut::<ShownGame>().0 = None;
}

/// The key of the evolution that the player has chosen on this page; `None` before a choice.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct ShownGame(Option<&'static str>);

/// Returns the evolutions of all games.
fn all_evolved(games: &Games) -> impl Iterator<Item = Evolved> + '_ {
    games.0.iter().flat_map(|card| card.evolved).copied()
}

/// Returns the evolution whose parameters are shown: the chosen one, else that of the active game, else the first one.
fn shown_evolution(world: &World) -> Option<Evolved> {
    let games = world.resource::<Games>();
    let chosen = world.resource::<ShownGame>().0;
    let key = chosen.or(world.resource::<ActiveGame>().0);
    let found = all_evolved(games).find(|evolved| Some(evolved.key) == key);
    found.or_else(|| all_evolved(games).next())
}

/// Returns the parameters that are shown.
fn shown_parameters(world: &World) -> EvolutionParameters {
    shown_evolution(world).map_or_else(EvolutionParameters::default, |evolved| {
        let settings = world.resource::<Settings>();
        settings.parameters_of(evolved.key, evolved.usual)
    })
}

fn change_parameters(world: &mut World, change: impl FnOnce(&mut EvolutionParameters)) {
    let Some(evolved) = shown_evolution(world) else {
        return;
    };
    let mut changed = shown_parameters(world);
    change(&mut changed);
    let mut settings = world.resource_mut::<Settings>();
    settings.parameters.insert(evolved.key.to_owned(), changed);
}

/// The width of a number, which has room for the longest time with its unit, in interface pixels.
const NUMBER: f32 = 112.0;

pub(super) fn spawn_page(page: &mut ChildSpawnerCommands, games: &Games) {
    spawn_wide_row(page, "settings.parameters_of", |row| {
        choices(
            row,
            all_evolved(games).map(|evolved| (evolved.name, evolved.key)),
            |world, key| shown_evolution(world).is_some_and(|evolved| evolved.key == key),
            |world, key| {
                world.resource_mut::<ShownGame>().0 = Some(key);
            },
        );
    });
    for parameter in PARAMETERS {
        spawn_parameter_row(page, parameter.name, parameter.show, |row| {
            number_stepper(
                row,
                NUMBER,
                move |world| (parameter.show)(&shown_parameters(world), world.resource::<Words>()),
                move |world, change| {
                    change_parameters(world, |parameters| (parameter.change)(parameters, change))
                },
            );
        });
    }
    spawn_choice_row(page, "settings.crossover", &CROSSOVERS, |parameters| {
        &mut parameters.crossover
    });
    spawn_choice_row(page, "settings.selection", &SELECTIONS, |parameters| {
        &mut parameters.selection
    });
    spawn_choice_row(page, "settings.scheme", &SCHEMES, |parameters| {
        &mut parameters.scheme
    });
    spawn_row(page, "settings.laboratory", |row| {
        button(row, ButtonStyle::Plain, "lab.open", laboratory::open);
    });
    spawn_row(page, "settings.defaults", |row| {
        button(row, ButtonStyle::Plain, "settings.restore", |world| {
            if let Some(evolved) = shown_evolution(world) {
                let mut settings = world.resource_mut::<Settings>();
                settings.parameters.remove(evolved.key);
            }
        });
    });
}

/// Spawns the row of a parameter, which is shown where the parameter has an effect. Its explanation contains the usual
/// value.
fn spawn_parameter_row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    usual: impl Fn(&EvolutionParameters, &Words) -> String + Send + Sync + 'static,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let caption = move |world: &World| {
        let words = world.resource::<Words>();
        let Some(evolved) = shown_evolution(world) else {
            return String::new();
        };
        let usual = usual(&(evolved.usual)(), words);
        let hint = match name {
            "settings.mutation" => evolved.mutation.to_owned(),
            "settings.scheme" => evolved.scheme.to_owned(),
            _ => hint_of(name),
        };
        words.fill(&hint, &[("usual", usual)])
    };
    let row = spawn_bound_row(page, name, caption, control);
    let has_effect =
        move |world: &World| shown_evolution(world).is_some_and(|of| !of.without.contains(&name));
    page.commands_mut()
        .entity(row)
        .insert(VisibleWhen::new(has_effect));
}

/// Spawns the row of a parameter that has a few possible values.
fn spawn_choice_row<T: Copy + PartialEq + Send + Sync + 'static>(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    values: &'static [(&'static str, T)],
    field: fn(&mut EvolutionParameters) -> &mut T,
) {
    let usual = move |parameters: &EvolutionParameters, words: &Words| {
        let usual = *field(&mut parameters.clone());
        let named = values.iter().find(|(_, value)| *value == usual);
        named.map_or_else(String::new, |(key, _)| words.get(key))
    };
    spawn_parameter_row(page, name, usual, |row| {
        let is_set = move |world: &World, value| *field(&mut shown_parameters(world)) == value;
        let values = values.iter().copied();
        choices_of_width(row, CHOICE_WIDTH, values, is_set, move |world, value| {
            change_parameters(world, |parameters| *field(parameters) = value);
        });
    });
}
