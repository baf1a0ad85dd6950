//! The settings menu: four tabs of rows, each with a word on what it does.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::cover;
use crate::generation::{Crossover, Scheme, Search, Selection};
use crate::session::Difficulty;
use crate::shell::games::{ActiveGame, GameCard, Games};
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{Lit, Shown, Told};
use crate::shell::theme::palette::{self, Colours};
use crate::shell::theme::widget::{Look, Size, button, choice, label, stack, stepper, words};
use crate::shell::words::{Language, Words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tab>()
        .init_resource::<SearchOf>()
        .add_systems(OnEnter(Menu::Settings), spawn);
}

#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Games,
    Search,
    Display,
    Sound,
}

const TABS: [(Tab, &str); 4] = [
    (Tab::Games, "settings.tab.games"),
    (Tab::Search, "settings.tab.search"),
    (Tab::Display, "settings.tab.display"),
    (Tab::Sound, "settings.tab.sound"),
];

fn spawn(mut commands: Commands, games: Res<Games>) {
    let node = Node {
        width: px(1060),
        height: px(640),
        ..stack(FlexDirection::Column, 14.0)
    };
    cover(&mut commands, Menu::Settings, node, |menu| {
        head(menu);
        for (tab, _) in TABS {
            menu.spawn((
                Node {
                    flex_grow: 1.0,
                    ..stack(FlexDirection::Column, 9.0)
                },
                Shown::when(move |world| *world.resource::<Tab>() == tab),
            ))
            .with_children(|page| match tab {
                Tab::Games => games_page(page, &games),
                Tab::Search => search_page(page, &games),
                Tab::Display => display_page(page),
                Tab::Sound => sound_page(page),
            });
        }
    });
}

fn head(menu: &mut ChildSpawnerCommands) {
    menu.spawn(Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    })
    .with_children(|row| {
        row.spawn(label("settings.title", Size::Head, palette::PAPER));
        row.spawn(stack(FlexDirection::Row, 8.0))
            .with_children(|tabs| {
                for (tab, key) in TABS {
                    let lit = Lit::when(move |world| *world.resource::<Tab>() == tab);
                    choice(tabs, Told::key(key), lit, move |world| {
                        *world.resource_mut::<Tab>() = tab;
                    });
                }
            });
        button(row, Look::Plain, Told::key("settings.done"), |world| {
            let playing = *world.resource::<State<Screen>>().get() == Screen::Play;
            let to = if playing { Menu::Pause } else { Menu::None };
            world.resource_mut::<NextState<Menu>>().set(to);
        });
    });
}

/// A row: name, control, and a word on what it does.
fn row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: &'static str,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) {
    page.spawn(Node {
        align_items: AlignItems::Center,
        column_gap: px(16),
        min_height: px(40),
        ..default()
    })
    .with_children(|row| {
        row.spawn(Node {
            width: px(200),
            ..default()
        })
        .with_child(label(name, Size::Body, palette::PAPER));
        row.spawn(Node {
            width: px(400),
            column_gap: px(6),
            ..default()
        })
        .with_children(control);
        row.spawn(Node {
            width: px(368),
            ..default()
        })
        .with_child(label(hint, Size::Small, palette::MIST));
    });
}

