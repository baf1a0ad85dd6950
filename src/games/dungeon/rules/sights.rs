//! The cells in sight from each cell of a map while its doors are shut. They never change, so that all games in a
//! dungeon share them, and each view is computed once.

use std::sync::OnceLock;

use super::{HOODED_LIGHT, LIGHT, sight};
use crate::games::dungeon::map::{Cell, Map, Tile};

/// The largest distance of a cell in sight, along columns or rows.
const REACH: i16 = LIGHT as i16;
/// The side of the square around a cell that holds all cells in sight from there.
const SIDE: usize = 2 * LIGHT as usize + 1;

/// The cells in sight from a cell while all doors but that of the cell itself are shut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellsInSight {
    /// The upper left cell of the square around the cell.
    corner: Cell,
    /// The cells of each row of the square as bits, the left one lowest.
    rows: [u32; SIDE],
}

impl CellsInSight {
    /// Looks from a cell of a map, up to a distance in cells.
    fn of(map: &Map, from: Cell, light: i32) -> Self {
        let corner = from.step((-REACH, -REACH));
        let mut rows = [0; SIDE];
        let opaque = |cell| matches!(map.at(cell), Tile::Rock | Tile::Wall | Tile::Door);
        let see = |cell: Cell| {
            if map.has(cell) {
                rows[(cell.y - corner.y) as usize] |= 1 << (cell.x - corner.x);
            }
        };
        sight::look(from, light, opaque, see);
        CellsInSight { corner, rows }
    }

    /// The cells of each row of the square as bits, with the leftmost cell of the row.
    pub fn rows(&self) -> impl Iterator<Item = (Cell, u32)> {
        let first = (0..).map(|row| self.corner.step((0, row)));
        first.zip(self.rows)
    }

    /// Whether a cell is in sight.
    pub fn has(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x - self.corner.x, cell.y - self.corner.y);
        let side = 0..SIDE as i16;
        side.contains(&x) && side.contains(&y) && self.rows[y as usize] >> x & 1 == 1
    }

    /// The cells in sight, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.rows().flat_map(|(first, mut row)| {
            std::iter::from_fn(move || {
                let column = row.trailing_zeros();
                // The iteration ends when the row has no cells left.
                row = row.checked_sub(1)? & row;
                Some(first.step((column as i16, 0)))
            })
        })
    }
}

/// The views from the cells of a map, as far as they were needed: with the lantern open, and hooded.
#[derive(Debug)]
pub struct Sights([Vec<OnceLock<Box<CellsInSight>>>; 2]);

impl Sights {
    /// The store of the views from the cells of a map, without any yet.
    pub fn of(map: &Map) -> Self {
        let none = || vec![OnceLock::new(); map.len()];
        Sights([none(), none()])
    }

    /// The view from a cell of the map.
    pub fn view(&self, map: &Map, from: Cell, is_hooded: bool) -> &CellsInSight {
        let light = if is_hooded { HOODED_LIGHT } else { LIGHT };
        let place = &self.0[usize::from(is_hooded)][map.index(from)];
        place.get_or_init(|| Box::new(CellsInSight::of(map, from, light)))
    }
}
