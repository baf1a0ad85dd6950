//! Pictures of boards for the theatre and the setup page.

use crate::games::hexxagon::rules::{Cell, Cells, Fault, Game, Plan, Player};
use crate::generation::{Form, Picture, Shape, Tint};

/// Height of a cell in widths of a cell.
const HEIGHT: f32 = 0.866;
/// The width of a cell. With it the whole grid just fits.
const WIDTH: f32 = 0.118;

/// The first keys of the shapes above those of the cells: the pieces, and the marks of faults.
const GEM_KEYS: u16 = 128;
const FAULT_KEYS: u16 = 256;
/// The sprites of the players' pieces.
const GEMS: [&str; 3] = ["hexxagon/gem1", "hexxagon/gem2", "hexxagon/gem3"];

/// Draws a position.
pub fn position_picture(game: &Game) -> Picture {
    let board = game.board();
    let mut plan = board.plan();
    plan.starts = [0, 1, 2].map(|player| {
        let indices = board
            .indices()
            .filter(|i| game.owner(*i) == Some(Player(player)));
        let cells = indices.map(|index| board.cells()[index.as_usize()]);
        cells.fold(Cells::default(), |all, cell| Cells(all.0 | 1 << cell.0))
    });
    picture(&plan, false)
}

/// Draws a board with the players' pieces on their start cells. If `mark_faults` is set, it
/// marks the cells of faults.
pub fn picture(plan: &Plan, mark_faults: bool) -> Picture {
    let height = |cell: Cell| cell.row() as f32 + if cell.col() % 2 == 1 { 0.5 } else { 0.0 };
    let range = |of: &dyn Fn(Cell) -> f32| {
        let all = plan.cells.iter().map(of);
        all.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)))
    };
    let ((left, right), (low, high)) = (range(&|cell| cell.col() as f32), range(&height));
    let place = |key: u16, cell: Cell, form: Form, tint: Tint, size: f32| Shape {
        key: key + u16::from(cell.0),
        form,
        tint,
        x: 0.5 + (cell.col() as f32 - (left + right) / 2.0) * 0.75 * WIDTH,
        y: 0.5 - (height(cell) - (low + high) / 2.0) * HEIGHT * WIDTH,
        size: size * WIDTH,
    };
    let mut shapes: Vec<Shape> = plan
        .cells
        .iter()
        .map(|cell| place(0, cell, Form::HexSprite("hexxagon/cell"), Tint::Ground, 1.0))
        .collect();
    for (player, start) in plan.starts.iter().enumerate() {
        let (form, tint) = (Form::HexSprite(GEMS[player]), Tint::Player(player as u8));
        shapes.extend(
            start
                .iter()
                .map(|cell| place(GEM_KEYS, cell, form, tint, 0.88)),
        );
    }
    let faults = plan.faults().into_iter();
    let faulty = faults
        .filter(|(fault, _)| mark_faults && *fault != Fault::TooFew)
        .fold(Cells::default(), |all, (_, cells)| Cells(all.0 | cells.0));
    let marks = faulty.iter();
    shapes.extend(marks.map(|cell| place(FAULT_KEYS, cell, Form::Hex, Tint::Fault, 0.5)));
    shapes.sort_by_key(|shape| shape.key);
    Picture::of(shapes)
}
