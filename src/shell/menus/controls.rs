//! The page of the settings on which keys and buttons get other meanings.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::row::{spawn_percentage, spawn_setting_row};
use super::settings::Tab;
use crate::shell::games::{GameCard, Games};
use crate::shell::input::Action;
use crate::shell::input::capture::{self, Capture, ControlSlot};
use crate::shell::input::controls::SLOTS;
use crate::shell::input::meaning::{Hand, Meaning};
use crate::shell::input::prompts::{name_of, with_prompts};
use crate::shell::settings::{ScreenKeyboard, Settings};
use crate::shell::theme::bind::{EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::large::{FillsLineWhenLarge, WrapsWhenLarge};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, in_row, label, spoken_name, stack,
};
use crate::shell::words::Words;

/// The width of a place for a control, in interface pixels.
const SLOT: f32 = 112.0;
/// The width of the name of an action.
const NAME: f32 = 190.0;
/// The gap between the things in a row.
const GAP: f32 = 6.0;

/// Spawns the page: a row for each action, with two places for keys and buttons of the mouse, and two for buttons of
/// the gamepad. The controls of single games are below them.
pub(super) fn spawn_page(page: &mut ChildSpawnerCommands, games: &Games) {
    page.spawn(label("control.how", TextSize::Small, palette::MIST));
    let outer = Node {
        max_height: px(390),
        ..default()
    };
    scroll_area(page, outer, stack(FlexDirection::Column, 5.0), |list| {
        spawn_head(list);
        for action in Action::ALL {
            spawn_meaning(list, Meaning::Action(action));
        }
        for card in games.0.iter().filter(|card| !card.controls.own.is_empty()) {
            list.spawn(label(card.words.name, TextSize::Lead, palette::LAMP));
            for control in card.controls.own {
                spawn_meaning(list, Meaning::Game(control));
            }
        }
        spawn_summary(list);
    });
    spawn_setting_row(
        page,
        "settings.screen_keyboard",
        ScreenKeyboard::ALL,
        |settings| settings.screen_keyboard,
        |settings, appears| settings.screen_keyboard = appears,
    );
    spawn_percentage(
        page,
        "settings.stick",
        (20, 80, 10),
        |settings| settings.stick_percent,
        |settings, percent| settings.stick_percent = percent,
    );
    in_row(page, 8.0, |row| {
        let reset = button(row, ButtonStyle::Plain, "control.reset", |world| {
            world.resource_mut::<Settings>().reset_controls();
        });
        let changed = EnabledWhen::new(|world| world.resource::<Settings>().has_changed_controls());
        row.commands_mut().entity(reset).insert(changed);
        for (name, hand) in [
            ("control.left_hand", Hand::Left),
            ("control.right_hand", Hand::Right),
        ] {
            button(row, ButtonStyle::Plain, name, move |world| {
                world.resource_scope(|world, games: Mut<Games>| {
                    let mut settings = world.resource_mut::<Settings>();
                    settings.use_one_hand(&games, hand);
                });
            });
        }
    });
}

/// Spawns the keys in sentences below the list, those that are the same everywhere first.
fn spawn_summary(list: &mut ChildSpawnerCommands) {
    let block = Node {
        flex_shrink: 0.0,
        ..stack(FlexDirection::Column, GAP)
    };
    list.spawn(block).with_children(|block| {
        block.spawn(label("settings.keys", TextSize::Small, palette::MIST));
        block.spawn(bound_text(TextSize::Small, palette::MIST, keys_of_games));
    });
}

/// The keys of the games, a line for each game.
fn keys_of_games(world: &World) -> String {
    let words = world.resource::<Words>();
    let line = |card: &GameCard| {
        format!(
            "{}: {}",
            words.get(card.words.name),
            words.get(card.words.keys)
        )
    };
    let lines = world.resource::<Games>().0.iter().map(line);
    with_prompts(world, lines.collect::<Vec<_>>().join("\n"))
}

/// A row of the list, or a part of it.
fn row_node() -> Node {
    Node {
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..stack(FlexDirection::Row, GAP)
    }
}

fn cell(width: f32) -> Node {
    Node {
        width: px(width),
        flex_shrink: 0.0,
        ..default()
    }
}

