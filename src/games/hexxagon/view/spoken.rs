//! The board and the moves in words, for screen readers.

use bevy::prelude::*;

use super::hand::{AllowedAction, perform_action, select};
use super::names::{cell_name, colour_key};
use super::overlays::cell_values;
use super::{View, place_of, reachable};
use crate::games::hexxagon::insight::{Insight, InsightKind};
use crate::games::hexxagon::rules::{
    Cell, CellIndex, CellMove, Game, Hexxagon, Influence, MoveEvent, Player, influences,
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
    let reached = view.selected.map(|from| (from, reachable(game, from)));
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

/// Makes the sentences about the cells of a board for screen readers.
struct CellSpeaker<'a> {
    game: &'a Game,
    view: &'a View,
    words: &'a Words,
    /// The cells that lean to a player, if that is shown.
    influences: Vec<(CellIndex, Influence)>,
    /// The ranks and the values of the moves to the cells, if they are shown.
    values: Vec<(usize, Cell, String)>,
    hint: Option<CellMove>,
}

impl CellSpeaker<'_> {
    fn spoken(&self, index: CellIndex) -> SpokenCell {
        let cell = self.game.board().cells()[index.as_usize()];
        let mut parts = vec![
            cell_name(cell),
            content_text(self.game, self.view, index, self.words),
        ];
        parts.extend(self.leaning_text(index));
        parts.extend(self.value_text(cell));
        let is_hinted = |hint: CellMove| hint.to == cell || hint.from == Some(cell);
        if self.hint.is_some_and(is_hinted) {
            parts.push(self.words.get("access.hinted"));
        }
        SpokenCell {
            name: parts.join(", "),
            place: place_of(cell),
        }
    }

    fn leaning_text(&self, index: CellIndex) -> Option<String> {
        let (_, influence) = self.influences.iter().find(|(at, _)| *at == index)?;
        let Influence::Of(player, _) = influence else {
            return None;
        };
        let colour = self.words.get(colour_key(*player));
        let text = self
            .words
            .fill("hex.spoken.influence", &[("colour", colour)]);
        Some(text)
    }

    fn value_text(&self, cell: Cell) -> Option<String> {
        let (.., value) = self.values.iter().find(|(_, at, _)| *at == cell)?;
        let values = [("value", value.clone())];
        Some(self.words.fill("access.value", &values))
    }
}

/// The board in words.
pub(super) fn board(world: &World) -> Option<SpokenBoard> {
    let table = world.get_resource::<Table>()?;
    let (words, view) = (world.resource::<Words>(), world.resource::<View>());
    let insight = world.resource::<Insight>();
    let game = table.state();
    let values = insight
        .values()
        .filter(|_| insight.layer() == InsightKind::Moves);
    let speaker = CellSpeaker {
        game,
        view,
        words,
        influences: match insight.layer() {
            InsightKind::Influence => influences(game),
            _ => Vec::new(),
        },
        values: values.map_or(Vec::new(), |report| cell_values(game, report)),
        hint: world.resource::<Hint<Hexxagon>>().0,
    };
    let rows = rows(game);
    let place_in_rows = |wanted: CellIndex| {
        rows.iter().enumerate().find_map(|(row, cells)| {
            let column = cells.iter().position(|index| *index == wanted)?;
            Some((row, column))
        })
    };
    let pointed = view.pointed.filter(|_| view.by_keyboard);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    Some(SpokenBoard {
        name: spoken_size(words, rows.len(), columns),
        cursor: pointed.and_then(place_in_rows),
        frame: view.board.frame,
        rows: rows
            .iter()
            .map(|row| row.iter().map(|index| speaker.spoken(*index)).collect())
            .collect(),
    })
}

/// Selects the piece on a cell, or moves the selected piece there.
pub(super) fn choose_cell(world: &mut World, row: usize, column: usize) {
    let wanted = world.resource_scope(|world, mut view: Mut<View>| {
        let table = world.get_resource::<Table>()?;
        let (insight, pacing) = (world.resource::<Insight>(), world.resource::<Pacing>());
        let allowed = AllowedAction::of(table, insight, pacing);
        let index = *rows(table.state()).get(row)?.get(column)?;
        select(table, &mut view, allowed, Some(index))
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

/// The effect of a move in words, and the players who are passed over after it.
pub(super) fn move_text(table: &Table, event: &MoveEvent, words: &Words) -> String {
    let cell = |index: CellIndex| cell_name(table.state().board().cells()[index.as_usize()]);
    let named = |player: Player| ("player", words.get(colour_key(player)));
    let key = match event.from {
        None => "hex.spoken.clone",
        Some(_) => "hex.spoken.jump",
    };
    let values = [
        named(event.player),
        ("from", event.from.map(cell).unwrap_or_default()),
        ("to", event.to.map(cell).unwrap_or_default()),
    ];
    let mut said = vec![words.fill(key, &values)];
    let captured = event.captured.count();
    if captured > 0 {
        said.push(words.fill("hex.spoken.taken", &[("count", captured.to_string())]));
    }
    let passed = table.state().passed_over().into_iter();
    said.extend(passed.map(|player| words.fill("hex.spoken.pass", &[named(player)])));
    said.join(" ")
}
