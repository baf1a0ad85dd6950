//! The names of the cells: letters and numbers at the rim of the board, or a name in every cell.

use bevy::prelude::*;

use super::names::cell_name;
use super::{HEIGHT, View, bounds, layer, place_of};
use crate::games::hexxagon::rules::{Board, Cell};
use crate::games::hexxagon::table::Table;
use crate::shell::board::Overlay;
use crate::shell::settings::{CellNames, Settings};
use crate::shell::theme::sprites::Sprites;

/// The size of the letters at the rim, in cells.
const RIM_SIZE: f32 = 0.2;
/// The size of the names in cells, in cells.
const NAME_SIZE: f32 = 0.17;
/// The distance of the letters below the board, and of the numbers at its left, from the middle of the nearest cell, in
/// cells.
const OUTSIDE: f32 = 0.64;
/// The cells of a row lie higher in one column and lower in the next. Their middle is this far above the lower ones, in
/// rows.
const MIDDLE_OF_ROW: f32 = 0.25;

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

/// The letter of each column, in a line below the board.
fn columns(board: &Board) -> impl Iterator<Item = Overlay> {
    let below = bounds(board).1.y + OUTSIDE;
    (0..Cell::SIDE).filter_map(move |column| {
        let mut cells = board.cells().iter();
        let cell = cells.find(|cell| cell.col() == column)?;
        let at = Vec2::new(place_of(*cell).x, below);
        Some(name(&cell_name(*cell)[..1], at, RIM_SIZE))
    })
}

/// The number of each row, in a line at the left of the board.
fn rows(board: &Board) -> impl Iterator<Item = Overlay> {
    let left = bounds(board).0.x - OUTSIDE;
    (0..Cell::SIDE).filter_map(move |row| {
        let mut cells = board.cells().iter();
        let cell = cells.find(|cell| cell.row() == row)?;
        let at = Vec2::new(left, (8.5 - row as f32 - MIDDLE_OF_ROW) * HEIGHT);
        Some(name(&cell_name(*cell)[1..], at, RIM_SIZE))
    })
}

fn whole_name(cell: Cell) -> Overlay {
    name(&cell_name(cell), place_of(cell) + Vec2::Y * 0.33, NAME_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Seed;

    fn places(names: impl Iterator<Item = Overlay>) -> Vec<Vec2> {
        let place_of = |name: Overlay| match name {
            Overlay::Word { at, .. } => at,
            _ => panic!("every name is a word"),
        };
        names.map(place_of).collect()
    }

    #[test]
    fn letters_stand_in_a_line_below_the_board_and_numbers_in_a_line_at_its_left() {
        for (number, _) in Board::list().expect("they can be read") {
            let board = Board::listed(number, Seed(1)).expect("a board");
            let (letters, numbers) = (places(columns(&board)), places(rows(&board)));
            assert!(!letters.is_empty() && !numbers.is_empty());
            let cells: Vec<Vec2> = board.cells().iter().map(|cell| place_of(*cell)).collect();
            for letter in &letters {
                assert_eq!(letter.y, letters[0].y, "{number:?}");
                assert!(cells.iter().all(|cell| letter.y - cell.y > 0.6));
            }
            for number in &numbers {
                assert_eq!(number.x, numbers[0].x);
                assert!(cells.iter().all(|cell| cell.x - number.x > 0.6));
            }
            let has_room = |line: &[Vec2]| {
                let mut pairs = line.windows(2);
                pairs.all(|pair| pair[0].distance(pair[1]) > 2.0 * RIM_SIZE)
            };
            assert!(has_room(&letters) && has_room(&numbers), "{number:?}");
        }
    }
}
