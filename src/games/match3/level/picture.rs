//! Pictures of levels, as the theatre shows them.

use std::collections::HashSet;

use super::{LevelGenome, PotentialMap};
use crate::games::match3::rules::{Board, Cell, Cells, Colour, Kind, Power, Size};
use crate::generation::{Form, Label, LabelPlace, Picture, Shape, Tint};

/// The colour of numbers on dark ground.
const LIGHT_INK: Tint = Tint::Player(1);
/// The colour of numbers on bright ground.
const DARK_INK: Tint = Tint::Stone;
/// Heat from this many percent is bright.
const BRIGHT: u8 = 75;
/// The height of a number, in cells.
const NUMBER: f32 = 0.34;

/// The sprite of the ground.
pub(super) const GROUND: &str = "match3/cell";
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

/// The sprites of the emblems of line pieces and bombs, in the order of the power pieces.
pub(in crate::games::match3) const EMBLEMS: [&str; 3] = [
    "match3/power_across",
    "match3/power_down",
    "match3/power_bomb",
];
/// The sprite of the colour piece, which needs no emblem.
pub(in crate::games::match3) const COLOUR_PIECE: &str = "match3/power_colour";

/// The size of a block, in cells.
pub(super) const BLOCK: f32 = 0.92;

/// The look of a block.
pub(super) fn block_look(colour: Colour) -> (Form, Tint) {
    let sprite = BLOCKS[usize::from(colour.0) % BLOCKS.len()];
    (Form::Sprite(sprite), Tint::Kind(colour.0))
}

/// The look of a special cell.
pub(super) fn special_look(kind: Kind) -> (Form, Tint) {
    let tint = match kind {
        Kind::Obstacle => Tint::Stone,
        kind => Tint::Kind(kind as u8),
    };
    (Form::Sprite(KINDS[kind as usize]), tint)
}

/// The picture of a board with its blocks and power pieces.
pub(in crate::games::match3) fn board_picture(board: &Board) -> Picture {
    let size = board.size();
    let of_cell = |cell: Cell| {
        let mut shapes = draw_cell(size, cell, board.kind(cell), false);
        let place = CellPlace::of(size, cell);
        let power = board.power(cell);
        let block = match (board.colour(cell), power) {
            (Some(colour), _) => Some(block_look(colour)),
            (None, Some(Power::Colour)) => Some((Form::Sprite(COLOUR_PIECE), Tint::Player(1))),
            (None, _) => None,
        };
        if let Some((form, tint)) = block {
            shapes.insert(1, place.shape(1, form, tint, BLOCK));
        }
        if let Some(emblem) = power.and_then(|power| EMBLEMS.get(power as usize)) {
            shapes.push(place.shape(3, Form::Sprite(emblem), Tint::Player(1), BLOCK));
        }
        shapes
    };
    Picture::of(size.cells().flat_map(of_cell).collect())
}

/// A picture of a board without blocks, completed with blocks on its empty cells, as in a game on that board. No three
/// equal blocks lie in a line, and a cell keeps its block while the board changes around it.
pub(in crate::games::match3) fn with_blocks(picture: Picture) -> Picture {
    let mut taken: HashSet<u16> = HashSet::new();
    for shape in picture.shapes.iter().filter(|shape| shape.key % 4 != 0) {
        taken.insert(shape.key / 4);
    }
    let mut shapes = Vec::with_capacity(2 * picture.shapes.len());
    for shape in picture.shapes {
        shapes.push(shape);
        if shape.key % 4 == 0 && !taken.contains(&(shape.key / 4)) {
            let side = 1.0 / shape.size;
            let colour = sample_colour((shape.x * side) as usize, (shape.y * side) as usize);
            shapes.push(Shape {
                key: shape.key + 1,
                form: Form::Sprite(BLOCKS[colour]),
                tint: Tint::Kind(colour as u8),
                size: BLOCK * shape.size,
                ..shape
            });
        }
    }
    Picture::of(shapes)
}

/// The colour of the block in a column and a row of a picture that shows no game: one of five in an irregular order,
/// never three times in a line.
fn sample_colour(col: usize, row: usize) -> usize {
    const ROWS: [[usize; 5]; 5] = [
        [0, 3, 1, 4, 2],
        [2, 0, 4, 1, 3],
        [3, 2, 0, 0, 1],
        [1, 4, 3, 2, 4],
        [4, 1, 2, 3, 0],
    ];
    ROWS[row % 5][(col + row / 5 * 2) % 5]
}