/// Spawns the heads of the columns.
fn spawn_head(list: &mut ChildSpawnerCommands) {
    let usual = VisibleWhen::new(|world| !world.resource::<Settings>().has_large_text());
    list.spawn((row_node(), usual)).with_children(|row| {
        row.spawn(cell(NAME));
        for name in ["control.keys", "control.buttons"] {
            row.spawn(cell(2.0 * SLOT + GAP)).with_child(label(
                name,
                TextSize::Small,
                palette::MIST,
            ));
        }
    });
}

fn spawn_meaning(list: &mut ChildSpawnerCommands, meaning: Meaning) {
    list.spawn((row_node(), WrapsWhenLarge))
        .with_children(|row| {
            spawn_slots(row, meaning);
            let room = Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                min_width: px(160),
                ..default()
            };
            let conflicts = move |world: &World| conflict_text(world, meaning);
            // An empty text must not take a line of its own.
            let has_any = VisibleWhen::new(move |world| !conflicts(world).is_empty());
            row.spawn((room, has_any)).with_child(bound_text(
                TextSize::Small,
                palette::FAULT,
                conflicts,
            ));
        });
}

/// Spawns the name of a meaning and the places for its controls. With large texts the places have several lines beside
/// the name.
fn spawn_slots(row: &mut ChildSpawnerCommands, meaning: Meaning) {
    let part = Node {
        max_width: percent(100),
        ..row_node()
    };
    row.spawn((part, FillsLineWhenLarge)).with_children(|part| {
        part.spawn(cell(NAME))
            .with_child(label(meaning.key(), TextSize::Body, palette::PAPER));
        let slots = Node {
            flex_grow: 1.0,
            ..stack(FlexDirection::Row, GAP)
        };
        part.spawn((slots, WrapsWhenLarge)).with_children(|slots| {
            for slot in 0..SLOTS {
                spawn_slot(slots, ControlSlot { meaning, slot });
            }
        });
    });
}

/// Whether a slot waits for its new control.
fn is_waiting(world: &World, place: ControlSlot) -> bool {
    world.resource::<Capture>().place == Some(place)
}

/// The control in a slot, or what the player is to do.
fn slot_text(world: &World, place: ControlSlot) -> String {
    let words = world.resource::<Words>();
    if is_waiting(world, place) {
        return words.get("control.press");
    }
    let settings = world.resource::<Settings>();
    let control = settings.controls_of(place.meaning)[place.slot];
    control.map_or_else(|| "–".to_owned(), |control| name_of(control, words))
}

/// Spawns the button that shows a control, and waits for another one when it is pressed.
fn spawn_slot(row: &mut ChildSpawnerCommands, place: ControlSlot) {
    let node = Node {
        width: px(SLOT),
        flex_shrink: 0.0,
        justify_content: JustifyContent::Center,
        padding: UiRect::axes(px(6), px(6)),
        ..default()
    };
    let begin = move |world: &mut World| capture::begin(world, place);
    let spoken = move |world: &World| {
        let action = world.resource::<Words>().get(place.meaning.key());
        format!("{action}: {}", slot_text(world, place))
    };
    row.spawn((
        bare_button(ButtonStyle::Chip, node, begin),
        SelectedWhen::new(move |world| is_waiting(world, place)),
    ))
    .with_children(|slot| {
        slot.spawn(spoken_name(spoken));
        let text = move |world: &World| slot_text(world, place);
        slot.spawn(bound_text(TextSize::Body, palette::PAPER, text));
    });
}

/// Lists the other meanings of the controls of a meaning, while the page of the controls is shown.
fn conflict_text(world: &World, meaning: Meaning) -> String {
    if *world.resource::<Tab>() != Tab::Controls {
        return String::new();
    }
    let (words, games) = (world.resource::<Words>(), world.resource::<Games>());
    let conflicts = world.resource::<Settings>().conflicts(games, meaning);
    let said = conflicts.into_iter().map(|(control, other)| {
        let values = [
            ("control", name_of(control, words)),
            ("action", words.get(other.key())),
        ];
        words.fill("control.conflict", &values)
    });
    said.collect::<Vec<_>>().join(" ")
}
