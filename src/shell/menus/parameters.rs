//! The parameters of an evolution as a player changes them: functions that show each parameter and step through its
//! values.

use crate::generation::{Crossover, EvolutionParameters, Scheme, Selection};
use crate::shell::words::Words;

/// A numeric parameter: the key of its name, and functions that show it and change it by a step.
pub struct Parameter {
    /// The key of its name.
    pub name: &'static str,
    /// Shows its value.
    pub show: fn(&EvolutionParameters, &Words) -> String,
    /// Changes it by a step.
    pub step: fn(&mut EvolutionParameters, i32),
}

/// Returns the value `step` places further in a list than the value nearest to `value`. The ends of the list are the
/// limits.
fn step_in_list(values: &[u32], value: u32, step: i32) -> u32 {
    let nearest = values
        .iter()
        .enumerate()
        .min_by_key(|(_, v)| v.abs_diff(value));
    let at = nearest.map_or(0, |(at, _)| at as i32);
    values[(at + step).clamp(0, values.len() as i32 - 1) as usize]
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
        step: |parameters, step| {
            let values = [
                4, 10, 20, 40, 60, 100, 200, 400, 1_000, 2_000, 5_000, 10_000,
            ];
            parameters.population = step_in_list(&values, parameters.population, step);
            parameters.elitism = parameters.elitism.min(parameters.population / 2);
        },
    },
    Parameter {
        name: "settings.elitism",
        show: |parameters, _| parameters.elitism.to_string(),
        step: |parameters, step| {
            let most = (parameters.population / 2).min(*EvolutionParameters::ELITISM.end());
            parameters.elitism = parameters.elitism.saturating_add_signed(step).min(most);
        },
    },
    Parameter {
        name: "settings.mutation",
        show: |parameters, _| format!("{:.1}%", parameters.mutation * 100.0),
        step: |parameters, step| {
            let values = [0, 5, 10, 15, 20, 30, 50, 80, 120, 200, 350, 500];
            let thousandths = (parameters.mutation * 1_000.0).round() as u32;
            parameters.mutation = f64::from(step_in_list(&values, thousandths, step)) / 1_000.0;
        },
    },
    Parameter {
        name: "settings.generations",
        show: |parameters, _| parameters.generations.to_string(),
        step: |parameters, step| {
            let values = [
                50, 100, 200, 500, 1_000, 2_000, 5_000, 20_000, 100_000, 1_000_000,
            ];
            parameters.generations = step_in_list(&values, parameters.generations, step);
        },
    },
    Parameter {
        name: "settings.stagnation",
        show: |parameters, words| or_never(parameters.stagnation, words),
        step: |parameters, step| {
            let values = [0, 20, 50, 100, 200, 500, 1_000, 5_000];
            parameters.stagnation = step_in_list(&values, parameters.stagnation, step);
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
        step: |parameters, step| {
            let values = [0, 10, 50, 100, 500, 1_000, 5_000, 30_000, 300_000];
            parameters.milliseconds = step_in_list(&values, parameters.milliseconds, step);
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
