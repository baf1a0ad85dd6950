//! The canvas of the editor: all cells of the grid, those that are on the board, the starts, and the marks of faults.

use crate::games::hexxagon::rules::{Cell, Cells, Fault, Plan, Player};
use crate::games::hexxagon::view::{HEIGHT, piece_sprite, place_of};
use crate::generation::{Form, Picture, Shape, Tint};
use crate::shell::editor::Spot;

/// The width of a cell, as a part of the canvas. With it the grid of nine times nine cells just fits.
const WIDTH: f32 = 1.0 / 8.4;
/// The size of the grid, in widths of a cell.
const GRID: (f32, f32) = (7.0, HEIGHT * 9.5);

/// The first key of the pieces, which lie above the cells.
const PIECE_KEYS: u16 = 128;
/// The first key of the marks of faults, which lie above the pieces.
const FAULT_KEYS: u16 = 256;

/// The middle of a cell on the canvas.
fn middle(cell: Cell) -> (f32, f32) {
    let at = place_of(cell);
    (
        0.5 + (at.x + 0.5 - GRID.0 / 2.0) * WIDTH,
        0.5 + (at.y + HEIGHT / 2.0 - GRID.1 / 2.0) * WIDTH,
    )
}

/// A spot for each cell.
pub(super) fn spots() -> Vec<Spot> {
    let spot = |cell: Cell| {
        let (x, y) = middle(cell);
        Spot {
            id: cell.0.into(),
            x,
            y,
            size: WIDTH,
        }
    };
    Cell::all().map(spot).collect()
}

/// The faults whose cells are marked. That there are too few cells is no fault of any of them.
pub(super) fn marked_faults(plan: &Plan) -> impl Iterator<Item = (Fault, Cells)> {
    let faults = plan.faults().into_iter();
    faults.filter(|(fault, _)| *fault != Fault::TooFew)
}

/// The grid with the board on it.
pub(super) fn picture(plan: &Plan) -> Picture {
    let place = |key: u16, cell: Cell, form: Form, tint: Tint, size: f32| {
        let (x, y) = middle(cell);
        Shape {
            key: key + u16::from(cell.0),
            form,
            tint,
            x,
            y,
            size: size * WIDTH,
        }
    };
    let ground = |cell: Cell| {
        let form = if plan.cells.has(cell) {
            Form::HexSprite("hexxagon/cell")
        } else {
            Form::HexSprite("hexxagon/blank")
        };
        place(0, cell, form, Tint::Ground, 1.0)
    };
    let mut shapes: Vec<Shape> = Cell::all().map(ground).collect();
    for (player, start) in plan.starts.iter().enumerate() {
        let player = Player(player as u8);
        let (form, tint) = (
            Form::HexSprite(piece_sprite(player)),
            Tint::Player(player.0),
        );
        let pieces = start.iter();
        shapes.extend(pieces.map(|cell| place(PIECE_KEYS, cell, form, tint, 0.88)));
    }
    let wrong = Cells(marked_faults(plan).fold(0, |all, (_, cells)| all | cells.0));
    let marks = wrong.iter();
    shapes.extend(marks.map(|cell| place(FAULT_KEYS, cell, Form::Cross, Tint::Fault, 0.36)));
    shapes.sort_by_key(|shape| shape.key);
    Picture::of(shapes)
}
