//! Pictures of levels, as the theatre shows them.

use super::PotentialMap;
use crate::games::match3::rules::{Board, Cell, Kind, Size};
use crate::generation::{Form, Picture, Shape, Tint};

/// The sprite of the ground.
const GROUND: &str = "match3/cell";
/// The sprites of blocks, by colour.
const BLOCKS: [&str; 8] = [
    "match3/block0",
    "match3/block1",
    "match3/block2",
    "match3/block3",
    "match3/block4",
    "match3/block5",
    "match3/block6",
    "match3/block7",
];
/// The sprites of special cells, in the order of their kinds.
const KINDS: [&str; 9] = [
    "match3/obstacle",
    "match3/blocked1",
    "match3/blocked2",
    "match3/blocked3",
    "match3/blocked4",
    "match3/overlay1",
    "match3/overlay2",
    "match3/overlay3",
    "match3/overlay4",
];

/// The picture of a board with its blocks, as it is when a game begins.
pub(in crate::games::match3) fn board_picture(board: &Board) -> Picture {
    let size = board.size();
    let of_cell = |cell: Cell| {
        let mut shapes = draw_cell(size, cell, board.kind(cell), false);
        if let Some(colour) = board.colour(cell) {
            let sprite = Form::Sprite(BLOCKS[usize::from(colour.0) % BLOCKS.len()]);
            let place = CellPlace::of(size, cell);
            shapes.insert(1, place.shape(1, sprite, Tint::Kind(colour.0), 0.92));
        }
        shapes
    };
    Picture::of(size.cells().flat_map(of_cell).collect())
}

/// The swap potential of each cell as heat, with the special cells small in their places.
pub(super) fn potential_picture(size: Size, kind: impl Fn(Cell) -> Option<Kind> + Copy) -> Picture {
    let map = PotentialMap::of_kinds(size, kind);
    let of_cell = |cell: Cell| {
        let percent = (100 * map.at(cell) / PotentialMap::MOST) as u8;
        let place = CellPlace::of(size, cell);
        let ground = place.shape(0, Form::Tile, Tint::Heat(percent), 0.94);
        let special = kind(cell).map(|kind| {
            let sprite = Form::Sprite(KINDS[kind as usize]);
            place.shape(2, sprite, Tint::Stone, 0.7)
        });
        [Some(ground), special].into_iter().flatten()
    };
    Picture::of(size.cells().flat_map(of_cell).collect())
}

/// The place of a cell in a picture.
struct CellPlace {
    /// The number of cells along the longer side of the board.
    side: f32,
    key: u16,
    x: f32,
    y: f32,
}

impl CellPlace {
    fn of(size: Size, cell: Cell) -> Self {
        let side = size.rows().max(size.cols()) as f32;
        let middle =
            |at: usize, count: usize| (at as f32 + 0.5 + (side - count as f32) / 2.0) / side;
        CellPlace {
            side,
            key: (cell.index() * 4) as u16,
            x: middle(cell.col(), size.cols()),
            y: middle(cell.row(), size.rows()),
        }
    }

    /// A shape in the cell; `number` tells the shapes of a cell apart, 0 to 3 from the lowest.
    fn shape(&self, number: u16, form: Form, tint: Tint, scale: f32) -> Shape {
        Shape {
            key: self.key + number,
            form,
            tint,
            x: self.x,
            y: self.y,
            size: scale / self.side,
        }
    }
}

/// The shapes of one cell. `wrong` marks a cell that makes the level infeasible.
pub(super) fn draw_cell(size: Size, cell: Cell, kind: Option<Kind>, wrong: bool) -> Vec<Shape> {
    let place = CellPlace::of(size, cell);
    let mut shapes = vec![place.shape(0, Form::Sprite(GROUND), Tint::Calm, 1.0)];
    match kind {
        Some(kind) => {
            let tint = match kind {
                Kind::Obstacle => Tint::Stone,
                kind => Tint::Kind(kind as u8),
            };
            let sprite = Form::Sprite(KINDS[kind as usize]);
            shapes.push(place.shape(2, sprite, tint, 1.0));
        }
        None if wrong => shapes.push(place.shape(2, Form::Tile, Tint::Fault, 0.7)),
        None => {}
    }
    if wrong && kind.is_some() {
        shapes.push(place.shape(3, Form::Cross, Tint::Fault, 0.7));
    }
    shapes
}
