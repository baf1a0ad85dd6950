//! The names of the cells: letters and numbers at the rim of the board, or a name in every cell.

use bevy::prelude::*;

use super::names::cell_name;
use super::{HEIGHT, View, index_at, layer, place_of};
use crate::games::hexxagon::rules::{Board, Cell};
use crate::games::hexxagon::table::Table;
use crate::shell::board::Overlay;
use crate::shell::settings::{CellNames, Settings};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// The size of letters at the rim, and of names in cells, in cells.
const RIM_SIZE: f32 = 0.2;
const NAME_SIZE: f32 = 0.17;
/// How far from the middle of the nearest cell letters and numbers stand at the rim, in cells.
const OUTSIDE: f32 = 0.61;

/// The width of the rim at the left of the board and below it, in cells.
pub(super) fn rim(names: CellNames) -> f32 {
    match names {
        CellNames::Rim => 0.28,
        CellNames::Off | CellNames::All => 0.0,
    }
}

/// Shows the names of the cells as the settings ask for.
pub(super) fn show_names(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
) {
    let board = table.state().board();
    let names = match settings.cell_names {
        CellNames::Off => Vec::new(),
        CellNames::Rim => columns(board).chain(rows(board)).collect(),
        CellNames::All => board.cells().iter().map(|cell| whole_name(*cell)).collect(),
    };
    view.board.show_names(&mut commands, &sprites, names);
}

fn name(text: &str, at: Vec2, size: f32) -> Overlay {
    Overlay::Word {
        text: text.to_owned(),
        at,
        size,
        layer: layer::NAME,
        colour: palette::MIST.with_alpha(0.7),
    }
}

/// The letter of each column, below its lowest cell.
fn columns(board: &Board) -> impl Iterator<Item = Overlay> {
    (0..Cell::SIDE).filter_map(move |column| {
        let cells = board.cells().iter().filter(|cell| cell.col() == column);
        let lowest = cells.min_by_key(|cell| cell.row())?;
        let below = place_of(*lowest) + Vec2::Y * OUTSIDE;
        Some(name(&cell_name(*lowest)[..1], below, RIM_SIZE))
    })
}

/// The number of each row, at the left of its first cell.
fn rows(board: &Board) -> impl Iterator<Item = Overlay> {
    (0..Cell::SIDE).filter_map(move |row| {
        let cells = board.cells().iter().filter(|cell| cell.row() == row);
        let first = cells.min_by_key(|cell| cell.col())?;
        Some(name(
            &cell_name(*first)[1..],
            left_of(board, *first),
            RIM_SIZE,
        ))
    })
}

/// A place at the left of a cell where no other cell is: towards the two places of neighbours there, as far as they are free.
fn left_of(board: &Board, cell: Cell) -> Vec2 {
    let at = place_of(cell);
    let neighbours = [-0.5, 0.5].map(|down| Vec2::new(-0.75, down * HEIGHT));
    let free = neighbours
        .into_iter()
        .filter(|step| index_at(board, at + *step).is_none());
    at + free.sum::<Vec2>().normalize_or(Vec2::NEG_X) * OUTSIDE
}

fn whole_name(cell: Cell) -> Overlay {
    name(&cell_name(cell), place_of(cell) + Vec2::Y * 0.33, NAME_SIZE)
}