fn settings(world: &World) -> &Settings {
    world.resource::<Settings>()
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
fn search(world: &World) -> Search {
    let card = searching(world);
    card.map_or_else(Search::default, |card| {
        settings(world).search_of(card.key, card.usual_search)
    })
}

fn change_search(world: &mut World, change: impl FnOnce(&mut Search)) {
    let Some(card) = searching(world) else { return };
    let mut searched = search(world);
    change(&mut searched);
    let mut settings = world.resource_mut::<Settings>();
    settings.searches.insert(card.key.to_owned(), searched);
}

fn games_page(page: &mut ChildSpawnerCommands, games: &Games) {
    for card in games.0.clone() {
        let means = move |world: &World| {
            let level = settings(world).difficulty_of(card.key);
            world
                .resource::<Words>()
                .say(card.difficulties[level as usize])
        };
        page.spawn(stack(FlexDirection::Column, 6.0))
            .with_children(|game| {
                game.spawn(label(card.name, Size::Lead, palette::LAMP));
                game.spawn(stack(FlexDirection::Row, 6.0))
                    .with_children(|row| {
                        for level in Difficulty::ALL {
                            let lit =
                                Lit::when(move |w| settings(w).difficulty_of(card.key) == level);
                            choice(row, Told::key(level.key()), lit, move |world| {
                                let mut settings = world.resource_mut::<Settings>();
                                settings.difficulty.insert(card.key.to_owned(), level);
                            });
                        }
                    });
                game.spawn(words(Size::Body, palette::MIST, Told::by(means)));
            });
    }
    row(page, "settings.language", "settings.language.hint", |row| {
        for (language, name) in Language::ALL {
            let lit = Lit::when(move |world| settings(world).language == language);
            choice(row, Told::by(move |_| name.to_owned()), lit, move |world| {
                world.resource_mut::<Settings>().language = language;
            });
        }
    });
}

/// A numeric parameter of the search: its name, its word, how to show it and how to step it.
struct Parameter {
    name: &'static str,
    hint: &'static str,
    show: fn(&Search, &Words) -> String,
    step: fn(&mut Search, i32),
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
            let most = (search.population / 2).min(*Search::ELITISM.end());
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

fn search_page(page: &mut ChildSpawnerCommands, games: &Games) {
    row(
        page,
        "settings.search_of",
        "settings.search_of.hint",
        |row| {
            for card in games.0.clone() {
                let lit = Lit::when(move |w| searching(w).is_some_and(|c| c.key == card.key));
                choice(row, Told::key(card.name), lit, move |world| {
                    world.resource_mut::<SearchOf>().0 = Some(card.key);
                });
            }
        },
    );
    for parameter in PARAMETERS {
        row(page, parameter.name, parameter.hint, |row| {
            stepper(
                row,
                move |world| (parameter.show)(&search(world), world.resource::<Words>()),
                move |world, step| change_search(world, |search| (parameter.step)(search, step)),
            );
        });
    }
    row(
        page,
        "settings.crossover",
        "settings.crossover.hint",
        |row| {
            for (key, value) in [
                ("settings.crossover.uniform", Crossover::Uniform),
                ("settings.crossover.one_point", Crossover::OnePoint),
            ] {
                let lit = Lit::when(move |world| search(world).crossover == value);
                choice(row, Told::key(key), lit, move |world| {
                    change_search(world, |search| search.crossover = value);
                });
            }
        },
    );
    row(
        page,
        "settings.selection",
        "settings.selection.hint",
        |row| {
            for (key, value) in [
                ("settings.selection.roulette", Selection::Roulette),
                ("settings.selection.tournament2", Selection::Tournament(2)),
                ("settings.selection.tournament4", Selection::Tournament(4)),
            ] {
                let lit = Lit::when(move |world| search(world).selection == value);
                choice(row, Told::key(key), lit, move |world| {
                    change_search(world, |search| search.selection = value);
                });
            }
        },
    );
    row(page, "settings.scheme", "settings.scheme.hint", |row| {
        for (key, value) in [
            ("settings.scheme.two", Scheme::TwoPopulations),
            ("settings.scheme.one", Scheme::OnePopulation),
        ] {
            let lit = Lit::when(move |world| search(world).scheme == value);
            choice(row, Told::key(key), lit, move |world| {
                change_search(world, |search| search.scheme = value);
            });
        }
    });
    row(page, "settings.defaults", "settings.defaults.hint", |row| {
        button(row, Look::Plain, Told::key("settings.restore"), |world| {
            if let Some(card) = searching(world) {
                world.resource_mut::<Settings>().searches.remove(card.key);
            }
        });
    });
}

/// A row with two choices, off and on.
fn switch(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: &'static str,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
) {
    row(page, name, hint, |row| {
        for (key, value) in [("settings.off", false), ("settings.on", true)] {
            let lit = Lit::when(move |world| get(settings(world)) == value);
            choice(row, Told::key(key), lit, move |world| {
                set(&mut world.resource_mut::<Settings>(), value);
            });
        }
    });
}

/// A row with a percentage in steps of `by` within a range.
fn percentage(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: &'static str,
    (min, max, by): (u32, u32, u32),
    field: fn(&mut Settings) -> &mut u32,
) {
    row(page, name, hint, |row| {
        stepper(
            row,
            move |world| format!("{} %", field(&mut settings(world).clone())),
            move |world, step| {
                let mut settings = world.resource_mut::<Settings>();
                let value = field(&mut settings);
                *value = value
                    .saturating_add_signed(step * by as i32)
                    .clamp(min, max);
            },
        );
    });
}

fn display_page(page: &mut ChildSpawnerCommands) {
    switch(
        page,
        "settings.fullscreen",
        "settings.fullscreen.hint",
        |settings| settings.fullscreen,
        |settings, on| settings.fullscreen = on,
    );
    percentage(
        page,
        "settings.interface",
        "settings.interface.hint",
        (70, 100, 10),
        |settings| &mut settings.interface_percent,
    );
    percentage(
        page,
        "settings.animation",
        "settings.animation.hint",
        (50, 300, 25),
        |settings| &mut settings.animation_percent,
    );
    switch(
        page,
        "settings.reduced_motion",
        "settings.reduced_motion.hint",
        |settings| settings.reduced_motion,
        |settings, on| settings.reduced_motion = on,
    );
    row(page, "settings.colours", "settings.colours.hint", |row| {
        for (colours, key) in Colours::ALL {
            let lit = Lit::when(move |world| settings(world).colours == colours);
            choice(row, Told::key(key), lit, move |world| {
                world.resource_mut::<Settings>().colours = colours;
            });
        }
    });
    page.spawn(words(
        Size::Small,
        palette::MIST,
        Told::key("settings.keys"),
    ));
}

fn sound_page(page: &mut ChildSpawnerCommands) {
    percentage(
        page,
        "settings.volume",
        "settings.volume.hint",
        (0, 100, 10),
        |settings| &mut settings.volume_percent,
    );
    percentage(
        page,
        "settings.effects",
        "settings.effects.hint",
        (0, 100, 10),
        |settings| &mut settings.effects_percent,
    );
}
