//! The settings menu: four tabs of rows, each with a word on what it does.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{cover, search};
use crate::session::Difficulty;
use crate::shell::games::{GameCard, Games};
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{Lit, Shown, Told};
use crate::shell::theme::palette::{self, Colours};
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{Look, Size, button, choice, label, stack, stepper, words};
use crate::shell::words::{Language, Words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tab>()
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
                Tab::Search => search::page(page, &games),
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
pub(super) fn row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: &'static str,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) {
    row_told(page, name, Told::key(hint), control);
}

/// A row whose word is told anew whenever it changes.
pub(super) fn row_told(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: Told,
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
        .with_child(words(Size::Small, palette::MIST, hint));
    });
}

/// Opens the settings where the search of the game is that is chosen.
pub fn open_search(world: &mut World) {
    *world.resource_mut::<Tab>() = Tab::Search;
    search::forget_choice(world);
    world.resource_mut::<NextState<Menu>>().set(Menu::Settings);
}

pub(super) fn settings(world: &World) -> &Settings {
    world.resource::<Settings>()
}

fn games_page(page: &mut ChildSpawnerCommands, games: &Games) {
    let outer = Node {
        max_height: px(440),
        ..default()
    };
    let inner = stack(FlexDirection::Column, 9.0);
    let cards = games.0.clone();
    scroll_area(page, outer, inner, |list| {
        for card in cards {
            difficulty_of(list, card);
        }
    });
    row(page, "settings.language", "settings.language.hint", |row| {
        for (language, name) in Language::ALL {
            let lit = Lit::when(move |world| settings(world).language == language);
            choice(row, Told::by(move |_| name.to_owned()), lit, move |world| {
                world.resource_mut::<Settings>().language = language;
            });
        }
    });
}

/// The difficulty of a game, and what it means.
fn difficulty_of(list: &mut ChildSpawnerCommands, card: GameCard) {
    let means = move |world: &World| {
        let level = settings(world).difficulty_of(card.key);
        world
            .resource::<Words>()
            .say(card.words.difficulties[level as usize])
    };
    list.spawn(stack(FlexDirection::Column, 6.0))
        .with_children(|game| {
            game.spawn(label(card.words.name, Size::Lead, palette::LAMP));
            game.spawn(stack(FlexDirection::Row, 6.0))
                .with_children(|row| {
                    for level in Difficulty::ALL {
                        let lit = Lit::when(move |w| settings(w).difficulty_of(card.key) == level);
                        choice(row, Told::key(level.key()), lit, move |world| {
                            let mut settings = world.resource_mut::<Settings>();
                            settings.difficulty.insert(card.key.to_owned(), level);
                        });
                    }
                });
            game.spawn(words(Size::Body, palette::MIST, Told::by(means)));
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
    let keys = |told| words(Size::Small, palette::MIST, told);
    page.spawn(keys(Told::key("settings.keys")));
    page.spawn(keys(Told::by(|world| {
        let words = world.resource::<Words>();
        let line = |card: &GameCard| {
            format!(
                "{}: {}",
                words.say(card.words.name),
                words.say(card.words.keys)
            )
        };
        let lines = world.resource::<Games>().0.iter().map(line);
        lines.collect::<Vec<_>>().join("\n")
    })));
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
