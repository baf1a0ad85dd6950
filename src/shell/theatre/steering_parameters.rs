//! The parameters of the evolution in the panel with which a player changes a run.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::steering::{spawn_row, steering_state, with_own_state, with_steerable};
use super::steering_log::changed_text;
use crate::generation::{EvolutionParameters, ParameterValue, Selection};
use crate::shell::menus::parameters::{CROSSOVERS, PARAMETERS, Parameter, SELECTIONS};
use crate::shell::theme::number::NumberChange;
use crate::shell::theme::stepper::number_stepper;
use crate::shell::words::Words;

/// The width of a number, in interface pixels.
const NUMBER: f32 = 96.0;

fn place_of(selection: Selection) -> usize {
    let place = SELECTIONS.iter().position(|(_, one)| *one == selection);
    place.unwrap_or(SELECTIONS.len() - 1)
}

fn selection_text(selection: Selection, words: &Words) -> String {
    words.get(SELECTIONS[place_of(selection)].0)
}

const SELECTION: Parameter = Parameter {
    name: "settings.selection",
    show: |parameters, words| selection_text(parameters.selection, words),
    change: |parameters, change| {
        let place = match change {
            NumberChange::Step(step) => {
                let last = SELECTIONS.len() as i32 - 1;
                (place_of(parameters.selection) as i32 + step).clamp(0, last) as usize
            }
            // The first one is roulette, and the others are tournaments of 2 and more.
            NumberChange::To(size) => {
                let last = SELECTIONS.len() as f64 - 1.0;
                (size.round() - 1.0).clamp(0.0, last) as usize
            }
        };
        parameters.selection = SELECTIONS[place].1;
    },
};

/// Spawns a row for each parameter that can be changed. A time limit cannot, because the results would depend on the
/// machine.
pub(super) fn spawn_parameters(list: &mut ChildSpawnerCommands) {
    let [population, elitism, mutation, generations, stagnation, _] = PARAMETERS;
    for parameter in [
        mutation,
        population,
        elitism,
        SELECTION,
        generations,
        stagnation,
    ] {
        let Parameter {
            name,
            show,
            change: of_parameter,
        } = parameter;
        spawn_row(
            list,
            name,
            |_| true,
            |row| {
                let value = move |world: &World| {
                    let parameters = steering_state(world).parameters.as_ref();
                    let shown = |of: &EvolutionParameters| show(of, world.resource::<Words>());
                    parameters.map_or(String::new(), shown)
                };
                number_stepper(row, NUMBER, value, move |world, by| {
                    change(world, |parameters| of_parameter(parameters, by));
                });
            },
        );
    }
}

/// Changes the parameters of the run.
fn change(world: &mut World, change: impl FnOnce(&mut EvolutionParameters)) {
    let Some(old) = steering_state(world).parameters.clone() else {
        return;
    };
    let mut new = old.clone();
    change(&mut new);
    let is_changed = with_steerable(world, |steering| {
        for value in ParameterValue::differences(&old, &new) {
            steering.set_parameter(value);
        }
    });
    if is_changed {
        with_own_state(world, |state| state.parameters = Some(new));
    }
}

pub(super) fn new_value_text(new: ParameterValue, words: &Words) -> String {
    // So large a population limits no number of elites.
    let large = EvolutionParameters {
        population: *EvolutionParameters::POPULATION.end(),
        ..EvolutionParameters::default()
    };
    let parameters = new.applied_to(&large);
    let name = match new {
        ParameterValue::Population(_) => "settings.population",
        ParameterValue::Elitism(_) => "settings.elitism",
        ParameterValue::Mutation(_) => "settings.mutation",
        ParameterValue::Generations(_) => "settings.generations",
        ParameterValue::Stagnation(_) => "settings.stagnation",
        ParameterValue::Selection(_) => "settings.selection",
        ParameterValue::Crossover(_) => "settings.crossover",
    };
    let mut shown = PARAMETERS.iter().chain(std::iter::once(&SELECTION));
    let value = match shown.find(|parameter| parameter.name == name) {
        Some(parameter) => (parameter.show)(&parameters, words),
        None => {
            let mut crossovers = CROSSOVERS.iter();
            let known = crossovers.find(|(_, one)| *one == parameters.crossover);
            known.map_or(String::new(), |(key, _)| words.get(key))
        }
    };
    changed_text(words, name, value)
}
