//! The result of a game: the series, the statistics, and saving the strategy that was evolved for the game.

use std::path::PathBuf;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::base::PlainError;
use crate::games::tic_tac_toe::opponents::{self, saved};
use crate::games::tic_tac_toe::rules::TicTacToe;
use crate::games::tic_tac_toe::table::Table;
use crate::session::{FileName, Folders, SaveError};
use crate::shell::creature;
use crate::shell::table::save_row::{SaveRow, nothing_to_save, save_file};
use crate::shell::table::{clock, seat_name_at, table_tally_text};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, centred_text, in_middle};
use crate::shell::words::Words;

/// Spawns the content of the result.
pub(super) fn spawn_content(card: &mut ChildSpawnerCommands, world: &World) {
    let tally = table_tally_text::<TicTacToe>;
    let centred = TextLayout::justify(Justify::Center);
    card.spawn((clock::time_up::<TicTacToe>(), centred));
    card.spawn(centred_text(TextSize::Lead, palette::PAPER, series_text));
    card.spawn(centred_text(TextSize::Small, palette::MIST, tally));
    let table = world.get_resource::<Table>();
    if let Some(table) = table
        && let Some(strategy) = &table.content.strategy
        && world.contains_resource::<Folders>()
    {
        let row = SaveRow {
            label: "ttt.save.name",
            width: 180.0,
            name: &creature::name(opponents::creature(strategy), world.resource::<Words>()),
            look: ButtonStyle::Plain,
            buttons: vec![("ttt.save", save_strategy)],
            saved: "ttt.save.done",
        };
        in_middle(card, |middle| row.spawn(middle));
    }
}

/// Saves the strategy that was evolved for the game. A file that is already there stays.
pub(super) fn save_strategy(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
    let table = world.get_resource::<Table>();
    let evolved = table.and_then(|table| Some((table.id(), table.content.strategy.clone()?)));
    let (origin, strategy) = evolved.ok_or_else(|| nothing_to_save(world))?;
    save_file(world, |autosave, folders| {
        saved::save(autosave, folders, name, &strategy, &origin.to_string())?;
        Ok::<_, SaveError>(saved::library(folders).path(name))
    })
}

/// The games won by each seat, and the drawn games.
fn series_text(world: &World) -> String {
    let (Some(table), words) = (world.get_resource::<Table>(), world.resource::<Words>()) else {
        return String::new();
    };
    let name = |seat| seat_name_at(table, seat, words);
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
