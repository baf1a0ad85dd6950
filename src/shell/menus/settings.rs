//! The settings menu: four pages of rows, each with a short explanation.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{evolution, spawn_menu};
use crate::session::Difficulty;
use crate::shell::games::{GameCard, Games};
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette::{self, Colours};
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, label, stack, stepper,
};
use crate::shell::words::{Language, Words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tab>()
        .add_systems(OnEnter(Menu::Settings), spawn_settings_menu);
}

#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Games,
    Evolution,
    Display,
    Sound,
}

const TABS: [(Tab, &str); 4] = [
    (Tab::Games, "settings.tab.games"),
    (Tab::Evolution, "settings.tab.search"),
    (Tab::Display, "settings.tab.display"),
    (Tab::Sound, "settings.tab.sound"),
];

fn spawn_settings_menu(mut commands: Commands, games: Res<Games>) {
    let node = Node {
        width: px(1060),
        height: px(640),
        ..stack(FlexDirection::Column, 14.0)
    };
    spawn_menu(&mut commands, Menu::Settings, node, |menu| {
        spawn_header(menu);
        for (tab, _) in TABS {
            menu.spawn((
                Node {
                    flex_grow: 1.0,
                    ..stack(FlexDirection::Column, 9.0)
                },
                VisibleWhen::new(move |world| *world.resource::<Tab>() == tab),
            ))
            .with_children(|page| match tab {
                Tab::Games => spawn_games_page(page, &games),
                Tab::Evolution => evolution::spawn_page(page, &games),
                Tab::Display => spawn_display_page(page),
                Tab::Sound => spawn_sound_page(page),
            });
        }
    });
}

fn spawn_header(menu: &mut ChildSpawnerCommands) {
    menu.spawn(Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    })
    .with_children(|row| {
        row.spawn(label("settings.title", TextSize::Head, palette::PAPER));
        row.spawn(stack(FlexDirection::Row, 8.0))
            .with_children(|tabs| {
                for (tab, key) in TABS {
                    let selected = SelectedWhen::new(move |world| *world.resource::<Tab>() == tab);
                    choice(tabs, BoundText::phrase(key), selected, move |world| {
                        *world.resource_mut::<Tab>() = tab;
                    });
                }
            });
        button(
            row,
            ButtonStyle::Plain,
            BoundText::phrase("settings.done"),
            |world| {
                let playing = *world.resource::<State<Screen>>().get() == Screen::Play;
                let to = if playing { Menu::Pause } else { Menu::None };
                world.resource_mut::<NextState<Menu>>().set(to);
            },
        );
    });
}

/// Spawns a row: a name, a control, and an explanation.
pub(super) fn spawn_row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: &'static str,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) {
    spawn_bound_row(page, name, BoundText::phrase(hint), control);
}

/// Spawns a row whose explanation is bound to the world.
pub(super) fn spawn_bound_row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: BoundText,
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
        .with_child(label(name, TextSize::Body, palette::PAPER));
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
        .with_child(bound_text(TextSize::Small, palette::MIST, hint));
    });
}

/// Opens the settings on the page with the parameters of the evolution of the active game.
pub fn open_evolution_settings(world: &mut World) {
    *world.resource_mut::<Tab>() = Tab::Evolution;
    evolution::show_active_game(world);
    world.resource_mut::<NextState<Menu>>().set(Menu::Settings);
}

pub(super) fn settings(world: &World) -> &Settings {
    world.resource::<Settings>()
}

fn spawn_games_page(page: &mut ChildSpawnerCommands, games: &Games) {
    let outer = Node {
        max_height: px(440),
        ..default()
    };
    let inner = stack(FlexDirection::Column, 9.0);
    let cards = games.0.clone();
    scroll_area(page, outer, inner, |list| {
        for card in cards {
            spawn_difficulty(list, card);
        }
    });
    spawn_row(page, "settings.language", "settings.language.hint", |row| {
        for (language, name) in Language::ALL {
            let selected = SelectedWhen::new(move |world| settings(world).language == language);
            choice(
                row,
                BoundText::new(move |_| name.to_owned()),
                selected,
                move |world| {
                    world.resource_mut::<Settings>().language = language;
                },
            );
        }
    });
}

