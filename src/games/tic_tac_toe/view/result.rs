//! What the result of a game says, and keeping the strategy that was evolved for it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use crate::games::tic_tac_toe::opponents::file;
use crate::games::tic_tac_toe::rules::TicTacToe;
use crate::games::tic_tac_toe::table::Table;
use crate::session::{Autosave, Folders, Game, Name, SaveError};
use crate::shell::notice::Notices;
use crate::shell::table::{seat_name, tally_text};
use crate::shell::theme::bind::BoundText;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, field, label, stack};
use crate::shell::words::Words;

/// The field for the name of a strategy.
#[derive(Component)]
struct NameField;

/// Fills the result: the series, all games against this opponent, and a row to keep an evolved strategy.
pub(super) fn fill(card: &mut ChildSpawnerCommands, world: &World) {
    card.spawn(bound_text(
        TextSize::Lead,
        palette::PAPER,
        BoundText::new(series),
    ));
    card.spawn(bound_text(
        TextSize::Small,
        palette::MIST,
        BoundText::new(tally),
    ));
    let table = world.get_resource::<Table>();
    if let Some(table) = table
        && table.content.strategy.is_some()
        && world.contains_resource::<Folders>()
    {
        keep_row(card, table);
    }
}

/// A name, and a button to keep the evolved strategy under it.
fn keep_row(card: &mut ChildSpawnerCommands, table: &Table) {
    card.spawn(Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 10.0)
    })
    .with_children(|row| {
        row.spawn(label("ttt.keep.name", TextSize::Body, palette::MIST));
        field(row, NameField, 180.0, &table.origin().seed.to_string());
        button(
            row,
            ButtonStyle::Plain,
            BoundText::phrase("ttt.keep"),
            keep_strategy,
        );
    });
}

fn keep_strategy(world: &mut World) {
    let mut fields = world.query_filtered::<&EditableText, With<NameField>>();
    let Ok(name) = fields.single(world).map(|field| field.value().to_string()) else {
        return;
    };
    let said = match keep_as(world, &name) {
        Ok(()) => world
            .resource::<Words>()
            .fill("ttt.keep.done", &[("name", name)]),
        Err(why) => why,
    };
    world.resource_mut::<Notices>().show(said);
}

fn keep_as(world: &mut World, name: &str) -> Result<(), String> {
    let name = Name::typed(name).map_err(|error| error.to_string())?;
    let folders = world.get_resource::<Folders>().cloned();
    let (Some(table), Some(folders)) = (world.get_resource::<Table>(), folders) else {
        return Ok(());
    };
    let origin = table.id().to_string();
    let Some(strategy) = table.content.strategy.clone() else {
        return Ok(());
    };
    let mut autosave = world.resource_mut::<Autosave>();
    let saved = file::save(&mut autosave, &folders, &name, &strategy, &origin);
    saved.map_err(|error| match error {
        SaveError::Taken(name) => {
            let words = world.resource::<Words>();
            words.fill("ttt.keep.taken", &[("name", name.to_string())])
        }
        SaveError::File(error) => error.to_string(),
    })
}

fn series(world: &World) -> String {
    let (Some(table), words) = (world.get_resource::<Table>(), world.resource::<Words>()) else {
        return String::new();
    };
    let name = |seat| seat_name::<TicTacToe>(table.seats(), seat, words);
    words.fill(
        "ttt.series",
        &[
            ("first", name(0)),
            ("second", name(1)),
            ("won", table.extra.won[0].to_string()),
            ("lost", table.extra.won[1].to_string()),
            ("drawn", table.extra.drawn.to_string()),
        ],
    )
}

/// How all games against this opponent have ended.
fn tally(world: &World) -> String {
    let table = world.get_resource::<Table>();
    let counted_as = table.and_then(TicTacToe::counted_as);
    counted_as.map_or(String::new(), |name| tally_text::<TicTacToe>(world, &name))
}
