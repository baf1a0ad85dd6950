//! The rows of the list: a picture, the game or its name, the result and the date.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Played;
use crate::session::replay::ReplayFile;
use crate::session::statistics::GameResult;
use crate::session::{Ending, Replays};
use crate::shell::catalogue::picture_node;
use crate::shell::games::{GameCard, Games};
use crate::shell::screen::Screen;
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bare_button, bound_text, stack};
use crate::shell::words::Words;

/// The number of rows.
pub(super) const ROWS: usize = 7;
/// The height of a row, in interface pixels.
const HEIGHT: f32 = 58.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, colour_results.run_if(in_state(Screen::Played)));
}

/// The replay in a row.
fn file_in(world: &World, row: usize) -> Option<&ReplayFile> {
    let name = world.resource::<Played>().at(row)?;
    world.resource::<Replays>().get(name)
}

/// The replay that is chosen.
pub(super) fn chosen(world: &World) -> Option<&ReplayFile> {
    let name = world.resource::<Played>().chosen.as_ref()?;
    world.resource::<Replays>().get(name)
}

/// The game of a replay.
pub(super) fn card_of(games: &Games, file: &ReplayFile) -> Option<GameCard> {
    games.find(file.game())
}

/// The name of a replay, or else that of its game.
pub(super) fn title_text(games: &Games, file: &ReplayFile, words: &Words) -> String {
    if !file.name.is_empty() {
        return file.name.clone();
    }
    let card = card_of(games, file);
    card.map_or_else(|| file.game().to_owned(), |card| words.get(card.words.name))
}

/// The names of the players; empty in a game for one player.
pub(super) fn players_text(games: &Games, file: &ReplayFile, words: &Words) -> String {
    let card = card_of(games, file);
    card.map_or(String::new(), |card| (card.players)(file, words))
}

/// The result of the game, in words.
pub(in crate::shell) fn result_text(file: &ReplayFile, words: &Words) -> String {
    let result = match (file.result(), file.ending) {
        (Some(GameResult::Won), _) => words.get("played.won"),
        (Some(GameResult::Lost), _) | (None, Ending::Lost) => words.get("played.lost"),
        (Some(GameResult::Drawn), _) | (None, Ending::Drawn) => words.get("played.drawn"),
        (None, Ending::Won(seat)) => {
            words.fill("played.seat_won", &[("seat", (seat + 1).to_string())])
        }
    };
    if file.points == 0 {
        return result;
    }
    let values = [("result", result), ("points", file.points.to_string())];
    words.fill("played.with_points", &values)
}

/// The colour of the result. The words have the same meaning.
fn result_colour(file: &ReplayFile) -> Color {
    match file.result() {
        Some(GameResult::Won) => palette::LEAF,
        Some(GameResult::Lost) => palette::FAULT,
        Some(GameResult::Drawn) | None => palette::MIST,
    }
}

/// The text of a replay in which the search looks for words.
pub(super) fn searched_text(games: &Games, file: &ReplayFile, words: &Words) -> String {
    let card = card_of(games, file);
    let game = card.map_or(String::new(), |card| words.get(card.words.name));
    let players = players_text(games, file, words);
    let result = result_text(file, words);
    format!(
        "{} {game} {players} {result} {} {}",
        file.name, file.ended, file.id
    )
}

/// The text of a result: of the replay in a row, or of the one that is chosen. The colour depends on the result.
#[derive(Component)]
pub(super) struct ResultText(pub(super) Option<usize>);

/// Gives each result its colour.
fn colour_results(
    played: Res<Played>,
    replays: Res<Replays>,
    mut texts: Query<(&ResultText, &mut TextColor)>,
) {
    for (ResultText(row), mut text) in &mut texts {
        let name = match row {
            Some(row) => played.at(*row),
            None => played.chosen.as_ref(),
        };
        let file = name.and_then(|name| replays.get(name));
        text.set_if_neq(TextColor(file.map_or(palette::MIST, result_colour)));
    }
}

/// Spawns the rows. Each shows the replay at its place in the list that was found.
pub(super) fn spawn_rows(list: &mut ChildSpawnerCommands) {
    for row in 0..ROWS {
        let node = Node {
            height: px(HEIGHT),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            padding: UiRect::axes(px(8), px(4)),
            ..stack(FlexDirection::Row, 12.0)
        };
        let choose = move |world: &mut World| world.resource_mut::<Played>().choose(row);
        list.spawn((
            bare_button(ButtonStyle::Tile, node, choose),
            SelectedWhen::new(move |world| world.resource::<Played>().is_chosen(row)),
            VisibleWhen::new(move |world| world.resource::<Played>().at(row).is_some()),
        ))
        .with_children(|place| spawn_row_content(place, row));
    }
}

fn spawn_row_content(place: &mut ChildSpawnerCommands, row: usize) {
    spawn_mark(place, row);
    place.spawn(picture_node::<Played>(Some(row), HEIGHT - 12.0));
    let text = move |of: fn(&Games, &ReplayFile, &Words) -> String| {
        move |world: &World| {
            let (games, words) = (world.resource::<Games>(), world.resource::<Words>());
            file_in(world, row).map_or(String::new(), |file| of(games, file, words))
        }
    };
    let column = |width: f32| Node {
        width: px(width),
        flex_shrink: 0.0,
        overflow: Overflow::clip(),
        ..stack(FlexDirection::Column, 1.0)
    };
    place
        .spawn((column(360.0), Pickable::IGNORE))
        .with_children(|column| {
            let title = text(title_text);
            column.spawn((
                bound_text(TextSize::Body, palette::PAPER, title),
                TextLayout::no_wrap(),
            ));
            let below = text(|games, file, words| {
                let players = players_text(games, file, words);
                let moves = words.fill("played.moves", &[("moves", file.length.to_string())]);
                let parts = [players, moves];
                let parts = parts.into_iter().filter(|part| !part.is_empty());
                parts.collect::<Vec<_>>().join("  ·  ")
            });
            column.spawn((
                bound_text(TextSize::Small, palette::MIST, below),
                TextLayout::no_wrap(),
            ));
        });
    place
        .spawn((column(230.0), Pickable::IGNORE))
        .with_children(|column| {
            let result = text(|_, file, words| result_text(file, words));
            column.spawn((
                bound_text(TextSize::Body, palette::MIST, result),
                ResultText(Some(row)),
            ));
            let date = text(|_, file, _| file.ended.to_string());
            column.spawn(bound_text(TextSize::Small, palette::MIST, date));
        });
    let star = text(|_, file, _| if file.starred { "★" } else { "" }.to_owned());
    place.spawn(bound_text(TextSize::Lead, palette::LAMP, star));
}

/// Marks the row of the replay that is chosen, at its left end.
fn spawn_mark(place: &mut ChildSpawnerCommands, row: usize) {
    let is_chosen = move |world: &World| world.resource::<Played>().is_chosen(row);
    let mark = Node {
        width: px(5),
        height: percent(80),
        border_radius: BorderRadius::MAX,
        ..default()
    };
    place
        .spawn((
            Node {
                width: px(5),
                height: percent(100),
                align_items: AlignItems::Center,
                ..default()
            },
            Pickable::IGNORE,
        ))
        .with_child((
            mark,
            BackgroundColor(palette::LAMP),
            Pickable::IGNORE,
            VisibleWhen::new(is_chosen),
        ));
}
