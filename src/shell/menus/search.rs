//! The tab of the settings with the parameters of each game's search.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::settings::{row, row_told, settings};
use crate::generation::{Crossover, EvolutionParameters, Scheme, Selection};
use crate::shell::games::{ActiveGame, GameCard, Games};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{Lit, Told};
use crate::shell::theme::widget::{Look, button, choice, stepper};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SearchOf>();
}

/// The search of the game at hand is shown again.
pub(super) fn forget_choice(world: &mut World) {
    world.resource_mut::<SearchOf>().0 = None;
}

/// The game whose search is shown.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct SearchOf(Option<&'static str>);

/// The card of the game whose search is shown: the chosen one, the one that is played, or the first.
fn searching(world: &World) -> Option<GameCard> {
    let games = world.resource::<Games>();
    let chosen = world.resource::<SearchOf>().0;
    let key = chosen.or(world.resource::<ActiveGame>().0);
    let card = key.and_then(|key| games.find(key));
    card.or_else(|| games.0.first().copied())
}

/// The search that is shown.
fn search(world: &World) -> EvolutionParameters {
    let card = searching(world);
    card.map_or_else(EvolutionParameters::default, |card| {
        settings(world).search_of(card.key, card.usual_search)
    })
}

fn change_search(world: &mut World, change: impl FnOnce(&mut EvolutionParameters)) {
    let Some(card) = searching(world) else { return };
    let mut searched = search(world);
    change(&mut searched);
    let mut settings = world.resource_mut::<Settings>();
    settings.searches.insert(card.key.to_owned(), searched);
}

/// A numeric parameter of the search: its name, its word, how to show it and how to step it.
struct Parameter {
    name: &'static str,
    hint: &'static str,
    show: fn(&EvolutionParameters, &Words) -> String,
    step: fn(&mut EvolutionParameters, i32),
}

/// A number a step along a list, staying within it.
fn along(values: &[u32], value: u32, step: i32) -> u32 {
    let near = values
        .iter()
        .enumerate()
        .min_by_key(|(_, v)| v.abs_diff(value));
    let at = near.map_or(0, |(at, _)| at as i32);
    values[(at + step).clamp(0, values.len() as i32 - 1) as usize]
}

fn or_never(value: u32, words: &Words) -> String {
    if value == 0 {
        words.say("settings.never")
    } else {
        value.to_string()
    }
}

const PARAMETERS: [Parameter; 6] = [
    Parameter {
        name: "settings.population",
        hint: "settings.population.hint",
        show: |search, _| search.population.to_string(),
        step: |search, step| {
            let values = [4, 10, 20, 40, 60, 100, 200, 400, 1_000, 2_000];
            search.population = along(&values, search.population, step);
            search.elitism = search.elitism.min(search.population / 2);
        },
    },
    Parameter {
        name: "settings.elitism",
        hint: "settings.elitism.hint",
        show: |search, _| search.elitism.to_string(),
        step: |search, step| {
            let most = (search.population / 2).min(*EvolutionParameters::ELITISM.end());
            search.elitism = search.elitism.saturating_add_signed(step).min(most);
        },
    },
    Parameter {
        name: "settings.mutation",
        hint: "settings.mutation.hint",
        show: |search, _| format!("{:.1} %", search.mutation * 100.0),
        step: |search, step| {
            let values = [0, 5, 10, 15, 20, 30, 50, 80, 120, 200, 350, 500];
            let thousandths = (search.mutation * 1_000.0).round() as u32;
            search.mutation = f64::from(along(&values, thousandths, step)) / 1_000.0;
        },
    },
    Parameter {
        name: "settings.generations",
        hint: "settings.generations.hint",
        show: |search, _| search.generations.to_string(),
        step: |search, step| {
            let values = [
                50, 100, 200, 500, 1_000, 2_000, 5_000, 20_000, 100_000, 1_000_000,
            ];
            search.generations = along(&values, search.generations, step);
        },
    },
    Parameter {
        name: "settings.stagnation",
        hint: "settings.stagnation.hint",
        show: |search, words| or_never(search.stagnation, words),
        step: |search, step| {
            let values = [0, 20, 50, 100, 200, 500, 1_000, 5_000];
            search.stagnation = along(&values, search.stagnation, step);
        },
    },
    Parameter {
        name: "settings.time",
        hint: "settings.time.hint",
        show: |search, words| or_never(search.milliseconds, words),
        step: |search, step| {
            let values = [0, 10, 50, 100, 500, 1_000, 5_000, 30_000, 300_000];
            search.milliseconds = along(&values, search.milliseconds, step);
        },
    },
];

