//! The parameters of a setting as rows: functions that show and change each parameter.

use super::draft::Draft;
use crate::generation::{Crossover, EvolutionParameters, Scheme, Selection};
use crate::shell::menus::parameters::{CROSSOVERS, PARAMETERS, SCHEMES, SELECTIONS};
use crate::shell::theme::number::NumberChange;
use crate::shell::words::Words;

/// A row of the page: one parameter of every setting.
#[derive(Clone, Copy)]
pub struct Row {
    /// The key of its name in the language files.
    pub name: &'static str,
    /// Whether its values are words, which are stepped through in a circle.
    pub has_words: bool,
    /// The value of a setting.
    pub show: fn(&Draft, usize, &Words) -> String,
    /// Changes the value of a setting.
    pub change: fn(&mut Draft, usize, NumberChange),
}

/// All rows but those of the problem and its setup. There is no time limit, because the result of an experiment must
/// not depend on the speed of a computer.
pub const ROWS: [Row; 9] = [
    number::<0>(),
    number::<1>(),
    number::<2>(),
    Row {
        name: "settings.crossover",
        has_words: true,
        show: |draft, at, words| key_of(&CROSSOVERS, draft.parameters(at).crossover, words),
        change: |draft, at, change| {
            draft.change_parameters(at, |parameters: &mut EvolutionParameters| {
                parameters.crossover = next::<Crossover>(&CROSSOVERS, parameters.crossover, change);
            });
        },
    },
    Row {
        name: "settings.selection",
        has_words: true,
        show: |draft, at, words| key_of(&SELECTIONS, draft.parameters(at).selection, words),
        change: |draft, at, change| {
            draft.change_parameters(at, |parameters| {
                parameters.selection = next::<Selection>(&SELECTIONS, parameters.selection, change);
            });
        },
    },
    Row {
        name: "settings.scheme",
        has_words: true,
        show: |draft, at, words| key_of(&SCHEMES, draft.parameters(at).scheme, words),
        change: |draft, at, change| {
            draft.change_parameters(at, |parameters| {
                parameters.scheme = next::<Scheme>(&SCHEMES, parameters.scheme, change);
            });
        },
    },
    number::<3>(),
    number::<4>(),
    Row {
        name: "lab.target",
        has_words: false,
        show: |draft, at, words| {
            let target = draft.settings().get(at).and_then(|setting| setting.target);
            match target {
                _ if draft.has_own_target(at) => words.get("lab.target.own"),
                Some(target) => target.to_string(),
                None => words.get("lab.target.none"),
            }
        },
        change: Draft::change_target,
    },
];

/// The row of a numeric parameter of the settings.
const fn number<const N: usize>() -> Row {
    Row {
        name: PARAMETERS[N].name,
        has_words: false,
        show: |draft, at, words| (PARAMETERS[N].show)(&draft.parameters(at), words),
        change: |draft, at, change| {
            draft.change_parameters(at, |parameters| (PARAMETERS[N].change)(parameters, change));
        },
    }
}

/// The phrase of a value. A value that the list does not offer, such as a larger tournament, is shown as it is in
/// files.
fn key_of<T: PartialEq + std::fmt::Debug>(
    values: &[(&'static str, T)],
    value: T,
    words: &Words,
) -> String {
    let found = values.iter().find(|(_, known)| *known == value);
    found.map_or_else(|| format!("{value:?}"), |(key, _)| words.get(key))
}

/// The value after a number of steps through a list, in a circle. Words cannot be typed.
fn next<T: PartialEq + Copy>(values: &[(&'static str, T)], value: T, change: NumberChange) -> T {
    let NumberChange::Step(step) = change else {
        return value;
    };
    let at = values.iter().position(|(_, known)| *known == value);
    let at = at.map_or(0, |at| (at as i32 + step).rem_euclid(values.len() as i32));
    values[at as usize].1
}
