//! The board and the moves in words, for screen readers.

use bevy::prelude::*;

use super::hand::{Hand, perform_action, select};
use super::names::{cell_name, colour_key};
use super::overlays::cell_values;
use super::{View, place_of, reach};
use crate::games::hexxagon::insight::{Insight, InsightKind};
use crate::games::hexxagon::rules::{
    Cell, CellIndex, CellMove, Game, Hexxagon, Influence, MoveEvent, influences,
};
use crate::games::hexxagon::table::Table;
use crate::shell::access::{SpokenBoard, SpokenCell, spoken_size};
use crate::shell::table::{Hint, Pacing};
use crate::shell::words::Words;

/// The rows of the board from the top, each from the left. Odd columns lie half a cell higher than their row.
fn rows(game: &Game) -> Vec<Vec<CellIndex>> {
    let board = game.board();
    let cell = |index: &CellIndex| board.cells()[index.as_usize()];
    let rows = (0..Cell::SIDE).rev().map(|row| {
        let mut in_row: Vec<CellIndex> = board
            .indices()
            .filter(|index| cell(index).row() == row)
            .collect();
        in_row.sort_by_key(|index| cell(index).col());
        in_row
    });
    rows.filter(|row| !row.is_empty()).collect()
}

/// The content of a cell in words, and the move that the selected piece can make there or is to make.
fn content_text(game: &Game, view: &View, index: CellIndex, words: &Words) -> String {
    let on_cell = match game.owner(index) {
        Some(player) => words.get(colour_key(player)),
        None => words.get("access.empty"),
    };
    let reached = view.selected.map(|from| (from, reach(game, from)));
    let is_chosen = view.premove.is_some_and(|premove| premove.to == index);
    let more = reached.and_then(|(from, (near, far))| match index {
        _ if index == from => Some("hex.spoken.selected"),
        _ if near.has(index) => Some("hex.spoken.near"),
        _ if far.has(index) => Some("hex.spoken.far"),
        _ => None,
    });
    let more = is_chosen.then_some("hex.spoken.premove").or(more);
    match more {
        Some(key) => format!("{on_cell}, {}", words.get(key)),
        None => on_cell,
    }
}

/// The board in words.
pub(super) fn board(world: &World) -> Option<SpokenBoard> {
    let table = world.get_resource::<Table>()?;
    let (words, view) = (world.resource::<Words>(), world.resource::<View>());
    let game = table.state();
    let rows = rows(game);
    let pointed = view.pointed.filter(|_| view.by_keyboard);
    let place_in_rows = |wanted: CellIndex| {
        rows.iter().enumerate().find_map(|(row, cells)| {
            let column = cells.iter().position(|index| *index == wanted)?;
            Some((row, column))
        })
    };
    let is_influence = world.resource::<Insight>().layer() == InsightKind::Influence;
    let influence = match is_influence {
        true => influences(game),
        false => Vec::new(),
    };
    let insight = world.resource::<Insight>();
    let values = insight
        .values()
        .filter(|_| insight.layer() == InsightKind::Moves);
    let values = values.map_or(Vec::new(), |report| cell_values(game, report));
    let hinted = world.resource::<Hint<Hexxagon>>().0;
    let is_hinted = |cell: Cell| hinted.is_some_and(|m| m.to == cell || m.from == Some(cell));
    let spoken = |index: &CellIndex| {
        let cell = game.board().cells()[index.as_usize()];
        let content = content_text(game, view, *index, words);
        let leans = influence.iter().find(|(at, _)| at == index);
        let content = match leans {
            Some((_, Influence::Of(player, _))) => {
                let colour = words.get(colour_key(*player));
                let leans = words.fill("hex.spoken.influence", &[("colour", colour)]);
                format!("{content}, {leans}")
            }
            _ => content,
        };
        let content = match values.iter().find(|(_, at, _)| *at == cell) {
            Some((_, _, value)) => {
                let value = words.fill("access.value", &[("value", value.clone())]);
                format!("{content}, {value}")
            }
            None => content,
        };
        let content = match is_hinted(cell) {
            true => format!("{content}, {}", words.get("access.hinted")),
            false => content,
        };
        SpokenCell {
            name: format!("{}, {content}", cell_name(cell)),
            place: place_of(cell),
        }
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    Some(SpokenBoard {
        name: spoken_size(words, rows.len(), columns),
        cursor: pointed.and_then(place_in_rows),
        frame: view.board.frame,
        rows: rows
            .iter()
            .map(|row| row.iter().map(spoken).collect())
            .collect(),
    })
}

/// Selects the piece on a cell, or moves the selected piece there.
pub(super) fn choose_cell(world: &mut World, row: usize, column: usize) {
    let wanted = world.resource_scope(|world, mut view: Mut<View>| {
        let table = world.get_resource::<Table>()?;
        let (insight, pacing) = (world.resource::<Insight>(), world.resource::<Pacing>());
        let hand = Hand::of(table, insight, pacing);
        let index = *rows(table.state()).get(row)?.get(column)?;
        select(table, &mut view, hand, Some(index))
    });
    if let Some(wanted) = wanted {
        perform_action(world, wanted);
    }
}

/// A good move in words.
pub(super) fn hint_text(_: &Table, made: CellMove, words: &Words) -> String {
    let key = match made.from {
        Some(_) => "hex.spoken.hint_leap",
        None => "hex.spoken.hint_grow",
    };
    let values = [
        ("from", made.from.map(cell_name).unwrap_or_default()),
        ("to", cell_name(made.to)),
    ];
    words.fill(key, &values)
}

/// The effect of a move in words.
pub(super) fn move_text(table: &Table, event: &MoveEvent, words: &Words) -> String {
    let cell = |index: CellIndex| cell_name(table.state().board().cells()[index.as_usize()]);
    let key = match (event.from, event.to) {
        (_, None) => "hex.spoken.pass",
        (None, Some(_)) => "hex.spoken.clone",
        (Some(_), Some(_)) => "hex.spoken.jump",
    };
    let values = [
        ("player", words.get(colour_key(event.player))),
        ("from", event.from.map(cell).unwrap_or_default()),
        ("to", event.to.map(cell).unwrap_or_default()),
    ];
    let made = words.fill(key, &values);
    match event.captured.count() {
        0 => made,
        count => {
            let taken = words.fill("hex.spoken.taken", &[("count", count.to_string())]);
            format!("{made} {taken}")
        }
    }
}
