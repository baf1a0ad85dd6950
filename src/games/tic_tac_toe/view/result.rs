//! What the result of a game says, and keeping the strategy that was evolved for it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use crate::games::tic_tac_toe::opponents::file;
use crate::games::tic_tac_toe::rules::TicTacToe;
use crate::games::tic_tac_toe::table::Table;
use crate::session::{Folders, Game, Name};
use crate::shell::notice::Notices;
use crate::shell::table::{seat_name, tally_text};
use crate::shell::theme::bind::Told;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, field, label, stack, words};
use crate::shell::words::Words;

/// The field for the name of a strategy.
#[derive(Component)]
struct NameField;

/// Fills the result: the series, all games against this opponent, and a row to keep an evolved strategy.
pub(super) fn fill(card: &mut ChildSpawnerCommands, world: &World) {
    card.spawn(words(Size::Lead, palette::PAPER, Told::by(series)));
    card.spawn(words(Size::Small, palette::MIST, Told::by(tally)));
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
        row.spawn(label("ttt.keep.name", Size::Body, palette::MIST));
        field(row, NameField, 180.0, &table.origin().seed.to_string());
        button(row, Look::Plain, Told::key("ttt.keep"), keep_strategy);
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
    world.resource_mut::<Notices>().say(said);
}

fn keep_as(world: &World, name: &str) -> Result<(), String> {
    let name = Name::typed(name).map_err(|error| error.to_string())?;
    let table = world.get_resource::<Table>();
    let (Some(table), Some(folders)) = (table, world.get_resource::<Folders>()) else {
        return Ok(());
    };
    let Some(strategy) = &table.content.strategy else {
        return Ok(());
    };
    if file::shelf(folders).names().contains(&name) {
        let words = world.resource::<Words>();
        return Err(words.fill("ttt.keep.taken", &[("name", name.to_string())]));
    }
    let origin = table.id().to_string();
    file::save(folders, &name, strategy, &origin).map_err(|error| error.to_string())
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
