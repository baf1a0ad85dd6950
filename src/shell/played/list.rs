//! The list of replays: the search, the rows of the replays that were found, and the line below them.

use std::collections::BTreeMap;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::row::{self, ROWS};
use super::{Played, detail, share};
use crate::session::replay::{ReplayFile, kept};
use crate::session::{FileName, Replays};
use crate::shell::catalogue::{read_search, spawn_empty, spawn_turner};
use crate::shell::games::Games;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (read_search::<Played>, find_replays)
            .chain()
            .run_if(in_state(Screen::Played)),
    );
}

/// The inputs of a search besides the language.
#[derive(PartialEq)]
struct Search {
    game: Option<&'static str>,
    starred: bool,
    words: String,
    /// The revision of the replays.
    revision: u32,
}

/// The last search.
#[derive(Default)]
struct LastSearch {
    /// The inputs of the last search; `None` before the first one.
    of: Option<Search>,
    /// The texts of replays in which words were looked for, in lower case. It takes milliseconds to make all of them.
    texts: BTreeMap<FileName, String>,
}

/// Looks for replays again when the search, the replays or the language has changed.
fn find_replays(
    games: Res<Games>,
    replays: Res<Replays>,
    words: Res<Words>,
    mut played: ResMut<Played>,
    mut last: Local<LastSearch>,
) {
    if !played.is_changed() && !replays.is_changed() && !words.is_changed() {
        return;
    }
    let last = &mut *last;
    let search = Search {
        game: played.game,
        starred: played.starred,
        words: played.search.clone(),
        revision: replays.revision(),
    };
    let revision = last.of.as_ref().map(|of| of.revision);
    if words.is_changed() || revision != Some(search.revision) {
        last.texts.clear();
        last.of = None;
    }
    let found = if last.of.as_ref() == Some(&search) {
        // The player has chosen another replay or turned the page.
        std::mem::take(&mut played.bypass_change_detection().found)
    } else {
        find(&games, &replays, &words, &played, &mut last.texts)
    };
    played.bypass_change_detection().set_found(found, ROWS);
    last.of = Some(search);
}

/// Finds the replays that the player looks for, the newest first.
fn find(
    games: &Games,
    replays: &Replays,
    words: &Words,
    played: &Played,
    texts: &mut BTreeMap<FileName, String>,
) -> Vec<FileName> {
    let wanted = played.searched_words();
    let mut matches_filter = |name: &FileName, file: &ReplayFile| {
        let of_game = played.game.is_none_or(|game| file.game() == game);
        if !of_game || played.starred && !file.starred {
            return false;
        }
        if wanted.is_empty() {
            return true;
        }
        let text = texts.entry(name.clone());
        let text = text.or_insert_with(|| row::searched_text(games, file, words).to_lowercase());
        wanted.are_in_lower_case(text)
    };
    let all = replays.newest_first().into_iter();
    let found = all.filter(|(name, file)| matches_filter(name, file));
    found.map(|(name, _)| name.clone()).collect()
}

/// Spawns the list with the details of the chosen replay beside it, and the line below.
pub(super) fn spawn(tab: &mut ChildSpawnerCommands) {
    let body = Node {
        flex_grow: 1.0,
        min_height: px(0),
        ..stack(FlexDirection::Row, 20.0)
    };
    tab.spawn(body).with_children(|body| {
        let list = Node {
            width: px(740),
            flex_shrink: 0.0,
            ..stack(FlexDirection::Column, 6.0)
        };
        body.spawn(list).with_children(|list| {
            row::spawn_rows(list);
            spawn_turner::<Played>(list);
        });
        spawn_empty::<Played>(body, empty_text);
        detail::spawn(body);
    });
    spawn_footer(tab);
}

/// Returns the reason why the list is empty.
fn empty_text(world: &World) -> String {
    let has_any = !world.resource::<Replays>().is_empty();
    let key = if has_any {
        "played.none_found"
    } else {
        "played.empty"
    };
    world.resource::<Words>().get(key)
}

/// Spawns the line below the list: a button that shows a game from the clipboard, a button that puts a removed replay
/// back, and the number of files that cannot be read.
fn spawn_footer(tab: &mut ChildSpawnerCommands) {
    let node = Node {
        align_items: AlignItems::Center,
        min_height: px(40),
        ..stack(FlexDirection::Row, 12.0)
    };
    tab.spawn(node).with_children(|row| {
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
