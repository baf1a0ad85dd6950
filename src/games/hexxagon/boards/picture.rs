//! Pictures of boards for the theatre and the setup page.

use crate::games::hexxagon::rules::{Cell, Cells, Fault, Game, Plan};
use crate::generation::{Form, Picture, Shape, Tint};

/// Height of a cell in widths of a cell.
const HEIGHT: f32 = 0.866;
/// The width of a cell. With it the whole grid just fits.
const WIDTH: f32 = 0.118;

/// The first key of the pieces, which lie above the cells.
const PIECE_KEYS: u16 = 128;
/// The first key of the marks of faults, which lie above the pieces.
const FAULT_KEYS: u16 = 256;
/// The sprites of the players' pieces.
const PIECE_SPRITES: [&str; 3] = ["hexxagon/gem1", "hexxagon/gem2", "hexxagon/gem3"];

/// Draws a position.
pub fn position_picture(game: &Game) -> Picture {
    picture(&game.plan(), false)
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
        let (form, tint) = (
            Form::HexSprite(PIECE_SPRITES[player]),
            Tint::Player(player as u8),
        );
        shapes.extend(
            start
                .iter()
                .map(|cell| place(PIECE_KEYS, cell, form, tint, 0.88)),
        );
    }
    let faults = plan.faults().into_iter();
    let faulty = faults
        .filter(|(fault, _)| mark_faults && *fault != Fault::TooFew)
        .fold(Cells::default(), |all, (_, cells)| Cells(all.0 | cells.0));
    let marks = faulty.iter();
    shapes.extend(marks.map(|cell| place(FAULT_KEYS, cell, Form::Cross, Tint::Fault, 0.36)));
    shapes.sort_by_key(|shape| shape.key);
    Picture::of(shapes)
}

/// The part of a picture's side by which a cell must be nearer to the pieces of one player than to those of another to
/// be theirs in [`with_territory`].
const CONTESTED: f32 = 0.75 * WIDTH;

/// A picture of a board, completed with pieces on the cells that are near to each player's, as in a game on that board.
/// The cells between the players stay free.
pub fn with_territory(picture: Picture) -> Picture {
    let pieces: Vec<Shape> = picture
        .shapes
        .iter()
        .filter(|shape| matches!(shape.tint, Tint::Player(_)))
        .copied()
        .collect();
    let distance = |cell: &Shape, piece: &Shape| (cell.x - piece.x).hypot(cell.y - piece.y);
    let nearest = |cell: &Shape, is_of: &dyn Fn(&Shape) -> bool| {
        let others = pieces.iter().filter(|piece| is_of(piece));
        others.min_by(|a, b| distance(cell, a).total_cmp(&distance(cell, b)))
    };
    let owner = |cell: &Shape| {
        let first = nearest(cell, &|_| true)?;
        let rival = nearest(cell, &|piece| piece.tint != first.tint)?;
        let ahead = distance(cell, rival) - distance(cell, first);
        (ahead > CONTESTED).then_some(*first)
    };
    let cells = picture.shapes.iter().filter(|shape| shape.key < PIECE_KEYS);
    let taken = |key: u16| pieces.iter().any(|piece| piece.key == key);
    let new: Vec<Shape> = cells
        .filter(|cell| !taken(cell.key + PIECE_KEYS))
        .filter_map(|cell| {
            let key = cell.key + PIECE_KEYS;
            let (x, y) = (cell.x, cell.y);
            owner(cell).map(|piece| Shape { key, x, y, ..piece })
        })
        .collect();
    let mut shapes = picture.shapes;
    shapes.extend(new);
    shapes.sort_by_key(|shape| shape.key);
    Picture::of(shapes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::games::hexxagon::rules::{Board, BoardNumber};

    #[test]
    fn each_player_gets_the_cells_near_their_pieces_and_some_stay_free() {
        let board = Board::listed(BoardNumber(40), Seed(1)).expect("a board for three");
        let start = picture(&board.plan(), false);
        let filled = with_territory(start.clone());
        let count = |picture: &Picture, wanted: Tint| {
            let shapes = picture.shapes.iter();
            shapes.filter(|shape| shape.tint == wanted).count()
        };
        let cells = count(&start, Tint::Ground);
        for player in 0..3 {
            let own = count(&filled, Tint::Player(player));
            assert!(own > count(&start, Tint::Player(player)), "{player}");
            assert!(own < cells / 2);
        }
        assert!(filled.shapes.len() < 2 * cells, "some are free");
        assert!(filled.shapes.is_sorted_by(|a, b| a.key < b.key));
    }
}