/// The swap potential of each cell as heat and as a number. A cell that has lost patterns to special cells also shows
/// its swap potential on a board without special cells.
pub(in crate::games::match3) fn potential_picture(
    size: Size,
    kind: impl Fn(Cell) -> Option<Kind> + Copy,
) -> Picture {
    let (before, after) = (
        PotentialMap::of_kinds(size, |_| None),
        PotentialMap::of_kinds(size, kind),
    );
    let mut picture = Picture::default();
    for cell in size.cells() {
        let place = CellPlace::of(size, cell);
        let percent = (100 * after.at(cell) / PotentialMap::MOST) as u8;
        let ink = if percent < BRIGHT {
            LIGHT_INK
        } else {
            DARK_INK
        };
        picture
            .shapes
            .push(place.shape(0, Form::Tile, Tint::Heat(percent), 0.94));
        if let Some(kind) = kind(cell) {
            let sprite = Form::Sprite(KINDS[kind as usize]);
            picture
                .shapes
                .push(place.shape(2, sprite, Tint::Stone, 0.5));
        } else if after == before || after.at(cell) == before.at(cell) {
            picture.labels.push(place.mark(after.at(cell), ink, 0.0));
        } else {
            picture.labels.push(place.mark(after.at(cell), ink, -0.2));
            picture.labels.push(Label {
                text: format!("/ {}", before.at(cell)),
                ..place.mark(0, ink, 0.22)
            });
        }
    }
    picture
}

/// The place of a cell in a picture.
pub(super) struct CellPlace {
    /// The number of cells along the longer side of the board.
    pub(super) side: f32,
    key: u16,
    pub(super) x: f32,
    pub(super) y: f32,
}

impl CellPlace {
    pub(super) fn of(size: Size, cell: Cell) -> Self {
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

    /// A number on the ground of the cell, `down` cells below its middle.
    fn mark(&self, number: u32, tint: Tint, down: f32) -> Label {
        Label {
            text: number.to_string(),
            place: LabelPlace::Mark {
                key: self.key,
                tint,
                ground: None,
            },
            x: self.x,
            y: self.y + down / self.side,
            height: NUMBER / self.side,
        }
    }

    /// A shape in the cell; `number` tells the shapes of a cell apart, 0 to 3 from the lowest.
    pub(super) fn shape(&self, number: u16, form: Form, tint: Tint, scale: f32) -> Shape {
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

/// The picture of a board without blocks, with marks on the cells that are wrong.
pub(in crate::games::match3) fn plan_picture(
    size: Size,
    board: &LevelGenome,
    wrong: Cells,
) -> Picture {
    let draw = |cell| draw_cell(size, cell, board.kind(cell), wrong.has(cell));
    Picture::of(size.cells().flat_map(draw).collect())
}

/// The middle of a cell in a picture, and its side.
pub(in crate::games::match3) fn place_of_cell(size: Size, cell: Cell) -> (f32, f32, f32) {
    let CellPlace { side, x, y, .. } = CellPlace::of(size, cell);
    (x, y, 1.0 / side)
}

/// The shapes of one cell. `wrong` marks a cell that makes the level infeasible.
pub(super) fn draw_cell(size: Size, cell: Cell, kind: Option<Kind>, wrong: bool) -> Vec<Shape> {
    let place = CellPlace::of(size, cell);
    let mut shapes = vec![place.shape(0, Form::Sprite(GROUND), Tint::Calm, 1.0)];
    match kind {
        Some(kind) => {
            let (form, tint) = special_look(kind);
            shapes.push(place.shape(2, form, tint, 1.0));
        }
        None if wrong => shapes.push(place.shape(2, Form::Tile, Tint::Fault, 0.7)),
        None => {}
    }
    if wrong && kind.is_some() {
        shapes.push(place.shape(3, Form::Cross, Tint::Fault, 0.7));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::sample_colour;

    #[test]
    fn sample_blocks_never_lie_three_in_a_line() {
        for (col, row) in (0..20).flat_map(|col| (0..20).map(move |row| (col, row))) {
            let colour = sample_colour(col, row);
            let line = |dx: usize, dy: usize| {
                (1..3).all(|step| sample_colour(col + step * dx, row + step * dy) == colour)
            };
            assert!(!line(1, 0) && !line(0, 1), "column {col}, row {row}");
        }
    }
}