pub(super) fn page(page: &mut ChildSpawnerCommands, games: &Games) {
    row(
        page,
        "settings.search_of",
        "settings.search_of.hint",
        |row| {
            for card in games.0.clone() {
                let lit = Lit::when(move |w| searching(w).is_some_and(|c| c.key == card.key));
                choice(row, Told::key(card.words.name), lit, move |world| {
                    world.resource_mut::<SearchOf>().0 = Some(card.key);
                });
            }
        },
    );
    for parameter in PARAMETERS {
        search_row(
            page,
            parameter.name,
            parameter.hint,
            parameter.show,
            |row| {
                stepper(
                    row,
                    move |world| (parameter.show)(&search(world), world.resource::<Words>()),
                    move |world, step| {
                        change_search(world, |search| (parameter.step)(search, step))
                    },
                );
            },
        );
    }
    chosen(
        page,
        ("settings.crossover", "settings.crossover.hint"),
        &[
            ("settings.crossover.uniform", Crossover::Uniform),
            ("settings.crossover.one_point", Crossover::OnePoint),
        ],
        |search| &mut search.crossover,
    );
    chosen(
        page,
        ("settings.selection", "settings.selection.hint"),
        &[
            ("settings.selection.roulette", Selection::Roulette),
            ("settings.selection.tournament2", Selection::Tournament(2)),
            ("settings.selection.tournament3", Selection::Tournament(3)),
            ("settings.selection.tournament4", Selection::Tournament(4)),
        ],
        |search| &mut search.selection,
    );
    chosen(
        page,
        ("settings.scheme", "settings.scheme.hint"),
        &[
            ("settings.scheme.two", Scheme::TwoPopulations),
            ("settings.scheme.one", Scheme::OnePopulation),
        ],
        |search| &mut search.scheme,
    );
    row(page, "settings.defaults", "settings.defaults.hint", |row| {
        button(row, Look::Plain, Told::key("settings.restore"), |world| {
            if let Some(card) = searching(world) {
                world.resource_mut::<Settings>().searches.remove(card.key);
            }
        });
    });
}

/// A row of the search: its word ends with what is usual for the game.
fn search_row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: &'static str,
    usual: impl Fn(&EvolutionParameters, &Words) -> String + Send + Sync + 'static,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let told = move |world: &World| {
        let words = world.resource::<Words>();
        let card = searching(world);
        let search = card.map_or_else(EvolutionParameters::default, |card| (card.usual_search)());
        words.fill(hint, &[("usual", usual(&search, words))])
    };
    row_told(page, name, Told::by(told), control);
}

/// A row with the choices of one part of the search.
fn chosen<T: Copy + PartialEq + Send + Sync + 'static>(
    page: &mut ChildSpawnerCommands,
    (name, hint): (&'static str, &'static str),
    choices: &'static [(&'static str, T)],
    field: fn(&mut EvolutionParameters) -> &mut T,
) {
    let usual = move |search: &EvolutionParameters, words: &Words| {
        let usual = *field(&mut search.clone());
        let named = choices.iter().find(|(_, value)| *value == usual);
        named.map_or_else(String::new, |(key, _)| words.say(key))
    };
    search_row(page, name, hint, usual, |row| {
        for &(key, value) in choices {
            let lit = Lit::when(move |world| *field(&mut search(world)) == value);
            choice(row, Told::key(key), lit, move |world| {
                change_search(world, |search| *field(search) = value);
            });
        }
    });
}
