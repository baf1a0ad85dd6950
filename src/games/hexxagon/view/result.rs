//! The result of a game: the pieces, the statistics, and saving the board and the opponent that were evolved for the
//! game.

use std::path::PathBuf;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::base::PlainError;
use crate::games::hexxagon::boards;
use crate::games::hexxagon::opponents;
use crate::games::hexxagon::players::{Opponent, Weights};
use crate::games::hexxagon::rules::{Ending, Hexxagon, Plan, StuckRule};
use crate::games::hexxagon::setup::{BoardChoice, Seat};
use crate::games::hexxagon::table::Table;
use crate::session::{FileName, Folders, SaveError};
use crate::shell::creature;
use crate::shell::table::save_row::{Save, SaveRow, nothing_to_save, save_file};
use crate::shell::table::{clock, outcome_text, player_name, seat_name_at, table_tally_text};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, centred_text, in_middle};
use crate::shell::words::Words;

/// Spawns the content of the result.
pub(super) fn spawn_content(card: &mut ChildSpawnerCommands, world: &World) {
    let tally = table_tally_text::<Hexxagon>;
    let centred = TextLayout::justify(Justify::Center);
    card.spawn((clock::time_up::<Hexxagon>(), centred));
    in_middle(card, |middle| {
        middle.spawn(bound_text(TextSize::Lead, palette::PAPER, counts_text));
    });
    let has_ending = VisibleWhen::new(|world| !ending_text(world).is_empty());
    let ending = centred_text(TextSize::Lead, palette::PAPER, ending_text);
    card.spawn((ending, has_ending));
    card.spawn(centred_text(TextSize::Small, palette::MIST, tally));
    if world.contains_resource::<Folders>() {
        spawn_save_row(card, world);
    }
}

/// Spawns a row to save the board and the opponent that were evolved for the game, if there are any.
fn spawn_save_row(card: &mut ChildSpawnerCommands, world: &World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let board = evolved_board(table).map(|_| ("hex.save.board", save_board as Save));
    let opponent = evolved_opponent(table).map(|_| ("hex.save.opponent", save_opponent as Save));
    let buttons: Vec<_> = board.into_iter().chain(opponent).collect();
    if buttons.is_empty() {
        return;
    }
    let row = SaveRow {
        label: "hex.save.name",
        width: 170.0,
        name: &evolved_opponent(table).map_or_else(
            || table.origin().seed.to_string(),
            |weights| creature::name(weights.creature(), world.resource::<Words>()),
        ),
        look: ButtonStyle::Chip,
        buttons,
        saved: "hex.save.done",
    };
    in_middle(card, |middle| row.spawn(middle));
}

fn evolved_board(table: &Table) -> Option<Plan> {
    match table.setup().board {
        BoardChoice::Custom(plan) => Some(plan),
        BoardChoice::Listed(_) => None,
    }
}

pub(super) fn evolved_opponent(table: &Table) -> Option<Weights> {
    table.setup().seats.iter().find_map(|seat| match seat {
        Seat::Computer(Opponent::Weights(weights)) => Some(*weights),
        _ => None,
    })
}

fn save_board(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
    let plan = world.get_resource::<Table>().and_then(evolved_board);
    let plan = plan.ok_or_else(|| nothing_to_save(world))?;
    save_file(world, |autosave, folders| {
        boards::saved::save(autosave, folders, name, &plan)?;
        Ok::<_, SaveError>(boards::saved::library(folders).path(name))
    })
}

pub(super) fn save_opponent(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
    let weights = world.get_resource::<Table>().and_then(evolved_opponent);
    let weights = weights.ok_or_else(|| nothing_to_save(world))?;
    save_file(world, |autosave, folders| {
        opponents::saved::save(autosave, folders, name, weights)?;
        Ok::<_, SaveError>(opponents::saved::library(folders).path(name))
    })
}

/// The pieces of each player, one player a line.
fn counts_text(world: &World) -> String {
    let (Some(table), words) = (world.get_resource::<Table>(), world.resource::<Words>()) else {
        return String::new();
    };
    let counts = table.state().counts();
    let each = counts.iter().enumerate().map(|(seat, count)| {
        words.fill(
            "hex.count",
            &[
                ("colour", player_name(table, seat, words)),
                ("name", seat_name_at(table, seat, words)),
                ("count", count.to_string()),
            ],
        )
    });
    each.collect::<Vec<String>>().join("\n")
}

/// The outcome and the pieces of each player, those of the only human first.
pub(super) fn shared(table: &Table, words: &Words) -> String {
    let mut counts = table.state().counts();
    counts.rotate_left(table.only_human().unwrap_or(0));
    let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
    let values = [
        ("outcome", outcome_text(table, words)),
        ("counts", counts.join(" : ")),
    ];
    words.fill("hex.share", &values)
}

/// The reason for the end of the game; empty if it ended before its last move.
fn ending_text(world: &World) -> String {
    let (Some(table), words) = (world.get_resource::<Table>(), world.resource::<Words>()) else {
        return String::new();
    };
    let counts = table.state().counts();
    let key = match (table.state().ending(), table.setup().stuck) {
        (Some(Ending::Full), _) => Some("hex.end.full"),
        (Some(Ending::Alone), _) => Some("hex.end.alone"),
        (Some(Ending::Stuck), StuckRule::Ends) => Some("hex.end.stuck"),
        (Some(Ending::Stuck), StuckRule::Skip) => Some("hex.end.all_stuck"),
        (Some(Ending::Stuck), StuckRule::Loses) => Some("hex.end.stuck_lost"),
        (None, _) => None,
    };
    let without_pieces = counts.iter().enumerate().filter(|(_, count)| **count == 0);
    let players: Vec<String> = without_pieces
        .map(|(seat, _)| player_name(table, seat, words))
        .collect();
    let values = [("players", players.join(", "))];
    key.map_or(String::new(), |key| words.fill(key, &values))
}
