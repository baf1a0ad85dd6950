//! The names of the cells: letters and numbers at the rim of the board, or a name in every cell.

use bevy::prelude::*;

use super::{View, layer, place_of};
use crate::games::tic_tac_toe::rules::{Board, Cell};
use crate::games::tic_tac_toe::table::Table;
use crate::shell::board::Overlay;
use crate::shell::settings::{CellNames, Settings};
use crate::shell::theme::sprites::Sprites;

/// The size of letters in cells. Letters take about the same part of every board, however many cells it has.
fn size(board: Board) -> f32 {
    let side = board.rows().max(board.cols()) as f32;
    (0.036 * side).clamp(0.12, 0.36)
}

/// The width of the rim above the board and at its left, in cells.
pub(super) fn rim(board: Board, names: CellNames) -> f32 {
    names.choose(|| 1.5 * size(board), || 0.0)
}

/// Shows the names of the cells as the settings ask for.
pub(super) fn show_names(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
) {
    let board = table.setup().board;
    let names = settings.cell_names.choose(
        || columns(board).chain(rows(board)).collect(),
        || whole_names(board).collect(),
    );
    view.board.show_names(&mut commands, &sprites, names);
}

fn name(board: Board, text: &str, at: Vec2) -> Overlay {
    Overlay::cell_name(text, at, size(board), layer::NAME)
}

/// The distance from the middle of a letter at the rim to the middle of the nearest cell, in cells.
fn outside(board: Board) -> f32 {
    0.5 + 0.8 * size(board)
}

/// The letter of each column, above its first cell.
fn columns(board: Board) -> impl Iterator<Item = Overlay> {
    let cells = (0..board.cols()).filter_map(move |column| board.cell(0, column));
    cells.map(move |cell| {
        let above = place_of(board, cell) - Vec2::Y * outside(board);
        name(board, &board.name(cell)[..1], above)
    })
}

/// The number of each row, at the left of its first cell.
fn rows(board: Board) -> impl Iterator<Item = Overlay> {
    let cells = (0..board.rows()).filter_map(move |row| board.cell(row, 0));
    cells.map(move |cell| {
        let left = place_of(board, cell) - Vec2::X * outside(board);
        name(board, &board.name(cell)[1..], left)
    })
}

/// The name of each cell at its foot.
fn whole_names(board: Board) -> impl Iterator<Item = Overlay> {
    let cells = (0..board.cells()).map(|cell| Cell(cell as u8));
    cells.map(move |cell| {
        let foot = place_of(board, cell) + Vec2::Y * (0.46 - 0.5 * size(board));
        name(board, &board.name(cell), foot)
    })
}
