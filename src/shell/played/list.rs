//! The list of replays: what is looked for, the rows of the ones that were found, and the lines below them.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::row::{self, ROWS};
use super::{Played, detail, share};
use crate::session::Replays;
use crate::session::replay::{ReplayFile, kept};
use crate::shell::games::Games;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::{EnabledWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, field, label, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (read_search, find).chain().run_if(in_state(Screen::Played)),
    );
}

/// The field for the words that are looked for.
#[derive(Component)]
struct SearchField;

/// Spawns the field for the words that are looked for.
pub(super) fn spawn_search(row: &mut ChildSpawnerCommands) {
    row.spawn(label("played.search", TextSize::Body, palette::MIST));
    field(row, SearchField, 240.0, "");
}

fn read_search(
    fields: Query<&EditableText, (With<SearchField>, Changed<EditableText>)>,
    mut played: ResMut<Played>,
    mut last: Local<String>,
) {
    for field in &fields {
        let text = field.value().to_string();
        if text != *last {
            last.clone_from(&text);
            played.search = text;
            played.first = 0;
        }
    }
}

/// Looks for replays again when anything has changed.
fn find(games: Res<Games>, replays: Res<Replays>, words: Res<Words>, mut played: ResMut<Played>) {
    if !played.is_changed() && !replays.is_changed() && !words.is_changed() {
        return;
    }
    let wanted: Vec<String> = played
        .search
        .to_lowercase()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let is_meant = |file: &ReplayFile| {
        let of_game = played.game.is_none_or(|game| file.game() == game);
        if !of_game || played.starred && !file.starred {
            return false;
        }
        let text = row::searched_text(&games, file, &words).to_lowercase();
        wanted.iter().all(|word| text.contains(word))
    };
    let all = replays.newest_first().into_iter();
    let found = all.filter(|(_, file)| is_meant(file));
    let found: Vec<_> = found.map(|(name, _)| name.clone()).collect();
    let played = played.bypass_change_detection();
    played.first = played
        .first
        .min(found.len().saturating_sub(1) / ROWS * ROWS);
    let is_chosen_found = played
        .chosen
        .as_ref()
        .is_some_and(|name| found.contains(name));
    if !is_chosen_found {
        played.chosen = found.get(played.first).cloned();
    }
    played.found = found;
}

/// Spawns the list with what is known of the chosen replay beside it, and the lines below.
pub(super) fn spawn(half: &mut ChildSpawnerCommands) {
    let body = Node {
        flex_grow: 1.0,
        min_height: px(0),
        ..stack(FlexDirection::Row, 20.0)
    };
    half.spawn(body).with_children(|body| {
        let list = Node {
            width: px(740),
            flex_shrink: 0.0,
            ..stack(FlexDirection::Column, 6.0)
        };
        body.spawn(list).with_children(|list| {
            row::spawn_rows(list);
            spawn_empty(list);
            spawn_turner(list);
        });
        detail::spawn(body);
    });
    spawn_footer(half);
}

/// Says why there is nothing in the list.
fn spawn_empty(list: &mut ChildSpawnerCommands) {
    let text = |world: &World| {
        let has_any = !world.resource::<Replays>().newest_first().is_empty();
        let key = if has_any {
            "played.none_found"
        } else {
            "played.empty"
        };
        world.resource::<Words>().get(key)
    };
    list.spawn((
        Node {
            max_width: px(640),
            ..default()
        },
        VisibleWhen::new(|world| world.resource::<Played>().found.is_empty()),
    ))
    .with_child(bound_text(TextSize::Lead, palette::MIST, text));
}

/// Spawns the buttons that turn to newer and older games.
fn spawn_turner(list: &mut ChildSpawnerCommands) {
    let node = Node {
        align_items: AlignItems::Center,
        margin: UiRect::top(auto()),
        ..stack(FlexDirection::Row, 10.0)
    };
    let several = VisibleWhen::new(|world| world.resource::<Played>().found.len() > ROWS);
    list.spawn((node, several)).with_children(|row| {
        let newer = button(row, ButtonStyle::Chip, "played.newer", |world| {
            let mut played = world.resource_mut::<Played>();
            played.first = played.first.saturating_sub(ROWS);
        });
        let can = EnabledWhen::new(|world| world.resource::<Played>().first > 0);
        row.commands_mut().entity(newer).insert(can);
        let place = |world: &World| {
            let played = world.resource::<Played>();
            let last = (played.first + ROWS).min(played.found.len());
            let values = [
                ("first", (played.first + 1).to_string()),
                ("last", last.to_string()),
                ("all", played.found.len().to_string()),
            ];
            world.resource::<Words>().fill("played.place", &values)
        };
        row.spawn(bound_text(TextSize::Body, palette::MIST, place));
        let has_older = |world: &World| {
            let played = world.resource::<Played>();
            played.first + ROWS < played.found.len()
        };
        let older = button(row, ButtonStyle::Chip, "played.older", move |world| {
            if has_older(world) {
                world.resource_mut::<Played>().first += ROWS;
            }
        });
        let can = EnabledWhen::new(has_older);
        row.commands_mut().entity(older).insert(can);
    });
}

/// Spawns the line below the list: what can be put back, what cannot be read, and a game from the clipboard.
fn spawn_footer(half: &mut ChildSpawnerCommands) {
    let node = Node {
        align_items: AlignItems::Center,
        min_height: px(40),
        ..stack(FlexDirection::Row, 12.0)
    };
    half.spawn(node).with_children(|row| {
        button(
            row,
            ButtonStyle::Plain,
            "played.paste",
            share::open_clipboard,
        );
        let put_back = button(row, ButtonStyle::Plain, "played.put_back", kept::put_back);
        let removed = VisibleWhen::new(|world| world.resource::<Replays>().removed().is_some());
        row.commands_mut().entity(put_back).insert(removed);
        let unreadable = |world: &World| {
            let unreadable = world.resource::<Replays>().unreadable();
            let Some(first) = unreadable.first() else {
                return String::new();
            };
            let values = [
                ("count", unreadable.len().to_string()),
                ("why", first.clone()),
            ];
            world.resource::<Words>().fill("played.unreadable", &values)
        };
        let room = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        row.spawn(room)
            .with_child(bound_text(TextSize::Small, palette::FAULT, unreadable));
    });
}
