//! The names of the cells: letters and numbers at the rim of the board, or a name in every cell.

use bevy::prelude::*;

use super::names::cell_name;
use super::{HEIGHT, View, index_at, layer, place_of};
use crate::games::hexxagon::rules::{Board, Cell};
use crate::games::hexxagon::table::Table;
use crate::shell::board::Overlay;
use crate::shell::settings::{CellNames, Settings};
use crate::shell::theme::sprites::Sprites;

/// The size of letters at the rim, and of names in cells, in cells.
const RIM_SIZE: f32 = 0.2;
const NAME_SIZE: f32 = 0.17;
/// The distance of letters and numbers at the rim from the middle of the nearest cell, in cells.
const OUTSIDE: f32 = 0.64;
/// The distance of letters and numbers along the lower left edge of the board from the middle of their cell, to both
/// sides, in cells. Every cell there has both, and with this distance all of them are equally far apart.
const APART: f32 = HEIGHT / 4.0;

/// The width of the rim at the left of the board and below it, in cells.
pub(super) fn rim(names: CellNames) -> f32 {
    names.choose(|| 0.34, || 0.0)
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
    let names = settings.cell_names.choose(
        || columns(board).chain(rows(board)).collect(),
        || board.cells().iter().map(|cell| whole_name(*cell)).collect(),
    );
    view.board.show_names(&mut commands, &sprites, names);
}

fn name(text: &str, at: Vec2, size: f32) -> Overlay {
    Overlay::cell_name(text, at, size, layer::NAME)
}

/// The letter of each column, below its lowest cell.
fn columns(board: &Board) -> impl Iterator<Item = Overlay> {
    (0..Cell::SIDE).filter_map(move |column| {
        let cells = board.cells().iter().filter(|cell| cell.col() == column);
        let lowest = cells.min_by_key(|cell| cell.row())?;
        let letter = below(board, *lowest);
        Some(name(&cell_name(*lowest)[..1], letter, RIM_SIZE))
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

/// The ways to the places of neighbours: at the upper left, at the lower left and at the lower right.
const UPPER_LEFT: Vec2 = Vec2::new(-0.75, -0.5 * HEIGHT);
const LOWER_LEFT: Vec2 = Vec2::new(-0.75, 0.5 * HEIGHT);
const LOWER_RIGHT: Vec2 = Vec2::new(0.75, 0.5 * HEIGHT);

fn is_free(board: &Board, cell: Cell, way: Vec2) -> bool {
    index_at(board, place_of(cell) + way).is_none()
}

/// A place outside of the lower left edge of a cell, `along` cells along it to the lower right.
fn at_lower_left(cell: Cell, along: f32) -> Vec2 {
    let edge = LOWER_RIGHT.normalize();
    place_of(cell) + edge * along + edge.perp() * OUTSIDE
}

/// A place below the lowest cell of a column. On the lower left edge of the board it makes room for the numbers.
fn below(board: &Board, cell: Cell) -> Vec2 {
    let is_on_edge = is_free(board, cell, LOWER_LEFT) && !is_free(board, cell, LOWER_RIGHT);
    match is_on_edge {
        true => at_lower_left(cell, APART),
        false => place_of(cell) + Vec2::Y * OUTSIDE,
    }
}

/// A place at the left of a cell where no other cell is.
fn left_of(board: &Board, cell: Cell) -> Vec2 {
    let free = [UPPER_LEFT, LOWER_LEFT].map(|way| is_free(board, cell, way));
    match free {
        [false, true] => at_lower_left(cell, -APART),
        [true, false] => place_of(cell) + UPPER_LEFT.normalize() * OUTSIDE,
        _ => place_of(cell) + Vec2::NEG_X * OUTSIDE,
    }
}

fn whole_name(cell: Cell) -> Overlay {
    name(&cell_name(cell), place_of(cell) + Vec2::Y * 0.33, NAME_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Seed;

    #[test]
    fn letters_and_numbers_at_the_rim_have_room_beside_each_other_and_beside_the_cells() {
        for (number, _) in Board::list().expect("they can be read") {
            let board = Board::listed(number, Seed(1)).expect("a board");
            let places: Vec<Vec2> = columns(&board)
                .chain(rows(&board))
                .filter_map(|name| match name {
                    Overlay::Word { at, .. } => Some(at),
                    _ => None,
                })
                .collect();
            assert!(places.len() > 2);
            let cells: Vec<Vec2> = board.cells().iter().map(|cell| place_of(*cell)).collect();
            for (at, place) in places.iter().enumerate() {
                let is_apart = |other: &Vec2| other.distance(*place) > 2.0 * RIM_SIZE;
                assert!(places[at + 1..].iter().all(is_apart), "{number:?}: {place}");
                let is_outside = |cell: &Vec2| cell.distance(*place) > 0.6;
                assert!(cells.iter().all(is_outside), "{number:?}: {place}");
            }
        }
    }
}
