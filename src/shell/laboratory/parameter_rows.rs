//! The parameters of a setting as rows: functions that show each parameter and step through its values.

use super::draft::Draft;
use crate::generation::{Crossover, EvolutionParameters, Scheme, Selection};
use crate::shell::menus::parameters::{CROSSOVERS, PARAMETERS, SCHEMES, SELECTIONS};
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
    /// Steps to the next value of a setting, or to the one before.
    pub step: fn(&mut Draft, usize, i32),
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
        step: |draft, at, step| {
            draft.change_parameters(at, |parameters: &mut EvolutionParameters| {
                parameters.crossover = next::<Crossover>(&CROSSOVERS, parameters.crossover, step);
            });
        },
    },
    Row {
        name: "settings.selection",
        has_words: true,
        show: |draft, at, words| key_of(&SELECTIONS, draft.parameters(at).selection, words),
        step: |draft, at, step| {
            draft.change_parameters(at, |parameters| {
                parameters.selection = next::<Selection>(&SELECTIONS, parameters.selection, step);
            });
        },
    },
    Row {
        name: "settings.scheme",
        has_words: true,
        show: |draft, at, words| key_of(&SCHEMES, draft.parameters(at).scheme, words),
        step: |draft, at, step| {
            draft.change_parameters(at, |parameters| {
                parameters.scheme = next::<Scheme>(&SCHEMES, parameters.scheme, step);
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
        step: Draft::step_target,
    },
];

/// The row of a numeric parameter of the settings.
const fn number<const N: usize>() -> Row {
    Row {
        name: PARAMETERS[N].name,
        has_words: false,
        show: |draft, at, words| (PARAMETERS[N].show)(&draft.parameters(at), words),
        step: |draft, at, step| {
            draft.change_parameters(at, |parameters| (PARAMETERS[N].step)(parameters, step));
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

/// The value `step` places further in a list, in a circle.
fn next<T: PartialEq + Copy>(values: &[(&'static str, T)], value: T, step: i32) -> T {
    let at = values.iter().position(|(_, known)| *known == value);
    let at = at.map_or(0, |at| (at as i32 + step).rem_euclid(values.len() as i32));
    values[at as usize].1
}