/// Spawns the difficulties of a game, and an explanation of the chosen one.
fn spawn_difficulty(list: &mut ChildSpawnerCommands, card: GameCard) {
    let explanation = move |world: &World| {
        let level = settings(world).difficulty_of(card.key);
        world
            .resource::<Words>()
            .get(card.words.difficulties[level as usize])
    };
    list.spawn(stack(FlexDirection::Column, 6.0))
        .with_children(|game| {
            game.spawn(label(card.words.name, TextSize::Lead, palette::LAMP));
            game.spawn(stack(FlexDirection::Row, 6.0))
                .with_children(|row| {
                    for level in Difficulty::ALL {
                        let selected = SelectedWhen::new(move |w| {
                            settings(w).difficulty_of(card.key) == level
                        });
                        choice(
                            row,
                            BoundText::phrase(level.key()),
                            selected,
                            move |world| {
                                let mut settings = world.resource_mut::<Settings>();
                                settings.difficulty.insert(card.key.to_owned(), level);
                            },
                        );
                    }
                });
            game.spawn(bound_text(
                TextSize::Body,
                palette::MIST,
                BoundText::new(explanation),
            ));
        });
}

/// Spawns a row with the choices off and on.
fn spawn_switch(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: &'static str,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
) {
    spawn_row(page, name, hint, |row| {
        for (key, value) in [("settings.off", false), ("settings.on", true)] {
            let selected = SelectedWhen::new(move |world| get(settings(world)) == value);
            choice(row, BoundText::phrase(key), selected, move |world| {
                set(&mut world.resource_mut::<Settings>(), value);
            });
        }
    });
}

/// Spawns a row with a percentage. It lies between `min` and `max` and changes by `step_size`.
fn spawn_percentage(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    hint: &'static str,
    (min, max, step_size): (u32, u32, u32),
    field: fn(&mut Settings) -> &mut u32,
) {
    spawn_row(page, name, hint, |row| {
        stepper(
            row,
            move |world| format!("{} %", field(&mut settings(world).clone())),
            move |world, step| {
                let mut settings = world.resource_mut::<Settings>();
                let value = field(&mut settings);
                *value = value
                    .saturating_add_signed(step * step_size as i32)
                    .clamp(min, max);
            },
        );
    });
}

fn spawn_display_page(page: &mut ChildSpawnerCommands) {
    spawn_switch(
        page,
        "settings.fullscreen",
        "settings.fullscreen.hint",
        |settings| settings.fullscreen,
        |settings, on| settings.fullscreen = on,
    );
    spawn_percentage(
        page,
        "settings.interface",
        "settings.interface.hint",
        (70, 100, 10),
        |settings| &mut settings.interface_percent,
    );
    spawn_percentage(
        page,
        "settings.animation",
        "settings.animation.hint",
        (50, 300, 25),
        |settings| &mut settings.animation_percent,
    );
    spawn_switch(
        page,
        "settings.reduced_motion",
        "settings.reduced_motion.hint",
        |settings| settings.reduced_motion,
        |settings, on| settings.reduced_motion = on,
    );
    spawn_row(page, "settings.colours", "settings.colours.hint", |row| {
        for (colours, key) in Colours::ALL {
            let selected = SelectedWhen::new(move |world| settings(world).colours == colours);
            choice(row, BoundText::phrase(key), selected, move |world| {
                world.resource_mut::<Settings>().colours = colours;
            });
        }
    });
    let remark = |text| bound_text(TextSize::Small, palette::MIST, text);
    page.spawn(remark(BoundText::phrase("settings.keys")));
    page.spawn(remark(BoundText::new(|world| {
        let words = world.resource::<Words>();
        let line = |card: &GameCard| {
            format!(
                "{}: {}",
                words.get(card.words.name),
                words.get(card.words.keys)
            )
        };
        let lines = world.resource::<Games>().0.iter().map(line);
        lines.collect::<Vec<_>>().join("\n")
    })));
}

fn spawn_sound_page(page: &mut ChildSpawnerCommands) {
    spawn_percentage(
        page,
        "settings.volume",
        "settings.volume.hint",
        (0, 100, 10),
        |settings| &mut settings.volume_percent,
    );
    spawn_percentage(
        page,
        "settings.effects",
        "settings.effects.hint",
        (0, 100, 10),
        |settings| &mut settings.effects_percent,
    );
}
