//! The parameters of an evolution as a player changes them: functions that show and change each parameter.

use std::ops::RangeInclusive;

use crate::generation::{Crossover, EvolutionParameters, Scheme, Selection};
use crate::shell::theme::number::NumberChange;
use crate::shell::words::Words;

/// A numeric parameter: the key of its name, and functions that show it and change it.
pub struct Parameter {
    /// The key of its name.
    pub name: &'static str,
    /// Shows its value.
    pub show: fn(&EvolutionParameters, &Words) -> String,
    /// Changes it.
    pub change: fn(&mut EvolutionParameters, NumberChange),
}

/// Returns the value to which some steps through a rising list lead: up to larger values, or down to smaller ones. A
/// value beyond which the list has none stays as it is.
pub(in crate::shell) fn step_in_list(values: &[u32], value: u32, step: i32) -> u32 {
    let one_further = |value: u32| {
        let found = match step > 0 {
            true => values.iter().find(|other| **other > value),
            false => values.iter().rfind(|other| **other < value),
        };
        found.copied().unwrap_or(value)
    };
    (0..step.unsigned_abs()).fold(value, |value, _| one_further(value))
}

/// Returns a value after a change: steps lead through a list, and a typed number counts as it is, within a range.
fn changed(values: &[u32], value: u32, range: RangeInclusive<u32>, change: NumberChange) -> u32 {
    match change {
        NumberChange::Step(step) => step_in_list(values, value, step),
        NumberChange::To(number) => nearest_in(range, number),
    }
}

/// The whole number of a range that is nearest to a number.
fn nearest_in(range: RangeInclusive<u32>, number: f64) -> u32 {
    let (least, most) = range.into_inner();
    (number.round() as u32).clamp(least, most)
}

fn or_never(value: u32, words: &Words) -> String {
    if value == 0 {
        words.get("settings.never")
    } else {
        value.to_string()
    }
}

/// The numeric parameters, the time limit last.
pub const PARAMETERS: [Parameter; 6] = [
    Parameter {
        name: "settings.population",
        show: |parameters, _| parameters.population.to_string(),
        change: |parameters, change| {
            let values = [
                4, 10, 20, 40, 60, 100, 200, 400, 1_000, 2_000, 5_000, 10_000,
            ];
            let range = EvolutionParameters::POPULATION;
            parameters.population = changed(&values, parameters.population, range, change);
            parameters.elitism = parameters.elitism.min(parameters.population / 2);
        },
    },
    Parameter {
        name: "settings.elitism",
        show: |parameters, _| parameters.elitism.to_string(),
        change: |parameters, change| {
            let most = (parameters.population / 2).min(*EvolutionParameters::ELITISM.end());
            parameters.elitism = match change {
                NumberChange::Step(step) => {
                    parameters.elitism.saturating_add_signed(step).min(most)
                }
                NumberChange::To(number) => nearest_in(0..=most, number),
            };
        },
    },
    Parameter {
        name: "settings.mutation",
        show: |parameters, _| format!("{:.1}%", parameters.mutation * 100.0),
        change: |parameters, change| {
            let values = [0, 5, 10, 15, 20, 30, 50, 80, 120, 200, 350, 500];
            let thousandths = (parameters.mutation * 1_000.0).round() as u32;
            let most = (EvolutionParameters::MUTATION.end() * 1_000.0).round() as u32;
            // It is shown and typed in percent.
            let thousandths = changed(&values, thousandths, 0..=most, change.in_unit(10.0));
            parameters.mutation = f64::from(thousandths) / 1_000.0;
        },
    },
    Parameter {
        name: "settings.generations",
        show: |parameters, _| parameters.generations.to_string(),
        change: |parameters, change| {
            let values = [
                50, 100, 200, 500, 1_000, 2_000, 5_000, 20_000, 100_000, 1_000_000,
            ];
            let range = EvolutionParameters::GENERATIONS;
            parameters.generations = changed(&values, parameters.generations, range, change);
        },
    },
    Parameter {
        name: "settings.stagnation",
        show: |parameters, words| or_never(parameters.stagnation, words),
        change: |parameters, change| {
            let values = [0, 20, 50, 100, 200, 500, 1_000, 5_000];
            let range = EvolutionParameters::STAGNATION;
            parameters.stagnation = changed(&values, parameters.stagnation, range, change);
        },
    },
    Parameter {
        name: "settings.time",
        show: |parameters, words| match parameters.milliseconds {
            0 => words.get("settings.never"),
            milliseconds => {
                let seconds = f64::from(milliseconds) / 1_000.0;
                words.fill("settings.time.seconds", &[("seconds", seconds.to_string())])
            }
        },
        change: |parameters, change| {
            let values = [0, 10, 50, 100, 500, 1_000, 5_000, 30_000, 300_000];
            let (range, old) = (EvolutionParameters::MILLISECONDS, parameters.milliseconds);
            // It is shown and typed in seconds.
            parameters.milliseconds = changed(&values, old, range, change.in_unit(1_000.0));
        },
    },
];

/// The crossover operators.
pub const CROSSOVERS: [(&str, Crossover); 2] = [
    ("settings.crossover.uniform", Crossover::Uniform),
    ("settings.crossover.one_point", Crossover::OnePoint),
];

/// The selection operators.
pub const SELECTIONS: [(&str, Selection); 4] = [
    ("settings.selection.roulette", Selection::Roulette),
    ("settings.selection.tournament2", Selection::Tournament(2)),
    ("settings.selection.tournament3", Selection::Tournament(3)),
    ("settings.selection.tournament4", Selection::Tournament(4)),
];

/// The treatments of infeasible individuals.
pub const SCHEMES: [(&str, Scheme); 2] = [
    ("settings.scheme.two", Scheme::TwoPopulations),
    ("settings.scheme.one", Scheme::OnePopulation),
];

#[cfg(test)]
mod tests;
