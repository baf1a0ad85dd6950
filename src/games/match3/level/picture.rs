//! Pictures of levels, as the theatre shows them.

use crate::games::match3::rules::{Cell, Kind, Size};
use crate::generation::{Form, Shape, Tint};

/// The shapes of one cell. `wrong` marks a cell that makes the level infeasible.
pub(super) fn draw_cell(size: Size, cell: Cell, kind: Option<Kind>, wrong: bool) -> Vec<Shape> {
    let side = size.rows().max(size.cols()) as f32;
    let middle = |at: usize, count: usize| (at as f32 + 0.5 + (side - count as f32) / 2.0) / side;
    let key = (cell.index() * 2) as u16;
    let shape = |key, form, tint, scale: f32| Shape {
        key,
        form,
        tint,
        x: middle(cell.col(), size.cols()),
        y: middle(cell.row(), size.rows()),
        size: scale / side,
    };
    let (form, tint, scale) = match kind {
        None if wrong => (Form::Tile, Tint::Fault, 0.9),
        None => (Form::Tile, Tint::Calm, 0.9),
        Some(Kind::Obstacle) => (Form::Tile, Tint::Stone, 0.98),
        Some(kind) if kind.is_overlay() => (Form::Ring, Tint::Kind(kind as u8), 0.85),
        Some(kind) => (
            Form::Tile,
            Tint::Kind(kind as u8),
            0.55 + 0.1 * kind.layers() as f32,
        ),
    };
    let mut shapes = vec![shape(key, form, tint, scale)];
    if wrong && kind.is_some() {
        shapes.push(shape(key + 1, Form::Cross, Tint::Fault, 0.7));
    }
    shapes
}
