//! Pictures of boards for the theatre and the setup page.

use crate::games::hexxagon::rules::{Cell, Fault, Plan};
use crate::generation::{Form, Picture, Shape, Tint};

/// Height of a cell in widths of a cell.
const HEIGHT: f32 = 0.866;

/// Draws a board as hexagons, with start cells in the players' colours. If `mark_faults` is set, it
/// marks the cells of faults.
pub fn picture(plan: &Plan, mark_faults: bool) -> Picture {
    let faults = plan.faults().into_iter();
    let faulty: u128 = faults
        .filter(|(fault, _)| mark_faults && *fault != Fault::TooFew)
        .fold(0, |all, (_, cells)| all | cells.0);
    let height = |cell: Cell| cell.row() as f32 + if cell.col() % 2 == 1 { 0.5 } else { 0.0 };
    let range = |of: &dyn Fn(Cell) -> f32| {
        let all = plan.cells.iter().map(of);
        all.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)))
    };
    let ((left, right), (low, high)) = (range(&|cell| cell.col() as f32), range(&height));
    // With this width the whole grid just fits.
    let width = 0.118;
    let shape = |cell: Cell| {
        let player = plan.starts.iter().position(|start| start.has(cell));
        Shape {
            key: cell.0.into(),
            form: Form::Hex,
            tint: match player {
                _ if faulty >> cell.0 & 1 == 1 => Tint::Fault,
                Some(player) => Tint::Player(player as u8),
                None => Tint::Ground,
            },
            x: 0.5 + (cell.col() as f32 - (left + right) / 2.0) * 0.75 * width,
            y: 0.5 - (height(cell) - (low + high) / 2.0) * HEIGHT * width,
            size: 0.94 * width,
        }
    };
    Picture::of(plan.cells.iter().map(shape).collect())
}
